// Keeps what was read, so that a page reads and its table plays without a network.
//
// A build of the site is a list of files with their hashes, offline.json, and has a version. What is kept of it lies in a
// cache of its own. A page belongs to the build whose list has its hash, and gets every file that it asks for from that
// build: from its cache, else from the network if the hash is right, else not at all. So builds are never mixed, even while
// an old page stands open beside a new one. Pages come from the network first, and from the newest cache without one.
"use strict";

const SCOPE = self.registration.scope;
const PREFIX = `kartoteka ${SCOPE} `;
const NOTES = `${PREFIX}notes`; // the newest build, and which page belongs to which
const LIST = "offline.json";
const SORRY = "offline.html";
const OUTSIDE = ["lite/"]; // JupyterLite looks after itself
const PATIENCE = 5000; // milliseconds that a reader waits for a page that is kept
const YOUNG = 60_000; // milliseconds in which a page may not be among the clients yet

const lists = new Map(); // version -> list
const pages = new Map(); // client -> { version, since }
let carrying = null;

const address = (path) => SCOPE + encodeURI(path);

/** The path of an address within the site; null outside. */
function within(url) {
  const { origin, pathname } = new URL(url);
  if (!(origin + pathname).startsWith(SCOPE)) return null;
  const path = decodeURI((origin + pathname).slice(SCOPE.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

/** A response that can be kept, and its hash. */
async function sealed(got) {
  const bytes = await got.arrayBuffer();
  const headers = new Headers(got.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // true of what came over the wire only
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return { answer: new Response(bytes, { headers }), hash: btoa(String.fromCharCode(...digest.slice(0, 12))) };
}

async function put(cache, path, answer) {
  try {
    await cache.put(address(path), answer);
  } catch {
    // the reader's disk is full: what is not kept comes from the network
  }
}

// Notes outlive the worker, which the browser stops when it has nothing to do

async function note(name, text) {
  await (await caches.open(NOTES)).put(SCOPE + name, new Response(text));
}

async function noted(name) {
  return (await (await caches.open(NOTES)).match(SCOPE + name))?.text();
}

async function belongs(client, version) {
  if (!client) return;
  pages.set(client, { version, since: Date.now() });
  await note(`client/${client}`, version);
}

const versionOf = async (client) => client && (pages.get(client)?.version ?? (await noted(`client/${client}`)));

// Builds

/** The versions that something is kept of, the newest first. */
async function versions() {
  const newest = await noted("newest");
  const kept = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NOTES);
  return kept.map((name) => name.slice(PREFIX.length)).reverse().sort((one, other) => (other === newest) - (one === newest));
}

async function listOf(version) {
  if (!lists.has(version)) lists.set(version, await (await caches.match(address(LIST), { cacheName: PREFIX + version }))?.json());
  return lists.get(version);
}

/** The list of the build that is on the server now. */
async function published() {
  const got = await fetch(address(LIST), { cache: "no-cache" });
  if (!got.ok) throw new Error(`${got.status} ${LIST}`);
  const list = await got.json();
  if (!(await listOf(list.version))) {
    lists.set(list.version, list);
    await put(await caches.open(PREFIX + list.version), LIST, new Response(JSON.stringify(list)));
  }
  if ((await noted("newest")) !== list.version) await note("newest", list.version);
  return list;
}

/** A file that another build has just so. */
async function shared(list, path) {
  for (const version of await versions()) {
    if (version === list.version || (await listOf(version))?.files[path] !== list.files[path]) continue;
    const kept = await caches.match(address(path), { cacheName: PREFIX + version });
    if (kept) return kept;
  }
  return null;
}

/** A file of a build: kept, or fetched and kept. Fails if the server has another by now. */
async function take(list, path, fetching = true) {
  const cache = await caches.open(PREFIX + list.version);
  const kept = await cache.match(address(path));
  if (kept) return kept;
  let answer = await shared(list, path);
  if (!answer && fetching) {
    const got = await fetch(address(path), { cache: "no-cache" });
    const fresh = await sealed(got);
    if (!got.ok || fresh.hash !== list.files[path]) throw new Error(`${path} is of another build`);
    answer = fresh.answer;
  }
  if (answer) await put(cache, path, answer.clone());
  return answer;
}

/** What was kept of older builds is kept of this one; then those are dropped that no open page belongs to. */
async function carry(list) {
  const older = (await versions()).filter((version) => version !== list.version);
  if (!older.length) return;
  const sparing = Boolean(navigator.connection?.saveData);
  let all = true;
  for (const version of older)
    for (const { url } of await (await caches.open(PREFIX + version)).keys()) {
      const path = within(url);
      if (path in list.files) all = Boolean(await take(list, path, !sparing)) && all;
    }
  if (!all) return;
  const open = new Set((await self.clients.matchAll({ type: "all", includeUncontrolled: true })).map(({ id }) => id));
  const needed = new Set();
  const notes = await caches.open(NOTES);
  for (const { url } of await notes.keys()) {
    const client = url.split("/client/")[1];
    if (!client) continue;
    const young = Date.now() - (pages.get(client)?.since ?? 0) < YOUNG;
    if (open.has(client) || young) needed.add(await versionOf(client));
    else await notes.delete(url);
  }
  for (const version of older) {
    if (needed.has(version)) continue;
    await caches.delete(PREFIX + version);
    lists.delete(version);
  }
}

function carryOnce(list) {
  carrying ??= carry(list)
    .catch(() => {}) // without a network, or the server has moved on: again at the next page
    .finally(() => (carrying = null));
  return carrying;
}

// What a page asks for

/** A page from the network, and the list that it belongs to, if it is whole. */
async function fetched(event, path) {
  const page = fetch(event.request.url, { cache: "no-cache", redirect: "manual" });
  const [got, list] = await Promise.all([page, published().catch(() => null)]);
  if (!got.ok || !list) return { answer: got };
  const { answer, hash } = await sealed(got);
  return list.files[path] === hash ? { answer, list, fresh: true } : { answer };
}

/** A page that was kept, and its list. */
async function kept(path) {
  for (const version of await versions()) {
    const answer = await caches.match(address(path), { cacheName: PREFIX + version });
    const list = answer && (await listOf(version));
    if (list) return { answer, list };
  }
  return null;
}

async function arrive(event, path) {
  const network = fetched(event, path);
  const late = new Promise((done) => setTimeout(done, PATIENCE)).then(async () => (await kept(path)) ?? network);
  const { answer, list, fresh } = await Promise.race([network, late]).catch(async () => (await kept(path)) ?? sorry());
  network.catch(() => {});
  if (!list) return answer;
  await belongs(event.resultingClientId, list.version);
  if (fresh) {
    await put(await caches.open(PREFIX + list.version), path, answer.clone());
    event.waitUntil(carryOnce(list));
  }
  return answer;
}

/** Says that the page is not there without a network, and which pages are. */
async function sorry() {
  const there = new Map();
  for (const version of (await versions()).reverse())
    for (const { url } of await (await caches.open(PREFIX + version)).keys())
      if (/^(ru|en)\/.*\.html$/.test(within(url))) there.set(within(url), version);
  const items = { ru: "", en: "" };
  for (const [path, version] of [...there].sort()) {
    const text = await (await caches.match(address(path), { cacheName: PREFIX + version })).text();
    const title = text.match(/<title>([^<]*)<\/title>/)?.[1] ?? path;
    items[path.slice(0, 2)] += `<li><a href="${address(path)}">${title.replace(/ - [^-]*$/, "")}</a></li>`;
  }
  const page = await kept(SORRY);
  if (!page) return { answer: Response.error() };
  const text = (await page.answer.text())
    .replaceAll(/ href="(?!http)/g, ` href="${SCOPE}`)
    .replace('<ul lang="ru">', `$&${items.ru}`)
    .replace('<ul lang="en">', `$&${items.en}`);
  return { answer: new Response(text, { status: 503, headers: page.answer.headers }), list: page.list };
}

async function serve(event, path) {
  const version = await versionOf(event.clientId);
  const list = version && (await listOf(version));
  if (!list || !(path in list.files)) return fetch(event.request);
  if (event.request.destination === "worker") await belongs(event.resultingClientId, version);
  return take(list, path).catch(() => Response.error());
}

self.addEventListener("fetch", (event) => {
  const path = within(event.request.url);
  if (event.request.method !== "GET" || path === null || OUTSIDE.some((start) => path.startsWith(start))) return;
  event.respondWith(event.request.mode === "navigate" ? arrive(event, path) : serve(event, path));
});

// What a page asks to be kept: itself, what it is made of, and the engine if it has a table

async function keep({ page, files, table }) {
  const list = await published().catch(async () => listOf(await noted("newest")));
  const path = within(page);
  if (!list || !(path in list.files)) return false;
  const lang = path.split("/")[0];
  const wanted = [...list.all, path, ...files.map(within), ...(table ? (list.table[lang] ?? []) : [])];
  for (const one of new Set(wanted)) if (one in list.files) await take(list, one);
  return true;
}

self.addEventListener("message", (event) => {
  const done = keep(event.data).catch(() => false);
  event.waitUntil(done.then((good) => event.ports[0]?.postMessage(good)));
});

self.addEventListener("install", () => self.skipWaiting()); // every page gets the files of its build from any worker
