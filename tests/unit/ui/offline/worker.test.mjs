/** The service worker, in a small copy of its scope (security.md S85). */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

const SOURCES = new URL("../../../../voice_report/ui/offline/", import.meta.url);
const ORIGIN = "https://rapport.example";
const FILES = [
  ["/opname", "text/html", "sha256-a"],
  ["/assets/opname-1.js", "text/javascript", "sha256-b"],
];
const COUNT = FILES.length;

/** A browser's worker of this release: what it answers, keeps and says. `network(request)` answers for the server. */
function started(name, { caches = new Map(), network = served } = {}) {
  const listeners = {};
  const told = { preload: true, claimed: false, skipped: false, unregistered: false, databases: [] };
  const asked = [];
  const timers = new Set();
  const scope = {
    URL,
    location: new URL(ORIGIN),
    addEventListener: (type, listener) => (listeners[type] = listener),
    registration: {
      navigationPreload: { enable: async () => (told.preload = true), disable: async () => (told.preload = false) },
      unregister: async () => (told.unregistered = true),
    },
    clients: { claim: async () => (told.claimed = true) },
    skipWaiting: async () => (told.skipped = true),
    indexedDB: { deleteDatabase: (one) => told.databases.push(one) },
    caches: {
      keys: async () => [...caches.keys()],
      delete: async (one) => caches.delete(one),
      match: async (address, { cacheName }) => caches.get(cacheName)?.get(address),
      async open(one) {
        if (!caches.has(one)) caches.set(one, new Map());
        const kept = caches.get(one);
        return {
          async put(address, response) {
            if (response.isBroken) throw new TypeError("the connection ended");
            kept.set(address, response);
          },
        };
      },
    },
    fetch: async (request, options) => {
      asked.push([request.url ?? request, options]);
      return network(request.url ?? request);
    },
    setTimeout(work, ms) {
      const timer = { work, ms };
      timers.add(timer);
      return timer;
    },
    clearTimeout: (timer) => timers.delete(timer),
    performance: { now: () => scope.now },
    now: 1_000_000,
    RELEASE: "new",
    FILES,
  };
  scope.self = scope;
  vm.runInNewContext(readFileSync(new URL(name, SOURCES), "utf-8"), scope);
  return {
    caches,
    told,
    asked,
    timers,
    scope,
    async does(type, details) {
      let work;
      listeners[type]({ ...details, waitUntil: (promise) => (work = promise) });
      await work;
    },
    hasFetch: () => "fetch" in listeners,
    /** The promise of its answer; undefined when the browser goes on as if there were no worker. */
    asks(path, { mode = "navigate", method = "GET" } = {}) {
      let answer;
      const request = { url: new URL(path, ORIGIN).href, mode, method };
      listeners.fetch({ request, waitUntil() {}, respondWith: (promise) => (answer = promise) });
      return answer;
    },
  };
}

const response = (from, details) => ({ from, status: 200, ok: true, type: "basic", headers: new Headers(), ...details });
const kindOf = (path) => new Headers({ "Content-Type": `${new Map(FILES).get(path) ?? "text/html"}; charset=utf-8` });
const served = (path) => response("network", { headers: kindOf(path) });
const down = () => Promise.reject(new TypeError("Failed to fetch"));
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function installed(options) {
  const worker = started("worker.js", options);
  await worker.does("install");
  await worker.does("activate");
  worker.asked.length = 0;
  return worker;
}

test("S85: installing keeps exactly the listed files, from the network, each with its digest", async () => {
  const worker = started("worker.js");
  await worker.does("install");
  assert.deepEqual([...worker.caches.keys()], ["shell-new"]);
  assert.deepEqual([...worker.caches.get("shell-new").keys()], FILES.map(([address]) => address));
  assert.equal(worker.asked.length, COUNT);
  for (const [at, [, options]] of worker.asked.entries()) {
    assert.deepEqual({ ...options }, { cache: "reload", credentials: "omit", redirect: "error", integrity: FILES[at][2] });
  }
  assert.ok(worker.told.skipped);
});

