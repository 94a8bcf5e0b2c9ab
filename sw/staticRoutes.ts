const BY_THE_WORKER = ['/assets/pdf*', '/assets/PdfView*', '/assets/company*'].map((urlPattern) => ({ urlPattern }));

/**
 * What the browser may answer without starting this worker: calls go to the server, and the build's own files, whose
 * names carry a content hash, come from the precache (what is not in it, from the network). Engines and the screens of
 * the organisation admin are not in the precache; the worker answers those. The first rule that fits counts. Browsers
 * without static routes ask the worker for everything, with the same outcome.
 */
export const staticRoutes = (precache: string) =>
  [
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    { condition: { or: BY_THE_WORKER }, source: 'fetch-event' },
    { condition: { urlPattern: '/assets/*' }, source: { cacheName: precache } },
  ] as const;

/** The part of an install event that counts here; its type does not know of routes yet. */
interface Installing {
  addRoutes?: (routes: unknown) => Promise<void>;
}

/** Tells the browser, where it can be told. A worker that cannot is whole all the same. */
export async function addStaticRoutes(event: object, precache: string): Promise<void> {
  await (event as Installing)
    .addRoutes?.(staticRoutes(precache))
    .catch((error: unknown) => console.warn('Static routes were not taken.', error));
}
