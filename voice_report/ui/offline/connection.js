/** Whether the server can be reached. /healthz is asked: it counts as no activity, so it keeps no session alive. */
import { call } from "../kit/api.js";

const URL = "/healthz";
const SOON_MS = 1000; // after the first loss: a connection that ended while the network was away fails one request
const FIRST_MS = 5000;
const LONGEST_MS = 60_000;
const GIVES_UP_MS = 20_000;
const SLOW_MS = 5000;

/**
 * Call `onReach` with each answer: "there", "slow" (there, but only just), "away" (its proxy answers in its place) or "none".
 * Returns {lost, stop}.
 */
export function watchConnection(onReach) {
  let wait = FIRST_MS;
  let timer;
  let losses = 0;
  let round = 0; // an answer to an earlier question says nothing

  async function ask() {
    clearTimeout(timer);
    round += 1;
    const own = round;
    const began = performance.now();
    const outcome = await call("GET", URL, { timeoutMs: GIVES_UP_MS });
    if (own !== round) return;
    timer = setTimeout(ask, wait);
    wait = Math.min(2 * wait, LONGEST_MS);
    onReach(reachOf(outcome, performance.now() - began));
  }

  function askNow() {
    wait = FIRST_MS;
    return ask();
  }

  function lost() {
    round += 1;
    clearTimeout(timer);
    timer = setTimeout(ask, Math.min(FIRST_MS, SOON_MS * 2 ** losses)); // it may be wrong, or over before anything says so
    losses += 1;
    onReach("none");
  }

  const seen = () => document.visibilityState === "visible" && askNow();
  window.addEventListener("online", askNow);
  window.addEventListener("offline", lost);
  window.addEventListener("focus", askNow);
  document.addEventListener("visibilitychange", seen);
  ask();
  return {
    /** What is sent does not arrive, whatever the answers said. */
    lost,
    stop() {
      round += 1;
      clearTimeout(timer);
      window.removeEventListener("online", askNow);
      window.removeEventListener("offline", lost);
      window.removeEventListener("focus", askNow);
      document.removeEventListener("visibilitychange", seen);
    },
  };
}

/** An answer that is not the server's own comes from something in between, a hotspot's sign-in page for instance. */
export function reachOf({ answer, status }, ms) {
  if (answer?.status === "ok") return ms < SLOW_MS ? "there" : "slow";
  return status >= 500 ? "away" : "none";
}
