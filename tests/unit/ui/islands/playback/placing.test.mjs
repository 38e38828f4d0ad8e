/** Where marks and unsure words stand in a text that was edited. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { align, around, look, tokens, unlisted } from "../../../../../voice_report/ui/islands/playback/placing.js";

const MISSED = "[onverstaanbaar]";
const piece = (number, text, words = [], more = {}) => ({ dictation: "d", number, text, words, ms: 4000, ...more });
const heard = (word, start, end, unsure = false) => ({ word, start, end, unsure });
const places = (text, found) => found.map(({ start, end }) => text.slice(start, end));
/** Of the processor: on the clock, other work on the machine counts too. */
const seconds = (action) => {
  const began = process.cpuUsage();
  action();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
};


const SAID = [piece(0, "Mevrouw sliep goed."), piece(1, MISSED), piece(2, "Ze nam karbidopa, twee keer.", [
  heard("Ze", 0, 300), heard("nam", 300, 700), heard("karbidopa,", 700, 1500, true), heard("twee", 1500, 1900, true),
  heard("keer.", 1900, 2400),
])];
const TEXT = `Mevrouw sliep goed. ${MISSED} Ze nam karbidopa, twee keer.`;

test("words stand without the punctuation around them, marks stand by themselves", () => {
  const text = `'t Is "37,5" (oké) – huis [onzeker]. ${MISSED}!`;
  const cores = tokens(text).map(({ core }) => core);
  assert.deepEqual(cores, ["t", "Is", "37,5", "oké", "–", "huis", "[onzeker]", ".", MISSED, "!"]);
  for (const { core, start, end } of tokens(text)) assert.equal(text.slice(start, end), core);
});

test("a mark has its piece, and an unsure word its moment", () => {
  const { missed, unsure } = look(TEXT, SAID);
  assert.deepEqual(places(TEXT, missed), [MISSED]);
  assert.deepEqual([missed[0].piece.number, missed[0].canRetry], [1, true]);
  assert.deepEqual(unsure.map(({ word, from, to, piece: { number } }) => [word, from, to, number]), [
    ["karbidopa", 700, 1500, 2],
    ["twee", 1500, 1900, 2],
  ]);
  assert.deepEqual(places(TEXT, unsure), ["karbidopa", "twee"]);
});

test("typing around a mark moves it, and changing its word takes it away", () => {
  const edited = `Vannacht: mevrouw sliep slecht. ${MISSED} Ze nam carbidopa twee keer, met water.`;
  const { missed, unsure } = look(edited, SAID);
  assert.equal(missed[0].piece.number, 1);
  assert.deepEqual(places(edited, unsure), ["twee"]);
  assert.deepEqual(look("Iets heel anders.", SAID), { missed: [], unsure: [] });
});

test("of several marks each has its own piece, also when one was removed or typed by hand", () => {
  const three = [piece(0, MISSED), piece(1, "Ze at brood."), piece(2, MISSED), piece(3, "En kaas."), piece(4, MISSED)];
  const numbers = (text) => look(text, three).missed.map(({ piece: one }) => one?.number ?? null);
  assert.deepEqual(numbers(`${MISSED} Ze at brood. ${MISSED} En kaas. ${MISSED}`), [0, 2, 4]);
  assert.deepEqual(numbers(`Ze at brood. ${MISSED} En kaas. ${MISSED}`), [2, 4]);
  assert.deepEqual(numbers(`${MISSED} Ze at brood. En kaas. ${MISSED}`), [0, 4]);
  assert.deepEqual(numbers(`${MISSED} Ze at een appel. ${MISSED} En vla. ${MISSED}`), [0, 2, 4]);
  const typed = look(`Ze at brood. ${MISSED}`, [piece(0, "Ze at brood.")]);
  assert.deepEqual(typed.missed.map(({ piece: one, canRetry }) => [one, canRetry]), [[null, false]]);
});

test("a mark inside a piece can be listened to, not asked again; a doubted phrase plays its piece", () => {
  const { missed, unsure } = look(`Hij ${MISSED} de arm [onzeker].`, [piece(0, `Hij ${MISSED} de arm [onzeker].`)]);
  assert.deepEqual([missed[0].piece.number, missed[0].canRetry], [0, false]);
  assert.deepEqual([unsure[0].word, unsure[0].from, unsure[0].to], ["[onzeker]", 0, 4000]);
});

