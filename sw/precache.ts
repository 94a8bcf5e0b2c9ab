import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isEngine, opensTheApp } from './addresses.ts';

const addressOf = (file: PrecacheEntry | string): string => (typeof file === 'string' ? file : file.url);
const pathOf = (file: PrecacheEntry | string): string => `/${addressOf(file).replace(/^\//, '')}`;

/** The heavy files of this build, by their paths: not fetched beside the app, but when there is time. */
export const enginesOf = (files: readonly (PrecacheEntry | string)[]): string[] => files.map(pathOf).filter(isEngine);

/**
 * Keeps every file of this build, lazy chunks too, engines aside, and answers every page address with the kept index.html: after one
 * visit each route opens without a network (SW-2). Revisions are hashes of contents made by the build (Z64).
 */
export function keepTheApp(files: (PrecacheEntry | string)[]): void {
  precacheAndRoute(files.filter((file) => !isEngine(pathOf(file))));
  cleanupOutdatedCaches();
  registerRoute(({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && opensTheApp(url.pathname), createHandlerBoundToURL('/index.html'));
}
