/** How high the bars of the waveform are. No browser API here. */
export const BARS = 10;

/**
 * Return `step(level)`, to be called every 50 ms with a level from 0 to 1. It returns the heights of the ten bars of one
 * side, from the button outward, 0 to 1.
 *
 * Sound starts at the button and moves outward, one bar per 100 ms; halfway through those, each bar is halfway. The
 * right side shows every odd level, the left side the even ones.
 */
export function createBars(side) {
  let heights = new Array(BARS).fill(0);
  let odd = null;
  return (level) => {
    if (odd === null) {
      odd = level;
      return heights;
    }
    const before = heights;
    heights = [side === "left" ? level : odd, ...before.slice(0, -1)];
    odd = null;
    return heights.map((height, index) => (height + before[index]) / 2);
  };
}
