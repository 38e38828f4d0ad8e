/** The browser cleans text as the server does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { cleaned } from "../../../../../voice_report/ui/kit/text/characters.js";
import { copied } from "../../../../../voice_report/ui/kit/text/copied.js";

const vectors = JSON.parse(readFileSync(new URL("../../../characters.json", import.meta.url)));

for (const { name, text, cleaned: expected } of vectors) {
  test(`cleaned: ${name}`, () => assert.equal(cleaned(text), expected));
}

test("a copy has no hidden characters", () => {
  const { plain, html } = copied("## Situ\u00adatie\n\nMevrouw is n\u00adi\u200bet gevallen\ufeff.");
  assert.equal(plain, "Situatie\nMevrouw is niet gevallen.\n");
  assert.equal(html, "<h3>Situatie</h3>\n<p>Mevrouw is niet gevallen.</p>");
});
