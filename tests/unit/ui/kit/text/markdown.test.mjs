/** The browser's reader of the report's markdown meets the shared vectors. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { blocks, fromPlainText, placedBlocks, plainText } from "../../../../../voice_report/ui/kit/text/markdown.js";

const { reports, typed } = JSON.parse(readFileSync(new URL("../../../markdown.json", import.meta.url)));

for (const { name, markdown, blocks: expected } of reports) {
  test(`a report: ${name}`, () => assert.deepEqual(blocks(markdown), expected));
}

for (const { name, markdown, plain } of reports) {
  test(`copied: ${name}`, () => assert.equal(plainText(markdown), plain));
}

test("a block knows its lines", () => {
  const found = placedBlocks("Situatie\n---\n\n- een\n  twee\n\ndrie\nvier\n# Vijf");
  assert.deepEqual(found.map(({ kind, first, last }) => [kind, first, last]), [
    ["heading", 0, 1],
    ["item", 3, 4],
    ["text", 6, 7],
    ["heading", 8, 8],
  ]);
});

for (const { name, text, markdown } of typed) {
  test(`typed: ${name}`, () => assert.equal(fromPlainText(text), markdown));
}
