/** What the page without a network does and says, by what it knows. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { START } from "../../../../voice_report/ui/islands/recorder/session/state.js";
import { bandOf, canLeave, listedFor, nextStep, toSend, wayOn } from "../../../../voice_report/ui/offline/next_step.js";
import { BAND } from "../../../../voice_report/ui/offline/texts.js";

const origin = "https://rapport.example";
const ASKED = { origin, pathname: "/dossier", search: "?client=1" };
const OWN = { origin, pathname: "/opname", search: "" };
const recording = (id, details) => ({ id, hasSound: true, isFinished: false, ...details });
const now = (details, state) => ({
  reach: "there", person: { user: "u" }, hasLooked: true, refusal: null, hasLeft: false, place: OWN,
  ...details, state: { ...START, ...state },
});

test("the oldest recording is sent first, and only when it can be", () => {
  const unfinished = [recording("new"), recording("old"), recording("done", { isFinished: true }), recording("empty", { hasSound: false })];
  assert.deepEqual(toSend(unfinished).map(({ id }) => id), ["new", "old"]);
  assert.deepEqual(nextStep(now({}, { unfinished })), { send: "old" });
  assert.deepEqual(nextStep(now({ reach: "slow" }, { unfinished })), { send: "old" });
  for (const reach of ["asking", "none", "away"]) assert.deepEqual(nextStep(now({ reach }, { unfinished })), {});
  for (const phase of ["starting", "recording", "paused", "processing", "finished"]) {
    assert.deepEqual(nextStep(now({}, { unfinished, phase })), {}, phase);
  }
  assert.deepEqual(nextStep(now({ refusal: "signedOut" }, { unfinished })), {});
  assert.deepEqual(nextStep(now({ person: undefined }, { unfinished })), {});
});

test("once nothing is left it goes to the address under which it is shown; never while that is not known, or during a recording", () => {
  assert.deepEqual(nextStep(now()), { go: `${origin}/new-report` });
  assert.deepEqual(nextStep(now({ place: ASKED })), { go: `${origin}/dossier?client=1` });
  assert.equal(wayOn({ ...OWN, pathname: "/opname/" }), `${origin}/new-report`);
  assert.deepEqual(nextStep(now({ hasLooked: false })), {});
  assert.deepEqual(nextStep(now({}, { phase: "recording" })), {});
  assert.deepEqual(nextStep(now({}, { nothingHeard: true })), {}, "its person reads that first");
  assert.deepEqual(nextStep(now({}, { microphone: "refused" })), {});
});

test("nobody is led in a circle: who came back at once stays", () => {
  for (const person of [null, { user: "u" }]) {
    assert.deepEqual(nextStep(now({ person, hasLeft: true, place: ASKED })), {});
    assert.deepEqual(nextStep(now({ person, place: ASKED })), { go: `${origin}/dossier?client=1` });
    assert.ok(bandOf(now({ person, hasLeft: true })) in BAND);
    assert.equal(bandOf(now({ person, hasLeft: true })), "notYet", "a proxy may have answered: that says nothing of the line");
  }
});

test("S86: whoever is not known here is told to sign in, and nothing is sent for them", () => {
  const unfinished = [recording("of-another")];
  for (const reach of ["none", "away", "asking"]) {
    assert.equal(bandOf(now({ person: null, reach })), "nobody");
    assert.equal(bandOf(now({ person: null, isUnreadable: true, reach })), "unreadable", "signing in would not help");
  }
  assert.deepEqual(nextStep(now({ person: null, isUnreadable: true })), { go: `${origin}/new-report` });
  assert.deepEqual(nextStep(now({ person: null }, { unfinished })), { go: `${origin}/new-report` });
});

test("the band says what matters most", () => {
  const dictation = { id: "d" };
  assert.equal(bandOf(now({ reach: "asking" })), null);
  assert.equal(bandOf(now({ reach: "none" }, { dictation })), "none");
  assert.equal(bandOf(now({ reach: "away" })), "away");
  assert.equal(bandOf(now({}, { dictation })), "back");
  for (const kind of ["busy", "loading", "missing", "crowded"]) {
    assert.equal(bandOf(now({}, { dictation, trouble: { kind } })), "there", "the notice says the rest");
  }
  assert.equal(bandOf(now({}, { dictation, trouble: { kind: "signedOut" } })), "signedOut");
  assert.equal(bandOf(now({ refusal: "otherAccount" })), "otherAccount");
  assert.equal(bandOf(now({ reach: "slow" })), "slow");
  assert.equal(bandOf(now()), null);
});

test("no link to our own address leads to another site, however its path begins", () => {
  for (const path of ["//evil.example/login", "///evil.example", "/\\evil.example", "//evil.example/opname"]) {
    const { origin, pathname, search } = new URL(`https://rapport.example${path}`);
    assert.equal(new URL(wayOn({ origin, pathname, search }), "https://rapport.example/").origin, "https://rapport.example", path);
  }
});

test("whoever waits for what the server does not take, or this device does not answer, has a way on", () => {
  const dictation = { id: "d" };
  const isOffered = (details, state) => canLeave(now(details, state)) && ["there", "back", "slow", "notYet", "later"].includes(bandOf(now(details, state)));
  for (const reach of ["there", "slow"]) {
    assert.ok(isOffered({ reach }, { dictation, phase: "processing" }), "an hour of sound takes minutes");
    assert.ok(isOffered({ reach }, { dictation, phase: "processing", trouble: { kind: "busy" } }));
    assert.ok(isOffered({ reach, hasLooked: false }));
    assert.ok(isOffered({ reach, person: undefined }));
    assert.ok(isOffered({ reach }, { nothingHeard: true }));
    assert.ok(isOffered({ reach, refusal: "later" }, { unfinished: [recording("waits")] }));
  }
  for (const phase of ["starting", "recording", "paused", "finished"]) assert.ok(!canLeave(now({}, { phase })), phase);
  assert.ok(!canLeave(now({ reach: "none" })));
  const onlyHere = { dictation, phase: "processing", unkept: true, segments: [{ text: null }] };
  assert.ok(!canLeave(now({}, onlyHere)), "leaving would lose it");
});

test("a network through which the server gives no answer leaves a way to what stands in between", () => {
  const state = { dictation: { id: "d" }, phase: "processing" };
  for (const person of [null, { user: "u" }]) {
    for (const isUnreadable of [false, true]) {
      const away = now({ reach: "none", isOnline: true, person, isUnreadable });
      assert.ok(canLeave(away));
      assert.equal(BAND[bandOf(away)].action, "again");
      assert.deepEqual(nextStep(away), {}, "nobody is led to it");
    }
  }
  assert.ok(canLeave(now({ reach: "none", isOnline: true }, state)));
  assert.ok(!canLeave(now({ reach: "none", isOnline: false }, state)));
  for (const phase of ["starting", "recording", "paused", "finished"]) {
    assert.ok(!canLeave(now({ reach: "none", isOnline: true }, { phase })), phase);
  }
  assert.ok(!canLeave(now({ reach: "none", isOnline: true }, { ...state, unkept: true, segments: [{ text: null }] })));
});

test("what the user lets wait is not sent again by itself", () => {
  assert.deepEqual(nextStep(now({ refusal: "later" }, { unfinished: [recording("waits")] })), {});
});

test("S86: of another user's recording nothing is sent or led to, and the band says why", () => {
  const other = now({ person: null, refusal: "otherAccount" });
  assert.deepEqual(nextStep(other), {});
  assert.equal(bandOf(other), "otherAccount");
});

test("nothing is said to wait, sealed, while it is still being recorded", () => {
  const dictation = { id: "d" };
  for (const phase of ["starting", "recording", "paused"]) {
    assert.equal(bandOf(now({}, { dictation, phase, trouble: { kind: "signedOut" } })), "goesOn", phase);
    assert.equal(bandOf(now({ refusal: "signedOut" }, { dictation, phase })), "goesOn", phase);
  }
  assert.equal(bandOf(now({ refusal: "signedOut" })), "signedOut");
  assert.equal(BAND.goesOn.action, undefined, "no link that would end the recording");
  assert.ok(!BAND.goesOn.text.includes("verzegeld"));
});

test("S86: once the device is another user's, no recording is listed, and so none can be removed", () => {
  assert.deepEqual(listedFor({ user: "u" }, ["own"]), ["own"]);
  for (const person of [null, undefined]) assert.deepEqual(listedFor(person, ["of-another"]), []);
});
