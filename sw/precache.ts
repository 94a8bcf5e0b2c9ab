import { cacheNames } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { opensTheApp } from './addresses.ts';
import { filesToInstall, lengthsOf, type KeptFile } from './files.ts';
import { keepRest } from './keepRest.ts';
import { dropOlderPages, keepPages } from './staticRoutes.ts';
import { dropPieces } from './whole.ts';

const controllerOf = (files: readonly KeptFile[]): PrecacheController => {
  const controller = new PrecacheController();
  controller.addToCacheList(files.map(({ url, revision }) => ({ url, revision: revision ?? null })));
  return controller;
};

/**
 * Keeps every file of this build, lazy chunks too, engines aside, and answers every page address with the kept
 * index.html: after one visit each route opens without a network (SW-2). Revisions are hashes of contents made by the
 * build (Z64). Under `pages` the document lies for the browser to answer start pages with, as long as this build is at
 * work. Answers what fetches the files that the first install has left.
 */
export function keepTheApp(
  worker: ServiceWorkerGlobalScope,
  files: readonly KeptFile[],
  pages: string,
): () => Promise<void> {
  const lengthOf = lengthsOf(files);
  const all = controllerOf(filesToInstall(files, true));
  const first = controllerOf(filesToInstall(files, false));
  const fetchAll = async (of: PrecacheController): Promise<void> =>
    keepRest(await caches.open(cacheNames.precache), of.getURLsToCacheKeys(), lengthOf);
  const install = async (of: PrecacheController): Promise<void> => {
    await dropPieces(lengthOf).catch(() => undefined);
    await fetchAll(of);
    const document = await (await caches.open(cacheNames.precache)).match(all.getCacheKeyForURL('/index.html') ?? '');
    if (!document) throw new Error('index.html is not kept.');
    await keepPages(document, pages);
  };
  // Not Workbox's own way, which asks for file after file: on a slow link that is a round trip for each (P20).
  worker.addEventListener('install', (event) => event.waitUntil(install(worker.registration.active ? all : first)));
  worker.addEventListener('activate', (event) => {
    void all.activate(event);
    event.waitUntil(dropOlderPages(pages));
  });
  registerRoute(new PrecacheRoute(all));
  cleanupOutdatedCaches();
  registerRoute(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && opensTheApp(url.pathname),
    all.createHandlerBoundToURL('/index.html'),
  );

  let running: Promise<void> | undefined;
  return () => {
    running ??= fetchAll(all).finally(() => {
      running = undefined;
    });
    return running;
  };
}
