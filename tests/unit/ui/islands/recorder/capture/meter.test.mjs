/** What is measured of a microphone, when the audio clock under it changes: another device took over, with another rate. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createMeter } from "../../../../../../voice_report/ui/islands/recorder/capture/meter.js";
import { settled } from "../../../settled.mjs";

const LOUD = 0.3;

/** A browser whose audio contexts hear `volume()`, each at the rate of the moment; refused while `isRefused`, none while
 * `isFull`, and not resumed while somebody is `calling`. */
function browser(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  t.mock.method(console, "warn", () => {});
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const made = { contexts: [], rate: 48_000, volume: LOUD, isRefused: false, isFull: false, calling: false, signals: [] };
  globalThis.AudioContext = class {
    state = "running";
    currentTime = 0;
    sampleRate = made.rate;
    volume = made.volume;
    constructor() {
      if (made.isFull) throw new DOMException("no more clocks", "NotSupportedError");
      made.contexts.push(this);
    }
    createAnalyser() {
      const fill = (samples) => samples.fill(this.volume);
      return { getFloatTimeDomainData: fill };
    }
    createMediaStreamSource() {
      if (made.isRefused) throw new DOMException("another rate", "NotSupportedError");
      return { connect() {} };
    }
    createConstantSource() {
      return { start() {}, stop() {} };
    }
    async resume() {
      if (this.state === "closed" || made.calling) throw new DOMException("not now", "InvalidStateError");
      this.state = "running";
    }
    async close() {
      this.state = "closed";
    }
  };
  made.passes = async (ms) => {
    for (let at = 0; at < ms; at += 50) {
      now += 50;
      for (const context of made.contexts) if (context.state === "running") context.currentTime += 0.05;
      t.mock.timers.tick(50);
      await settled();
    }
    return made.signals.at(-1);
  };
  made.meter = () => {
    const meter = createMeter({}, (signal) => made.signals.push(signal));
    t.after(meter.stop);
    return meter;
  };
  return made;
}

test("a stream that gives nothing where it is measured is connected anew: a headset with another rate is heard again", async (t) => {
  const made = browser(t);
  made.meter();
  assert.equal((await made.passes(1000)).silentMs, 0);
  made.contexts[0].volume = 0; // the old clock hears nothing any more
  made.rate = 16_000;
  assert.ok((await made.passes(2900)).silentMs > 2500);
  const heard = await made.passes(500);
  assert.deepEqual([heard.listening, heard.silentMs, made.contexts.length], [true, 0, 2]);
  assert.deepEqual(made.contexts.map(({ state, sampleRate }) => [state, sampleRate]), [["closed", 48_000], ["running", 16_000]]);
  await made.passes(20_000);
  assert.equal(made.contexts.length, 2, "one that hears stays");
});

test("a microphone that gives no sound at all is silent all the same, however often it is connected", async (t) => {
  const made = browser(t);
  made.volume = 0;
  made.meter();
  await made.passes(12_000);
  assert.ok(made.signals.some(({ silentMs }) => silentMs >= 10_000), "the watchdog tells of it");
  assert.equal(made.contexts.filter(({ state }) => state !== "closed").length, 1);
});

test("a stream that cannot be measured is recorded all the same, and measured as soon as it can be", async (t) => {
  const made = browser(t);
  made.isRefused = true;
  const meter = made.meter();
  const unheard = await made.passes(1000);
  assert.deepEqual([unheard.listening, unheard.level], [false, 0]);
  assert.equal(made.contexts[0].state, "closed");
  let isOver = false;
  meter.wait(80).then(() => (isOver = true));
  await made.passes(100);
  assert.ok(isOver, "cuts do not wait for the clock that is not there");
  made.isRefused = false;
  const heard = await made.passes(3000);
  assert.equal(heard.listening, true);
  assert.ok(heard.level > 0);
});

test("a clock that the browser has closed is replaced", async (t) => {
  const made = browser(t);
  made.meter();
  await made.passes(500);
  await made.contexts[0].close();
  assert.equal((await made.passes(500)).listening, false);
  assert.equal((await made.passes(3000)).listening, true);
});

test("a clock that a call has interrupted, as Safari calls it, runs again after the call; meanwhile timers do", async (t) => {
  const made = browser(t);
  const meter = made.meter();
  await made.passes(500);
  Object.assign(made, { calling: true });
  made.contexts[0].state = "interrupted";
  assert.equal((await made.passes(10_000)).listening, false);
  let isOver = false;
  meter.wait(80).then(() => (isOver = true));
  await made.passes(100);
  assert.ok(isOver, "cuts do not wait for the clock that stands still");
  made.calling = false;
  const heard = await made.passes(200);
  assert.deepEqual([heard.listening, heard.silentMs, made.contexts.length], [true, 0, 1]);
});

test("where there is no clock at all it is recorded all the same, and measured as soon as there is one", async (t) => {
  const made = browser(t);
  made.isFull = true;
  made.meter();
  assert.equal((await made.passes(1000)).listening, false);
  made.isFull = false;
  assert.equal((await made.passes(3000)).listening, true);
});

test("a tick that fails is not the last one: a recording that is not cut grows larger than the server takes", async (t) => {
  const made = browser(t);
  t.mock.method(console, "error", () => {});
  let ticks = 0;
  const meter = createMeter({}, () => {
    ticks += 1;
    throw new TypeError("the page is broken");
  });
  t.after(meter.stop);
  await made.passes(1000);
  assert.equal(ticks, 20);
});
