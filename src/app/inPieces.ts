let begun: Promise<unknown> | undefined;

/** The outbox and the calls, one after the other; `load` says by itself what does not come. */
const builtOn = (): Promise<unknown> =>
  import('#data/runtime.ts').then(() => import('#contract/calls/home.ts')).catch(() => undefined);

/**
 * Loads what a page does beside its screens once what that is built on was evaluated, each in a task of its own: a
 * finger is answered between them.
 */
export const inPieces = <T>(load: () => Promise<T>): Promise<T> => (begun ??= builtOn()).then(load);
