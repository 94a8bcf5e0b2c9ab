/** A page does not wait longer for what it would be better drawn with. */
const PATIENCE_MS = 2_000;

/** Stands in the page's timeline where it has stopped waiting: what comes from then on moves what stands there. */
export const GAVE_UP = 'gave up waiting';

/** Resolves once these have answered or failed, or will not soon. */
export async function inTime(...answers: readonly Promise<unknown>[]): Promise<void> {
  const late = new Promise<void>((resolve) =>
    setTimeout(() => {
      performance.mark(GAVE_UP);
      resolve();
    }, PATIENCE_MS),
  );
  await Promise.race([Promise.allSettled(answers), late]);
}
