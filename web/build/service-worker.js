// Pages without a network: all files of one version are kept together, under its name. Those of a site
// are asked for nowhere else; a newer version is fetched beside it and waits until the reader says so,
// or until no page of the old one is open: a game under way is never changed under somebody's hands.
// Pages of a server come from it, and from here when it is out of reach.

const VERSION = '__VERSION__';
const FILES = __FILES__;
/** Files that come when they are needed; all are wanted, none is waited for. */
const LATER = __LATER__;
const SERVED = __SERVED__;
// Other folders of the same host may have a site of their own.
const MINE = `serai ${self.registration.scope} `;
const CACHE = MINE + VERSION;

const fresh = (file) => new Request(file, { cache: 'no-cache' });

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map(fresh));
  for (const file of LATER) await cache.add(fresh(file)).catch(() => {});
}

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener('message', (event) => {
  if (event.data === 'update') void self.skipWaiting();
});

async function find(request) {
  const cache = await caches.open(CACHE);
  return cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
}

async function answer(request) {
  if (SERVED && request.mode === 'navigate') {
    const there = await fetch(request).catch(() => null);
    if (there && (there.status < 502 || there.status > 504)) return there;
    return (await find(request)) ?? there ?? Response.error();
  }
  const kept = await find(request);
  if (kept) return kept;
  const there = await fetch(request);
  if (there.ok && LATER.some((name) => request.url === self.registration.scope + name.slice(2))) await (await caches.open(CACHE)).put(request, there.clone());
  return there;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = self.registration;
  const [address] = request.url.split(/[?#]/); // a picture in a sprite is named behind a #
  // What a server answers is no file.
  const file = request.mode === 'navigate' || !SERVED || FILES.concat(LATER).some((name) => address === scope + name.slice(2));
  const programs = SERVED && request.url.startsWith(`${scope}api/`);
  if (request.method === 'GET' && request.url.startsWith(scope) && file && !programs) event.respondWith(answer(request));
});
