/** The microphone while it is on: one recording, cut into segments that are stored and sent. */
import { createCapture } from "./capture.js";
import { createCutting } from "./cutting.js";
import { change, snapshot } from "../session/live.js";
import { createMeter } from "./meter.js";
import { keep, openStream, sendRecorded, streamPart } from "../sending/sending.js";
import { unattended } from "../session/state.js";
import * as store from "../device/store.js";
import { createWatchdog, guardPage, vibrate } from "./watchdog.js";

const FOR_NOW = ["late", "resumed"]; // warnings that the next whole segment takes away
const levelWatchers = new Set();
let recording = null; // {stream, capture, isCutDue, meter, watchdog, unguard, pause}
const endings = new Set(); // of recordings whose recorder has not given its last sound
let heardAt = 0; // when a voice was heard last

/** Calls `watcher(level)` every 50 ms while recording, level from 0 to 1. */
export const subscribeLevel = (watcher) => {
  levelWatchers.add(watcher);
  return () => levelWatchers.delete(watcher);
};

export const isOn = () => recording !== null;

/** Release a microphone that was opened. */
export function turnOff(stream) {
  for (const track of stream.getTracks()) track.stop();
}

/** Record from the stream; `pause(warning)` is called when that can or should not continue. Throws when the browser does
 * not begin. */
export function record(stream, pause) {
  const { dictation, segments } = snapshot();
  const { id } = dictation;
  const first = Math.max(-1, ...segments.map(({ number }) => number)) + 1;
  const meter = createMeter(stream, tick);
  const capture = begin(meter, {
    stream,
    first,
    wait: meter.wait,
    onOpened(number, type) {
      keep(() => store.addSegment(id, number, type));
      openStream(number, type);
    },
    onShown: (number) => change("opened", { number }),
    onChunk(number, seq, blob, ms) {
      keep(() => store.addChunk(id, number, seq, blob, ms));
      streamPart(number, blob);
    },
    onClosed(number, blob, ms) {
      sendRecorded(number, blob, ms); // before the page is drawn again: the user may wait for its words
      change("closed", { number, ms });
    },
    onBroken: () => pause("lost"),
    onResumed: () => change("warning", { warning: "resumed" }),
    onStalled() {
      vibrate();
      pause("stalled");
    },
    onCut(isCut) {
      const { warning } = snapshot();
      if (isCut ? FOR_NOW.includes(warning) : !warning) change("warning", { warning: isCut ? null : "late" });
    },
  });
  const watchdog = createWatchdog(stream, {
    onWarning: (warning) => change("warning", { warning }),
    onAway: () => pause("away"),
    onLost: () => pause("lost"),
  });
  const unguard = guardPage({ onHidden: capture.flush, onLeave: (go) => change("leaving", { go }) });
  recording = { stream, capture, isCutDue: createCutting(), meter, watchdog, unguard, pause };
  change("recording");
}

function begin(meter, options) {
  try {
    return createCapture(options);
  } catch (error) {
    meter.stop();
    throw error;
  }
}

function tick(signal) {
  if (signal.hasVoice || !signal.listening) heardAt = performance.now(); // nothing is measured while it does not listen
  const why = unattended(snapshot(), heardAt);
  if (why) {
    vibrate();
    recording?.pause(why);
  }
  recording?.watchdog.check(signal); // may pause
  recording?.capture.check(); // likewise
  if (!recording) return;
  const { capture, isCutDue } = recording;
  if (isCutDue(capture.number(), capture.age(), signal)) capture.cut();
  if (signal.hasVoice && !snapshot().isHeard) change("heard");
  for (const watcher of levelWatchers) tell(watcher, signal.level);
}

/** What only shows the level must not end the listening, and with it the cutting. */
function tell(watcher, level) {
  try {
    watcher(level);
  } catch (error) {
    console.error(error);
  }
}

/** Close the current segment and release the microphone; resolves when that is done, also what earlier calls began. */
export async function silence() {
  if (recording) {
    const ended = recording;
    recording = null;
    const ending = end(ended).finally(() => endings.delete(ending));
    endings.add(ending);
  }
  await Promise.all(endings);
}

async function end({ capture, stream, unguard, watchdog, meter }) {
  unguard();
  watchdog.stop();
  meter.stop();
  await capture.stop();
  turnOff(stream);
}
