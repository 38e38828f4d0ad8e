/** The way on from the page without a network, and that nobody is led in a circle. */
import assert from "node:assert/strict";
import { test } from "node:test";

let opened = 0;

/** A page that is opened in this tab; `storage` is what the tab has kept. Returns {page, calls, storage}. */
async function opens(storage = new Map(), { hasWorker = false } = {}) {
  const calls = [];
  const controller = hasWorker ? { postMessage: (word) => calls.push(["told", word]) } : null;
  Object.defineProperty(globalThis, "navigator", { configurable: true, value: { serviceWorker: { controller } } });
  const note = (name) => (...given) => calls.push([name, ...given]);
  globalThis.window = {
    location: { replace: note("replace") },
    history: { replaceState: (state, title, address) => calls.push(["address", address]) },
    stop: note("stop"),
  };
  globalThis.sessionStorage = { getItem: (key) => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) };
  opened += 1;
  const page = await import(`../../../../voice_report/ui/offline/leaving.js?${opened}`);
  return { page, calls, storage };
}

test("a page that went on stays for a minute when it is back, and no longer, whichever way the clock went", async () => {
  const first = await opens();
  assert.equal(first.page.staysFor(), 0);
  first.page.goOn("https://rapport.example/dossier");
  assert.deepEqual(first.calls, [["replace", "https://rapport.example/dossier"]]);
  const { page, storage } = await opens(first.storage);
  const [left] = [...storage.values()].map(Number);
  assert.deepEqual([left, left + 59_000, left - 59_000].map(page.staysFor), [60_000, 1000, 1000]);
  for (const now of [left + 60_000, left + 1e9, left - 60_000]) assert.equal(page.staysFor(now), 0);
});

test("a recording that was sent has its draft as the address, and as the way on at once", async () => {
  const { page, calls } = await opens();
  page.goOn("https://rapport.example/dossier");
  page.leadTo("d 1&x");
  assert.deepEqual(calls.at(-1), ["address", "/new-report?draft=d%201%26x"]);
  assert.equal(page.staysFor(), 0);
});

test("S86: a way on that has begun is given up when a recording begins", async () => {
  const { page, calls } = await opens();
  page.goOn("https://rapport.example/dossier");
  page.stay();
  assert.deepEqual(calls.at(-1), ["stop"]);
  assert.ok(page.staysFor() > 0, "it does not go at once again");
});

const PATIENT = [["told", "patience"], ["replace", "https://rapport.example/dossier"]];

test("over a slow line the worker is told to wait for longer before the page goes on, each time: it may forget", async () => {
  const { page, calls } = await opens(new Map(), { hasWorker: true });
  page.goOn("https://rapport.example/dossier", { isSlow: true });
  page.goOn("https://rapport.example/dossier", { isSlow: true });
  assert.deepEqual(calls, [...PATIENT, ...PATIENT]);
});

test("the worker waits for longer once the way was too slow, not before and not for a way of long ago", async (t) => {
  t.mock.timers.enable({ apis: ["Date"], now: 1e12 });
  const first = await opens(new Map(), { hasWorker: true });
  first.page.goOn("https://rapport.example/dossier");
  assert.deepEqual(first.calls, PATIENT.slice(1));
  const back = await opens(first.storage, { hasWorker: true });
  back.page.goOn("https://rapport.example/dossier");
  assert.deepEqual(back.calls, PATIENT);
  t.mock.timers.tick(60_000);
  const later = await opens(back.storage, { hasWorker: true });
  later.page.goOn("https://rapport.example/dossier");
  assert.deepEqual(later.calls, PATIENT.slice(1));
});

test("without a session storage it is known until the next page", async () => {
  const { page } = await opens();
  globalThis.sessionStorage = {
    setItem() {
      throw new DOMException("cookies are off", "SecurityError");
    },
  };
  page.goOn("https://rapport.example/dossier");
  assert.ok(page.staysFor() > 0);
});

test("a page that is back goes on by itself when the minute is over, unless it is called off", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const { page } = await opens();
  const gone = [];
  page.onceFree(() => gone.push("at once"));
  page.goOn("https://rapport.example/dossier");
  page.onceFree(() => gone.push("after a minute"));
  page.onceFree(() => gone.push("called off"))();
  t.mock.timers.tick(59_999);
  assert.deepEqual(gone, []);
  t.mock.timers.tick(1);
  assert.deepEqual(gone, ["after a minute"]);
  assert.equal(page.staysFor(), 0);
});
