/** The state of this page's dictation, and who follows it. */
import { dictationIs } from "../../../shell/browser/new_version.js";
import { createPace } from "./pace.js";
import { isOnlyHere, recordedMs, reduce, START, toCome } from "./state.js";
import { askBeforeUnload } from "../capture/watchdog.js";

let state = START;
let stopAsking = null; // set while the browser asks before it closes the page
const watchers = new Set();
const pace = createPace();

export const subscribe = (watcher) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};
export const snapshot = () => state;
export const recorded = () => recordedMs(state);

const isSending = () => !state.trouble && !state.isCovered;

/** Return what is still to be written out as {pieces, seconds}, or null when something keeps it waiting. */
export function remaining() {
  const { pieces, ms } = toCome(state);
  return pieces && isSending() ? { pieces, seconds: pace.remaining(ms) } : null;
}

/** Make a transition of `state.js`, and tell the watchers. */
export function change(type, details = {}) {
  state = reduce(state, { type, ...details });
  pace.waits(isSending() && toCome(state).pieces > 0);
  guardOnlyCopy();
  dictationIs(state.phase);
  for (const watcher of [...watchers]) watcher();
}

/** The server has answered a segment: its text, and how fast segments are answered. */
export function answered(number, text, draftId) {
  pace.answered(state.segments.find((segment) => segment.number === number)?.ms ?? 0);
  change("answered", { number, text, draftId });
}

/** The browser asks before it closes a page that has the only copy of a recording, also while nothing is recorded. */
function guardOnlyCopy() {
  if (isOnlyHere(state)) {
    stopAsking ??= askBeforeUnload();
  } else {
    stopAsking?.();
    stopAsking = null;
  }
}
