import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { opensTheApp } from './addresses.ts';

/**
 * Keeps every file of this build, lazy chunks too, and answers every page address with the kept index.html: after one
 * visit each route opens without a network (SW-2). Revisions are hashes of contents made by the build (Z64).
 */
export function keepTheApp(files: (PrecacheEntry | string)[]): void {
  precacheAndRoute(files);
  cleanupOutdatedCaches();
  registerRoute(({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && opensTheApp(url.pathname), createHandlerBoundToURL('/index.html'));
}
