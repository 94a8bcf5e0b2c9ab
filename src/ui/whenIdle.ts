/** Runs when the page has nothing better to do; answers how to call it off. */
export function whenIdle(run: () => void, latest = 3_000): () => void {
  if (typeof requestIdleCallback === 'function') {
    const id = requestIdleCallback(run, { timeout: latest });
    return () => cancelIdleCallback(id);
  }
  const id = setTimeout(run, Math.min(latest, 300));
  return () => clearTimeout(id);
}
