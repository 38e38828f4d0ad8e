/**
 * How loud the sound is: the level for the waveform, the pauses and whether there is a voice. No browser API here.
 *
 * The sound is measured in frames of 20 ms. A frame is quiet when it is under the running noise floor: the 10th
 * percentile of the levels in the last ten seconds, plus a part of the distance to the loud ones.
 */
export const FRAME_MS = 20;
const HISTORY_FRAMES = 500;
const LOWEST_DB = -90;
const SILENCE_DB = -66; // under this there is no signal at all
const SPEECH_CONTRAST_DB = 9; // with less contrast between soft and loud, pauses cannot be detected
const SOUND_DB = -50; // softer frames are the room, not a voice
const SOUND_FRAMES = 10; // of the last 50 (a second): more than a knock on a door

function range(levels) {
  const sorted = Float32Array.from(levels).sort();
  const floor = sorted[Math.floor(sorted.length * 0.1)];
  return { floor, contrast: sorted[Math.floor(sorted.length * 0.95)] - floor };
}

/** Return the level in dB under which a frame counts as quiet, given the `range` of the last seconds. */
function quietUnder({ floor, contrast }) {
  return contrast < SPEECH_CONTRAST_DB ? SILENCE_DB : Math.max(SILENCE_DB, floor + 0.3 * contrast);
}

/**
 * Return `measure(samples, frame, isMissing)`: it adds sound, a Float32Array of whole frames of `frame` samples.
 * `isMissing`: some sound before these samples was missed. It returns
 *   level              0-1, of the loudest of these frames
 *   quietMs, silentMs  how long it has been quiet, and without any signal
 *   hasSound           whether the last second was more than a quiet room; it may be an even noise
 *   hasVoice           whether that rose and fell like a voice
 */
export function createLoudness() {
  const levels = [];
  let threshold = SILENCE_DB;
  let quietMs = 0;
  let silentMs = 0;
  return (samples, frame, isMissing) => {
    let loudest = LOWEST_DB;
    if (isMissing) quietMs = 0;
    for (let index = 0; index < samples.length; index += frame) {
      const db = decibels(samples.subarray(index, index + frame));
      levels.push(db);
      loudest = Math.max(loudest, db);
      quietMs = db < threshold ? quietMs + FRAME_MS : 0;
      silentMs = db < SILENCE_DB ? silentMs + FRAME_MS : 0;
    }
    levels.splice(0, levels.length - HISTORY_FRAMES);
    const heard = range(levels);
    threshold = quietUnder(heard);
    const least = Math.max(SOUND_DB, threshold);
    const hasSound = levels.slice(-50).filter((db) => db >= least).length >= SOUND_FRAMES;
    const hasVoice = hasSound && heard.contrast >= SPEECH_CONTRAST_DB;
    return { level: height(loudest), quietMs, silentMs, hasSound, hasVoice };
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
