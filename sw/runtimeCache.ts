import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { isEngine } from './addresses.ts';

const CACHE = 'kharcha-engines';

/**
 * The only cache beside the precache. Never an answer of the API and never a bill (SW-3): those belong to one person, and
 * the page keeps them, sealed and cleared at sign-out.
 */
export function keepEnginesOnceUsed(): void {
  registerRoute(
    ({ url, sameOrigin, request }) => sameOrigin && request.method === 'GET' && isEngine(url.pathname),
    new CacheFirst({ cacheName: CACHE, plugins: [new ExpirationPlugin({ maxEntries: 12, purgeOnQuotaError: true })] }),
  );
}
