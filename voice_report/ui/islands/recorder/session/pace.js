/**
 * How long the rest of a dictation will take, measured on the person's own segments: the engine, the connection and the
 * people ahead are all in it. No browser API here.
 */

/** How many answers are measured, the newest: an engine may hurry from one segment to the next. */
const NEWEST = 2;

/**
 * `waits(isWaiting)` when segments begin or cease to wait for their text, `answered(ms)` with the length of each whose
 * text came, `remaining(ms)` for the seconds that so much sound will take: null as long as nothing has been measured.
 */
export function createPace(now = () => performance.now()) {
  let moments = []; // [moment, ms of sound]: when segments began to wait, and each answer since
  let before = null; // ms of waiting per ms of sound, measured earlier

  function newest() {
    const measured = moments.slice(1).slice(-NEWEST);
    const sound = measured.reduce((total, [, ms]) => total + ms, 0);
    return sound ? (measured.at(-1)[0] - moments.at(-1 - measured.length)[0]) / sound : before;
  }

  return {
    waits(isWaiting) {
      if (isWaiting === moments.length > 0) return;
      before = newest();
      moments = isWaiting ? [[now(), 0]] : [];
    },
    answered(ms) {
      if (moments.length) moments.push([now(), ms]);
    },
    remaining(ms) {
      const rate = newest();
      if (rate === null || ms === 0) return rate === null ? null : 0;
      // As slow as it was, or slower when nothing has come for a long time.
      const silence = moments.length ? now() - moments.at(-1)[0] : 0;
      return Math.max(rate * ms, silence) / 1000;
    },
  };
}
