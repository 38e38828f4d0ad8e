/** A dictation that is sealed while it begins, and one that is nowhere but in the page. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import { inOrder, written } from "../../../voice_report/ui/recorder/writes.js";
import { fakeBrowser, settled } from "./fake_browser.mjs";

let session;

before(async () => {
  globalThis.window = new EventTarget();
  globalThis.document = new EventTarget();
  session = await import("../../../voice_report/ui/recorder/session.js"); // it listens to the window at once
});

function open(t) {
  const browser = fakeBrowser(t);
  const page = { user: "anna", draftId: "", baseText: "", onStarted() {}, onResumed() {}, onFinished() {} };
  session.setPage(page);
  const detach = session.attach();
  t.after(async () => {
    detach();
    for (const lock of browser.locks) lock.grant();
    await session.seal();
  });
  return browser;
}

/** Record until the first second of sound has gone to the device. */
async function record(browser) {
  session.start();
  await settled();
  browser.locks.at(-1).grant();
  await settled();
  assert.equal(session.snapshot().phase, "recording");
}

/** Pause, and wait for the device: its encryption runs in threads, which take their time on a busy machine. */
async function pause() {
  await session.pause();
  await settled();
  await written();
  await settled();
}

/** The device refuses what is written from now on. */
function breakDevice(t) {
  t.mock.method(crypto.subtle, "encrypt", async () => {
    throw new DOMException("full", "QuotaExceededError");
  });
}

test("sealed while it waits for its lock, a dictation leaves no microphone open and no lock held", async (t) => {
  const browser = open(t);
  session.start();
  await settled();
  await session.seal();
  assert.equal(session.snapshot().phase, "idle");
  browser.locks[0].grant();
  await settled();
  assert.equal(browser.tracks[0].readyState, "ended");
  assert.ok(browser.locks[0].isReleased);
  await record(browser); // the next one begins as usual
});

test("sealed while the device still writes, a dictation does not begin after all", async (t) => {
  const browser = open(t);
  session.start();
  await settled();
  const { promise, resolve } = Promise.withResolvers();
  inOrder(() => promise);
  const sealed = session.seal();
  browser.locks[0].grant();
  await settled();
  resolve();
  await sealed;
  assert.equal(session.snapshot().phase, "idle");
  assert.equal(browser.tracks[0].readyState, "ended");
  assert.ok(browser.locks[0].isReleased);
});

test("the browser asks before the only copy of a recording goes: paused, under the cover, and while it waits", async (t) => {
  const browser = open(t);
  await record(browser);
  breakDevice(t);
  await pause();
  assert.ok(session.snapshot().unkept);
  assert.ok(browser.asks());
  session.cover();
  assert.ok(browser.asks());
  await session.uncover();
  await session.stop();
  await settled();
  assert.equal(session.snapshot().phase, "processing");
  assert.ok(browser.asks());
  await session.leave(); // there is no 'later' for what the device does not have
  assert.equal(session.snapshot().phase, "processing");
  await session.seal();
  assert.ok(!browser.asks());
});

test("a recording that the device has may be left without a question once it is paused", async (t) => {
  const browser = open(t);
  await record(browser);
  assert.ok(browser.asks());
  await pause();
  assert.ok(!session.snapshot().unkept);
  assert.ok(!browser.asks());
  await session.stop();
  await settled();
  await session.leave();
  assert.equal(session.snapshot().phase, "idle");
});
