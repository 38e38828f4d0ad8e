/**
 * Dictations that a reload, a crash or a closed phone left behind, and the locks that tell them from dictations another
 * tab is still recording.
 */
import * as store from "./store.js";

const REDELIVER_MS = 12 * 3600 * 1000;
const name = (id) => `dictation:${id}`;

/** Hold a dictation for this page; resolves with the function that lets go, or null when another tab has it. */
export function hold(id) {
  if (!navigator.locks) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    navigator.locks
      .request(name(id), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise((release) => resolve(release));
      })
      .catch(() => resolve(() => {}));
  });
}

async function heldElsewhere() {
  const { held = [] } = (await navigator.locks?.query?.()) ?? {};
  return new Set(held.map((lock) => lock.name));
}

/**
 * The user's dictations that wait for a decision, newest first, without those in use. `hasSound` tells whether something
 * still has to be sent; `isFinished` that only the page did not take over the text. What holds nothing is cleared away:
 * recordings without a second of sound, and finished ones of long ago, whose text is in the drafts.
 */
export async function unfinished(user) {
  const all = await store.list(user);
  const held = await heldElsewhere(); // after the list: what another tab begins in between is held before it is stored
  const waiting = [];
  for (const dictation of all.reverse()) {
    if (held.has(name(dictation.id))) continue;
    const summary = summarize(dictation);
    const isStale = summary.isFinished && Date.now() - dictation.finishedAt > REDELIVER_MS;
    const isEmpty = !summary.hasSound && dictation.segments.every(({ text }) => !text);
    if (isStale || isEmpty) await store.remove(dictation.id);
    else waiting.push(summary);
  }
  return waiting;
}

function summarize(dictation) {
  const { segments, state } = dictation;
  return {
    ...dictation,
    ms: segments.reduce((total, segment) => total + segment.ms, 0),
    hasSound: segments.some(({ hasSound }) => hasSound),
    isFinished: state === "finished",
    // A segment that was opened but never got a second of sound has nothing to send.
    segments: segments.map((segment) => ({ ...segment, text: segment.text ?? (segment.hasSound ? null : "") })),
  };
}
