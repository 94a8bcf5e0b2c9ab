import { cacheNames, clientsClaim } from 'workbox-core';
import { registerRoute } from 'workbox-routing';
import { runSyncEvent, SYNC_TAG, type SyncRegistry } from '#outbox/backgroundSync.ts';
import { keepDesksAgain } from './desks.ts';
import { deskScreensOf, enginesOf, lengthsOf, type KeptFile } from './files.ts';
import { answer } from './messages.ts';
import { drainHere, sendAll, shareInbox } from './outboxEnv.ts';
import { keepTheApp } from './precache.ts';
import { openNotification, takePush } from './push.ts';
import { pushEnv } from './pushEnv.ts';
import { keepDesk, keepEngines, keepOnceUsed } from './runtimeCache.ts';
import { answerShare, SHARE_PATH } from './shareTarget.ts';
import { addStaticRoutes, pagesOf } from './staticRoutes.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: KeptFile[] };
declare const __BUILD__: string;

/**
 * The service worker: wiring only. It never takes over by itself (SW-1): a page sends SKIP_WAITING when the person
 * agreed or when nothing is open. On the very first visit there is no older worker, so claiming the page harms nobody.
 */
clientsClaim();
const files = self.__WB_MANIFEST;
const lengthOf = lengthsOf(files);
const screensOf = deskScreensOf(files);
const pages = pagesOf(__BUILD__);
const keepApp = keepTheApp(self, files, pages);
keepOnceUsed(lengthOf);
self.addEventListener('install', (event) => event.waitUntil(addStaticRoutes(event, cacheNames.precache, pages)));
self.addEventListener('install', (event) => event.waitUntil(keepDesksAgain(screensOf, lengthOf)));

self.addEventListener('message', (event) => {
  event.waitUntil(
    answer(event, {
      origin: self.location.origin,
      version: __BUILD__,
      takeOver: () => self.skipWaiting(),
      drain: () => drainHere(__BUILD__),
      keepApp,
      claim: () => self.clients.claim(),
      keepEngines: () => keepEngines(enginesOf(files), lengthOf),
      keepDesk: (desk) => keepDesk(desk, screensOf(desk), lengthOf),
    }),
  );
});

self.addEventListener('sync', (event) => {
  const { tag, lastChance, waitUntil } = event as ExtendableEvent & { tag: string; lastChance: boolean };
  const { sync } = self.registration as { sync?: SyncRegistry };
  if (tag === SYNC_TAG)
    waitUntil.call(
      event,
      runSyncEvent(() => sendAll(__BUILD__), lastChance, sync),
    );
});

const pushed = pushEnv(self, () => drainHere(__BUILD__));
self.addEventListener('push', (event) => event.waitUntil(takePush(event.data?.text(), pushed)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openNotification(event.notification.data, pushed));
});

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  ({ request }) => answerShare(request, { inbox: shareInbox, newId: () => crypto.randomUUID() }),
  'POST',
);
