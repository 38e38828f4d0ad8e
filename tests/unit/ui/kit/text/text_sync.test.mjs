/** Whose text the text editor shows: the field's, the server's or the one that a crash left on the device. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { compareWithDevice, compareWithServer, replaced } from "../../../../../voice_report/ui/kit/text/text_sync.js";

const SAVED = 100; // the newest change that the server has saved
const field = (text, changedAt, restoredAt) => ({ text, changedAt, restoredAt });

for (const [name, ours, value, expected] of [
  ["an untouched field follows the server", field("", 0), "Mevrouw sliep.", "take"],
  ["a saved change follows the server", field("Mevrouw", SAVED), "Mevrouw sliep.", "take"],
  ["a newer change is sent again, never overwritten", field("Mevrouw at.", SAVED + 1), "Mevrouw sliep.", "send"],
  ["typing is kept when the server's text is empty after a restart", field("Mevrouw", SAVED + 1), "", "send"],
  ["an emptied field is a change too", field("", SAVED + 1), "Mevrouw sliep.", "send"],
  ["equal texts need nothing", field("Mevrouw sliep.", SAVED + 1, SAVED + 1), "Mevrouw sliep.", "same"],
  ["a restored text that did arrive is dropped", field("Mevrouw sliep. ", 150, 150), "Mevrouw sliep. Goed.", "arrived"],
  ["a restored text that did not arrive is sent", field("Mevrouw sliep.", 150, 150), "Mevrouw", "send"],
  ["a restored text that was typed in is sent", field("Mevrouw", 160, 150), "Mevrouw sliep.", "send"],
]) {
  test(name, () => assert.equal(compareWithServer(ours, value, SAVED), expected));
}

const stored = (text, version) => ({ text, version, at: 150 });

for (const [name, left, value, expected] of [
  ["it is in the draft already", stored(" Mevrouw sliep.\n", 3), "Mevrouw sliep. Goed.", "drop"],
  ["it is in the draft without what nobody sees", stored("Mevrouw s\u00adliep.\u00a0Goed.", 3), "Mevrouw sliep. Goed.", "drop"],
  ["it was based on this version", stored("Mevrouw at.", 3), "Mevrouw sliep.", "restore"],
  ["it continues an older version", stored("Mevrouw sliep. Goed.", 2), "Mevrouw sliep.", "restore"],
  ["the draft went another way", stored("Mevrouw at.", 2), "Mevrouw sliep.", "leftover"],
  ["nothing but white space", stored("  ", 2), "Mevrouw sliep.", "drop"],
]) {
  test(`a text left on the device: ${name}`, () => assert.equal(compareWithDevice(left, value, 3), expected));
}

test("words that are filled in leave the caret at the word where it stood", () => {
  const [text, place] = ["Ze [x] liep.", { start: 3, end: 6 }];
  const caretFrom = (caret) => replaced(text, place, "sliep en", caret);
  assert.deepEqual(caretFrom(1), { text: "Ze sliep en liep.", caret: 1 });
  assert.deepEqual(caretFrom(3), { text: "Ze sliep en liep.", caret: 3 });
  assert.equal(caretFrom(5).caret, 5);
  assert.equal(caretFrom(6).caret, 11);
  assert.equal(caretFrom(text.length).caret, 17);
});
