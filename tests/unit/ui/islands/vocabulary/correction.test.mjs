/** Which word was corrected in a text, and where a replaced one still stands. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { correction, distance, putBack, standing } from "../../../../../voice_report/ui/islands/vocabulary/correction.js";

const CORRECTED = [
  ["Ze kreeg metropolol.", "Ze kreeg metoprolol.", "metropolol", "metoprolol"],
  ["Ze kreeg metro pollol om acht uur.", "Ze kreeg metoprolol om acht uur.", "metro pollol", "metoprolol"],
  ["Mevrouw Janssen belde.", "Mevrouw Jansen belde.", "Janssen", "Jansen"],
  ["Janssen belde, Janssen kwam.", "Jansen belde, Janssen kwam.", "Janssen", "Jansen"],
  ["Zij gaat naar de linde.", "Zij gaat naar de Linde.", "linde", "Linde"],
  ["Cafe", "Café", "cafe", "café"],
  ["Kateter verwisseld.", "Katheter verwisseld.", "kateter", "katheter"],
  ["Rustig. Kateter verwisseld.", "Rustig. Katheter verwisseld.", "kateter", "katheter"],
  ["IJserdraad gekocht.", "IJzerdraad gekocht.", "ijserdraad", "ijzerdraad"],
  ["Emdt gedaan.", "EMDR gedaan.", "emdt", "EMDR"],
  ["OxyContim gegeven.", "OxyContin gegeven.", "OxyContim", "OxyContin"],
  ["Janssen belde. Mevrouw Janssen kwam.", "Jansen belde. Mevrouw Janssen kwam.", "Janssen", "Jansen"],
];
for (const [before, after, heard, word] of CORRECTED) {
  test(`${heard} becomes ${word}`, () => assert.deepEqual(correction(before, after), { heard, word }));
}

const OTHER = [
  ["Ze kreeg metoprolol.", "Ze kreeg metoprolol."],
  ["Ze sliep goed.", "Ze sliep slecht."],
  ["Ze komt vandaag.", "Ze komt gisteren."],
  ["Ze sliep goed.", "Ze sliep goed en at."],
  ["Ze sliep goed en at.", "Ze sliep goed."],
  ["ze sliep goed.", "Ze sliep goed."],
  ["Klaar. mevrouw sliep.", "Klaar. Mevrouw sliep."],
  ["Een twee drie.", "Eer twee drij."],
  ["Hij is er.", "Hij is ei."],
  ["", "Metoprolol"],
  ["Metoprolol", ""],
  [`a${"b".repeat(300)}`, `a${"b".repeat(299)}c`],
  ["Ze kreeg metro. Pollol kwam.", "Ze kreeg metoprolol kwam."],
];
for (const [before, after] of OTHER) {
  test(`no correction: ${before.slice(0, 40)} > ${after.slice(0, 40)}`, () => assert.equal(correction(before, after), null));
}

test("the distance counts letters", () => assert.equal(distance("metropolol", "metoprolol"), 2));

const replaced = [
  { word: "metoprolol", heard: "metro pollol", before: "kreeg ", after: " om acht" },
  { word: "Metoprolol", heard: "Metropolol", before: "", after: "" },
];

test("a replaced word is found where it stands, also after typing elsewhere", () => {
  const text = "Nieuw begin. Ze kreeg metoprolol om acht uur. Metoprolol";
  const found = standing(text, replaced);
  assert.deepEqual(found.map(({ at }) => at), [22, 46]);
  assert.equal(putBack(text, found[0]), "Nieuw begin. Ze kreeg metro pollol om acht uur. Metoprolol");
});

test("what was changed or put back is not found, nor a part of a word", () => {
  assert.deepEqual(standing("Ze kreeg metro pollol om acht uur.", replaced), []);
  assert.deepEqual(standing("Hij nam metoprolol in.", replaced), []);
  assert.equal(standing("Ze kreeg metoprolol om negen uur.", replaced).length, 1);
  assert.deepEqual(standing("Metoprololtest", replaced), []);
});

test("the same word twice is found twice", () => {
  const twice = [replaced[1], replaced[1]];
  assert.deepEqual(standing("Metoprolol Metoprolol", twice).map(({ at }) => at), [0, 11]);
});

test("a word that was dictated alone is found only where no other place can be meant", () => {
  const alone = [{ word: "metoprolol", heard: "metropolol", before: "", after: "" }];
  assert.deepEqual(standing("Ik gaf metoprolol.", alone).map(({ at }) => at), [7]);
  assert.deepEqual(standing("Ik gaf metoprolol. metoprolol", alone), []);
  const beside = [{ word: "metoprolol", heard: "metropolol", before: "gaf ", after: "" }, ...alone];
  assert.deepEqual(standing("Ik gaf metoprolol. metoprolol", beside).map(({ at }) => at), [7, 19]);
});

test("what was heard late stands later, and the others can still be put back", () => {
  const late = { word: "metoprolol", heard: "metropolol", before: "eerst ", after: " gaf" };
  const then = { word: "Linde", heard: "linten", before: "bij de ", after: " was" };
  const text = "Ze die bij de Linde was, die eerst metoprolol gaf.";
  assert.deepEqual(standing(text, [late, then]).map(({ word }) => word), ["Linde", "metoprolol"]);
  assert.deepEqual(standing(text, [late, late, then]).length, 2);
});
