// Without a network, or without the server: a page that says what is possible, and the rules to read. Everything else comes from the
// server as ever, so that no page is older than the server. Kept once for each build, which the address names.
const build = new URL(self.location).search.slice(1);
const STORE = `undercroft-${build}`;
const OFFLINE = "/offline";
const STYLES = ["undercroft", "people", "places"].map((name) => `/static/${name}.css?${build}`);
const SCRIPTS = ["page", "settings", "sound", "words", "offline"].map((name) => `/static/${name}.js`);
const PICTURES = ["icon", "scenes/dark"].map((name) => `/static/${name}.svg`);
const FILES = [...STYLES, ...SCRIPTS, ...PICTURES];
const KEPT = new Set(FILES.map((path) => path.split("?")[0]));

// As nobody in particular: what is kept is the same for all who use this device.
const fetched = (path) => new Request(path, { credentials: "omit", cache: "reload" });

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll([OFFLINE, ...FILES].map(fetched))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name !== STORE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => instead(pathname)));
  else if (KEPT.has(pathname)) event.respondWith(fetch(request).catch(() => kept(request)));
});

// The rules are asked for by the page without a network, and kept when they are read.
self.addEventListener("message", (event) => {
  const keep = async () => (await caches.open(STORE)).add(fetched(event.data.keep));
  if (event.data?.keep?.startsWith("/rules/")) event.waitUntil(keep().catch(() => null));
});

async function instead(pathname) {
  const store = await caches.open(STORE);
  return (await store.match(pathname)) ?? (await store.match(OFFLINE)) ?? Response.error();
}

async function kept(request) {
  const store = await caches.open(STORE);
  return (await store.match(request)) ?? (await store.match(request, { ignoreSearch: true })) ?? Response.error();
}
