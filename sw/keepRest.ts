/** Pieces that are under way at a time. */
const LANES = 6;

/**
 * Fetches what is not in the cache yet, by its address and the key it is kept under. Rejects when something did not
 * come; the rest is kept all the same.
 */
export async function keepRest(
  cache: Pick<Cache, 'keys' | 'put'>,
  wanted: ReadonlyMap<string, string>,
  get: typeof fetch,
): Promise<void> {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...wanted].filter(([, key]) => !kept.has(key));
  const lane = async (): Promise<void> => {
    for (let next = missing.shift(); next; next = missing.shift()) {
      const [url, key] = next;
      // A name with a hash is always the right file; any other may be an older one in the browser's own cache.
      const response = await get(url, { cache: url === key ? 'default' : 'reload', credentials: 'same-origin' });
      if (!response.ok || response.redirected) throw new Error(`${url} did not come.`);
      await cache.put(key, response);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