const WRONG = {
  "a hotspot's page": () => response("hotspot", { headers: new Headers({ "Content-Type": "text/plain" }) }),
  "no kind": () => response("hotspot"),
  "an error page": (path) => response("proxy", { status: 503, ok: false, headers: kindOf(path) }),
  "another site": (path) => response("other", { type: "cors", headers: kindOf(path) }),
  "an opaque answer": (path) => response("other", { type: "opaque", headers: kindOf(path) }),
  "no answer": down,
  "an answer that breaks off": (path) => response("network", { headers: kindOf(path), isBroken: true }),
};

for (const [what, wrong] of Object.entries(WRONG)) {
  test(`S85: installing is all or nothing: ${what} in the place of one file`, async () => {
    const former = new Map([["shell-old", new Map([["/opname", response("old")]])]]);
    const network = (path) => (path === FILES[1][0] ? wrong(path) : served(path));
    const worker = started("worker.js", { caches: former, network });
    await assert.rejects(worker.does("install"));
    assert.deepEqual([...worker.caches.keys()], ["shell-old"]);
    assert.ok(!worker.told.skipped);
  });
}

test("S85: a worker that begins takes the place of the former release, and touches no other cache", async () => {
  const caches = new Map([["shell-old", new Map()], ["of-somebody-else", new Map()]]);
  const { told } = await installed({ caches });
  assert.deepEqual([...caches.keys()], ["of-somebody-else", "shell-new"]);
  assert.ok(told.claimed);
  assert.ok(!told.preload, "a navigation that it leaves alone would go to the server twice");
});

const UNTOUCHED = [
  ["/api/auth/me", { mode: "cors" }],
  ["/api/drafts/1/export?format=pdf", {}],
  ["/api", {}],
  ["/dev/mail", {}],
  ["/healthz", {}],
  ["/readyz", {}],
  ["/metrics", {}],
  ["/dashboard", { method: "POST" }],
  ["/healthz", { mode: "cors" }],
  ["/assets/other.js", { mode: "cors" }],
  ["/assets/opname-1.js?x", { mode: "cors" }],
  ["/assets/opname-1.js", { mode: "cors", method: "HEAD" }],
  ["/opname", { mode: "cors" }],
  ["/dashboard", { mode: "cors" }],
  ["/verify-email?token=geheim", {}],
  ["/register?invitation=geheim", {}],
  ["https://elders.example/opname", { mode: "cors" }],
  ["https://elders.example/assets/opname-1.js", { mode: "no-cors" }],
];

test("S85: it answers nothing else, with a network or without, whatever a cache has", async () => {
  for (const network of [served, down]) {
    const worker = await installed();
    worker.scope.fetch = network;
    for (const kept of worker.caches.values()) {
      for (const [path] of UNTOUCHED) kept.set(new URL(path, ORIGIN).pathname, response("poison"));
    }
    for (const [path, options] of UNTOUCHED) assert.equal(worker.asks(path, options), undefined, path);
  }
});

test("S85: nothing is added to a cache by what is asked", async () => {
  const worker = await installed();
  for (const path of ["/", "/dashboard", "/new-report?draft=1", "/opname"]) await worker.asks(path);
  await worker.asks("/assets/opname-1.js", { mode: "cors" });
  assert.deepEqual([...worker.caches.get("shell-new").keys()], FILES.map(([address]) => address));
});

test("a listed file comes from the cache, from the network where that is gone", async () => {
  const worker = await installed();
  worker.caches.get("shell-new").set("/assets/opname-1.js", response("cache"));
  assert.equal((await worker.asks("/assets/opname-1.js", { mode: "cors" })).from, "cache");
  worker.caches.clear();
  assert.equal((await worker.asks("/assets/opname-1.js", { mode: "cors" })).from, "network");
  assert.equal(worker.caches.size, 0, "S85: a cache that was removed stays away, also under pages that are still open");
});

