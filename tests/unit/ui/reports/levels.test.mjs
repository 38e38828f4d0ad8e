import assert from "node:assert/strict";
import { test } from "node:test";

import { loudness } from "../../../../voice_report/ui/pages/reports/levels.js";

test("the loudest piece is 1, and silence 0", () => {
  const samples = Float32Array.from([0.5, -0.5, 0.25, -0.25, 0, 0, 0.5]);
  assert.deepEqual(loudness(samples, 2), [1, 0.5, 0, 1]);
});

test("a silent file has no loud piece", () => {
  assert.deepEqual(loudness(new Float32Array(4), 2), [0, 0]);
});
