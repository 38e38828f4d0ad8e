/** The state of this page's dictation, and who follows it. */
import { dictationIs } from "../../../shell/browser/new_version.js";
import { createStore } from "../../../kit/external_store.js";
import { createPace } from "./pace.js";
import { isOnlyHere, recordedMs, reduce, START, toCome } from "./state.js";
import { askBeforeUnload } from "../capture/watchdog.js";

let stopAsking = null; // set while the browser asks before it closes the page
const pace = createPace();

const { snapshot, subscribe, set } = createStore(START);
export { snapshot, subscribe };
export const recorded = () => recordedMs(snapshot());

const isSending = (state) => !state.trouble && !state.isLocked;

/** Return what is still to be written out as {pieces, seconds}, or null when something keeps it waiting. */
export function remaining() {
  const { pieces, ms } = toCome(snapshot());
  return pieces && isSending(snapshot()) ? { pieces, seconds: pace.remaining(ms) } : null;
}

/** Make a transition of `state.js`, and tell the watchers. */
export function change(type, details = {}) {
  const state = reduce(snapshot(), { type, ...details });
  pace.waits(isSending(state) && toCome(state).pieces > 0);
  guardOnlyCopy(state);
  dictationIs(state.phase);
  set(state);
}

/** The server has answered a segment: its text, and how fast segments are answered. */
export function answered(number, text, draftId) {
  pace.answered(snapshot().segments.find((segment) => segment.number === number)?.ms ?? 0);
  change("answered", { number, text, draftId });
}

/** The browser asks before it closes a page that has the only copy of a recording, also while nothing is recorded. */
function guardOnlyCopy(state) {
  if (isOnlyHere(state)) {
    stopAsking ??= askBeforeUnload();
  } else {
    stopAsking?.();
    stopAsking = null;
  }
}
