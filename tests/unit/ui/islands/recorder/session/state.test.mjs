/** The recorder's state machine: a dictation from start to end, and what each change leaves alone. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  allDropped, hasNews, isBehind, isOpen, isUnderWay, LONGEST_ALONE_MS, NO_VOICE_MS, recordedMs, reduce, shownState, START, toCome,
  transcript, unattended, UNATTENDED_MS,
} from "../../../../../../voice_report/ui/islands/recorder/session/state.js";

const DICTATION = { id: "d1", user: "u1", draftId: null, base: "Eerder.", startedAt: 0 };
let now;

/** Freeze a state with all it has: a change that writes in it fails. */
function freeze(value) {
  if (value && typeof value === "object") Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

/** Apply [type, details] changes, one by one. */
const apply = (state, ...changes) =>
  changes.reduce((before, [type, details]) => reduce(freeze(before), { type, ...details }), state);

const taken = ["taken", { dictation: DICTATION, segments: [], ranMs: 0 }];
const recording = apply(START, ["starting"], taken, ["recording"], ["opened", { number: 0 }]);

beforeEach((t) => {
  now = 0;
  t.mock.method(performance, "now", () => now);
});

test("a dictation from start to end", () => {
  const phases = [];
  let state = START;
  for (const change of [
    ["starting"], taken, ["recording"], ["opened", { number: 0 }], ["opened", { number: 1 }], ["paused"], ["starting"],
    ["recording"], ["processing"], ["answered", { number: 0, text: "Goed.", draftId: "c1" }],
    ["answered", { number: 1, text: "Rust.", draftId: "c1" }], ["finished"],
  ]) {
    state = apply(state, change);
    if (state.phase !== phases.at(-1)) phases.push(state.phase);
  }
  assert.deepEqual(phases, ["starting", "recording", "paused", "starting", "recording", "processing", "finished"]);
  assert.deepEqual(state.segments.map(({ text }) => text), ["Goed.", "Rust."]);
  assert.equal(state.dictation.draftId, "c1");
  assert.deepEqual(apply(state, ["idle"]), START);
});

test("a recording without sound is not shown as one that goes well", () => {
  assert.equal(shownState(recording), "recording");
  const silent = apply(recording, ["warning", { warning: "silent" }]);
  assert.equal(shownState(silent), "silent");
  assert.equal(shownState(apply(silent, ["paused"])), "paused");
  assert.equal(shownState(apply(silent, ["warning", { warning: null }])), "recording");
  for (const warning of ["away", "stalled"]) {
    assert.equal(shownState(apply(recording, ["paused", { warning }])), warning);
  }
  const stopped = apply(recording, ["processing"]);
  assert.equal(shownState(stopped), "processing");
  assert.equal(shownState(apply(stopped, ["trouble", { trouble: { kind: "offline" } }])), "waiting");
  assert.equal(shownState(apply(recording, ["trouble", { trouble: { kind: "offline" } }])), "recording");
});

test("the time recorded is without pauses, and goes on after an earlier part", () => {
  now = 1000;
  let state = apply(START, ["taken", { ...taken[1], ranMs: 60_000 }], ["recording"]);
  now = 5000;
  assert.equal(recordedMs(state), 64_000);
  state = apply(state, ["paused"]);
  now = 90_000;
  assert.equal(recordedMs(state), 64_000);
  state = apply(state, ["starting"], ["recording"]);
  now = 91_000;
  assert.equal(recordedMs(apply(state, ["processing"])), 65_000);
});

test("an answer changes its own segment, and keeps the draft that is known", () => {
  const two = apply(recording, ["opened", { number: 1 }], ["answered", { number: 1, text: "Tweede.", draftId: "c1" }]);
  assert.deepEqual(two.segments, [
    { number: 0, ms: null, text: null, refused: null },
    { number: 1, ms: null, text: "Tweede.", refused: null },
  ]);
  assert.equal(apply(two, ["answered", { number: 0, text: "Eerste.", draftId: null }]).dictation.draftId, "c1");
  assert.equal(apply(two, ["lostDraft"]).dictation.draftId, null);
});

test("a refused segment keeps its sentence until it is sent again", () => {
  const refused = apply(recording, ["refused", { number: 0, sentence: "Te groot." }]);
  assert.deepEqual(refused.segments, [{ number: 0, ms: null, text: null, refused: "Te groot." }]);
  assert.equal(apply(refused, ["refused", { number: 0, sentence: null }]).segments[0].refused, null);
  assert.equal(apply(refused, ["answered", { number: 0, text: "Goed." }]).segments[0].refused, null);
});

test("a recording counts as discarded only when all of it was", () => {
  assert.equal(allDropped(START), false);
  const one = apply(recording, ["opened", { number: 1 }], ["dropped", { number: 0 }]);
  assert.equal(allDropped(one), false);
  const all = apply(one, ["dropped", { number: 1 }]);
  assert.equal(allDropped(all), true);
  assert.deepEqual(all.segments.map(({ text }) => text), ["", ""]);
});

test("a microphone that does not open pauses a dictation; its message goes when it is tried again", () => {
  const failed = apply(recording, ["microphone", { kind: "busy" }]);
  assert.deepEqual([failed.phase, failed.microphone, failed.segments.length], ["paused", "busy", 1]);
  assert.equal(apply(failed, ["starting"]).microphone, null);
  assert.equal(apply(failed, ["processing"]).microphone, null);
});

test("warnings end with the recording, and being offline ends with its end", () => {
  const troubled = apply(recording, ["warning", { warning: "silent" }], ["trouble", { trouble: { kind: "offline" } }]);
  assert.equal(apply(troubled, ["paused"]).warning, null);
  assert.equal(apply(troubled, ["paused", { warning: "lost" }]).warning, "lost");
  assert.deepEqual(apply(troubled, ["processing"]).trouble, { kind: "offline" });
  assert.equal(apply(troubled, ["processing"], ["finished"]).trouble, null);
});

test("who was heard stays heard, and a question about leaving ends with the recording", () => {
  const asked = apply(recording, ["heard"], ["leaving", { go: () => {} }]);
  assert.equal(asked.isHeard, true);
  assert.equal(apply(asked, ["leaving", { go: null }]).leaving, null);
  const paused = apply(asked, ["paused", { warning: "away" }]);
  assert.deepEqual([paused.leaving, paused.warning, paused.isHeard], [null, "away", true]);
  assert.equal(apply(paused, ["starting"], ["recording"]).warning, null);
});

test("earlier dictations stay listed when one ends", () => {
  const list = [{ id: "d0" }];
  const idle = apply(recording, ["unfinished", { list }], ["unkept"], ["idle", { nothingHeard: true }]);
  assert.deepEqual(idle, { ...START, unfinished: list, nothingHeard: true });
  assert.ok(hasNews(idle));
  assert.ok(hasNews({ ...START, microphone: "missing" }));
  assert.ok(!hasNews(START));
});

test("leaving needs confirmation while a microphone may be open", () => {
  const open = ["starting", "recording", "paused"];
  for (const phase of [...open, "idle", "processing", "finished"]) {
    assert.equal(isOpen({ ...START, phase }), open.includes(phase), phase);
  }
});

test("what is still to come are the closed segments without text; what was refused waits for the person", () => {
  let state = apply(recording, ["closed", { number: 0, ms: 4000 }], ["opened", { number: 1 }]);
  assert.deepEqual(toCome(state), { pieces: 1, ms: 4000 });
  state = apply(state, ["closed", { number: 1, ms: 15_000 }], ["refused", { number: 0, sentence: "Geen geluid." }]);
  assert.deepEqual(toCome(state), { pieces: 1, ms: 15_000 });
  state = apply(state, ["answered", { number: 1, text: "Rust.", draftId: "c1" }]);
  assert.deepEqual(toCome(state), { pieces: 0, ms: 0 });
});

test("while talking it is said only when it really lags, afterwards as soon as there is something to wait for", () => {
  const told = (phase) => [[1, null], [2, 3], [3, 3], [1, 15], [1, 25]].map(([pieces, seconds]) => isBehind({ pieces, seconds }, phase));
  assert.deepEqual(told("recording"), [false, false, true, false, true]);
  assert.deepEqual(told("processing"), [false, true, true, true, true]);
});

test("what the page found out about the engine outlives a dictation", () => {
  const found = apply(START, ["engine", { engine: { kind: "loading" } }], taken, ["idle"]);
  assert.deepEqual(found.engine, { kind: "loading" });
  assert.equal(apply(found, ["engine", { engine: null }]).engine, null);
});

test("a lock screen takes all that was said away, and gives it back; what is recorded meanwhile stays", () => {
  let state = apply(
    recording,
    ["answered", { number: 0, text: "Mevrouw sliep.", draftId: "c1" }],
    ["opened", { number: 1 }], ["answered", { number: 1, text: " " }], ["opened", { number: 2 }],
    ["trouble", { trouble: { kind: "signedOut" } }], ["leaving", { go: () => {} }],
    ["unfinished", { list: [{ id: "d0", base: "Van eerder." }] }],
    ["locked"], ["opened", { number: 3 }],
  );
  assert.deepEqual([state.isLocked, state.phase, state.trouble, state.leaving], [true, "recording", null, null]);
  const left = JSON.stringify(state);
  for (const said of ["Eerder.", "Mevrouw", "Van eerder."]) assert.ok(!left.includes(said), said);
  state = apply(state, ["unlocked", { base: "Eerder.", texts: new Map([[0, "Mevrouw sliep."], [1, " "], [2, null]]) }]);
  assert.deepEqual([state.isLocked, state.dictation.base, state.dictation.draftId], [false, "Eerder.", "c1"]);
  assert.deepEqual(state.segments.map(({ text }) => text), ["Mevrouw sliep.", " ", null, null]);
});

test("without the device's copy a segment still counts as one with words, and a silent one as silent", () => {
  const two = apply(
    recording,
    ["answered", { number: 0, text: "Goed." }], ["opened", { number: 1 }], ["answered", { number: 1, text: "" }],
    ["locked"], ["unlocked", { base: "", texts: new Map() }],
  );
  assert.deepEqual(two.segments.map(({ text }) => Boolean(text)), [true, false]);
});

test("a lock screen ends with the dictation, and is for one that signing out must not lose", () => {
  assert.equal(apply(recording, ["locked"], ["idle"]).isLocked, false);
  const kept = ["starting", "recording", "paused", "processing"];
  for (const phase of [...kept, "idle", "finished"]) {
    assert.equal(isUnderWay({ ...START, dictation: DICTATION, phase }), kept.includes(phase), phase);
  }
  assert.equal(isUnderWay({ ...START, phase: "starting" }), false, "nothing was recorded yet");
});

test("S47: nobody signs in for 15 minutes under the lock screen; each 'Hervatten' begins them again", () => {
  assert.equal(UNATTENDED_MS, 15 * 60_000);
  now = 3_600_000;
  let state = apply(recording, ["locked"]);
  now += UNATTENDED_MS - 1;
  assert.equal(unattended(state, 0), null);
  now += 1;
  assert.equal(unattended(state, 0), "unattended");
  state = apply(state, ["paused", { warning: "unattended" }]);
  assert.equal(unattended(state, 0), null, "nothing is recorded any more");
  assert.deepEqual([shownState(state), state.isLocked, state.segments.length], ["unattended", true, 1]);
  now += UNATTENDED_MS;
  state = apply(state, ["starting"], ["recording"]);
  now += UNATTENDED_MS - 1;
  assert.equal(unattended(state, 0), null);
  now += 1;
  assert.equal(unattended(state, 0), "unattended");
  assert.equal(unattended(apply(state, ["unlocked", { base: "", texts: new Map() }]), 0), null);
});

test("S47: who is signed in may talk for hours", () => {
  now = 5 * UNATTENDED_MS;
  assert.equal(unattended(recording, 0), null);
  const again = apply(recording, ["locked"], ["unlocked", { base: "", texts: new Map() }], ["locked"]);
  assert.equal(unattended(again, 0), null, "a second lock screen has 15 minutes of its own");
});

test("S86: a page without a network pauses after an hour, and after ten minutes without a voice; other pages go on", () => {
  now = 1000;
  const alone = ["taken", { dictation: { ...DICTATION, isAlone: true }, segments: [], ranMs: 0 }];
  const begun = apply(START, ["starting"], alone, ["recording"], ["opened", { number: 0 }]);
  now += NO_VOICE_MS - 1;
  assert.equal(unattended(begun, 0), null);
  now += 1;
  assert.equal(unattended(begun, 0), "noVoice");
  assert.equal(unattended(begun, 1001), null, "somebody was heard since");
  assert.equal(unattended(recording, 0), null);
  now = 1000 + LONGEST_ALONE_MS - 1;
  assert.equal(unattended(begun, now), null);
  now += 1;
  assert.equal(unattended(begun, now), "long");
  assert.equal(unattended(recording, now), null);
  const paused = apply(begun, ["paused", { warning: "long" }]);
  assert.deepEqual([unattended(paused, now), shownState(paused)], [null, "long"]);
  const again = apply(paused, ["starting"], ["recording"]);
  assert.equal(unattended(again, 0), null, "who goes on has the time again");
});

test("the transcript is what was said behind what was there, as the server composes it", () => {
  const text = (base, ...texts) =>
    transcript({ dictation: { base }, segments: texts.map((text, number) => ({ number, text })) });
  assert.equal(text("", "Goed.", "Rust."), "Goed. Rust.");
  assert.equal(text("Eerder. \n", "Goed.", "", "Rust."), "Eerder.\nGoed. Rust.");
  assert.equal(text("  ", "Goed."), "Goed.");
  assert.equal(text("Eerder. ", "", null), "Eerder. ");
});

test("only a finished dictation of which the page knows everything has a preview", () => {
  const begun = (dictation) =>
    apply(
      START, ["taken", { dictation: { ...DICTATION, ...dictation }, segments: [], ranMs: 0 }], ["recording"],
      ["opened", { number: 0 }], ["closed", { number: 0, ms: 5000 }], ["processing"],
      ["answered", { number: 0, text: "Goed.", draftId: "r1" }],
    );
  const said = begun({ canPreview: true });
  const finished = ["finished", { isPreviewed: true }];
  assert.equal(said.preview, null);
  assert.equal(apply(said, finished).preview, "Eerder.\nGoed.");
  assert.equal(apply(said, ["finished"]).preview, null, "the page does not want one");
  assert.equal(apply(said, finished, ["previewEnded"]).preview, null);
  assert.equal(apply(said, finished, ["idle"]).preview, null);
  assert.equal(apply(begun({}), finished).preview, null, "begun on another page");
  assert.equal(apply(said, ["lostDraft"], finished).preview, null, "the earlier text was deleted");
  const unlocked = ["unlocked", { base: "Eerder.", texts: new Map([[0, "Goed."]]) }];
  assert.equal(apply(said, ["locked"], unlocked, finished).preview, null, "taken away from the page meanwhile");
});
