// The service worker: a sheet opens and reads without a network, and is never taken for a live one.

const VERSION = "{version}"; // of the program that served this file
const PAGES = `pages ${VERSION}`;
const FILES = `files ${VERSION}`;
const OFFLINE = "/offline";

addEventListener("install", (event) => {
  event.waitUntil(keep([OFFLINE]).then(() => skipWaiting()));
});

// What another version kept goes: a page and its files are always of one.
addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== PAGES && name !== FILES).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("message", (event) => event.data.keep && event.waitUntil(keep(event.data.keep)));

async function keep(addresses) {
  const [pages, files] = await Promise.all([caches.open(PAGES), caches.open(FILES)]);
  await Promise.all(
    addresses.map((address) => (isFile(new URL(address, location)) ? files : pages).add(new Request(address, { credentials: "same-origin" })).catch(() => {})),
  );
}

const isFile = (address) => address.pathname.startsWith("/static/");
const isSheet = (address) => /^\/(t\/[^/]+(\/part)?)?$/.test(address.pathname);

addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== location.origin) return;
  // Whoever signs out leaves nothing of theirs to read here.
  if (request.method === "POST" && address.pathname === "/sign-out") event.waitUntil(caches.delete(PAGES));
  if (request.method !== "GET") return;
  if (isFile(address)) event.respondWith(file(request));
  else if (isSheet(address)) event.respondWith(sheet(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
});

// A file's address changes with its content, so what is kept is what there is.
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// The network first; without it the last that was seen, which says so in a header of its own.
async function sheet(request) {
  const pages = await caches.open(PAGES);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await pages.put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await pages.match(request, { ignoreVary: true });
    if (!kept) {
      if (request.mode === "navigate") return (await caches.match(OFFLINE)) ?? Response.error();
      throw error;
    }
    const headers = new Headers(kept.headers);
    headers.set("X-Kept", "1");
    return new Response(kept.body, { status: 200, headers });
  }
}
