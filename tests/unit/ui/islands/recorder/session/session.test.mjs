/** A dictation that is sealed while it begins, one that is nowhere but in the page, and how one ends. */
import assert from "node:assert/strict";
import { before, test } from "node:test";

import * as store from "../../../../../../voice_report/ui/islands/recorder/device/store.js";
import { inOrder, written } from "../../../../../../voice_report/ui/islands/recorder/device/writes.js";
import { fakeBrowser, settled } from "../fake_browser.mjs";
import { rowsOf } from "../memory_database.mjs";

let session;
let sending;
let shownState;
let change;
let listening; // the document and the window as they were when session.js was loaded

before(async () => {
  listening = { document: new EventTarget(), window: new EventTarget() };
  Object.assign(globalThis, listening);
  session = await import("../../../../../../voice_report/ui/islands/recorder/session/session.js"); // it listens to the window at once
  ({ shownState } = await import("../../../../../../voice_report/ui/islands/recorder/session/state.js"));
  ({ change } = await import("../../../../../../voice_report/ui/islands/recorder/session/live.js"));
  sending = await import("../../../../../../voice_report/ui/islands/recorder/sending/sending.js");
});

const EVENTS = { onStarted() {}, onResumed() {}, onFinished() {} };
const PAGE = { user: "anna", draftId: "", baseText: "", canPreview: false, ...EVENTS };

function open(t, page = {}, server = {}) {
  const browser = fakeBrowser(t, server);
  session.setPage({ ...PAGE, ...page });
  browser.detach = session.attach();
  t.after(async () => {
    browser.detach();
    for (const lock of browser.locks) lock.grant();
    const sealed = session.seal();
    await settled();
    t.mock.timers.tick(15_000); // a recorder that a failed test left without an end
    await sealed;
  });
  return browser;
}

/** What was begun has come to this phase. */
async function isIn(phase) {
  await settled();
  assert.equal(session.snapshot().phase, phase);
}

