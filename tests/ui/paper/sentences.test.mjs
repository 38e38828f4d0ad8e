/** The sentences of a comparison are found in the report on screen, also while it is being changed. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { wordsOf } from "../../../voice_report/ui/components/markdown.js";
import { sections } from "../../../voice_report/ui/paper/sections.js";
import { located, pieces } from "../../../voice_report/ui/paper/sentences.js";

const found = (markdown, sentences) => {
  const parts = sections(markdown, []);
  return located(parts, sentences).map((blocks, at) =>
    blocks.map((own, block) => own.map(({ index, start, end }) => [index, wordsOf(parts[at].blocks[block]).slice(start, end)])),
  );
};

test("every sentence has its place", () => {
  assert.deepEqual(found("## A\n\nEen  is.\nTwee is.\n\n- Drie.\n\n## B\n\nNiet besproken\n\n## C\n\nTwee is.", ["Een is.", "Twee is.", "Drie.", "Twee is."]), [
    [[[0, "Een  is."], [1, "Twee is."]], [[2, "Drie."]]],
    [[]],
    [[[3, "Twee is."]]],
  ]);
});

test("a changed section keeps the others in place", () => {
  assert.deepEqual(found("## A\n\nEen was.\n\n## B\n\nTwee is. Drie is.", ["Een is.", "Twee is.", "Drie is."]), [
    [[]],
    [[[1, "Twee is."], [2, "Drie is."]]],
  ]);
});

test("a sentence over two lines, and bold in it", () => {
  assert.deepEqual(found("## A\n\nEen **is\nhet**.  Twee.", ["Een **is het**.", "Twee."]), [[[[0, "Een **is\nhet**."], [1, "Twee."]]]]);
  assert.deepEqual(found("## A\n\nEen **is** het.", ["Een is het."]), [[[[0, "Een is het."]]]]);
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
