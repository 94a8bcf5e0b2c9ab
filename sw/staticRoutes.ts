import { START_PAGES } from '#start/pages.ts';
import { DESKS } from './addresses.ts';

const BY_THE_WORKER = ['pdf', 'PdfView', 'heic', 'libheif', 'gst', 'zxing', 'reading', 'company', ...DESKS].map(
  (name) => ({
    urlPattern: `/assets/${name}*`,
  }),
);

/** Where this build's document lies under the address of every start page. */
const PAGES = 'kharcha-pages-';
export const pagesOf = (build: string): string => PAGES + build;

/**
 * What the browser may answer without starting this worker: calls go to the server, and the build's own files, whose
 * names carry a content hash, come from the precache (what is not in it, from the network). So do start pages without
 * a query; every other page is for the worker. Engines and the screens of a few are not in the
 * precache; the worker answers those. The first rule that fits counts. Browsers without static routes ask the worker
 * for everything, with the same outcome.
 */
export const staticRoutes = (precache: string, pages: string) =>
  [
    {
      condition: {
        or: START_PAGES.map((pathname) => ({ urlPattern: { pathname, search: '' }, requestMethod: 'GET' })),
      },
      source: { cacheName: pages },
    },
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    { condition: { or: BY_THE_WORKER }, source: 'fetch-event' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: precache } },
  ] as const;

/** The part of an install event that counts here; its type does not know of routes yet. */
interface Installing {
  addRoutes?: (routes: unknown) => Promise<void>;
}

/** Tells the browser, where it can be told. A worker that cannot is whole all the same. */
export async function addStaticRoutes(event: object, precache: string, pages: string): Promise<void> {
  await (event as Installing)
    .addRoutes?.(staticRoutes(precache, pages))
    .catch((error: unknown) => console.warn('Static routes were not taken.', error));
}

/**
 * Keeps the document under the address of every start page, for as long as this build is at work. It goes without its
 * opener policy, for which Chromium would begin another process when the document is there already: the page itself
 * sees to it that nobody holds it (Z60, src/start/opened.ts).
 */
export async function keepPages(document: Response, pages: string, store: CacheStorage = caches): Promise<void> {
  const cache = await store.open(pages);
  const headers = new Headers(document.headers);
  headers.delete('cross-origin-opener-policy');
  await Promise.all(START_PAGES.map((path) => cache.put(path, new Response(document.clone().body, { headers }))));
}

/** What earlier builds kept under these addresses goes when this one is at work. */
export async function dropOlderPages(pages: string, store: CacheStorage = caches): Promise<void> {
  const names = (await store.keys()).filter((name) => name.startsWith(PAGES) && name !== pages);
  await Promise.all(names.map((name) => store.delete(name)));
}
