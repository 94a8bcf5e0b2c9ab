let begun: Promise<unknown> | undefined;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The outbox and the calls, one after the other; `load` says by itself what does not come. */
async function builtOn(): Promise<void> {
  await import('#data/runtime.ts');
  await pause();
  await import('#contract/calls/home.ts');
  await pause();
}

/**
 * Loads what a page does beside its screens once what that is built on was evaluated, each in a task of its own: a
 * finger is answered between them.
 */
export const inPieces = <T>(load: () => Promise<T>): Promise<T> =>
  (begun ??= builtOn().catch(() => undefined)).then(load);
