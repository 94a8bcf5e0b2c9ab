import type { LengthOf } from './files.ts';
import { fetchWhole } from './whole.ts';

/** Pieces that are under way at a time. */
const LANES = 6;

/**
 * Fetches what is not in the cache yet, by its address and the key it is kept under; `lengthOf` a path says how long
 * the file is. Rejects when something did not come, or not all of it; the rest is kept all the same.
 */
export async function keepRest(
  cache: Pick<Cache, 'keys' | 'put'>,
  wanted: ReadonlyMap<string, string>,
  lengthOf: LengthOf,
  get: typeof fetch = fetch,
): Promise<void> {
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...wanted].filter(([, key]) => !kept.has(key));
  const lane = async (): Promise<void> => {
    for (let next = missing.shift(); next; next = missing.shift()) {
      const [url, key] = next;
      // A name with a hash is always the right file; any other may be an older one in the browser's own cache.
      const response = await fetchWhole(url, lengthOf(new URL(url).pathname), url === key ? 'default' : 'reload', get);
      await cache.put(key, response);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: LANES }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
