import assert from "node:assert/strict";
import { test } from "node:test";

import { copied, withLine, withMark } from "../../../../../voice_report/ui/kit/text/copied.js";

const REPORT = `## Situatie

Bezoek om **half negen**.

## Observaties

Niet besproken

## Afspraken

- bellen
  - de huisarts
- komen
1. een`;

test("a heading stands on its text, with one blank line between sections", () => {
  const { plain } = copied(REPORT);
  assert.equal(
    plain,
    "Situatie\nBezoek om half negen.\n\nObservaties\nNiet besproken\n\nAfspraken\n- bellen\n  - de huisarts\n- komen\n1. een\n",
  );
});

test("headings and lists are real elements", () => {
  assert.equal(
    copied(REPORT).html,
    [
      "<h3>Situatie</h3>",
      "<p>Bezoek om <strong>half negen</strong>.</p>",
      "<h3>Observaties</h3>",
      "<p>Niet besproken</p>",
      "<h3>Afspraken</h3>",
      "<ul><li>bellen<ul><li>de huisarts</li></ul></li><li>komen</li></ul>",
      '<ol><li value="1">een</li></ol>',
    ].join("\n"),
  );
});

test("empty sections can stay out, and nothing else does", () => {
  const { plain, html } = copied(REPORT, { empty: false });
  assert.ok(!plain.includes("Observaties") && !html.includes("Niet besproken"));
  assert.ok(plain.startsWith("Situatie\nBezoek om half negen.\n\nAfspraken\n- bellen"));
  for (const [markdown, expected] of [
    ["## A\n\nNiet besproken.\n\nToch iets\n", "A\nNiet besproken.\n\nToch iets\n"],
    ["## A\n\n### B\n\nwel\n\n### C\n\nNiet besproken\n", "A\n\nB\nwel\n"],
    ["## A\n\n## B\n", ""],
    ["Niet besproken", ""],
    ["", ""],
  ]) {
    assert.equal(copied(markdown, { empty: false }).plain, expected, markdown);
  }
});

test("spaces that are shown are pasted", () => {
  const { plain, html } = copied('Zij zei: "het   gaat". Een **twee ** drie\n');
  assert.equal(plain, 'Zij zei: "het   gaat". Een **twee ** drie\n');
  assert.match(html, /het&nbsp;&nbsp; gaat/);
  assert.match(copied("een  **twee**").html, /een&nbsp; <strong>twee/);
  assert.match(copied("een *a * b  *c*").html, /b&nbsp; <em>c/);
});

test("nothing in a report becomes markup of its own", () => {
  const { html } = copied("## <img src=x onerror=alert(1)>\n\n**<b>** & \"x\" 'y'\n- <script>\n");
  assert.equal(
    html,
    "<h3>&lt;img src=x onerror=alert(1)&gt;</h3>\n<p><strong>&lt;b&gt;</strong> &amp; &quot;x&quot; &#39;y&#39;</p>\n<ul><li>&lt;script&gt;</li></ul>",
  );
});

test("S66: the HTML says to programs how it was made, and plain text does not change", () => {
  const { html } = copied(REPORT);
  const mark = { generator: "Spraakrapport", "ai-assisted": "true", "ai-style": "leesbaar", "ai-party": `"><b>'&` };
  const marked = withMark(html, mark);
  assert.equal(
    marked,
    `<div data-generator="Spraakrapport" data-ai-assisted="true" data-ai-style="leesbaar" data-ai-party="&quot;&gt;&lt;b&gt;&#39;&amp;">${html}</div>`,
  );
});

test("S66: plain text gets a last line where the organization wants one, and the HTML has none of it", () => {
  const { plain, html } = copied(REPORT);
  const mark = { generator: "Spraakrapport", line: "Gemaakt met Spraakrapport." };
  assert.equal(withLine(plain, mark), `${plain}\nGemaakt met Spraakrapport.\n`);
  assert.equal(withMark(html, mark), `<div data-generator="Spraakrapport">${html}</div>`);
  for (const none of [{ generator: "Spraakrapport" }, {}, undefined]) assert.equal(withLine(plain, none), plain);
  assert.equal(withLine("", mark), "");
});

test("S66: without a mark, or without words, nothing is put around them", () => {
  assert.equal(withMark("<p>x</p>", {}), "<p>x</p>");
  assert.equal(withMark("<p>x</p>", undefined), "<p>x</p>");
  assert.equal(withMark("", { generator: "Spraakrapport" }), "");
});
