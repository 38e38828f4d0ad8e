/** The level meter, on made-up sound: sine waves of a known loudness. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createLoudness } from "../../../../../../voice_report/ui/islands/recorder/capture/loudness.js";

const RATE = 48_000;
const FRAME = RATE / 50; // samples in 20 ms

/** A sine of 200 Hz (four periods a frame), `db` loud; -Infinity is digital silence. */
function sine(ms, db) {
  const amplitude = Math.SQRT2 * 10 ** (db / 20);
  return Float32Array.from({ length: (RATE * ms) / 1000 }, (_, index) => amplitude * Math.sin((index * Math.PI) / 120));
}

/** Measure `pairs` of [ms, db]; returns the function that measures, and what it returned last. */
function play(...pairs) {
  const measure = createLoudness();
  const [signal] = pairs.map(([ms, db]) => measure(sine(ms, db), FRAME, false)).slice(-1);
  return [measure, signal];
}

const speech = (background) => Array.from({ length: 10 }, () => [[700, -20], [100, background]]).flat();

for (const background of [-Infinity, -70, -50, -40]) {
  test(`a pause is measured with a background of ${background} dB`, () => {
    const [measure] = play(...speech(background));
    assert.equal(measure(sine(420, background), FRAME, false).quietMs, 520, "with the 100 ms before it");
    assert.equal(measure(sine(20, -20), FRAME, false).quietMs, 0, "speech ends it");
  });
}

test("an even noise has no pauses, and a soft voice is not a pause", () => {
  assert.equal(play([5000, -45], [1000, -45])[1].quietMs, 0);
  assert.equal(play(...speech(-60), [1000, -35])[1].quietMs, 0);
});

test("the noise floor follows a room that becomes noisy, within ten seconds", () => {
  const [measure, before] = play([5000, -70], ...speech(-70), [1000, -40]);
  assert.equal(before.quietMs, 0, "louder than every pause so far");
  for (let turn = 0; turn < 12; turn += 1) {
    measure(sine(700, -20), FRAME, false);
    measure(sine(200, -40), FRAME, false);
  }
  assert.equal(measure(sine(300, -40), FRAME, false).quietMs, 500);
});

test("silence without any signal is counted apart from a pause", () => {
  const [measure, pause] = play(...speech(-50), [1000, -50]);
  assert.equal(pause.silentMs, 0);
  assert.equal(measure(sine(600, -Infinity), FRAME, false).silentMs, 600);
  assert.equal(measure(sine(20, -50), FRAME, false).silentMs, 0);
});

test("a voice rises and falls; a quiet room, an even noise and a knock on the door are not a voice", () => {
  const heard = (...pairs) => (({ hasSound, hasVoice }) => [hasSound, hasVoice])(play(...pairs)[1]);
  assert.deepEqual(heard([1000, -Infinity]), [false, false]);
  assert.deepEqual(heard([3000, -55]), [false, false], "a quiet room");
  assert.deepEqual(heard([3000, -40]), [true, false], "an even noise may hide somebody who talks");
  assert.deepEqual(heard([2000, -60], [100, -10], [100, -60]), [false, false], "a knock");
  assert.deepEqual(heard(...speech(-60)), [true, true]);
  assert.deepEqual(heard(...speech(-40)), [true, true], "in a noisy room");
  assert.deepEqual(heard(...speech(-60), [1500, -60]), [false, false], "it is over");
});

test("a pause starts again after sound that was missed", () => {
  const [measure] = play(...speech(-60), [300, -60]);
  assert.equal(measure(sine(100, -60), FRAME, true).quietMs, 100);
});

test("the level is that of the loudest frame: 0 at -55 dB, 1 at -8 dB, steeper towards the loud end", () => {
  const level = (...pairs) => play(...pairs)[1].level;
  assert.equal(level([100, -Infinity]), 0);
  assert.equal(level([100, -56]), 0);
  assert.equal(level([100, -7]), 1);
  assert.ok(Math.abs(level([100, -31.5]) - 0.25) < 0.01, "half the decibels, a quarter of the height");
  const mixed = Float32Array.from([...sine(20, -20), ...sine(20, -50)]);
  assert.ok(Math.abs(createLoudness()(mixed, FRAME, false).level - level([20, -20])) < 1e-6);
});

test("the threshold lies between the floor and the loud part, never under the silence", () => {
  const isQuiet = (db, ...pairs) => play(...pairs, [20, db])[1].quietMs > 0;
  for (const [threshold, ...pairs] of [
    [-48, [1600, -60], [400, -20]],
    [-66, [1600, -Infinity], [400, -60]],
    [-66, [2000, -30]],
  ]) {
    assert.deepEqual([isQuiet(threshold - 1, ...pairs), isQuiet(threshold + 1, ...pairs)], [true, false]);
  }
});