const answers = (status) => () => response("network", { status, ok: status < 400 });
const FALLS_BACK = { "no network": down, 502: answers(502), 503: answers(503), 504: answers(504) };

test("a page that fails is the cached one, under any address", async () => {
  for (const [what, network] of Object.entries(FALLS_BACK)) {
    const worker = await installed();
    worker.caches.get("shell-new").set("/opname", response("cache"));
    worker.scope.fetch = async () => network();
    for (const path of ["/", "/new-report?draft=1", "/opname", "/apidoc"]) {
      assert.equal((await worker.asks(path)).from, "cache", `${what} ${path}`);
    }
    assert.equal(worker.timers.size, 0);
  }
});

test("every other answer of the server is that of the page: also a refusal, a redirect and its own failure", async () => {
  for (const status of [200, 0, 401, 404, 429, 500]) {
    const worker = await installed();
    worker.scope.fetch = async () => answers(status)();
    assert.equal((await worker.asks("/dashboard")).status, status);
  }
});

test("without the cached page a navigation fails as it would without a worker", async () => {
  const worker = await installed();
  worker.caches.get("shell-new").clear();
  worker.scope.fetch = down;
  await assert.rejects(worker.asks("/dashboard"), TypeError);
  worker.scope.fetch = async () => answers(503)();
  assert.equal((await worker.asks("/dashboard")).status, 503);
});

test("a line that is too slow gives the cached page once; who tries again is not kept out", async () => {
  const worker = await installed();
  worker.caches.get("shell-new").set("/opname", response("cache"));
  let arrive;
  worker.scope.fetch = () => new Promise((resolve) => (arrive = resolve));
  const first = worker.asks("/login");
  await settled();
  const [timer] = worker.timers;
  assert.equal(timer.ms, 5000);
  timer.work();
  assert.equal((await first).from, "cache");
  const second = worker.asks("/login");
  await settled();
  assert.deepEqual([...worker.timers].map(({ ms }) => ms), [30_000]);
  arrive(response("network"));
  assert.equal((await second).from, "network");
  worker.scope.now += 61_000;
  worker.asks("/login");
  await settled();
  assert.deepEqual([...worker.timers].map(({ ms }) => ms), [5000]);
});

test("who goes on from the kept page is waited for, also by a worker that began just now, for a minute", async () => {
  const worker = await installed();
  worker.scope.fetch = () => new Promise(() => {});
  for (const [data, later, ms] of [["other", 0, 5000], ["patience", 0, 30_000], ["other", 59_999, 30_000], ["other", 1, 5000]]) {
    await worker.does("message", { data });
    worker.scope.now += later;
    worker.timers.clear();
    worker.asks("/new-report?draft=d");
    await settled();
    assert.deepEqual([...worker.timers].map((timer) => timer.ms), [ms]);
  }
});

test("S85: the worker of OFFLINE_PAGE=off leaves neither itself nor a cache, and answers nothing", async () => {
  const caches = new Map([["shell-old", new Map()], ["shell-new", new Map()], ["of-somebody-else", new Map()]]);
  const worker = started("worker_off.js", { caches });
  assert.ok(!worker.hasFetch());
  await worker.does("install");
  await worker.does("activate");
  assert.deepEqual([...caches.keys()], ["of-somebody-else"]);
  assert.ok(worker.told.skipped && worker.told.unregistered);
  assert.deepEqual(worker.told.databases, ["device"]);
  assert.equal(worker.asked.length, 0);
});

test("the worker of OFFLINE_PAGE=off goes, also when a cache or a database cannot be deleted", async () => {
  for (const broken of ["caches", "indexedDB"]) {
    const worker = started("worker_off.js", { caches: new Map([["shell-old", new Map()]]) });
    const fails = () => {
      throw new Error("the disk is full");
    };
    worker.scope[broken] = { ...worker.scope[broken], delete: fails, deleteDatabase: fails };
    await assert.rejects(worker.does("activate"));
    assert.ok(worker.told.unregistered, broken);
  }
});
