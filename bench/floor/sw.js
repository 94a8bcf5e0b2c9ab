// Keeps every file of the floor page; the list is written in front of this file when it is built.
const NAME = 'floor';
addEventListener('install', (e) =>
  e.waitUntil(
    caches
      .open(NAME)
      .then((c) => c.addAll(self.__FILES))
      .then(() => skipWaiting()),
  ),
);
addEventListener('activate', (e) => e.waitUntil(clients.claim()));
addEventListener('fetch', (e) => {
  if (e.request.method !== 'GET') return;
  e.respondWith(
    caches
      .match(e.request.mode === 'navigate' ? './' : e.request, { ignoreSearch: true })
      .then((r) => r ?? fetch(e.request)),
  );
});
