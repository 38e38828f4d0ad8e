/** The arrows between the sentences of a heading, which are one tab stop. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { stopAfter } from "../../../../../../voice_report/ui/islands/editor/model/stops.js";

const STOPS = [3, 5, 8];

test("arrows, Home and End go along the stops and stay at the ends", () => {
  const after = (from, key) => stopAfter(STOPS, from, { key });
  assert.deepEqual(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].map((key) => after(5, key)), [8, 8, 3, 3]);
  assert.deepEqual([after(8, "ArrowRight"), after(3, "ArrowLeft")], [undefined, undefined]);
  assert.deepEqual([after(8, "Home"), after(3, "End")], [3, 8]);
});

test("other keys, keys with a modifier and other elements are left alone", () => {
  assert.equal(stopAfter(STOPS, 5, { key: "Tab" }), undefined);
  assert.equal(stopAfter(STOPS, 5, { key: "ArrowRight", ctrlKey: true }), undefined);
  assert.equal(stopAfter(STOPS, 5, { key: "End", shiftKey: true }), undefined);
  assert.equal(stopAfter(STOPS, null, { key: "Home" }), undefined);
});
