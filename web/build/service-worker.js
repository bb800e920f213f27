// The site without a network: all files of one version are kept together, under its name, and asked
// for nowhere else. A newer version is fetched beside it and waits until the reader says so, or until
// no page of the old one is open: a game under way is never changed under somebody's hands.

const VERSION = '__VERSION__';
const FILES = __FILES__;
const CACHE = `serai-${VERSION}`;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))));
});

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith('serai-') && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  if (event.data === 'update') void self.skipWaiting();
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
  return kept ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const own = request.url.startsWith(self.registration.scope);
  if (request.method === 'GET' && own) event.respondWith(answer(request));
});
