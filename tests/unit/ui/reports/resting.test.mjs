import assert from "node:assert/strict";
import { test } from "node:test";

import { createResting, listen, REST_MS } from "../../../../voice_report/ui/pages/reports/resting.js";

/** A page at rest, whose time only `pass` moves; `sets` moves its clock alone, as after a sleep of the device. */
function atRest() {
  let [time, ahead, timers, number] = [1_000_000, 0, new Map(), 0];
  const fire = (at) => {
    for (const [id, [due, run]] of [...timers].sort(([, [a]], [, [b]]) => a - b)) {
      if (due > at || !timers.delete(id)) continue;
      time = Math.max(time, due);
      run();
      return fire(at);
    }
    time = at;
  };
  const resting = createResting({
    now: () => time + ahead,
    setTimer: (run, after) => (timers.set(++number, [time + after, run]), number),
    clearTimer: (id) => timers.delete(id),
  });
  return { resting, pass: (ms) => fire(time + ms), sets: (ms) => (ahead += ms), waiting: () => timers.size };
}

test("s87: a page that nobody touches for ten minutes is covered", () => {
  const { resting, pass } = atRest();
  let told = 0;
  resting.subscribe(() => (told += 1));
  pass(REST_MS - 1);
  assert.deepEqual([resting.snapshot(), told], [false, 0]);
  pass(1);
  assert.deepEqual([resting.snapshot(), told], [true, 1]);
});

test("s87: ten minutes are counted from the last touch", () => {
  const { resting, pass } = atRest();
  pass(REST_MS - 1);
  resting.touched();
  pass(REST_MS - 1);
  assert.equal(resting.snapshot(), false);
  pass(1);
  assert.equal(resting.snapshot(), true);
});

test("s87: a touch does not uncover it, its button does, and the time begins again", () => {
  const { resting, pass } = atRest();
  pass(REST_MS);
  resting.touched();
  assert.equal(resting.snapshot(), true);
  resting.uncover();
  assert.equal(resting.snapshot(), false);
  pass(REST_MS - 1);
  assert.equal(resting.snapshot(), false);
  pass(1);
  assert.equal(resting.snapshot(), true);
});

test("s87: what comes where nothing was to be covered is shown to who touched the page since, and covered else", () => {
  const { resting, pass } = atRest();
  resting.shows(false);
  pass(REST_MS);
  resting.touched();
  resting.shows(true);
  assert.equal(resting.snapshot(), false);
  pass(REST_MS);
  resting.shows(false);
  resting.shows(true);
  assert.equal(resting.snapshot(), true);
});

test("s87: a device that slept is covered at the first touch, before its late timer", () => {
  const { resting, sets } = atRest();
  sets(REST_MS);
  resting.touched();
  assert.equal(resting.snapshot(), true);
});

test("s87: a clock that was set back covers it no later than ten minutes from then", () => {
  const { resting, pass, sets } = atRest();
  pass(REST_MS - 1);
  sets(-60 * 60 * 1000);
  pass(REST_MS);
  assert.equal(resting.snapshot(), false);
  pass(1);
  assert.equal(resting.snapshot(), true);
});

test("keys and the pointer are touches, until the page is left", () => {
  const target = new EventTarget();
  const { resting, pass, waiting } = atRest();
  const leave = listen(resting, target);
  for (const touch of ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"]) {
    pass(REST_MS - 1);
    target.dispatchEvent(new Event(touch));
    assert.equal(resting.snapshot(), false);
  }
  leave();
  assert.equal(waiting(), 0);
  target.dispatchEvent(new Event("keydown"));
  assert.equal(resting.snapshot(), false);
});
