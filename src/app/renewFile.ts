/** Chromium and Firefox say which file it was. */
const NAMED = /\/assets\/[\w.-]+/;

/**
 * Fetches a file of the app that could not be loaded past the browser's own cache, so that the next attempt finds it:
 * what a cut connection left of a file whose name carries a hash would stay there for a year.
 */
export async function renewFile(error: unknown): Promise<void> {
  const [path] = NAMED.exec(String(error)) ?? [];
  if (path === undefined) return;
  const answer = await fetch(path, { cache: 'reload' }).catch(() => null);
  // Only what is read to its end is kept.
  await answer?.blob().catch(() => null);
}