test("what was heard the second time is known too, and another window still finds its mark", () => {
  const again = { text: "Ze wilde niet.", words: [heard("Ze", 0, 1), heard("wilde", 1, 2, true), heard("niet.", 2, 3)] };
  const pieces = [SAID[0], { ...SAID[1], again }, SAID[2]];
  const here = TEXT.replace(MISSED, again.text);
  assert.deepEqual(look(here, pieces).unsure.map(({ word }) => word), ["wilde", "karbidopa", "twee"]);
  assert.deepEqual(look(TEXT, pieces).missed.map(({ piece: { number } }) => number), [1]);
});

const moments = (text, words) =>
  look(text, [piece(0, text, words)]).unsure.map(({ word, from, to }) => [word, from, to]);

test("a word that was written for what was heard keeps its dots and its sound", () => {
  assert.deepEqual(moments("Ze nam carbidopa twee keer.", SAID[2].words), [["carbidopa", 700, 1500], ["twee", 1500, 1900]]);
  const cut = [heard("Ze", 0, 300), heard("nam", 300, 700), heard("meetop", 700, 1100, true), heard("rolol.", 1100, 1500)];
  assert.deepEqual(moments("Ze nam Metoprolol.", cut), [["Metoprolol", 700, 1500]]);
  assert.deepEqual(moments("Metoprolol", cut.slice(2)), [["Metoprolol", 700, 1500]]);
  assert.deepEqual(moments("EMDR sessie", [heard("embraces", 5, 9, true)]), [["EMDR", 5, 9], ["sessie", 5, 9]]);
});

test("a word that was written for what the engine was sure of has no dots, nor has what was added or left out", () => {
  const sure = SAID[2].words.map((one) => ({ ...one, unsure: one.word === "Ze" }));
  assert.deepEqual(moments("Ze nam carbidopa twee keer.", sure), [["Ze", 0, 300]]);
  assert.deepEqual(moments("Ze nam graag karbidopa, twee keer.", sure), [["Ze", 0, 300]]);
  assert.deepEqual(moments("nam karbidopa, twee keer.", sure), []);
  assert.deepEqual(moments(`Ze nam ${MISSED}`, SAID[2].words), []);
});

test("an alignment has rising places, equal words, and all words of equal texts", () => {
  const random = ((seed) => () => (seed = (seed * 16807) % 2147483647) / 2147483647)(7);
  const words = (count, kinds) => Array.from({ length: count }, () => `w${Math.floor(random() * kinds)}`);
  for (let turn = 0; turn < 200; turn += 1) {
    const [one, other] = [words(Math.floor(random() * 40), 12), words(Math.floor(random() * 40), 12)];
    const found = [...align(one, other)];
    let last = -1;
    found.forEach((at, index) => {
      if (at < 0) return;
      assert.equal(one[index], other[at]);
      assert.ok(at > last);
      last = at;
    });
    assert.deepEqual([...align(one, one)], one.map((_, index) => index));
  }
});

test("long texts take little time, whatever was changed in them", () => {
  const long = Array.from({ length: 20_000 }, (_, index) => `woord${index % 3000}`);
  const edited = long.flatMap((word, index) => (index % 7 ? [word] : [`x${index}`, "en"]));
  assert.ok(seconds(() => align(long, edited)) < 2);
  assert.ok(seconds(() => align(new Array(30_000).fill("ja"), new Array(20_000).fill("nee"))) < 2);
  assert.ok(seconds(() => align(new Array(20_000).fill("ja"), ["nee", ...new Array(20_000).fill("ja"), "nee"])) < 2);
});

test("the words around a place are cut between words", () => {
  const { missed: [mark] } = look(TEXT, SAID);
  assert.deepEqual(around(TEXT, mark), ["Mevrouw sliep goed. ", " Ze nam karbidopa, twee keer."]);
  const long = `${"voor ".repeat(20)}${MISSED}${" na".repeat(20)}`;
  const [before, after] = around(long, { start: 100, end: 100 + MISSED.length });
  assert.match(before, /^…voor .*voor $/);
  assert.match(after, /^ na .*na…$/);
});

test("how many places are not listed", () => {
  assert.deepEqual([20, 21, 23].map((count) => unlisted(count, 20)), [
    null, "En nog 1 plek verderop in je tekst.", "En nog 3 plekken verderop in je tekst.",
  ]);
});
