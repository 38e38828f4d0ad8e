/** How the application gets on the home screen: by the browser's question, by hand, or not at all. */
import assert from "node:assert/strict";
import { test } from "node:test";

let loads = 0;

/** A page that has just been loaded. `stored` is the local storage. Returns {page, window, persisted()}. */
async function opens({ stored = new Map(), isStandalone = false } = {}) {
  const opened = { persisted: 0 };
  globalThis.window = new EventTarget();
  globalThis.matchMedia = () => ({ matches: isStandalone });
  globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
  const storage = { persist: async () => void (opened.persisted += 1) };
  Object.defineProperty(navigator, "storage", { value: storage, configurable: true });
  loads += 1;
  opened.page = await import(`../../../../../voice_report/ui/shell/browser/installing.js?${loads}`);
  opened.page.watchInstalling();
  return opened;
}

/** The browser's own question. */
function question() {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.asked = 0;
  event.prompt = async () => void (event.asked += 1);
  event.userChoice = Promise.resolve({ outcome: "dismissed" });
  return event;
}

const PHONE = { userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", maxTouchPoints: 5 };
const TABLET = { userAgent: "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15)", maxTouchPoints: 5 };
const LAPTOP = { ...TABLET, maxTouchPoints: 0 };

test("a browser that can ask waits for the button, and asks once", async () => {
  const stored = new Map();
  const { page } = await opens({ stored });
  assert.equal(page.wayToInstall(page.snapshot(), LAPTOP), null);
  const asked = question();
  window.dispatchEvent(asked);
  assert.ok(asked.defaultPrevented, "it does not ask by itself");
  assert.equal(page.wayToInstall(page.snapshot(), LAPTOP), "asked");
  await page.install();
  assert.equal(asked.asked, 1);
  const { page: next } = await opens({ stored });
  window.dispatchEvent(question());
  assert.equal(next.wayToInstall(next.snapshot(), LAPTOP), null);
});

test("on an iPhone and an iPad the user does it by hand, until they have read how", async () => {
  const stored = new Map();
  const { page } = await opens({ stored });
  assert.equal(page.wayToInstall(null, PHONE), "hand");
  assert.equal(page.wayToInstall(null, TABLET), "hand");
  page.leaveIt();
  assert.equal(page.wayToInstall(null, PHONE), null);
});

test("who has it on the home screen is told nothing, and the browser is asked to keep what is stored", async () => {
  const opened = await opens({ isStandalone: true });
  assert.equal(opened.page.wayToInstall(null, PHONE), null);
  assert.equal(opened.page.wayToInstall(question(), LAPTOP), null);
  const { page } = await opens();
  assert.equal(page.wayToInstall(null, { ...PHONE, standalone: true }), null);
  const installed = await opens();
  window.dispatchEvent(question());
  window.dispatchEvent(new Event("appinstalled"));
  assert.equal(installed.page.wayToInstall(installed.page.snapshot(), LAPTOP), null);
  assert.equal(installed.persisted, 1);
});

test("without a local storage the answer holds for this page", async () => {
  const { page } = await opens();
  globalThis.localStorage = {
    getItem() {
      throw new DOMException("cookies are off", "SecurityError");
    },
    setItem() {
      throw new DOMException("cookies are off", "SecurityError");
    },
  };
  assert.equal(page.wayToInstall(null, PHONE), "hand");
  page.leaveIt();
});
