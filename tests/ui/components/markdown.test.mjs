/** The browser's reader of the report's markdown meets the shared vectors. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { blocks, fromPlainText } from "../../../voice_report/ui/components/markdown.js";

const HEADINGS = ["Situatie", "Observaties", "Uitgevoerde zorg", "Evaluatie", "Afspraken en vervolg"];
const { reports, typed } = JSON.parse(readFileSync(new URL("../../markdown.json", import.meta.url)));

for (const { name, markdown, blocks: expected } of reports) {
  test(`a report: ${name}`, () => assert.deepEqual(blocks(markdown), expected));
}

for (const { name, text, markdown } of typed) {
  test(`typed: ${name}`, () => assert.equal(fromPlainText(text, HEADINGS), markdown));
}
