// @ts-check
// The service worker of the static site: the page and the engine stay usable without a network.

const NAME = "sidle-development";
/** @type {string[]} filled in by `cargo xtask site` */
const FILES = [/* files */];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(["./", ...FILES])));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("sidle-") && name !== NAME));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) {
    event.respondWith(caches.match(request, { cacheName: NAME, ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
  }
});
