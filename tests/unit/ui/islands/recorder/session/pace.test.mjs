/** How long the rest of a dictation will take, as measured on its own segments. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createPace } from "../../../../../../voice_report/ui/islands/recorder/session/pace.js";

let now;
let pace;
beforeEach(() => {
  now = 0;
  pace = createPace(() => now);
});

/** After `seconds` the text of `sound` seconds comes. */
function answer(seconds, sound) {
  now += seconds * 1000;
  pace.answered(sound * 1000);
}

test("nothing is known before the first text", () => {
  assert.equal(pace.remaining(30_000), null);
  pace.waits(true);
  now = 20_000;
  assert.equal(pace.remaining(30_000), null);
});

test("an engine three times slower than speech", () => {
  pace.waits(true);
  answer(30, 10);
  assert.equal(pace.remaining(20_000), 60);
  answer(45, 15);
  assert.equal(pace.remaining(60_000), 180);
  assert.equal(pace.remaining(0), 0);
});

test("the time in which nothing waits is not counted, and what was measured is kept", () => {
  pace.waits(true);
  answer(5, 10);
  pace.waits(false);
  now += 600_000;
  assert.equal(pace.remaining(20_000), 10);
  pace.waits(true);
  assert.equal(pace.remaining(20_000), 10);
});

test("when nothing comes any more it is slower than it was", () => {
  pace.waits(true);
  answer(5, 10);
  pace.waits(false);
  pace.waits(true);
  now += 60_000; // others came before
  assert.equal(pace.remaining(20_000), 60);
  answer(0, 10);
  assert.equal(pace.remaining(10_000), 60);
});

test("the newest answers count: an engine that begins to hurry is believed", () => {
  pace.waits(true);
  for (let turn = 0; turn < 10; turn += 1) answer(30, 10);
  for (let turn = 0; turn < 2; turn += 1) answer(5, 10);
  assert.equal(pace.remaining(20_000), 10);
});
