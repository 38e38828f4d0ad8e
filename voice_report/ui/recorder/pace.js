/**
 * How long the rest of a dictation will take, measured on the person's own segments: the engine, the connection and the
 * people ahead are all in it. No browser API here.
 */

/** What is measured is the last part of this length in which segments waited, in ms. */
const WINDOW_MS = 90_000;

/**
 * `waits(isWaiting)` when segments begin or cease to wait for their text, `answered(ms)` with the length of each whose
 * text came, `remaining(ms)` for the seconds that so much sound will take: null as long as nothing has been measured.
 */
export function createPace(now = () => performance.now()) {
  let since = null; // when segments began to wait
  let answers = []; // [moment, ms of sound] since then
  let before = null; // ms of waiting per ms of sound, measured earlier

  /** Return the measured rate; with so much sound waiting, of which nothing came, it is at least as slow as that. */
  function rate(waitingMs) {
    if (since === null) return before;
    const from = Math.max(since, now() - WINDOW_MS);
    answers = answers.filter(([moment]) => moment >= from);
    const sound = answers.reduce((total, [, ms]) => total + ms, 0);
    if (sound) return (now() - from) / sound;
    return before === null ? null : Math.max(before, (now() - from) / waitingMs);
  }

  return {
    waits(isWaiting) {
      if (isWaiting === (since !== null)) return;
      if (!isWaiting && answers.length) before = rate();
      since = isWaiting ? now() : null;
      answers = [];
    },
    answered: (ms) => void answers.push([now(), ms]),
    remaining(ms) {
      const measured = ms > 0 ? rate(ms) : 0;
      return measured === null ? null : (measured * ms) / 1000;
    },
  };
}
