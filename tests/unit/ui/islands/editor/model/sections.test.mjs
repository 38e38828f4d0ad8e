/** Changing the text under one heading of a report leaves the rest as it is. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { plainText } from "../../../../../../voice_report/ui/kit/text/markdown.js";
import { fieldText, replaced, sections, typed, withBody, withSentence, withValues } from "../../../../../../voice_report/ui/islands/editor/model/sections.js";

const HEADINGS = ["Situatie", "Observaties", "Afspraken"];
const REPORT = `## Situatie

Meneer zat **rustig** in zijn stoel. Hij had 2\\*3 gezegd.

## Observaties

- Wond 3 bij 2 centimeter.
- Geen koorts.
  Wel moe.

## Afspraken

Niet besproken
`;

const of = (markdown, title) => sections(markdown, HEADINGS).find((one) => one.title === title);

test("a report has its sections in order, then the headings that it lacks", () => {
  const titles = (markdown) => sections(markdown, HEADINGS).map(({ title }) => title);
  assert.deepEqual(titles(REPORT), HEADINGS);
  assert.deepEqual(titles("Vooraf.\n\n## observaties\n\nGoed.\n\n### Onder\n\nx"), ["", "observaties", "Situatie", "Afspraken"]);
  assert.deepEqual(titles(""), HEADINGS);
});

test("a field has plain words, and nothing where nothing was said", () => {
  assert.equal(fieldText(of(REPORT, "Situatie")), "Meneer zat rustig in zijn stoel. Hij had 2*3 gezegd.");
  assert.equal(fieldText(of(REPORT, "Observaties")), "- Wond 3 bij 2 centimeter.\n- Geen koorts.\n  Wel moe.");
  assert.equal(fieldText(of(REPORT, "Afspraken")), "");
});

test("typing changes one section", () => {
  const next = typed(REPORT, of(REPORT, "Afspraken"), "# Morgen *bellen*\n\n- om 9.30 uur");
  assert.equal(next, REPORT.replace("Niet besproken", "\\# Morgen \\*bellen\\*\n\n- om 9.30 uur"));
  assert.equal(fieldText(of(next, "Afspraken")), "# Morgen *bellen*\n\n- om 9.30 uur");
});

test("what is typed stays under its heading, whatever it looks like", () => {
  for (const text of ["## Observaties", "Titel\n---", "Observaties\n===", "<h2>x</h2>", "***", "1. een\n2. twee", "Niet besproken?"]) {
    const next = typed(REPORT, of(REPORT, "Situatie"), text);
    assert.deepEqual(sections(next, HEADINGS).map(({ title }) => title), HEADINGS, text);
    assert.equal(fieldText(of(next, "Situatie")), text);
  }
});

test("an emptied section says 'Niet besproken'", () => {
  const next = typed(REPORT, of(REPORT, "Observaties"), " \n ");
  assert.equal(plainText(next).includes("Observaties\nNiet besproken"), true);
  assert.equal(of(next, "Observaties").isEmpty, true);
});

test("a missing heading comes with its first words", () => {
  assert.equal(typed("## Situatie\n\nGoed.\n", of("## Situatie\n\nGoed.\n", "Afspraken"), "Bellen."), "## Situatie\n\nGoed.\n\n## Afspraken\n\nBellen.\n");
  assert.equal(typed("", of("", "Situatie"), "Goed."), "## Situatie\n\nGoed.\n");
});

test("a sentence is added as its section is written", () => {
  assert.match(withSentence(REPORT, of(REPORT, "Situatie"), " Hij  sliep. ", "zinnen"), /gezegd\. Hij sliep\.\n\n## Obs/);
  assert.match(withSentence(REPORT, of(REPORT, "Observaties"), "- 2 kg.", "zinnen"), /Wel moe\.\n- \\- 2 kg\.\n\n## Afs/);
  assert.match(withSentence(REPORT, of(REPORT, "Afspraken"), "Bellen.", "lijst"), /## Afspraken\n\n- Bellen\.\n$/);
  assert.match(withSentence(REPORT, of(REPORT, "Afspraken"), "1. Bellen.", "zinnen"), /## Afspraken\n\n1\\\. Bellen\.\n$/);
});

test("a sentence is replaced or removed where it is", () => {
  const situation = of(REPORT, "Situatie");
  const at = { block: situation.blocks[0], start: 0, end: 32 };
  assert.match(replaced(REPORT, situation, at, "Meneer lag."), /Situatie\n\nMeneer lag\. Hij had 2\\\*3 gezegd\./);
  assert.match(replaced(REPORT, situation, at, ""), /Situatie\n\nHij had 2\\\*3 gezegd\./);
  const seen = of(REPORT, "Observaties");
  assert.match(replaced(REPORT, seen, { block: seen.blocks[1], start: 0, end: 12 }, ""), /centimeter\.\n- Wel moe\.\n/);
  const gone = replaced(REPORT, seen, { block: seen.blocks[0], start: 0, end: 25 }, "");
  assert.equal(fieldText(of(gone, "Observaties")), "- Geen koorts.\n  Wel moe.");
  const last = of(gone, "Observaties");
  assert.equal(of(replaced(gone, last, { block: last.blocks[0], start: 0, end: 22 }, ""), "Observaties").isEmpty, true);
});

test("a section is replaced as a whole", () => {
  const next = withBody(REPORT, of(REPORT, "Observaties"), "Wond rustig.\n");
  assert.equal(fieldText(of(next, "Observaties")), "Wond rustig.");
  assert.equal(next.endsWith("## Afspraken\n\nNiet besproken\n"), true);
});

test("in a list every typed line is an item", () => {
  const next = typed(REPORT, of(REPORT, "Afspraken"), "Bellen\n- Wegen\n  elke vrijdag\n\nKomen ", "lijst");
  assert.match(next, /## Afspraken\n\n- Bellen\n- Wegen\n {2}elke vrijdag\n\n- Komen\n$/);
});

const flag = (kind, here, said) => ({ kind, here, said });

for (const [name, sentence, flags, expected] of [
  ["one value", "De wond is 3 bij 4 cm.", [flag("number", "3 bij 4 cm", "3 bij 2 cm")], "De wond is 3 bij 2 cm."],
  ["not in a larger number", "12,5 mg metoprolol en 2,5 mg lorazepam.", [flag("number", "2,5 mg", "1,5 mg")], "12,5 mg metoprolol en 1,5 mg lorazepam."],
  ["two that were swapped", "Hij nam 2 tabletten en 3 druppels.", [flag("number", "2 tabletten", "3 tabletten"), flag("number", "3 druppels", "2 druppels")], "Hij nam 3 tabletten en 2 druppels."],
  ["a capital at the beginning", "Vrijdag komt zij.", [flag("date", "Vrijdag", "donderdag")], "Donderdag komt zij."],
  ["one that is there twice", "Om 8 uur en om 8 uur.", [flag("time", "8 uur", "9 uur")], null],
  ["a negation", "Hij heeft koorts.", [flag("negation", "koorts", "Hij heeft geen koorts")], null],
  ["one value and a negation", "Hij heeft 2 keer koorts.", [flag("number", "2", "3"), flag("negation", "koorts", "geen koorts")], null],
  ["a value nobody knows", "De wond is 3 cm.", [flag("number", "3 cm", "")], null],
  ["overlapping", "De wond is 3 bij 4 cm.", [flag("number", "3 bij 4", "3 bij 2"), flag("unit", "4 cm", "4 mm")], null],
  ["nothing", "Goed.", [], null],
]) {
  test(`what was said instead: ${name}`, () => assert.equal(withValues(sentence, flags), expected));
}