/** Record until the first second of sound has gone to the device. */
async function record(browser) {
  session.start();
  await settled();
  browser.locks.at(-1).grant();
  await isIn("recording");
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

/** A browser that asks for the microphone, and says nothing until it is given what it asks for. */
function silentMicrophone(t, browser) {
  const given = [];
  const { getUserMedia } = navigator.mediaDevices;
  navigator.mediaDevices.getUserMedia = () => new Promise((resolve) => given.push(() => getUserMedia().then(resolve)));
  t.after(() => (navigator.mediaDevices.getUserMedia = getUserMedia));
  return {
    async give(at) {
      given[at]();
      await settled();
      return browser.tracks.at(-1);
    },
  };
}

test("a microphone that does not come is told of, can be cancelled, and is turned off when it comes after all", async (t) => {
  const browser = open(t, { user: "wacht" });
  const microphone = silentMicrophone(t, browser);
  session.start();
  await settled();
  t.mock.timers.tick(3999);
  assert.equal(shownState(session.snapshot()), "starting");
  t.mock.timers.tick(1);
  assert.equal(shownState(session.snapshot()), "asking");
  session.cancel();
  assert.equal(session.snapshot().phase, "idle");
  session.start(); // once more, while the first is still being asked for
  await settled();
  assert.equal(shownState(session.snapshot()), "starting");
  assert.equal((await microphone.give(0)).readyState, "ended");
  assert.equal(session.snapshot().phase, "starting");
  assert.equal((await microphone.give(1)).readyState, "live");
  browser.locks.at(-1).grant();
  await isIn("recording");
  session.cancel(); // too late: it records
  assert.equal(session.snapshot().phase, "recording");
});

test("what was recorded stays when the microphone does not come back after a pause", async (t) => {
  const browser = open(t);
  await record(browser);
  await pause();
  silentMicrophone(t, browser);
  session.resume();
  await settled();
  t.mock.timers.tick(4000);
  session.cancel();
  const { phase, segments, microphone } = session.snapshot();
  assert.deepEqual([phase, segments.length, microphone], ["paused", 1, null]);
});

test("a browser whose recorder fails says so, gives the microphone back, and may be asked again", async (t) => {
  const browser = open(t, { user: "faalt" });
  t.mock.method(console, "error", () => {});
  const real = MediaRecorder;
  globalThis.MediaRecorder = class extends real {
    constructor(...all) {
      super(...all);
      throw new DOMException("not now", "NotSupportedError");
    }
  };
  session.start();
  await settled();
  browser.locks[0].grant();
  await settled();
  const { phase, microphone } = session.snapshot();
  assert.deepEqual([phase, microphone, browser.tracks[0].readyState], ["idle", "failed", "ended"]);
  assert.ok(browser.locks[0].isReleased);
  globalThis.MediaRecorder = real;
  await record(browser);
});

test("locks that do not answer keep nobody from recording", async (t) => {
  const browser = open(t);
  session.start();
  await isIn("starting");
  t.mock.timers.tick(5000);
  await isIn("recording");
  browser.locks[0].grant();
  await settled();
  await session.stop();
  await session.seal();
  await settled();
  assert.ok(browser.locks[0].isReleased, "granted late, it is given back with the dictation");
});

test("a recorder that gives nothing pauses the recording, with what it gave", async (t) => {
  const browser = open(t);
  await record(browser);
  t.mock.method(MediaRecorder.prototype, "requestData", () => {});
  for (let at = 0; at < 120; at += 1) {
    t.mock.timers.tick(50);
    await new Promise(setImmediate);
  }
  t.mock.timers.tick(500); // it is stopped without the piece it was asked for
  await settled();
  const { phase, warning } = session.snapshot();
  assert.deepEqual([phase, warning, browser.tracks[0].readyState], ["paused", "stalled", "ended"]);
});

/** A press on something that begins a recording on the page to come; `records` is its mark. */
function press({ records = "true", ...keys } = {}) {
  const event = Object.assign(new Event("click"), keys);
  Object.defineProperty(event, "target", {
    value: { closest: (mark) => (mark === "[data-records]" ? { dataset: { records } } : null) },
  });
  Object.defineProperty(event, "timeStamp", { value: performance.now() });
  listening.document.dispatchEvent(event);
}

/** The page of this user is loaded, as this visit. */
const loads = (user, page) => session.setPage({ ...PAGE, user, ...page });

for (const [what, before, page, phase, records] of [
  ["an empty report of a visit that came after the press", 1, { visit: 2 }, "starting"],
  ["the first page with a recorder", 0, { visit: 2 }, "starting"],
  ["the visit of before, which may still show another report", 2, { visit: 2 }, "idle"],
  ["a page that has not been loaded", 1, { visit: 0 }, "idle"],
  ["a report that has a draft", 1, { visit: 2, draftId: "c1" }, "idle"],
  ["a report that has text", 1, { visit: 2, baseText: "Eerder." }, "idle"],
  ["who has no credits left", 1, { visit: 2 }, "idle", ""],
]) {
  test(`pressed on the page before, then ${what}: ${phase}`, async (t) => {
    open(t, { user: what, visit: before }); // a user of its own: nothing of another test waits on the device
    press({ records });
    loads(what, page);
    session.beginIfAsked();
    await settled();
    assert.equal(session.snapshot().phase, phase);
    session.beginIfAsked(); // once
    await settled();
    assert.equal(session.snapshot().phase, phase);
  });
}

for (const key of ["ctrlKey", "metaKey", "shiftKey"]) {
  test(`pressed with ${key}, which opens it elsewhere, nothing begins here`, async (t) => {
    open(t, { user: key, visit: 1 });
    press({ [key]: true });
    loads(key, { visit: 2 });
    session.beginIfAsked();
    await isIn("idle");
  });
}

test("who pressed and went back is not recorded when going forward", async (t) => {
  open(t, { user: "terug", visit: 1 });
  press();
  loads("terug", { visit: 2 });
  listening.window.dispatchEvent(new Event("popstate"));
  session.beginIfAsked();
  await isIn("idle");
});

test("who left before the device said what waits on it is not recorded", async (t) => {
  const browser = open(t, { user: "vertrokken", visit: 1 });
  press();
  loads("vertrokken", { visit: 2 });
  const looking = session.beginIfAsked();
  browser.detach();
  await looking;
  await isIn("idle");
  assert.equal(browser.tracks.length, 0);
  browser.detach = session.attach();
});

test("a press of more than half a minute ago begins nothing", async (t) => {
  open(t, { user: "traag", visit: 1 });
  const pressedAt = performance.now();
  press();
  loads("traag", { visit: 2 });
  t.mock.method(performance, "now", () => pressedAt + 31_000);
  session.beginIfAsked();
  await isIn("idle");
});

test("a press of the one user begins nothing for the next, who is there when the device has answered", async (t) => {
  open(t, { user: "eerste", visit: 1 });
  press();
  loads("eerste", { visit: 2 });
  const looking = session.beginIfAsked();
  session.setPage({ ...PAGE, user: "volgende", visit: 3 });
  await looking;
  await isIn("idle");
});

test("the browser asks before the only copy of a recording goes: paused, under the lock screen, and while it waits", async (t) => {
  const browser = open(t);
  await record(browser);
  breakDevice(t);
  await pause();
  assert.ok(session.snapshot().unkept);
  assert.ok(browser.asks());
  session.lockPage();
  assert.ok(browser.asks());
  await session.unlockPage();
  await session.stop();
  await isIn("processing");
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

/** Recorders that end when the test says so: `end(words, at)` gives the last sound of one. */
function slowRecorders(t) {
  const { mock } = t.mock.method(MediaRecorder.prototype, "stop", () => {});
  return {
    async end(words, at = 0) {
      const recorder = mock.calls[at].this;
      recorder.ondataavailable({ data: new Blob([words]) });
      recorder.onstop();
      await settled();
    },
  };
}

/** Stop: the page shows so after 100 ms, whether the recorder has ended or not. */
async function stopSoon(t) {
  const stopping = session.stop();
  await settled();
  t.mock.timers.tick(100);
  await isIn("processing");
  return stopping;
}

/** The server is there, and writes out what waits; returns the sounds that it got. */
async function sendWhatWaits(t, browser, id) {
  const sounds = [];
  t.mock.method(globalThis, "fetch", async (_, { body }) => {
    sounds.push([Number(body.get("segment")), await body.get("audio").text()]);
    return Response.json({ transcript: "Goed geslapen.", draftId: "c1", words: [] });
  });
  session.processUnfinished(id);
  await settled();
  browser.locks.at(-1).grant();
  for (let turn = 0; turn < 5; turn += 1) {
    await settled();
    await written();
  }
  assert.equal(session.snapshot().phase, "finished");
  await session.adopt(id);
  return sounds.sort(([one], [other]) => one - other).map(([, sound]) => sound); // two are on their way at once
}

test("who does not wait for the server loses no last words to a recorder that is slow to stop", async (t) => {
  const browser = open(t, { user: "later", isAlone: true });
  await record(browser);
  await pause();
  assert.equal(session.snapshot().trouble?.kind, "offline");
  session.resume();
  await settled();
  const { id } = session.snapshot().dictation;
  const recorders = slowRecorders(t);
  const stopping = stopSoon(t);
  await settled();
  const left = session.leave();
  await settled();
  assert.equal(session.leave(), left, "asked twice, it is done once");
  assert.equal(session.snapshot().phase, "processing", "until the device has it all");
  await recorders.end("laatste woorden");
  await Promise.all([stopping, left]);
  assert.equal(session.snapshot().phase, "idle");
  await settled();
  assert.deepEqual(await sendWhatWaits(t, browser, id), ["klank", "laatste woorden"]);
});

test("a recorder that was paused, and has not ended by the time the next one has, is waited for too", async (t) => {
  const browser = open(t, { user: "twee", isAlone: true });
  await record(browser);
  await pause();
  const recorders = slowRecorders(t);
  for (const turn of [session.resume, session.pause, session.resume]) {
    turn();
    await settled();
  }
  const { id } = session.snapshot().dictation;
  const stopping = stopSoon(t);
  await settled();
  const left = session.leave();
  await recorders.end("laatste", 1);
  assert.equal(session.snapshot().phase, "processing");
  await recorders.end("middelste", 0);
  await Promise.all([stopping, left]);
  await settled();
  assert.deepEqual(await sendWhatWaits(t, browser, id), ["klank", "middelste", "laatste"]);
});

test("what the device turns out to lack as the last sound comes is sent from the page, with what waited before it", async (t) => {
  const browser = open(t, { user: "vol", isAlone: true });
  await record(browser);
  await pause();
  session.resume();
  await settled();
  const recorders = slowRecorders(t);
  const stopping = stopSoon(t);
  await settled();
  const left = session.leave();
  breakDevice(t);
  serverAnswers(t);
  await recorders.end("laatste woorden");
  await Promise.all([stopping, left]);
  const { phase, unkept } = session.snapshot();
  assert.deepEqual([phase, unkept], ["processing", true]);
  session.retry();
  await settled();
  await isIn("finished");
  const sent = fetch.mock.calls.map(({ arguments: [, { body }] }) => body.get("segment"));
  assert.deepEqual(sent, ["0", "1"]);
});

test("a page that is locked while its last sound is awaited stays locked, with its recording", async (t) => {
  const browser = open(t, { user: "slot" });
  await record(browser);
  const recorders = slowRecorders(t);
  const stopping = stopSoon(t);
  await settled();
  const left = session.leave();
  session.lockPage();
  await recorders.end("laatste woorden");
  await Promise.all([stopping, left]);
  const { phase, isLocked } = session.snapshot();
  assert.deepEqual([phase, isLocked], ["processing", true]);
});

/** The server writes out whatever it gets. */
function serverAnswers(t) {
  const answer = () => Response.json({ transcript: "Goed geslapen.", draftId: "c1", words: [] });
  t.mock.method(globalThis, "fetch", async () => answer());
}

/** The phases that the page saw from now on. */
function phases(t) {
  const seen = [];
  t.after(session.subscribe(() => seen.at(-1) !== session.snapshot().phase && seen.push(session.snapshot().phase)));
  return seen;
}

test("a link that may end the page is followed once the device has the last sound, or after three seconds", async (t) => {
  const browser = open(t, { user: "weg" });
  const followed = [];
  const recorders = slowRecorders(t);
  for (const isSlow of [false, true]) {
    await (isSlow ? session.resume() : record(browser));
    await settled();
    change("leaving", { go: () => followed.push(rowsOf("dictations", "chunks").filter(isOf(session.snapshot())).length) });
    const left = session.leavePage();
    await isIn("paused");
    assert.equal(followed.length, Number(isSlow));
    if (isSlow) t.mock.timers.tick(3000);
    else await recorders.end("laatste woorden");
    await left;
    assert.deepEqual(followed, isSlow ? [1, 1] : [1]);
  }
});

const isOf = ({ dictation }) => (chunk) => chunk.dictation === dictation.id;

for (const press of ["continueUnfinished", "processUnfinished", "removeUnfinished"]) {
  test(`${press}() of what another tab has gone on with since it was listed changes nothing: the new list is shown`, async (t) => {
    const browser = open(t, { user: press });
    await record(browser);
    await session.stop();
    await session.leave();
    await settled();
    const [listed] = session.snapshot().unfinished;
    const { id } = listed;
    await store.addSegment(id, 1, "audio/webm"); // 'Verder praten' and 'Later verwerken' there
    await store.addChunk(id, 1, 0, new Blob(["elders"]), 1000);
    const pressed = session[press](press === "removeUnfinished" ? listed : id);
    await settled();
    browser.locks.at(-1).grant();
    await pressed;
    await settled();
    const { phase, unfinished } = session.snapshot();
    assert.deepEqual([phase, unfinished.map(({ segments }) => segments.length)], ["idle", [2]]);
    assert.equal(browser.tracks.length, 1);
    assert.ok(browser.locks.at(-1).isReleased);
    assert.deepEqual(await sendWhatWaits(t, browser, id), ["klank", "elders"]);
  });
}

test("the page is drawn anew once the last sound is on its way, and not before", async (t) => {
  const browser = open(t);
  await record(browser);
  const lengths = [];
  t.after(session.subscribe(() => lengths.push([session.snapshot().phase, session.snapshot().segments[0]?.ms !== null])));
  await session.stop();
  assert.deepEqual(lengths.find(([, isClosed]) => isClosed), ["recording", true]);
  assert.equal(session.snapshot().phase, "processing");
});

test("a segment is sent with how long it is, which shows the server whether sound is missing", async (t) => {
  let now = 5000;
  t.mock.method(performance, "now", () => now);
  const browser = open(t);
  const forms = [];
  t.mock.method(globalThis, "fetch", async (_, { body }) => {
    forms.push(body);
    return Response.json({ transcript: "Goed geslapen.", draftId: "c1", words: [] });
  });
  await record(browser);
  now += 4321;
  await session.stop();
  await settled();
  assert.deepEqual(forms.map((form) => [form.get("segment"), form.get("ms")]), [["0", "4321"]]);
});

test("a recorder that does not stop is shown as stopped all the same", async (t) => {
  const browser = open(t);
  await record(browser);
  const stopped = t.mock.method(MediaRecorder.prototype, "stop", () => {});
  const stopping = session.stop();
  await isIn("recording");
  t.mock.timers.tick(100);
  await isIn("processing");
  const recorder = stopped.mock.calls[0].this;
  stopped.mock.restore();
  recorder.stop();
  await stopping;
});

test("a recorder that never stops keeps nobody waiting: what it gave is written out, and the microphone is off", async (t) => {
  const browser = open(t, { user: "hangt" });
  serverAnswers(t);
  await record(browser);
  const { mock } = t.mock.method(MediaRecorder.prototype, "stop", () => {});
  const stopping = session.stop();
  mock.calls[0].this.requestData();
  t.mock.timers.tick(100);
  await settled();
  t.mock.timers.tick(14_900);
  await stopping;
  await isIn("finished");
  assert.equal(browser.tracks[0].readyState, "ended");
});

test("stopped twice, and paused meanwhile, it is stopped once", async (t) => {
  const browser = open(t);
  await record(browser);
  const seen = phases(t);
  await Promise.all([session.stop(), session.pause(), session.stop()]);
  await isIn("processing");
  assert.deepEqual(seen.filter((phase) => phase === "processing").length, 1);
});

test("an adopted dictation stays locked until its record is gone, or other pages would call it unsent", async (t) => {
  const browser = open(t);
  serverAnswers(t);
  await record(browser);
  const { id } = session.snapshot().dictation;
  await session.stop();
  await settled();
  await written();
  await settled();
  const lock = browser.locks.at(-1);
  const held = Promise.withResolvers();
  inOrder(() => held.promise);
  const adopted = session.adopt(id);
  await isIn("idle");
  assert.ok(!lock.isReleased);
  held.resolve();
  await adopted;
  await settled();
  assert.ok(lock.isReleased);
});

test("a device that did not answer is asked again what waits on it", async (t) => {
  open(t, { user: "laat" });
  await settled();
  const answers = [() => Promise.reject(new Error("no answer")), async () => ({ held: [] })];
  navigator.locks.query = () => answers.shift()();
  session.setPage({ ...PAGE, user: "later" });
  await settled();
  assert.equal(answers.length, 1);
  t.mock.timers.tick(5000);
  await settled();
  assert.equal(answers.length, 0);
  navigator.locks.query = () => assert.fail("it has answered");
  t.mock.timers.tick(5000);
  await settled();
});

test("a dictation in which nothing was said is not offered as one that waits", async (t) => {
  const browser = open(t, { user: "stil" });
  const heard = Promise.withResolvers();
  t.mock.method(globalThis, "fetch", () => heard.promise);
  await record(browser);
  await pause();
  const device = Promise.withResolvers();
  inOrder(() => device.promise); // it takes its time
  await session.stop();
  heard.resolve(Response.json({ transcript: "", draftId: "", words: [] }));
  await settled();
  assert.deepEqual([session.snapshot().nothingHeard, session.snapshot().unfinished], [true, []]);
  device.resolve();
  await written();
  await settled();
  assert.deepEqual(session.snapshot().unfinished, []);
});

const EARLIER = { draftId: "c1", baseText: "Eerder.", canPreview: true };

/** Record and stop, `between()` these two; resolves once the server has answered. */
async function dictate(t, page, between = async () => {}) {
  const browser = open(t, page);
  serverAnswers(t);
  await record(browser);
  await between(browser);
  await session.stop();
  await isIn("finished");
  return session.snapshot();
}

test("the transcript is shown with the last words, for 1.9 seconds at most", async (t) => {
  const { preview, dictation } = await dictate(t, EARLIER);
  assert.equal(preview, "Eerder.\nGoed geslapen.");
  t.mock.timers.tick(1899);
  assert.equal(session.snapshot().preview, preview);
  t.mock.timers.tick(1);
  assert.equal(session.snapshot().preview, null);
  assert.equal(session.snapshot().phase, "finished");
  await session.adopt(dictation.id);
  assert.equal(session.snapshot().phase, "idle");
});

test("an adopted dictation has no preview, and its timer does not end the next one", async (t) => {
  const browser = open(t, EARLIER);
  serverAnswers(t);
  await record(browser);
  await session.stop();
  await settled();
  await session.adopt(session.snapshot().dictation.id);
  assert.equal(session.snapshot().preview, null);
  t.mock.timers.tick(1000);
  await record(browser);
  await session.stop();
  await settled();
  t.mock.timers.tick(1000);
  assert.equal(session.snapshot().preview, "Eerder.\nGoed geslapen.");
});

test("a page that is left takes its preview with it, and the next page gets none of this dictation", async (t) => {
  const browser = open(t, EARLIER);
  const leave = session.attach();
  serverAnswers(t);
  await record(browser);
  leave();
  await session.stop();
  await settled();
  assert.equal(session.snapshot().preview, "Eerder.\nGoed geslapen.", "a quick remount changes nothing");
  await session.adopt(session.snapshot().dictation.id);
  await record(browser);
  browser.detach();
  assert.equal(session.snapshot().dictation.canPreview, false);
  session.attach();
  await session.stop();
  await settled();
  assert.deepEqual([session.snapshot().phase, session.snapshot().preview], ["finished", null]);
});

for (const [why, page, later] of [
  ["the next step shows more than the text", { ...EARLIER, canPreview: false }, {}],
  ["it began where the next step would have shown more", { ...EARLIER, canPreview: false }, { canPreview: true }],
  ["the next step shows more by now", EARLIER, { canPreview: false }],
  ["the draft was changed meanwhile", EARLIER, { baseText: "Eerder, en getypt." }],
]) {
  test(`the transcript waits for the server when ${why}`, async (t) => {
    const { preview } = await dictate(t, page, async () => session.setPage({ ...PAGE, ...page, ...later }));
    assert.equal(preview, null);
  });
}

test("the transcript waits for the server when the device is offline by then", async (t) => {
  const { preview } = await dictate(t, EARLIER, async () => (navigator.onLine = false));
  assert.equal(preview, null);
});

test("the transcript waits for the server when it was locked meanwhile", async (t) => {
  const { preview, dictation } = await dictate(t, EARLIER, async () => {
    session.lockPage();
    session.setPage({ ...PAGE, ...EARLIER });
    await session.unlockPage();
  });
  assert.deepEqual([preview, dictation.base], [null, "Eerder."]);
});

for (const end of ["lockPage", "seal"]) {
  test(`after ${end}() nothing more of a segment that is being sent leaves the page`, async (t) => {
    const browser = open(t, {}, { isAway: false });
    await record(browser);
    const [socket] = browser.sockets;
    socket.open();
    assert.equal(socket.sent.length, 1, "the head of the form");
    await session[end]();
    assert.equal(socket.readyState, WebSocket.CLOSED);
    await pause();
    assert.equal(socket.sent.length, 1);
    assert.equal(browser.sockets.length, 1);
  });
}

test("under the lock screen no segment is sent while it is recorded, and afterwards it is posted once", async (t) => {
  const browser = open(t, {}, { isAway: false });
  await record(browser);
  session.lockPage();
  sending.openStream(1, "audio/webm"); // cut while the one before still runs: nothing waits yet
  await pause();
  await session.resume();
  await settled();
  assert.equal(browser.sockets.length, 1, "the one that was closed");
  serverAnswers(t);
  await session.unlockPage();
  await session.stop();
  await settled();
  await written();
  await settled();
  const posted = fetch.mock.calls.map(({ arguments: [, { body }] }) => body.get("segment"));
  assert.deepEqual(posted, ["0", "1"]);
});

test("S86: a page without a network asks nothing about the engine, which it could not reach", async (t) => {
  open(t, { user: "alleen", isAlone: true });
  await settled();
  assert.deepEqual(fetch.mock.calls.map(({ arguments: [address] }) => address), []);
});
