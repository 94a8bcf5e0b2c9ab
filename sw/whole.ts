import type { LengthOf } from './files.ts';

const isFile = ({ ok, redirected }: Response): boolean => ok && !redirected;

/**
 * Whether this is a file of at least so many bytes. To a browser an answer without a length that ends early is a whole
 * one, also one that was cut off in its headers, and what comes through a proxy of old names none.
 */
export const isWhole = async (response: Response, least: number): Promise<boolean> =>
  isFile(response) && (await response.clone().arrayBuffer()).byteLength >= least;

/**
 * Fetches a file of the build, of at least so many bytes; a piece of it is asked for once more, past the browser's own
 * cache, where one under a name with a hash stays for a year. Rejects when not all of it came.
 */
export async function fetchWhole(
  url: string,
  least: number,
  cache: RequestCache,
  get: typeof fetch = fetch,
): Promise<Response> {
  const response = await get(url, { cache, credentials: 'same-origin' });
  if (await isWhole(response, least)) return response;
  if (cache === 'reload' || !isFile(response)) throw new Error(`${url} did not come.`);
  return fetchWhole(url, least, 'reload', get);
}

/**
 * Deletes the pieces of files that builds before have kept for whole ones, from every cache. What is kept by its
 * revision is left: under the same path it may be another build's, which is at work.
 */
export async function dropPieces(lengthOf: LengthOf, store: CacheStorage = caches): Promise<void> {
  for (const name of await store.keys()) {
    const cache = await store.open(name);
    for (const request of await cache.keys()) {
      const { pathname, search } = new URL(request.url);
      const least = search === '' ? lengthOf(pathname) : 0;
      const kept = least > 0 ? await cache.match(request) : undefined;
      if (kept && (await kept.blob()).size < least) await cache.delete(request);
    }
  }
}
