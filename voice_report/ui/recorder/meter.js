/**
 * Measures the microphone's signal: the level for the waveform, and the pauses.
 *
 * The sound is analysed in frames of 20 ms, including those that passed while the page's timers were throttled in the
 * background. A frame is quiet when it is under the running noise floor: the 10th percentile of the levels in the last
 * ten seconds, plus a part of the distance to the loud ones.
 */
const FRAME_MS = 20;
const HISTORY_FRAMES = 500;
const WINDOW = 32_768; // samples, the maximum an AnalyserNode keeps: 0.68 s at 48 kHz
const LOWEST_DB = -90;
const SILENCE_DB = -66; // under this there is no signal at all
const SPEECH_CONTRAST_DB = 9; // with less contrast between soft and loud, pauses cannot be detected
const TICK_MS = 50;

/** Return whether a segment of `age` ms must end now: at a pause once it is long enough, at its maximum in any case. */
export function cutDue(age, quietMs, { after, latest, pause }) {
  return age >= latest || (age >= after && quietMs >= pause);
}

/** Return the level in dB under which a frame counts as quiet, given the levels of the last seconds. */
export function quietBelow(levels) {
  const sorted = Float32Array.from(levels).sort();
  const floor = sorted[Math.floor(sorted.length * 0.1)];
  const loud = sorted[Math.floor(sorted.length * 0.95)];
  const contrast = loud - floor;
  return contrast < SPEECH_CONTRAST_DB ? SILENCE_DB : Math.max(SILENCE_DB, floor + 0.3 * contrast);
}

/**
 * Listen to `stream` until `stop()`. `onTick(heard)` is called every 50 ms with `level` (0-1, for the waveform),
 * `quietMs` and `silentMs` (how long it has been quiet, and without any signal) and `listening` (false while the
 * browser withholds the sound; the two durations are then meaningless).
 */
export function createMeter(stream, onTick) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = WINDOW;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(WINDOW);
  const frame = Math.round((context.sampleRate * FRAME_MS) / 1000);
  const levels = [];
  const heard = { level: 0, quietMs: 0, silentMs: 0, listening: false };
  let seen = context.currentTime;
  let stopped = false;

  // Timers are throttled in a hidden tab, the audio clock is not; a suspended audio context has only timers.
  function wait(ms) {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
      if (context.state !== "running") return;
      const source = context.createConstantSource();
      source.onended = resolve;
      source.start();
      source.stop(context.currentTime + ms / 1000);
    });
  }

  function read() {
    const fresh = Math.floor(((context.currentTime - seen) * context.sampleRate) / frame);
    if (fresh === 0) return;
    seen += (fresh * frame) / context.sampleRate;
    analyser.getFloatTimeDomainData(samples);
    const count = Math.min(fresh, Math.floor(WINDOW / frame));
    if (count < fresh) heard.quietMs = 0; // some sound was missed
    const threshold = levels.length ? quietBelow(levels) : SILENCE_DB;
    for (let index = WINDOW - count * frame; index < WINDOW; index += frame) {
      const db = decibels(samples.subarray(index, index + frame));
      levels.push(db);
      heard.quietMs = db < threshold ? heard.quietMs + FRAME_MS : 0;
      heard.silentMs = db < SILENCE_DB ? heard.silentMs + FRAME_MS : 0;
    }
    levels.splice(0, levels.length - HISTORY_FRAMES);
    heard.level = height(Math.max(...levels.slice(-count)));
  }

  async function run() {
    while (!stopped) {
      await wait(TICK_MS);
      if (stopped) return;
      if (context.state !== "running") context.resume().catch(() => {});
      heard.listening = context.state === "running";
      read();
      onTick(heard);
    }
  }

  run();
  return {
    wait,
    stop() {
      stopped = true;
      context.close().catch(() => {});
    },
  };
}

/** A bar's height, 0-1: zero at -55 dB, full at -8 dB, and steeper towards the loud end, like human hearing. */
function height(db) {
  return Math.min(1, Math.max(0, (db + 55) / 47)) ** 2;
}

function decibels(samples) {
  let power = 0;
  for (const sample of samples) power += sample * sample;
  return Math.max(LOWEST_DB, 10 * Math.log10(power / samples.length));
}
