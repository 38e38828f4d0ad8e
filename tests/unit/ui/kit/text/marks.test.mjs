import assert from "node:assert/strict";
import { test } from "node:test";

import { marked } from "../../../../../voice_report/ui/kit/text/marks.js";

const found = (text, words) => marked(text, words).filter(([, hit]) => hit).map(([part]) => part);

test("words are found whatever their capitals and accents, and the text stays whole", () => {
  for (const [text, words, hits] of [
    ["Pijn in de Knie, knieband", "knie", ["Knie", "knie"]],
    ["Pijn in de knie", "heup", []],
    ["knieband", "knie knieband", ["knieband"]],
    ["één keer", "een", ["één"]],
    ["een cre\u0300me", "crème", ["cre\u0300me"]],
    ["straße İ Œuvre", "STRASSE straße i œuvre", ["straße", "İ", "Œuvre"]],
    ["Één keer", "één", ["Één"]],
    ["<b>x</b> & <script>", "<b> <script>", ["<b>", "<script>"]],
    ["a.c abc (x)*", "a.c (x)*", ["a.c", "(x)*"]],
    ["R-2026-4F7A [c] c:\\d {1}", "[c] \\d {1} r-2026", ["R-2026", "[c]", "\\d", "{1}"]],
    ["mevrouw Yıldız", "yildiz", ["Yıldız"]],
    ["tekst", "   ", []],
    ["een appel", "een \u0301", ["een"]],
    ["", "x", []],
  ]) {
    assert.deepEqual(found(text, words), hits, text);
    assert.equal(marked(text, words).map(([part]) => part).join(""), text);
  }
});
