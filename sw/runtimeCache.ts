import { ExpirationPlugin } from 'workbox-expiration';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isEngine, isOfDesk, isRareScreen, type Desk } from './addresses.ts';
import { addMissing, RARE } from './desks.ts';
import type { LengthOf } from './files.ts';
import { fetchWhole, isWhole } from './whole.ts';

const CACHE = 'kharcha-engines';

/**
 * Fetches the engines that are not kept yet, so that a PDF opens without a network though none was opened before
 * (SW-2). Those of earlier builds go.
 */
export const keepEngines = (paths: readonly string[], lengthOf: LengthOf): Promise<void> =>
  keepThese(CACHE, paths, isEngine, lengthOf);

/** The same of the screens of a desk, for who works there. */
export const keepDesk = (desk: Desk, paths: readonly string[], lengthOf: LengthOf): Promise<void> =>
  keepThese(RARE, paths, isOfDesk(desk), lengthOf);

async function keepThese(
  name: string,
  paths: readonly string[],
  fits: (path: string) => boolean,
  lengthOf: LengthOf,
): Promise<void> {
  const cache = await caches.open(name);
  await addMissing(cache, paths, lengthOf);
  const old = (await cache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url);
    return fits(pathname) && !paths.includes(pathname);
  });
  await Promise.all(old.map((request) => cache.delete(request)));
}

/**
 * The only caches beside the precache: what a page has used of the engines and of the screens of a few.
 * Never an answer of the API and never a bill (SW-3): those belong to one person, and the page keeps them, sealed and
 * cleared at sign-out.
 */
export function keepOnceUsed(lengthOf: LengthOf): void {
  // The page gets what came, and asks again where that is a piece of the file: it must not be one that is kept.
  const inWhole: WorkboxPlugin = {
    cacheWillUpdate: async ({ request: { url }, response }) => {
      const least = lengthOf(new URL(url).pathname);
      return (await isWhole(response, least)) ? response : fetchWhole(url, least, 'reload').catch(() => null);
    },
  };
  const keep = (fits: (path: string) => boolean, cacheName: string, maxEntries: number): void => {
    registerRoute(
      ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && fits(url.pathname),
      new CacheFirst({ cacheName, plugins: [inWhole, new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true })] }),
    );
  };
  keep(isEngine, CACHE, 16);
  keep(isRareScreen, RARE, 40);
}
