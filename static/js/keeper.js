// The service worker: a sheet opens and reads without a network, and is never taken for a live one.

const VERSION = "{version}"; // of the program that served this file
const KEPT = "{files}".split(" "); // what the pages that are kept are made of
const PAGES = `pages ${VERSION}`;
const FILES = `files ${VERSION}`;
const OFFLINE = "/offline";
const HOME = "/";
const WAIT = 4000; // milliseconds until a page that is kept is shown instead of one that does not come
const FEW = 6; // pages of an older version that are fetched anew

const isFile = (path) => path.startsWith("/static/");
const isSheet = (path) => /^\/t\/[^/]+$/.test(path);
const isKept = (path) => path === HOME || /^\/t\/[^/]+(\/part|\/board)?$/.test(path);

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
// A page of another version asks for its own worker at once; left alone, a browser takes its time.
addEventListener("message", (event) => {
  const { by, keep } = event.data;
  event.waitUntil(by === VERSION ? fill(keep) : registration.update());
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "GET" && isFile(pathname)) event.respondWith(file(request));
  else if (request.method === "GET" && isKept(pathname)) event.respondWith(kept(event));
  else if (request.mode === "navigate") event.respondWith(passed(request, pathname).catch(offline));
});

async function install() {
  const files = await caches.open(FILES);
  await files.addAll(KEPT);
  await fill([]);
  await skipWaiting();
}

// What another version kept goes: a page and its files are always of one.
async function activate() {
  const others = (await caches.keys()).filter((name) => name !== PAGES && name !== FILES);
  for (const name of others.filter((each) => each.startsWith("pages "))) {
    const old = (await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname);
    await fill(old.filter(isSheet).slice(-FEW));
  }
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

// Keeps these pages, home, and the page without a network, where they are not kept yet.
async function fill(paths) {
  const pages = await caches.open(PAGES);
  await Promise.all(
    [OFFLINE, HOME, ...paths].map(async (path) => {
      if (!(await pages.match(path, { ignoreVary: true }))) await renew(path);
    }),
  );
}

// Asked for twice at once it is fetched once; without an answer there is nothing to keep.
const coming = new Map();
function renew(path) {
  if (!coming.has(path)) {
    const asked = fetch(path).then((answer) => put(path, answer)).catch(() => {});
    coming.set(path, asked.finally(() => coming.delete(path)));
  }
  return coming.get(path);
}

// Only what this very program drew; a new sheet is a new line at home, too.
async function put(request, answer) {
  const pages = await caches.open(PAGES);
  if (answer.status === 404) await pages.delete(request, { ignoreVary: true });
  if (!answer.ok || answer.redirected || answer.headers.get("X-Drawn-By") !== VERSION) return;
  const path = new URL(request.url ?? request, location).pathname;
  const isNew = isSheet(path) && !(await pages.match(request, { ignoreVary: true }));
  await pages.put(request, answer);
  if (isNew) await renew(HOME);
}

// Whoever signs in or out, deletes what is theirs or asks for another language finds nothing of before.
async function passed(request, path) {
  const answer = await fetch(request);
  if (request.method === "POST" && /^\/(sign-in|sign-out|language|account\/deletion)$/.test(path)) await caches.delete(PAGES);
  return answer;
}

// A file's address changes with its content, so what is kept is what there is.
async function file(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

// The network first; where it does not answer, the last that was seen, which says so in a header of its own.
async function kept(event) {
  const { request } = event;
  const pages = await caches.open(PAGES);
  const old = await pages.match(request, { ignoreVary: true });
  const asked = fetch(request);
  event.waitUntil(asked.then((answer) => put(request, answer.clone())).catch(() => {}));
  if (!old) return request.mode === "navigate" ? asked.catch(offline) : asked;
  const answer = await Promise.race([asked.catch(() => null), new Promise((done) => setTimeout(done, WAIT))]);
  if (answer && answer.status < 500) return answer;
  const headers = new Headers(old.headers);
  headers.set("X-Kept", "1");
  // The page itself says so too: what a page came with, no script of it can read.
  const said = request.mode === "navigate" ? (await old.text()).replace('data-kept="no"', 'data-kept="yes"') : old.body;
  return new Response(said, { status: 200, headers });
}

async function offline() {
  return (await caches.match(OFFLINE, { ignoreVary: true })) ?? Response.error();
}
