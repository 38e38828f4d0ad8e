/** What stood under a heading when a recording for it began. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { noteAdding, takeAdding } from "../../../../../../voice_report/ui/islands/editor/model/adding.js";

const PLAN = { title: "Plan", body: "Morgen bellen." };

test("it is there once, on the paper of its draft", () => {
  noteAdding("c1", PLAN);
  const { title, body } = takeAdding("c1");
  assert.deepEqual({ title, body }, PLAN);
  assert.equal(takeAdding("c1"), null);
});

test("on the paper of another draft there is nothing, and it is gone", () => {
  noteAdding("c1", PLAN);
  assert.equal(takeAdding("c2"), null);
  assert.equal(takeAdding("c1"), null);
});
