/** A report as the fields of a profile: every section with text in exactly one, counted, and cut without a loss. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { fields, isOver, lengthOf, withoutField } from "../../../../../voice_report/ui/islands/copying/fields.js";
import { MOST_PARTS, count, parts } from "../../../../../voice_report/ui/islands/copying/parts.js";
import { fieldText, sections } from "../../../../../voice_report/ui/islands/editor/model/sections.js";
import { copied } from "../../../../../voice_report/ui/kit/text/copied.js";

const VECTORS = JSON.parse(readFileSync(new URL("../../../markdown.json", import.meta.url)));
const TITLES = ["Situatie", "Observaties", "Evaluatie", "Plan"];
const ONE_BOX = { id: "tekstvak", name: "Eén tekstvak", empty: "weglaten", enter: 1, fields: [{ label: "Rapportage", sections: [], headings: true, limit: null }] };

const profile = (own, more = {}) => ({
  id: "p", name: "P", empty: "weglaten", enter: 1, ...more,
  fields: own.map(([label, titles, headings = false, limit = null]) => ({ label, sections: titles, headings, limit })),
});
const shown = (report, chosen) => fields(report, TITLES, chosen).map(({ name, text }) => [name, text]);

/* Numbers of a seed: the same at every run (mulberry32). */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const REPORT = "## Situatie\n\nOm **half negen**.\n\n## Observaties\n\nNiet besproken.\n\n## Evaluatie\n\n- goed\n\n## Eigen kop\n\nWoorden\n";

test("a field has the sections that the profile names, in the order of the report; the others come last", () => {
  const chosen = profile([["Plan", ["Plan"]], ["Bevindingen", ["evaluatie", "SITUATIE"], true]]);
  assert.deepEqual(shown(REPORT, chosen), [
    ["Plan", ""],
    ["Bevindingen", "Situatie\nOm half negen.\n\nEvaluatie\n- goed"],
    ["Niet in dit profiel", "Eigen kop\nWoorden"],
  ]);
  const [, both] = fields(REPORT, TITLES, chosen);
  assert.equal(both.html, "<h3>Situatie</h3>\n<p>Om <strong>half negen</strong>.</p>\n<h3>Evaluatie</h3>\n<ul><li>goed</li></ul>");
  assert.deepEqual(both.of, ["Situatie", "Evaluatie"]);
});

test("a heading that nothing was said of is left out, or shown where the profile says so", () => {
  const own = [["Alles", ["Situatie", "Observaties"], true], ["Plan", ["Plan"]], ["Elders", ["Subjectief"]]];
  assert.deepEqual(shown("## Situatie\n\nGoed.", profile(own)), [["Alles", "Situatie\nGoed."], ["Plan", ""]]);
  assert.deepEqual(shown("## Situatie\n\nGoed.", profile(own, { empty: "tonen" })), [
    ["Alles", "Situatie\nGoed.\n\nObservaties\nNiet besproken"],
    ["Plan", "Niet besproken"],
  ]);
});

