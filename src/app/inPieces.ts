let begun: Promise<unknown> | undefined;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The outbox. What does not come is reported by `load` itself. */
async function builtOn(): Promise<void> {
  await import('#data/runtime.ts').catch(() => undefined);
  await pause();
}

/**
 * Loads what a page does beside its screens once what that is built on was evaluated, each in a task of its own: a
 * finger is answered between them.
 */
export const inPieces = <T>(load: () => Promise<T>): Promise<T> => (begun ??= builtOn()).then(load);
