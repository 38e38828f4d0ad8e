/** Where segments end, on a made-up speaker: words of changing loudness, short gaps, and a pause after each sentence. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createCutting, CUTS } from "../../../../../../voice_report/ui/islands/recorder/capture/cutting.js";
import { createLoudness } from "../../../../../../voice_report/ui/islands/recorder/capture/loudness.js";

const FRAME = 320; // samples in 20 ms at 16 kHz
const TICK_FRAMES = 3; // a tick of the meter, about
const ENGINE_MS = 2000; // until the words of a segment are on the screen

const WAVE = Array.from({ length: FRAME }, (_, at) => Math.SQRT2 * Math.sin((at * Math.PI) / 8));
const frames = new Map();

/** A frame `db` loud. */
function frame(db) {
  if (!frames.has(db)) frames.set(db, WAVE.map((sample) => sample * 10 ** (db / 20)));
  return frames.get(db);
}

const silence = (ms) => new Array(ms / 20).fill(-60);
const WORD = [-34, -24, -19, -17, -20, -18, -23, -19, -17, -21, -26, -38]; // 240 ms
const word = (turn) => [...WORD.map((db) => db - (turn % 4) * 2), ...silence(40 + (turn % 3) * 40)];
const words = (count) => Array.from({ length: count }, (_, turn) => word(turn)).flat();

/** Sentences of `count` words, each with a pause after it. */
const speech = (sentences, count, pauseMs) =>
  Array.from({ length: sentences }, () => [...words(count), ...silence(pauseMs)]).flat();

/** Return when the segments of this sound end, in ms. `levels` is in dB, per frame of 20 ms. */
function cuts(levels, { listening = true } = {}) {
  const [measure, isDue] = [createLoudness(), createCutting()];
  const ends = [];
  for (let at = 0; at < levels.length; at += TICK_FRAMES) {
    const samples = Float32Array.from(levels.slice(at, at + TICK_FRAMES).flatMap(frame));
    const now = (at + TICK_FRAMES) * 20;
    if (isDue(ends.length, now - (ends.at(-1) ?? 0), { ...measure(samples, FRAME, false), listening })) ends.push(now);
  }
  return ends;
}

for (const [count, pauseMs] of [[5, 420], [8, 600], [11, 800], [16, 500]]) {
  test(`30 s of sentences of ${count} words show text three times while they are spoken`, () => {
    const ends = cuts(speech(20, count, pauseMs).slice(0, 1500));
    const shown = ends.filter((end) => end + ENGINE_MS <= 30_000);
    assert.ok(shown.length >= 3, `segments end at ${ends}`);
    assert.ok(ends[0] <= 4000 + count * 340 + 420, "the first at the first pause after four seconds");
  });
}

test("later segments are longer: two minutes of speech are not cut to pieces", () => {
  const ends = cuts(speech(30, 10, 600).slice(0, 6000));
  assert.ok(ends.length <= 9, `segments end at ${ends}`);
  assert.ok(ends.slice(3).every((end, at) => end - (ends[at + 2] ?? 0) >= 15_000));
});

test("a segment ends in a pause, not between words", () => {
  const levels = speech(30, 10, 600);
  const isQuiet = (end) => levels.slice(end / 20 - 18, end / 20).every((db) => db === -60);
  assert.deepEqual(cuts(levels).filter((end) => !isQuiet(end)), []);
});

test("somebody who never pauses gets words after 10, 30 and 50 s, and every 45 s after that", () => {
  const ends = cuts(words(500)).map((end) => Math.round(end / 1000));
  assert.deepEqual(ends.slice(0, 4), [10, 30, 50, 95]);
});

test("who thinks before talking gets the first words as soon as who does not", () => {
  const thinking = 12_000;
  const [first] = cuts([...silence(thinking), ...speech(4, 8, 600)]);
  assert.ok(first - thinking <= 4000 + 8 * 340 + 420, `the first segment ends at ${first}`);
});

test("silence alone is sent in long segments, and does not use up the short ones", () => {
  const ends = cuts([...silence(100_000), ...speech(4, 8, 600)]);
  assert.deepEqual(ends.slice(0, 2).map((end) => Math.round(end / 1000)), [45, 90]);
  assert.ok(ends[2] - 100_000 <= 4000 + 8 * 340 + 420);
});

test("while the browser withholds the sound a segment ends at its maximum", () => {
  assert.deepEqual(cuts(silence(31_000), { listening: false }).map((end) => Math.round(end / 1000)), [10, 30]);
});

test("the bounds belong together: a segment's maximum is more than twice its minimum", () => {
  assert.equal(CUTS.after.length, CUTS.latest.length);
  CUTS.after.forEach((after, step) => assert.ok(CUTS.latest[step] > 2 * after));
});
