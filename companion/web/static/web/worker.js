// Keeps the shell and the tables that were seen: without a network a match opens as it was last seen.
const SHELF = "companion-VERSION";
const FILES = ["SHELL", "/offline/"];
const TABLE = /^\/matches\/[0-9a-f-]{36}\/$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF).then((shelf) => shelf.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== SHELF) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname.startsWith("/static/") || url.pathname.startsWith("/faces/")) event.respondWith(kept(event, request));
  else if (request.mode === "navigate") event.respondWith(seen(request));
});

// A file: the kept one at once, a fresh one for the next time.
async function kept(event, request) {
  const shelf = await caches.open(SHELF);
  const found = await shelf.match(request);
  const fresh = fetch(request).then((answer) => {
    if (answer.ok) shelf.put(request, answer.clone());
    return answer;
  });
  if (!found) return fresh;
  event.waitUntil(fresh.catch(() => {}));
  return found;
}

// A table tells what it shows now, after everything that has happened since it was loaded.
self.addEventListener("message", (event) => {
  const { addresses, page } = event.data;
  event.waitUntil(Promise.all(addresses.map((one) => changed(one, page))));
});

// The page in its new state, under the policy that it came with.
async function changed(address, page) {
  const url = new URL(address);
  if (url.origin !== location.origin || !TABLE.test(url.pathname)) return;
  const shelf = await caches.open(SHELF);
  const came = (await shelf.match(address)) || (await fetch(address));
  if (!came.ok) return;
  const headers = new Headers(came.headers);
  for (const name of ["Content-Length", "Content-Encoding"]) headers.delete(name);
  await shelf.put(address, new Response(page, { headers }));
}

// A page: from the network; where there is none, as it was last seen.
async function seen(request) {
  const shelf = await caches.open(SHELF);
  try {
    const answer = await fetch(request);
    if (answer.ok && TABLE.test(new URL(request.url).pathname)) shelf.put(request, answer.clone());
    return answer;
  } catch {
    return (await shelf.match(request)) || (await shelf.match("/offline/"));
  }
}
