/** How the recorder writes times, and where it says that a recording is. */
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  clock, howLong, keptWords, leavingWords, left, moment, shownWords, TROUBLE, under, wait, waitsWhere, WARNING,
} from "../../../../../../voice_report/ui/islands/recorder/view/texts.js";

test("the clock of a recording", () => {
  const times = [0, 999, 47_000, 725_000, 3_725_000].map(clock);
  assert.deepEqual(times, ["00:00", "00:00", "00:47", "12:05", "1:02:05"]);
});

test("a duration in words", () => {
  const durations = [0, 1000, 40_000, 59_400, 59_600, 89_000, 91_000].map(howLong);
  const words = ["1 seconde", "1 seconde", "40 seconden", "59 seconden", "1 minuut", "1 minuut", "2 minuten"];
  assert.deepEqual(durations, words);
});

test("how far it is, as coarse as an estimate", () => {
  const words = (pieces, seconds, phase) => left({ pieces, seconds }, phase);
  assert.equal(words(4, 31, "processing"), "Nog 4 stukken, ongeveer een halve minuut.");
  assert.equal(words(4, 31, "recording"), "Nog 4 stukken te gaan, ongeveer een halve minuut.");
  assert.equal(words(1, null, "processing"), "Nog 1 stuk.");
  const estimates = [0, 9.9, 10, 44, 45, 89, 91, 150, 620, 1400, 3500, 4000].map((seconds) => words(2, seconds).slice(15));
  assert.deepEqual(estimates, [
    "een paar seconden.", "een paar seconden.", "ongeveer een halve minuut.", "ongeveer een halve minuut.",
    "ongeveer een minuut.", "ongeveer een minuut.", "ongeveer 2 minuten.", "ongeveer 3 minuten.", "ongeveer 10 minuten.",
    "ongeveer 25 minuten.", "ongeveer 60 minuten.", "meer dan een uur.",
  ]);
});

test("a moment of today has no date", () => {
  const time = new Date(2026, 10, 19, 14, 3).getTime();
  assert.equal(moment(time, new Date(2026, 10, 19, 23, 59).getTime()), "14.03 uur");
  assert.equal(moment(time, new Date(2026, 10, 20, 0, 1).getTime()), "19-11-2026, 14.03 uur");
});

test("the cover promises storage on the device only when the device has stored the recording", () => {
  for (const phase of ["starting", "recording", "paused", "processing"]) {
    const { kept, help, stops } = keptWords({ phase, unkept: false });
    for (const words of [kept, help, stops]) assert.match(words, /op dit toestel/);
    const without = keptWords({ phase, unkept: true });
    for (const words of Object.values(without)) assert.doesNotMatch(words, /toestel/);
    assert.match(without.kept, /alleen op deze pagina/);
    assert.match(without.help, /Laat deze pagina open/);
    assert.match(without.stops, /kwijt/);
  }
  assert.equal(keptWords({ phase: "recording", unkept: false }).kept, "Je opname gaat door en staat op dit toestel.");
});

test("the page promises that the recording is kept only when the device has stored it", () => {
  const said = (unkept) => [
    ...["recording", "paused", "silent", "away"].map((shown) => under(shown, "paused", unkept)),
    ...[...Object.values(TROUBLE), ...Object.values(WARNING)].map((words) => shownWords(words, unkept)[1]),
    leavingWords(unkept).text,
    waitsWhere(unkept),
  ];
  const promise = /bewaard|veilig/;
  for (const words of said(true)) assert.doesNotMatch(words, promise);
  assert.ok(said(false).filter((words) => promise.test(words)).length >= 8);
  assert.equal(under("recording", "recording", true), "Laat deze pagina open tot alles is verwerkt.");
  for (const shown of ["away", "stalled"]) {
    assert.equal(under(shown, "paused", true), "Je opname staat alleen op deze pagina.");
  }
  assert.doesNotMatch(under("stalled", "paused", false), promise, "its last words may be lost");
});

test("what waits on the device says how long it can: a browser may delete it after that", () => {
  for (const words of [waitsWhere(false), wait]) assert.match(words, /binnen 7 dagen/);
  assert.doesNotMatch(waitsWhere(true), /7 dagen/, "it goes with the window");
});
