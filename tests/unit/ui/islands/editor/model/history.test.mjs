/** Undo and redo over the versions of a report. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { begun, canRedo, canUndo, changed, current, moved, restored } from "../../../../../../voice_report/ui/islands/editor/model/history.js";

const typing = (history, ...steps) => steps.reduce((so, [text, now]) => changed(so, text, { now, isTyping: true }), history);

test("typing without a pause is one change", () => {
  const history = typing(begun("a"), ["ab", 5000], ["abc", 5200], ["abcd", 9000]);
  assert.deepEqual(history.versions, ["a", "abc", "abcd"]);
  assert.equal(current(moved(moved(history, -1), -1)), "a");
});

test("typing on and on is cut", () => {
  const steps = Array.from({ length: 10 }, (_, at) => ["a".repeat(at + 2), 1000 + at * 1000]);
  assert.deepEqual(typing(begun("a"), ...steps).versions.map(({ length }) => length), [1, 7, 11]);
});

test("a change of another kind is its own", () => {
  const history = changed(typing(begun("a"), ["ab", 5000]), "abx");
  assert.deepEqual(history.versions, ["a", "ab", "abx"]);
  assert.deepEqual(typing(history, ["abxy", 5100]).versions, ["a", "ab", "abx", "abxy"]);
});

test("a change after undo takes the place of what was undone", () => {
  const undone = moved(typing(begun("a"), ["ab", 5000], ["abc", 9000]), -1);
  assert.deepEqual([canUndo(undone), canRedo(undone)], [true, true]);
  const history = typing(undone, ["abz", 9100]);
  assert.deepEqual([history.versions, canRedo(history)], [["a", "ab", "abz"], false]);
  assert.equal(changed(history, "abz"), history);
});

test("it comes back after a reload, whatever the server made of the text", () => {
  const stored = JSON.stringify(typing(begun("a"), ["ab", 5000], ["abc", 9000]));
  assert.deepEqual(restored(stored, "abc"), { versions: ["a", "ab", "abc"], at: 2, changedAt: 0, since: 0 });
  assert.equal(restored(stored, "ab").at, 1);
  assert.deepEqual(restored(stored, "anders").versions, ["a", "ab", "abc", "anders"]);
  for (const broken of [null, "", "{", "[]", '{"versions": 3}', '{"versions": [1], "at": 0}']) assert.deepEqual(restored(broken, "a"), begun("a"));
});

test("it has an end", () => {
  let history = begun("0");
  for (let at = 1; at < 100; at += 1) history = changed(history, String(at));
  assert.deepEqual([history.versions.length, history.versions[0], current(history)], [60, "40", "99"]);
  const long = changed(changed(begun("x"), "a".repeat(300_000)), "b".repeat(300_000));
  assert.deepEqual([long.versions.length, current(long)[0]], [1, "b"]);
});

test("typing after the clock was set back is a change of its own", () => {
  const history = typing(begun("a"), ["ab", 500_000], ["abc", 1000], ["abcd", 60_000]);
  assert.deepEqual(history.versions, ["a", "ab", "abc", "abcd"]);
});
