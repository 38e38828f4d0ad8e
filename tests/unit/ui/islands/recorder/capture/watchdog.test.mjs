/** What the watchdog makes of a microphone that is muted, silent or gone, with a track that does what the test says. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { createWatchdog } from "../../../../../../voice_report/ui/islands/recorder/capture/watchdog.js";

const SOUND = { silentMs: 0, listening: true };
/** A watched track: what `happens` to it, how long the test waits, and what was reported. */
function watch(t, { muted = false } = {}) {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  const track = Object.assign(new EventTarget(), { muted, readyState: "live" });
  const events = [];
  const watchdog = createWatchdog({ getAudioTracks: () => [track] }, {
    onWarning: (warning) => events.push(warning),
    onAway: () => events.push("away"),
    onLost: () => events.push("lost"),
  });
  const happens = (type) => track.dispatchEvent(new Event(type));
  const wait = (ms) => (now += ms);
  return { track, events, watchdog, happens, wait };
}

test("a microphone that is muted for two seconds is away, a shorter moment is nothing", (t) => {
  const { watchdog, events, happens, wait } = watch(t);
  happens("mute");
  wait(1900);
  watchdog.check(SOUND);
  happens("unmute");
  wait(5000);
  watchdog.check(SOUND);
  assert.deepEqual(events, []);
  happens("mute");
  wait(2000);
  watchdog.check(SOUND);
  assert.deepEqual(events, ["away"]);
});

test("a call during which the page was suspended is noticed when it is over", (t) => {
  const { events, happens, wait } = watch(t);
  happens("mute");
  wait(60_000);
  happens("unmute");
  assert.deepEqual(events, ["away"]);
});

test("a microphone that a call had already when recording began is away, and back with the end of the call", (t) => {
  const { watchdog, events, happens, wait } = watch(t, { muted: true });
  wait(2000);
  watchdog.check(SOUND);
  happens("unmute");
  watchdog.check(SOUND);
  assert.deepEqual(events, ["away", "away"]);
  wait(60_000);
  watchdog.check(SOUND);
  assert.deepEqual(events, ["away", "away"]);
});

test("a call that takes the microphone for good, while it was muted by it, is a lost device", (t) => {
  const { track, watchdog, events, happens, wait } = watch(t);
  happens("mute");
  wait(1000);
  track.readyState = "ended";
  happens("ended");
  wait(5000);
  watchdog.check(SOUND);
  assert.deepEqual(events, ["lost"]);
});

test("ten seconds without any signal are a warning, which sound takes away", (t) => {
  const { watchdog, events } = watch(t);
  for (const silentMs of [9900, 10_000, 10_050, 0]) watchdog.check({ silentMs, listening: true });
  watchdog.check({ silentMs: 20_000, listening: false });
  assert.deepEqual(events, ["silent", null]);
});

test("a device that is gone is lost, not away, and nothing is reported after the recording", (t) => {
  const { track, watchdog, events, happens, wait } = watch(t);
  track.readyState = "ended";
  happens("mute");
  wait(3000);
  watchdog.check(SOUND);
  happens("ended");
  assert.deepEqual(events, ["lost"]);
  watchdog.stop();
  happens("unmute");
  assert.deepEqual(events, ["lost"]);
});
