import { clientsClaim } from 'workbox-core';
import { answer } from './messages.ts';
import { keepTheApp } from './precache.ts';
import { keepEnginesOnceUsed } from './runtimeCache.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: Parameters<typeof keepTheApp>[0] };
declare const __BUILD__: string;

/**
 * The service worker: wiring only. It never takes over by itself (SW-1): a page sends SKIP_WAITING when the person agreed
 * or when nothing is open. On the very first visit there is no older worker, so claiming the page harms nobody.
 */
clientsClaim();
keepTheApp(self.__WB_MANIFEST);
keepEnginesOnceUsed();

self.addEventListener('message', (event) => {
  event.waitUntil(answer(event, { origin: self.location.origin, version: __BUILD__, takeOver: () => self.skipWaiting(), drain: () => Promise.resolve() }));
});
