/** The segments of this page's dictation on their way: to the store of the device, and to the server. */
import { answered, change, snapshot } from "../session/live.js";
import * as store from "../device/store.js";
import { createUploader, openSegmentStream } from "./upload.js";
import { inOrder, written } from "../device/writes.js";

const unsent = new Map(); // number -> sound(): what the server has not answered; the device may have failed to store it
const refusedSounds = new Map(); // number -> sound(), likewise
const streams = new Map(); // number -> what the sound of a segment is sent over while it is recorded (stream.js)
/** A piece that an earlier page left after less than this may have no sound in it: the first second of a file is its head. */
const CUT_OFF_MS = 2000;
const silent = () => Promise.resolve(new Blob()); // of a segment that was stopped as soon as it began: nothing is stored
let onSettled = () => {};

/** Call `callback()` whenever a segment is answered or dropped; set once, by the session. */
export const whenSettled = (callback) => {
  onSettled = callback;
};

const uploader = createUploader({
  onAnswer(item, text, draftId, words) {
    if (item.id !== snapshot().dictation?.id) return;
    unsent.delete(item.number);
    keep(() => store.answer(item.id, item.number, text, draftId, words));
    answered(item.number, text, draftId);
    onSettled();
  },
  onRefused(item, sentence) {
    if (item.id !== snapshot().dictation?.id) return;
    unsent.delete(item.number);
    refusedSounds.set(item.number, item.sound);
    change("refused", { number: item.number, sentence });
  },
  onTrouble: (trouble) => trouble !== snapshot().trouble && change("trouble", { trouble }),
});

/** Write to the store, in order. A device that cannot store still records; the audio is sent from memory. */
export function keep(write) {
  return inOrder(write, () => {
    const { unkept, phase } = snapshot();
    if (!unkept && phase !== "idle") change("unkept");
  });
}

/** Send a segment while it is recorded, unless something keeps the ones before it waiting. Never throws. */
export function openStream(number, type) {
  const { isLocked, trouble } = snapshot();
  const isSlow = unsent.size > 0 || [...streams.values()].some((stream) => stream.isBehind());
  if (!type || isSlow || isLocked || trouble || !navigator.onLine) return;
  try {
    streams.set(number, openSegmentStream(number, type));
  } catch (error) {
    console.warn("The segment is sent when it ends: no websocket.", error.name);
  }
}

/** Send the next part of a segment that is being recorded. */
export const streamPart = (number, part) => streams.get(number)?.add(part);

/** Send a segment just recorded, which `keep` has stored. */
export function sendRecorded(number, blob, ms) {
  const stream = streams.get(number);
  streams.delete(number);
  send(number, blob.size ? () => Promise.resolve(blob) : silent, { stream, ms });
}

/** Send a segment of an earlier recording from the store. */
export const sendStored = (number) => {
  const { id } = snapshot().dictation;
  send(number, () => store.sound(id, number));
};

function send(number, sound, recorded) {
  unsent.set(number, sound);
  if (snapshot().isLocked) letGoOfSounds();
  else upload(number, sound, recorded);
}

/** `recorded` has what the state does not have yet of a segment just recorded. */
function upload(number, sound, recorded = {}) {
  const { dictation, segments } = snapshot();
  const { id, user, startedAt } = dictation;
  const { ms, isRecovered, stream } = { ...segments.find((segment) => segment.number === number), ...recorded };
  uploader.add({
    id,
    startedAt,
    number,
    user,
    ms: isRecovered ? null : ms,
    isCutOff: Boolean(isRecovered) && ms < CUT_OFF_MS,
    sound,
    stream,
    draftId: () => snapshot().dictation?.draftId,
    loseDraft: () => snapshot().dictation?.id === id && change("lostDraft"),
  });
}

const refused = () => snapshot().segments.filter((segment) => segment.refused !== null);

/** Retry the waiting segments, and those the server refused. */
export function retry() {
  const { dictation } = snapshot();
  for (const { number } of refused()) {
    change("refused", { number, sentence: null });
    send(number, refusedSounds.get(number) ?? (() => store.sound(dictation.id, number)));
  }
  uploader.retryNow();
}

/** Discard the segments that the server refused. */
export function dropRefused() {
  const { dictation } = snapshot();
  for (const { number } of refused()) {
    keep(() => store.dropSegment(dictation.id, number));
    change("dropped", { number });
  }
  onSettled();
}

/** Send nothing more, until `resendAll`. */
export function stopSending() {
  for (const stream of streams.values()) stream.abort();
  streams.clear();
  uploader.clear();
}

/** Send what the server has not answered, in order. */
export function resendAll() {
  for (const [number, sound] of unsent) upload(number, sound);
}

/** Sound that is stored on the device need not stay in memory. */
export async function letGoOfSounds() {
  const { id } = snapshot().dictation;
  await written();
  const { dictation, unkept } = snapshot();
  if (dictation?.id !== id || unkept) return;
  for (const [number, sound] of unsent) {
    if (sound !== silent) unsent.set(number, () => store.sound(id, number));
  }
}

/** Forget all segments: the dictation is over, or no longer this page's. */
export function forget() {
  refusedSounds.clear();
  unsent.clear();
}
