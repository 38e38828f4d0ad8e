/**
 * Measures the microphone's signal with the browser's audio clock (loudness.js has the calculations). It includes the
 * sound that passed while the page's timers were throttled in the background.
 */
import { createLoudness, FRAME_MS } from "./loudness.js";

const WINDOW = 32_768; // samples, the maximum an AnalyserNode keeps: 0.68 s at 48 kHz
const TICK_MS = 50;

/**
 * Listen to `stream` until `stop()`. `onTick(signal)` is called every 50 ms with what loudness.js measures
 * and `listening` (false while the browser withholds the sound; the durations are then meaningless).
 */
export function createMeter(stream, onTick) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = WINDOW;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(WINDOW);
  const frame = Math.round((context.sampleRate * FRAME_MS) / 1000);
  const measure = createLoudness();
  let signal = { level: 0, quietMs: 0, silentMs: 0, hasSound: false, hasVoice: false };
  let measuredUntil = context.currentTime;
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
    const fresh = Math.floor(((context.currentTime - measuredUntil) * context.sampleRate) / frame);
    if (fresh === 0) return;
    measuredUntil += (fresh * frame) / context.sampleRate;
    analyser.getFloatTimeDomainData(samples);
    const count = Math.min(fresh, Math.floor(WINDOW / frame));
    signal = measure(samples.subarray(WINDOW - count * frame), frame, count < fresh);
  }

  async function run() {
    while (!stopped) {
      await wait(TICK_MS);
      if (stopped) return;
      if (context.state !== "running") context.resume().catch(() => {});
      const listening = context.state === "running";
      read();
      onTick({ ...signal, listening });
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
