/**
 * Where a segment ends: at a pause, early in the first segments so that the first words appear within seconds. No
 * browser API here.
 */

/**
 * In ms, per segment, the last one for all that follow: `after` this much speech a segment ends at the next `pause`,
 * at `latest` without one. Each time the microphone opens the first segment comes first again.
 */
export const CUTS = { after: [4000, 8000, 8000, 15_000], latest: [10_000, 20_000, 20_000, 45_000], pause: 400 };

/**
 * Return `isDue(number, age, signal)`: whether segment `number`, which began `age` ms ago, must end now. `signal` is a
 * meter's tick. The silence that a segment begins with does not count, nor does a silent segment as one of the first: a
 * person who thinks before talking gets the first words as soon as one who does not.
 */
export function createCutting({ after, latest, pause } = CUTS) {
  const last = after.length - 1;
  let current = null;
  let step = 0;
  let soundAt = null; // the segment's age when the talking began

  function begin(number) {
    if (soundAt !== null) step = Math.min(step + 1, last);
    current = number;
    soundAt = null;
  }

  return (number, age, { listening, hasSound, quietMs }) => {
    if (number !== current) begin(number);
    const isTalking = hasSound && quietMs < pause;
    if (isTalking || !listening) soundAt ??= age; // nothing is measured while the browser withholds the sound
    const spoken = soundAt === null ? 0 : age - soundAt;
    const isPause = listening && quietMs >= pause;
    return age >= latest[last] || spoken >= latest[step] || (spoken >= after[step] && isPause);
  };
}
