/** A server of another version: when the page loads itself anew, and when it leaves that to the person. */
import assert from "node:assert/strict";
import { test } from "node:test";

let copies = 0;

/** The module as a new page has it, in a browser of which the session storage lasts. */
async function open(t, { kept = new Map(), isThere = true } = {}) {
  const page = { loads: [], kept, followed: [] };
  const target = new EventTarget();
  const location = {
    origin: "https://rapport.example",
    pathname: "/new-report",
    reload: () => page.loads.push("reload"),
    assign: (href) => page.followed.push(href),
  };
  globalThis.window = Object.assign(target, { location, document: new EventTarget() });
  globalThis.sessionStorage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  t.mock.method(globalThis, "fetch", async () => new Response("", { status: isThere ? 200 : 503 }));
  copies += 1;
  return Object.assign(page, await import(`../../../../../voice_report/ui/shell/browser/new_version.js?${copies}`));
}

const settled = () => new Promise(setImmediate);
const touch = () => window.dispatchEvent(new Event("keydown"));

test("a page that nobody touched loads itself anew, once for each version", async (t) => {
  const page = await open(t);
  page.serverChanged("v2");
  page.serverChanged("v2");
  await settled();
  assert.deepEqual(page.loads, ["reload"]);
  const again = await open(t, { kept: page.kept });
  again.serverChanged("v2");
  await settled();
  assert.deepEqual(again.loads, []);
  assert.equal(again.snapshot().isNew, true);
  again.serverChanged("v3");
  await settled();
  assert.deepEqual(again.loads, ["reload"]);
});

test("a page that was touched is left as it is, also when it was touched while the server was asked", async (t) => {
  const page = await open(t);
  touch();
  page.serverChanged("v2");
  await settled();
  const other = await open(t);
  other.serverChanged("v2");
  touch();
  await settled();
  assert.deepEqual([page.loads, other.loads], [[], []]);
  assert.deepEqual(page.snapshot(), { isNew: true, isRefused: false, phase: "idle" });
});

test("during a dictation nothing is loaded, and afterwards it is", async (t) => {
  const page = await open(t);
  for (const phase of ["starting", "recording", "paused", "processing", "finished"]) {
    page.dictationIs(phase);
    page.serverChanged("v2");
    await settled();
  }
  assert.deepEqual(page.loads, []);
  touch();
  page.dictationIs("idle");
  page.dictationAdopted();
  await settled();
  assert.deepEqual(page.loads, ["reload"]);
});

test("while a file is sent nothing is loaded, whatever the dictation of the page says", async (t) => {
  const page = await open(t);
  page.fileIsSent(true);
  page.dictationIs("idle");
  assert.equal(page.snapshot().phase, "sending");
  page.serverChanged("v2");
  page.pageOpened();
  await settled();
  assert.deepEqual(page.loads, []);
  page.fileIsSent(false);
  assert.equal(page.snapshot().phase, "idle");
  page.dictationAdopted();
  await settled();
  assert.deepEqual(page.loads, ["reload"]);
});

test("a dictation that is adopted loads nothing where the version is the same, or the server is away", async (t) => {
  const page = await open(t);
  page.dictationAdopted();
  const away = await open(t, { isThere: false });
  away.serverChanged("v2");
  away.dictationAdopted();
  await settled();
  assert.deepEqual([page.loads, away.loads], [[], []]);
});

/** A click on a link with these properties; returns whether the page stopped it. */
function click(properties = {}) {
  const link = { href: "https://rapport.example/drafts", target: "", dataset: {}, hasAttribute: () => false, ...properties };
  const event = Object.assign(new Event("click", { cancelable: true }), { button: 0 });
  Object.defineProperty(event, "target", { value: { closest: () => link } });
  window.document.dispatchEvent(event);
  return event.defaultPrevented;
}

test("the next link is followed with a full load, unless it leads elsewhere or a dictation is under way", async (t) => {
  const page = await open(t);
  touch();
  assert.equal(click(), false, "the version is the same");
  page.serverChanged("v2");
  for (const other of [
    { href: "https://elders.example/drafts" },
    { href: "https://rapport.example/new-report#inhoud" },
    { href: "https://rapport.example/api/reports/export" },
    { target: "_blank" },
    { hasAttribute: (name) => name === "download" },
    { dataset: { reason: "export" } },
  ]) {
    assert.equal(click(other), false);
  }
  page.dictationIs("processing");
  assert.equal(click(), false);
  page.dictationIs("idle");
  assert.equal(click(), true);
  assert.deepEqual(page.followed, ["https://rapport.example/drafts"]);
});

test("a page that the server does not understand loads itself anew once, unless it was touched, and hears when it is", async (t) => {
  const page = await open(t);
  page.serverRefused();
  page.serverRefused();
  await settled();
  assert.deepEqual(page.loads, ["reload"]);
  const again = await open(t, { kept: page.kept });
  again.serverRefused();
  await settled();
  assert.deepEqual(again.loads, []);
  assert.deepEqual(again.snapshot(), { isNew: true, isRefused: true, phase: "idle" });
  again.serverAccepted();
  assert.deepEqual(again.snapshot(), { isNew: false, isRefused: false, phase: "idle" });
  const typed = await open(t);
  touch();
  typed.serverRefused();
  const talking = await open(t);
  talking.dictationIs("recording");
  talking.serverRefused();
  await settled();
  assert.deepEqual([typed.loads, talking.loads], [[], []]);
  talking.dictationIs("idle");
  talking.dictationAdopted();
  await settled();
  assert.deepEqual(talking.loads, ["reload"]);
});

test("a page that is opened with Back gets the new version too, each time, but not while somebody talks", async (t) => {
  const page = await open(t);
  page.pageOpened();
  await settled();
  assert.deepEqual(page.loads, []);
  touch();
  page.serverChanged("v2");
  page.dictationIs("recording");
  page.pageOpened();
  await settled();
  assert.deepEqual(page.loads, []);
  page.dictationIs("idle");
  page.pageOpened();
  await settled();
  page.pageOpened();
  await settled();
  assert.deepEqual(page.loads, ["reload", "reload"]);
});