test("one text box has everything, as it is copied at once", () => {
  for (const { markdown } of VECTORS.reports) {
    const found = fields(markdown, [], ONE_BOX);
    assert.ok(found.length <= 1);
    if (/^# |^[=-]+$/m.test(markdown)) continue; // headings of another level, which a copy as a whole keeps apart
    const words = copied(markdown, { empty: false }).plain.replace(/\s+/g, " ").trim();
    assert.equal((found[0]?.text ?? "").replace(/\s+/g, " "), words, markdown);
  }
});

test("S76: every section with text is in exactly one field, whatever the profile", () => {
  const next = random(7);
  const bodies = VECTORS.reports.map(({ markdown }) => markdown).filter((body) => !/^#{1,2} |^\s*(=+|-+)\s*$/m.test(body));
  for (let round = 0; round < 400; round += 1) {
    const titles = [...TITLES, "Eigen kop", "<b>Kop</b>", "Situatie", "İstanbul"].filter(() => next(3));
    const report = titles.map((title, at) => `## ${title}\n\n${next(4) ? `Begin ${at}.\n\n${bodies[next(bodies.length)]}\n\nEinde ${at}.` : "Niet besproken"}\n`).join("\n");
    const names = ["", ...TITLES, "Eigen kop", "onbekend"];
    const chosen = profile(
      Array.from({ length: next(13) }, (_, at) => [`Veld ${at % 5}`, names.filter(() => !next(4)), next(2) === 1, next(3) ? 1 + next(300) : null]),
      { empty: next(2) ? "tonen" : "weglaten", enter: 1 + next(2) },
    );
    const found = fields(report, TITLES, chosen);
    const said = sections(report, []).filter(({ isEmpty }) => !isEmpty);
    for (const section of said) {
      const places = found.flatMap(({ text }) => text.split(fieldText(section)).slice(1));
      assert.equal(places.length, 1, JSON.stringify({ section, chosen, report }));
    }
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
  }
});

test("a length is counted as the record system counts it, and what is too long is said in words", () => {
  const text = `${"é".repeat(1236)}\n😀.`;
  assert.equal(lengthOf({ text }), "1.240 tekens");
  assert.equal(lengthOf({ text, enter: 2 }), "1.241 tekens");
  assert.equal(lengthOf({ text, limit: 2000, enter: 1 }), "1.240 van 2.000 tekens");
  assert.equal(lengthOf({ text, limit: 1000, enter: 1 }), "1.240 van 1.000 tekens, 240 te veel");
  assert.equal(lengthOf({ text: "ab", limit: 1, enter: 1 }), "2 van 1 teken, 1 te veel");
  assert.deepEqual([null, 1240, 1239].map((limit) => isOver({ text, limit, enter: 1 })), [false, false, true]);
  assert.equal(isOver({ text, limit: 1240, enter: 2 }), true);
});

test("a text is cut at sentences, and what has none at words or characters", () => {
  assert.deepEqual(parts("Een zin. Nog een zin. Klaar.", 21), ["Een zin. Nog een zin.", "Klaar."]);
  assert.deepEqual(parts("Een zin. Nog een zin. Klaar.", 20), ["Een zin.", "Nog een zin. Klaar."]);
  assert.deepEqual(parts("een twee drie vier", 9), ["een twee", "drie vier"]);
  assert.deepEqual(parts("abcdefgh", 3), ["abc", "def", "gh"]);
  assert.deepEqual(parts("😀😀", 3), ["😀", "😀"]);
  assert.deepEqual(parts("😀a", 1), ["😀", "a"]);
  assert.deepEqual(parts("- een\n- twee", 7), ["- een", "- twee"]);
  assert.deepEqual(parts("kort", 4), ["kort"]);
  assert.deepEqual(parts("a".repeat(100), 3), []);
});

test("S76: the parts of a text are the text, but for white space where it was cut, and each fits", () => {
  const next = random(11);
  const pieces = ["Een zin. ", "Dr. Jansen zei: 'nee'! ", "woord ", "\n\n- ding\n", "😀", "e\u0301", "\u200d", "\u2067ת\u2069 ", "x".repeat(40), "\ud800", "   ", "\t"];
  for (let round = 0; round < 600; round += 1) {
    const text = Array.from({ length: 1 + next(40) }, () => pieces[next(pieces.length)]).join("").trim();
    const [limit, enter] = [8 + next(120), 1 + next(2)];
    const found = parts(text, limit, enter);
    if (!found.length) {
      assert.ok(text === "" || count(text, enter) / limit > MOST_PARTS / 40);
      continue;
    }
    let at = 0;
    for (const [number, part] of found.entries()) {
      if (number) while (/\s/.test(text[at]) && !text.startsWith(part, at)) at += 1;
      assert.ok(text.startsWith(part, at), JSON.stringify({ text, limit, part }));
      at += part.length;
      assert.ok(count(part, enter) <= limit, JSON.stringify({ text, limit, part }));
    }
    assert.equal(text.slice(at), "");
  }
});

test("parts are ticked one by one, and are the same after a change elsewhere in the report", () => {
  const chosen = profile([["Alles", ["Situatie"], false, 21]]);
  const [field] = fields("## Situatie\n\nEen zin. Nog een zin. Klaar.", TITLES, chosen);
  assert.deepEqual(field.parts.map(({ name, text }) => [name, text]), [["Alles, deel 1", "Een zin. Nog een zin."], ["Alles, deel 2", "Klaar."]]);
  const [again] = fields("## Situatie\n\nEen zin. Nog een zin. Anders.\n\n## Plan\n\nMorgen.", TITLES, chosen);
  assert.deepEqual(again.parts.map(({ id }) => id), field.parts.map(({ id }) => id));
  assert.deepEqual(again.parts.map(({ digest }, at) => digest === field.parts[at].digest), [true, false]);
  for (const { id } of [field, ...field.parts]) assert.match(id, /^[0-9a-f]{16}\.0$/);
});

const VALUES = [
  { kind: "blood_pressure", label: "Bloeddruk", group: "measured", line: "RR 160/98 mmHg zittend" },
  { kind: "heart_rate", label: "Hartslag", group: "measured", line: "pols 80/min" },
  { kind: "temperature", label: "Temperatuur", group: "asked", line: "" },
  { kind: "weight", label: "Gewicht", group: "measured", line: "gewicht 54 kg" },
  { kind: "weight", label: "Gewicht", group: "left_out", line: "" },
];
const measuring = (own) => ({
  id: "p", name: "P", empty: "weglaten", enter: 1,
  fields: own.map(([label, measurements, limit = null]) => (Array.isArray(measurements) || measurements === "all"
    ? { label, sections: [], headings: false, limit, measurements } : { label, sections: [measurements], headings: false, limit })),
});

test("a field of a profile has measured values in one line, and the report keeps its own fields", () => {
  const chosen = measuring([["Druk en pols", ["heart_rate", "blood_pressure"]], ["Situatie", "Situatie"], ["Rest", "all"]]);
  const found = fields("## Situatie\n\nRustig.\n\n## Eigen\n\nWoorden\n", ["Situatie"], chosen, VALUES);
  assert.deepEqual(found.map(({ name, text, isMeasured, asked }) => [name, text, isMeasured, asked]), [
    ["Druk en pols", "RR 160/98 mmHg zittend, pols 80/min", true, 0],
    ["Situatie", "Rustig.", false, 0],
    ["Rest", "gewicht 54 kg", true, 1],
    ["Niet in dit profiel", "Eigen\nWoorden", false, 0],
  ]);
  assert.equal(found[0].html, "<p>RR 160/98 mmHg zittend, pols 80/min</p>");
  assert.deepEqual(found[0].of, ["Bloeddruk", "Hartslag"]);
  assert.deepEqual(withoutField(VALUES, chosen), []);
});

test("S91: what is asked or left out is in no field, and what a profile does not name stays beside the fields", () => {
  const chosen = measuring([["Gewicht", ["weight"]], ["Temperatuur", ["temperature"]]]);
  const found = fields("", [], chosen, VALUES);
  assert.deepEqual(found.map(({ text, asked }) => [text, asked]), [["gewicht 54 kg", 0], ["", 1]]);
  assert.deepEqual(withoutField(VALUES, chosen).map(({ kind }) => kind), ["blood_pressure", "heart_rate"]);
  assert.deepEqual(withoutField(VALUES, ONE_BOX), VALUES);
  assert.deepEqual(fields("## Situatie\n\nRustig.", ["Situatie"], ONE_BOX, VALUES).map(({ text }) => text), ["Situatie\nRustig."]);
});

test("S90: measured values too long for their field are cut between values, and markup in a medicine stays words", () => {
  const limit = 24;
  const [field] = fields("", [], measuring([["M", "all", limit]]), VALUES);
  assert.deepEqual(field.parts.map(({ text }) => text), ["RR 160/98 mmHg zittend,", "pols 80/min,", "gewicht 54 kg"]);
  assert.equal(field.parts.map(({ text }) => text).join(" "), field.text);
  assert.ok(field.parts.every(({ text, isMeasured }) => text.length <= limit && isMeasured));
  const [tight] = fields("", [], measuring([["M", "all", 10]]), VALUES);
  assert.equal(tight.parts.map(({ text }) => text).join(" "), tight.text);
  const [odd] = fields("", [], measuring([["M", "all"]]), [{ kind: "medication", label: "Medicatie", group: "measured", line: "<b>*x*</b> 5 mg" }]);
  assert.equal(odd.text, "<b>*x*</b> 5 mg");
  assert.equal(odd.html, "<p>&lt;b&gt;*x*&lt;/b&gt; 5 mg</p>");
});

test("ids of measured fields stay when values come, so that a tick tells what changed", () => {
  const chosen = measuring([["M", "all"], ["Situatie", "Situatie"]]);
  const [before] = fields("## Situatie\n\nx", ["Situatie"], chosen, []);
  const [after] = fields("## Situatie\n\nx", ["Situatie"], chosen, VALUES);
  assert.equal(before.id, after.id);
  assert.equal(before.text, "");
});
