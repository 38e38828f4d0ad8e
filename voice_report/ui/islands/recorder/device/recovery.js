/**
 * Dictations left unfinished by a reload, a crash or a closed phone, and the locks that distinguish them from those
 * that another tab is still recording.
 */
import { atMost } from "../../../kit/at_most.js";
import * as store from "./store.js";

const REDELIVER_MS = 12 * 3600 * 1000;
const JUST_BEGUN_MS = 60 * 1000;
const ANSWERS_WITHIN_MS = 5000;
const name = (id) => `dictation:${id}`;
const own = new Set(); // ids that this page has locked

/** Lock a dictation for this page; resolves with the function that releases the lock, or null if another tab has it. A
 * browser without locks, or whose locks do not answer, records without. */
export function hold(id) {
  if (!navigator.locks) return Promise.resolve(() => {});
  let letGo;
  const released = new Promise((resolve) => {
    letGo = resolve;
  });
  const release = () => {
    own.delete(id);
    letGo();
  };
  const asked = new Promise((resolve) => {
    navigator.locks
      .request(name(id), { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        own.add(id);
        resolve(release);
        return released;
      })
      .catch(() => resolve(release));
  });
  return atMost(ANSWERS_WITHIN_MS, asked, release);
}

async function heldElsewhere() {
  const { held = [] } = (await atMost(ANSWERS_WITHIN_MS, navigator.locks?.query?.())) ?? {};
  return new Set(held.map((lock) => lock.name));
}

/** The ids of the user's dictations that another page is recording or sending. */
export async function runningElsewhere(user) {
  const held = await heldElsewhere();
  const ids = (await store.list(user)).map(({ id }) => id);
  return ids.filter((id) => held.has(name(id)) && !own.has(id));
}

/**
 * The user's dictations that need a decision, newest first, without those in use. `hasSound`: audio still has to be
 * sent; `isFinished`: only the page has not adopted the text yet. Others are deleted: recordings without a second of
 * audio, and dictations finished long ago, whose text is in the drafts.
 */
export async function unfinished(user) {
  const all = await store.list(user);
  const held = await heldElsewhere(); // after the list: another tab takes its lock before it stores a new dictation
  const waiting = [];
  for (const dictation of all.reverse()) {
    if (held.has(name(dictation.id))) continue;
    const summary = summarize(dictation);
    const isStale = summary.isFinished && Date.now() - dictation.finishedAt > REDELIVER_MS;
    const isEmpty = !summary.hasSound && dictation.segments.every(({ text }) => !text);
    const mayBeOpen = !navigator.locks && Date.now() - dictation.startedAt < JUST_BEGUN_MS;
    if (isEmpty && mayBeOpen) continue; // another tab may have begun it: nothing tells without locks
    if (isStale || isEmpty) await store.remove(dictation.id);
    else waiting.push(summary);
  }
  return waiting;
}

/** Return whether this dictation, which this page has locked, is on the device as `unfinished` gave it: another tab may have
 * gone on with it since, or sent it. */
export async function isAsListed(listed) {
  const present = (await store.list(listed.user)).find(({ id }) => id === listed.id);
  return present !== undefined && stateOf(summarize(present)) === stateOf(listed);
}

const stateOf = ({ isFinished, draftId, segments }) => JSON.stringify([isFinished, draftId, segments]);

function summarize(dictation) {
  const { segments, state } = dictation;
  return {
    ...dictation,
    ms: segments.reduce((total, segment) => total + segment.ms, 0),
    hasSound: segments.some(({ hasSound }) => hasSound),
    isFinished: state === "finished",
    // A segment that was opened but has no second of audio has nothing to send.
    segments: segments.map((segment) => ({ ...segment, text: segment.text ?? (segment.hasSound ? null : "") })),
  };
}
