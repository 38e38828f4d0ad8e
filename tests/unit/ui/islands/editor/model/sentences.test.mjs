/** The sentences of a comparison are found in the report on screen, also while it is being changed. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { wordsOf } from "../../../../../../voice_report/ui/kit/text/markdown.js";
import { sections } from "../../../../../../voice_report/ui/islands/editor/model/sections.js";
import { located, pieces, places } from "../../../../../../voice_report/ui/islands/editor/model/sentences.js";

/** Sentences as "heading: text". */
const found = (markdown, sentences) => {
  const parts = sections(markdown, []);
  return located(parts, sentences.map((one) => ({ section: one.split(": ")[0], text: one.split(": ")[1] }))).map((blocks, at) =>
    blocks.map((own, block) => own.map(({ index, start, end }) => [index, wordsOf(parts[at].blocks[block]).slice(start, end)])),
  );
};

test("every sentence has its place", () => {
  assert.deepEqual(found("## A\n\nEen  is.\nTwee is.\n\n- Drie.\n\n## B\n\nNiet besproken\n\n## C\n\nTwee is.", ["A: Een is.", "a: Twee is.", "A: Drie.", "C: Twee is."]), [
    [[[0, "Een  is."], [1, "Twee is."]], [[2, "Drie."]]],
    [[]],
    [[[3, "Twee is."]]],
  ]);
});

test("a changed section keeps the others in place", () => {
  assert.deepEqual(found("## A\n\nEen was.\n\n## B\n\nTwee is. Drie is.", ["A: Een is.", "B: Twee is.", "B: Drie is."]), [
    [[]],
    [[[1, "Twee is."], [2, "Drie is."]]],
  ]);
});

test("a sentence over two lines, and bold in it", () => {
  assert.deepEqual(found("## A\n\nEen **is\nhet**.  Twee.", ["A: Een **is het**.", "A: Twee."]), [[[[0, "Een **is\nhet**."], [1, "Twee."]]]]);
  assert.deepEqual(found("## A\n\nEen **is** het.", ["A: Een is het."]), [[[[0, "Een is het."]]]]);
});

test("a block is cut at its sentences and marks", () => {
  const [section] = sections("## A\n\nDe wond is **3 bij 4** cm. Goed.", []);
  const block = section.blocks[0];
  const cut = pieces(block, [{ index: 7, start: 0, end: 22 }, { index: 8, start: 23, end: 28 }], [{ start: 11, end: 21, level: "red" }]);
  assert.deepEqual(cut, [
    {
      index: 7,
      runs: [
        { text: "De wond is ", style: "", level: "" },
        { text: "3 bij 4", style: "b", level: "red" },
        { text: " cm", style: "", level: "red" },
        { text: ".", style: "", level: "" },
      ],
    },
    { index: null, runs: [{ text: " ", style: "", level: "" }] },
    { index: 8, runs: [{ text: "Goed.", style: "", level: "" }] },
  ]);
});

test("words typed under another heading do not take a sentence away", () => {
  assert.deepEqual(found("## A\n\nGoed.\n\n## B\n\nEen.\n\n## C\n\nGoed.", ["B: Een.", "C: Goed."]), [[[]], [[[0, "Een."]]], [[[1, "Goed."]]]]);
  assert.deepEqual(found("## A\n\n### Onder\n\nGoed.", ["Onder: Goed."]), [[[], [[0, "Goed."]]]]);
});

test("a piece is found as whole words and whole numbers only", () => {
  const all = (words, piece) => places(words, piece, 0, words.length);
  assert.deepEqual(all("12,5 mg en 2,5 mg", "2,5 mg"), [[11, 17]]);
  assert.deepEqual(all("12 wondjes en 2 blaren", "2"), [[14, 15]]);
  assert.deepEqual(all("hoofdpijn en pijn", "pijn"), [[13, 17]]);
  assert.deepEqual(all("om 8.30 en 8 uur", "8"), [[11, 12]]);
  assert.deepEqual(all("2 en 2", "2").length, 2);
  assert.deepEqual(all("3 bij 4 centimeter.", "3 bij 4 centimeter"), [[0, 18]]);
});
