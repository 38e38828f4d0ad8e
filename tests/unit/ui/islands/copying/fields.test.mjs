/** A report as fields: every word of it in exactly one, and as it is copied. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fields, lengthOf } from "../../../../../voice_report/ui/islands/copying/fields.js";
import { fingerprint } from "../../../../../voice_report/ui/islands/copying/fingerprint.js";
import { plainText } from "../../../../../voice_report/ui/kit/text/markdown.js";

const VECTORS = JSON.parse(readFileSync(new URL("../../../markdown.json", import.meta.url)));
const TITLES = ["Situatie", "Observaties"];

const shown = (markdown, titles = []) => fields(markdown, titles).map(({ name, text }) => [name, text]);

test("a field has the words below its heading, items after a dash, without the last line break", () => {
  const report = "## Situatie\n\nOm **half negen**.\n\n- een\n  - twee\n\n## Observaties\n\nNiet besproken.\n\n## Eigen kop\n\n### Deel\n\nWoorden\n";
  assert.deepEqual(shown(report, TITLES), [
    ["Situatie", "Om half negen.\n\n- een\n  - twee"],
    ["Observaties", ""],
    ["Eigen kop", "Deel\nWoorden"],
  ]);
  const [first] = fields(report, TITLES);
  assert.equal(first.html, "<p>Om <strong>half negen</strong>.</p>\n<ul><li>een<ul><li>twee</li></ul></li></ul>");
});

test("headings of the template that the report lacks were not discussed; a text without a heading is a field", () => {
  assert.deepEqual(shown("Los.\n\n## situatie\n\nGoed.", TITLES), [["Tekst", "Los."], ["situatie", "Goed."], ["Observaties", ""]]);
  assert.deepEqual(shown("", []), []);
});

test("S76: every word of a report is in exactly one field, in the order of the report", () => {
  const bodies = VECTORS.reports.map(({ markdown }) => markdown);
  assert.ok(bodies.length > 20);
  const words = (text) => text.replace(/^niet besproken\.?$/gim, "").split(/\s+/).filter(Boolean);
  bodies.forEach((body, at) => {
    const report = `## Situatie\n\n${body}\n\n## Observaties\n\n${bodies[(at + 7) % bodies.length]}\n`;
    for (const markdown of [body, report]) {
      const found = fields(markdown, []);
      const said = found.flatMap(({ name, text }) => [name === "Tekst" ? "" : name, text]);
      assert.deepEqual(words(said.join("\n")), words(plainText(markdown)), markdown);
      assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
    }
  });
});

test("ids stay when texts change, tell equal headings apart and hold no word; digests are of the text", () => {
  const [one, two] = fields("## Jan\n\na\n\n## jan\n\na\n", []);
  assert.notEqual(one.id, two.id);
  assert.equal(one.digest, two.digest);
  const [again] = fields("## JAN\n\nanders\n", []);
  assert.equal(again.id, one.id);
  assert.notEqual(again.digest, one.digest);
  for (const { id, digest } of fields(`## ${"x😀".repeat(5000)}\n\n${"é ".repeat(50_000)}`, [])) {
    assert.match(id, /^[0-9a-f]{16}\.0$/);
    assert.match(digest, /^[0-9a-f]{16}$/);
  }
});

test("a fingerprint is the 64-bit FNV-1a hash", () => {
  assert.equal(fingerprint(""), "cbf29ce484222325");
  assert.equal(fingerprint("a"), "af63dc4c8601ec8c");
  assert.equal(fingerprint("foobar"), "85944171f73967e8");
});

test("a length is counted as a field with a maximum counts it", () => {
  assert.equal(lengthOf({ text: "a" }), "1 teken");
  assert.equal(lengthOf({ text: `${"é".repeat(1236)}\n😀.` }), "1.240 tekens");
});
