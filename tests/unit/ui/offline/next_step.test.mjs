/** What the page without a network does and says, by what it knows. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { START } from "../../../../voice_report/ui/islands/recorder/session/state.js";
import { bandOf, nextStep, toSend, wayOn } from "../../../../voice_report/ui/offline/next_step.js";

const ASKED = { pathname: "/dossier", search: "?client=1" };
const OWN = { pathname: "/opname", search: "" };
const recording = (id, details) => ({ id, hasSound: true, isFinished: false, ...details });
const now = (details, state) => ({
  reach: "there", person: { user: "u" }, hasLooked: true, refusal: null, hasLeft: false, place: OWN, draft: "",
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

test("once nothing is left it goes to the draft, else to what was asked; never while that is not known, or during a recording", () => {
  assert.deepEqual(nextStep(now({ draft: "d 1" })), { go: "/new-report?draft=d%201" });
  assert.deepEqual(nextStep(now()), { go: "/new-report" });
  assert.deepEqual(nextStep(now({ place: ASKED })), { go: "/dossier?client=1" });
  assert.equal(wayOn("", { pathname: "/opname/", search: "" }), "/new-report");
  assert.deepEqual(nextStep(now({ hasLooked: false })), {});
  assert.deepEqual(nextStep(now({}, { phase: "recording" })), {});
  assert.deepEqual(nextStep(now({}, { nothingHeard: true })), {}, "its person reads that first");
  assert.deepEqual(nextStep(now({}, { microphone: "refused" })), {});
});

test("nobody is led in a circle: who came back at once stays", () => {
  for (const person of [null, { user: "u" }]) {
    assert.deepEqual(nextStep(now({ person, hasLeft: true, place: ASKED })), {});
    assert.deepEqual(nextStep(now({ person, place: ASKED })), { go: "/dossier?client=1" });
    assert.equal(bandOf(now({ person, hasLeft: true })), "slow");
  }
});

test("S86: whoever is not known here is told to sign in, and nothing is sent for them", () => {
  const unfinished = [recording("of-another")];
  for (const reach of ["none", "away", "asking"]) assert.equal(bandOf(now({ person: null, reach })), "nobody");
  assert.deepEqual(nextStep(now({ person: null }, { unfinished })), { go: "/new-report" });
});

test("the band says what matters most", () => {
  const dictation = { id: "d" };
  assert.equal(bandOf(now({ reach: "asking" })), null);
  assert.equal(bandOf(now({ reach: "none" }, { dictation })), "none");
  assert.equal(bandOf(now({ reach: "away" })), "away");
  assert.equal(bandOf(now({}, { dictation })), "back");
  assert.equal(bandOf(now({}, { dictation, trouble: { kind: "busy" } })), null);
  assert.equal(bandOf(now({}, { dictation, trouble: { kind: "signedOut" } })), "signedOut");
  assert.equal(bandOf(now({ refusal: "otherAccount" })), "otherAccount");
  assert.equal(bandOf(now({ reach: "slow" })), "slow");
  assert.equal(bandOf(now()), null);
});
