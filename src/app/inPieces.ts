let begun: Promise<unknown> | undefined;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * The outbox and the calls: fetched together, and awaited one after the other. What does not come is reported by `load`
 * itself.
 */
async function builtOn(): Promise<void> {
  const calls = import('#contract/calls/home.ts').catch(() => undefined);
  await import('#data/runtime.ts').catch(() => undefined);
  await pause();
  await calls;
  await pause();
}

/**
 * Loads what a page does beside its screens once what that is built on was evaluated, each in a task of its own: a
 * finger is answered between them.
 */
export const inPieces = <T>(load: () => Promise<T>): Promise<T> => (begun ??= builtOn()).then(load);
