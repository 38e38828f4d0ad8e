/**
 * The service worker. The build puts RELEASE, a name, and FILES, [[address, kind, integrity]], before this (offline_page.py).
 *
 * It answers two things only: the files of that list, and navigations that fail, with the page that records without a
 * network. All else passes untouched: no answer of the API, no page of a person and no other file is ever kept.
 */
/* global RELEASE, FILES */
const PAGE = "/opname";
const CACHE = `shell-${RELEASE}`;
const NOT_PAGES = ["/api", "/dev", "/healthz", "/readyz", "/metrics"];
/** A secret of a mailed link: the page that it is for takes it out of the address, and no other page may have it. */
const SECRETS = ["token", "invitation"];
const HEADERS_WITHIN_MS = 5000;
/** After a navigation that was too slow those of the next minute have longer, and so have those of who goes on from the kept
 * page over a slow line, which says so each time: a browser may end this worker after half a minute, and it forgets. Else over a slow line no
 * page would open, but the kept one, over and over. */
const PATIENT_FOR_MS = 60_000;
const PATIENCE_MS = 30_000;
const AWAY = [502, 503, 504];

let patientUntil = -Infinity;
const bePatient = () => (patientUntil = performance.now() + PATIENT_FOR_MS);

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", ({ data }) => data === "patience" && bePatient());
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search, searchParams } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const isPage = !NOT_PAGES.some((path) => pathname === path || pathname.startsWith(`${path}/`));
    if (isPage && !SECRETS.some((name) => searchParams.has(name))) event.respondWith(page(event));
  } else if (pathname !== PAGE && !search && FILES.some(([address]) => address === pathname)) {
    event.respondWith(file(request, pathname));
  }
});

/** All or nothing. A file that is not exactly the build's (a hotspot's sign-in page, another release) fails its integrity. */
async function install() {
  const responses = await Promise.all(FILES.map(fetched));
  const cache = await caches.open(CACHE);
  try {
    await Promise.all(responses.map((response, at) => cache.put(FILES[at][0], response)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
  await self.skipWaiting();
}

async function fetched([address, kind, integrity]) {
  const response = await fetch(address, { cache: "reload", credentials: "omit", redirect: "error", integrity });
  const isKind = (response.headers.get("Content-Type") ?? "").split(";")[0] === kind;
  if (!response.ok || response.type !== "basic" || !isKind) throw new Error(`${address} is not what was built`);
  return response;
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("shell-") && name !== CACHE) await caches.delete(name);
  }
  // With it, a navigation that this worker leaves alone goes to the server twice. A registration keeps the switch.
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}

/** Opening the cache would make it again, after the worker of another release, or of none, has deleted it. */
const cached = (address) => caches.match(address, { cacheName: CACHE });

async function file(request, address) {
  return (await cached(address).catch(() => undefined)) ?? fetch(request);
}

/** The network's answer; the cached page, under the address that was asked, when there is none or it comes from a proxy. */
async function page(event) {
  const network = fetch(event.request);
  event.waitUntil(network.catch(() => {}));
  const whole = network.then((response) => (AWAY.includes(response.status) ? null : response), () => null);
  const answer = await inTime(whole);
  if (answer) return answer;
  return (await cached(PAGE).catch(() => undefined)) ?? network;
}

/** Resolves as `answer` does, or with null when that takes too long. */
async function inTime(answer) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(
      () => {
        bePatient();
        resolve(null);
      },
      performance.now() < patientUntil ? PATIENCE_MS : HEADERS_WITHIN_MS,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
