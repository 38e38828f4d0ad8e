/** When a page is covered: after ten minutes without a touch. A text that stands on a shared screen is read by others. */
import { createStore } from "../../kit/external_store.js";

export const REST_MS = 10 * 60 * 1000;
const TOUCHES = ["keydown", "pointerdown", "pointermove", "wheel", "touchstart"];

/**
 * Return a store that holds whether the page is covered. `touched()`: a key or the pointer; on a covered page it changes
 * nothing, unless there is no text to cover (`shows(hasText)`). `uncover()`: its person asked for the text. `stop()` ends
 * the waiting.
 *
 * A device that slept wakes up with a timer that is late, and a touch that comes before it: the clock decides.
 */
export function createResting({ now = Date.now, setTimer = setTimeout, clearTimer = clearTimeout } = {}) {
  const covered = createStore(false);
  let last = now();
  let hasText = true;
  let timer;
  const isOver = () => {
    last = Math.min(last, now()); // the clock was set back
    return now() - last >= REST_MS;
  };
  const wait = () => {
    clearTimer(timer);
    timer = setTimer(look, last + REST_MS - now());
  };
  function look() {
    if (isOver()) covered.set(true);
    else wait();
  }
  function uncover() {
    last = now();
    covered.set(false);
    wait();
  }
  wait();
  return {
    subscribe: covered.subscribe,
    snapshot: covered.snapshot,
    shows(text) {
      hasText = text;
    },
    touched() {
      if (!hasText) uncover();
      else if (covered.snapshot()) return;
      else if (isOver()) covered.set(true);
      else last = now();
    },
    uncover,
    stop: () => clearTimer(timer),
  };
}

/** Tell `resting` of each touch of this window. Returns how to end that. */
export function listen(resting, target = window) {
  for (const touch of TOUCHES) target.addEventListener(touch, resting.touched, { capture: true, passive: true });
  return () => {
    for (const touch of TOUCHES) target.removeEventListener(touch, resting.touched, { capture: true });
    resting.stop();
  };
}
