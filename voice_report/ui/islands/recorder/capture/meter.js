/**
 * Measures the microphone's signal with the browser's audio clock (loudness.js has the calculations). It includes the
 * sound that passed while the page's timers were throttled in the background.
 */
import { createLoudness, FRAME_MS } from "./loudness.js";

const WINDOW = 32_768; // samples, the maximum an AnalyserNode keeps: 0.68 s at 48 kHz
const TICK_MS = 50;

/**
 * After so long without any signal the stream is connected once more, in ms. A browser connects a device at the rate it
 * has then: a headset that takes over with another one may be refused, or give nothing where it is measured while the
 * recorder hears it.
 */
const AGAIN_MS = 3000;

/**
 * Listen to `stream` until `stop()`. `onTick(signal)` is called every 50 ms with what loudness.js measures
 * and `listening` (false while the browser withholds the sound; the durations are then meaningless).
 */
export function createMeter(stream, onTick) {
  const samples = new Float32Array(WINDOW);
  const measure = createLoudness();
  let signal = { level: 0, quietMs: 0, silentMs: 0, hasSound: false, hasVoice: false };
  let ear = connected(stream);
  let connectedAt = performance.now();
  let stopped = false;

  // Timers are throttled in a hidden tab, the audio clock is not; a suspended audio context has only timers.
  function wait(ms) {
    return new Promise((resolve) => {
      setTimeout(resolve, ms);
      if (!isRunning()) return;
      const { context } = ear;
      const source = context.createConstantSource();
      source.onended = resolve;
      source.start();
      source.stop(context.currentTime + ms / 1000);
    });
  }

  const isRunning = () => ear?.context.state === "running";

  function read() {
    const { context, analyser, frame } = ear;
    const fresh = Math.floor(((context.currentTime - ear.measuredUntil) * context.sampleRate) / frame);
    if (fresh === 0) return;
    ear.measuredUntil += (fresh * frame) / context.sampleRate;
    analyser.getFloatTimeDomainData(samples);
    const count = Math.min(fresh, Math.floor(WINDOW / frame));
    signal = measure(samples.subarray(WINDOW - count * frame), frame, count < fresh);
  }

  function connectAgain() {
    const isDeaf = !ear || ear.context.state === "closed" || signal.silentMs >= AGAIN_MS;
    if (!isDeaf || performance.now() - connectedAt < AGAIN_MS) return;
    connectedAt = performance.now();
    const next = connected(stream);
    if (!next) return;
    ear?.context.close().catch(() => {});
    ear = next;
  }

  async function run() {
    while (!stopped) {
      await wait(TICK_MS);
      if (stopped) return;
      try {
        hear();
      } catch (error) {
        console.error(error); // a tick that fails must not end the listening, and with it the cutting
      }
    }
  }

  function hear() {
    connectAgain();
    if (ear && !isRunning()) ear.context.resume().catch(() => {});
    const listening = isRunning();
    if (ear) read();
    onTick({ ...signal, listening });
  }

  run();
  return {
    wait,
    stop() {
      stopped = true;
      ear?.context.close().catch(() => {});
    },
  };
}

/** Return what hears the stream; null where the browser refuses it. */
function connected(stream) {
  let context;
  try {
    context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = WINDOW;
    context.createMediaStreamSource(stream).connect(analyser);
    const frame = Math.round((context.sampleRate * FRAME_MS) / 1000);
    return { context, analyser, frame, measuredUntil: context.currentTime };
  } catch (error) {
    console.warn("The sound is recorded, and not measured.", error.name);
    context?.close().catch(() => {});
    return null;
  }
}
