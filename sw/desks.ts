import { DESKS, isOfDesk, type Desk } from './addresses.ts';
import type { LengthOf } from './files.ts';
import { fetchWhole } from './whole.ts';

/** Where the screens of a few are kept. */
export const RARE = 'kharcha-company';

/** Fetches what is not in the cache yet. Rejects when something did not come, or not all of it. */
export async function addMissing(
  cache: Pick<Cache, 'match' | 'put'>,
  paths: readonly string[],
  lengthOf: LengthOf,
): Promise<void> {
  for (const path of paths)
    if (!(await cache.match(path))) await cache.put(path, await fetchWhole(path, lengthOf(path), 'default'));
}

/**
 * At an update, while the build before is still at work: fetches the screens of each desk of which that one kept some,
 * so that they go on opening without a network (SW-1). The older ones stay until a page asks for the new ones.
 */
export async function keepDesksAgain(
  screensOf: (desk: Desk) => readonly string[],
  lengthOf: LengthOf,
  store: CacheStorage = caches,
): Promise<void> {
  const cache = await store.open(RARE);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  for (const desk of DESKS) if (kept.some(isOfDesk(desk))) await addMissing(cache, screensOf(desk), lengthOf);
}
