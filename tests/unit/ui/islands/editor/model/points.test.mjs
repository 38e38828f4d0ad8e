/** Which points are there to check, in which order, and what stands above the paper. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openPoints, pointAfter, shownPoints, summary } from "../../../../../../voice_report/ui/islands/editor/model/points.js";

const sentence = (...levels) => ({ own: false, settled: false, unsaid: [], flags: levels.map((level) => ({ level })) });

test("red comes first, notes and the person's own text are no points", () => {
  const sentences = [sentence("amber"), sentence("note"), { ...sentence("red"), own: true }, sentence("note", "red"), { ...sentence("red"), settled: true }];
  assert.deepEqual(openPoints(sentences).map(({ index, level }) => [index, level]), [[3, "red"], [0, "amber"]]);
});

test("'Volgende' goes round", () => {
  const points = openPoints([sentence("amber"), sentence("red"), sentence("amber")]);
  assert.deepEqual([null, 1, 0, 2].map((index) => pointAfter(points, index).index), [1, 0, 2, 1]);
  assert.equal(pointAfter([], 1), null);
});

test("never more than five at once", () => {
  const points = openPoints(Array.from({ length: 7 }, () => sentence("amber")));
  assert.equal(shownPoints(points).length, 5);
  assert.deepEqual(summary({ sentences: [], leftOut: [] }, points), ["7 punten om na te kijken", "Je ziet er 5 tegelijk, de belangrijkste eerst."]);
});

test("a word that nobody said is explained, and no point", () => {
  const one = { ...sentence(), unsaid: ["zelfstandig"] };
  const [words, stroke] = ["Geen verschil in getallen, medicijnen, namen en ontkenningen", "Een dunne streep: dat woord zei je niet."];
  assert.deepEqual(summary({ sentences: [one], leftOut: [{}] }, []), [words, `${stroke} 1 zin uit je dictaat staat er niet in.`]);
  assert.deepEqual(summary({ sentences: [one], leftOut: [] }, openPoints([sentence("red")])), ["1 punt om na te kijken", stroke]);
});

test("above the paper: what is left to check, and what is not from the dictation", () => {
  const own = { ...sentence(), own: true };
  const line = (sentences, leftOut = []) => summary({ sentences, leftOut }, openPoints(sentences));
  assert.deepEqual(line([sentence()]), ["Geen verschil in getallen, medicijnen, namen en ontkenningen", ""]);
  assert.deepEqual(line([sentence("red")]), ["1 punt om na te kijken", ""]);
  assert.deepEqual(line([sentence("amber")], [{ level: "red" }, { level: "amber" }])[0], "2 punten om na te kijken");
  assert.deepEqual(line([own], [{}]), ["Geen verschil in getallen, medicijnen, namen en ontkenningen", "1 zin is eigen tekst. 1 zin uit je dictaat staat er niet in."]);
  assert.deepEqual(line([own, own], [{}, {}]), ["Geen verschil in getallen, medicijnen, namen en ontkenningen", "2 zinnen zijn eigen tekst. 2 zinnen uit je dictaat staan er niet in."]);
  assert.deepEqual(line([{ ...sentence("red"), settled: true }]), ["Alle punten zijn nagekeken", ""]);
  assert.deepEqual(line([{ ...sentence("red"), settled: true }, own]), ["Alle punten zijn nagekeken", "1 zin is eigen tekst."]);
});

test("unsure words come last, are counted by themselves, and are all marked", () => {
  const unsure = (...levels) => ({ ...sentence(...levels), flags: [...sentence(...levels).flags, { kind: "unsure", level: "amber" }] });
  const points = openPoints([unsure(), ...Array.from({ length: 6 }, () => sentence("amber")), unsure("red"), unsure()]);
  assert.deepEqual([points[0], points.at(-1)].map(({ index, level }) => [index, level]), [[7, "red"], [8, "unsure"]]);
  assert.deepEqual(shownPoints(points).map(({ index }) => index), [7, 1, 2, 3, 4, 0, 8]);
  const line = (sentences) => summary({ sentences, leftOut: [] }, openPoints(sentences));
  assert.deepEqual(line([unsure("amber"), unsure()]), ["1 punt om na te kijken", "2 woorden onzeker verstaan."]);
  assert.deepEqual(line([sentence(), unsure()])[0], "1 woord onzeker verstaan");
  assert.deepEqual(line([unsure(), unsure(), unsure()])[0], "3 woorden onzeker verstaan");
});
