/** A page does not wait longer for what it would be better drawn with. */
const PATIENCE_MS = 2_000;

/** Resolves once these have answered or failed, or will not soon: what comes later moves what stands on the page. */
export async function inTime(...answers: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(answers), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
