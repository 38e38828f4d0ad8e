/** How high the waveform's bars are, level by level. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { BARS, createBars } from "../../../../../../voice_report/ui/islands/recorder/capture/bars.js";

const after = (side, levels) => {
  const step = createBars(side);
  return levels.map((level) => step(level)).at(-1);
};

test("sound starts at the button, half way first, and moves outward by one bar in two levels", () => {
  const loud = [0, 1];
  const still = [0, 0];
  assert.deepEqual(after("left", loud).slice(0, 3), [0.5, 0, 0]);
  assert.deepEqual(after("left", [...loud, 0]).slice(0, 3), [1, 0, 0]);
  assert.deepEqual(after("left", [...loud, ...still]).slice(0, 3), [0.5, 0.5, 0]);
  assert.deepEqual(after("left", [...loud, ...still, 0]).slice(0, 3), [0, 1, 0]);
});

test("the right side shows the odd levels and the left side the even ones", () => {
  const levels = [0.2, 0.8, 0.4, 0.6, 0];
  assert.deepEqual(after("right", levels).slice(0, 2), [0.4, 0.2]);
  assert.deepEqual(after("left", levels).slice(0, 2), [0.6, 0.8]);
});

test("there are always as many bars, and a level leaves at the outer end", () => {
  const quiet = new Array(2 * BARS).fill(0);
  assert.equal(after("left", [1]).length, BARS);
  assert.equal(after("left", [0, 1, ...quiet.slice(2), 0]).at(-1), 1);
  assert.deepEqual(after("left", [0, 1, ...quiet, 0]), new Array(BARS).fill(0));
});
