/**
 * A dictation from its first second to its last transcribed segment: coordinates the microphone, the store and the
 * upload. It lives outside React, so that a remount of the page (after a lost websocket, say) does not end a recording.
 */
import { createCapture, MicrophoneError, openMicrophone } from "./capture.js";
import { createCutting } from "./cutting.js";
import { createMeter } from "./meter.js";
import { watchEngine } from "./health.js";
import { createPace } from "./pace.js";
import { hold, unfinished } from "./recovery.js";
import { allDropped, isOnlyHere, isOpen, isUnattended, isUnderWay, recordedMs, reduce, START, toCome } from "./state.js";
import * as store from "./store.js";
import { createUploader } from "./upload.js";
import { askBeforeUnload, createWatchdog, guardPage, vibrate } from "./watchdog.js";
import { inOrder, written } from "./writes.js";

const REDELIVER_MS = 10_000;
const AWAY_MS = 3_000;

let state = START;
const watchers = new Set();
const levelWatchers = new Set();

/** Set by the page: {user, draftId, baseText, onStarted, onResumed, onFinished}. */
let page = null;
let attached = 0;
let away = null;

let recording = null; // {stream, capture, isCutDue, meter, watchdog, unguard}
let release = null;
let unask = null;
let redelivery = null;
let unwatchEngine = null;
const pace = createPace();
let sealing = null;
const unsent = new Map(); // number -> sound(): what the server has not answered; the device may have failed to store it
const refusedSounds = new Map(); // number -> sound(), likewise
const silent = () => Promise.resolve(new Blob()); // of a segment that was stopped as soon as it began: nothing is stored

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

/** Calls `watcher(level)` every 50 ms while recording, level from 0 to 1. */
export const subscribeLevel = (watcher) => {
  levelWatchers.add(watcher);
  return () => levelWatchers.delete(watcher);
};

function change(type, details = {}) {
  state = reduce(state, { type, ...details });
  pace.waits(isSending() && toCome(state).pieces > 0);
  guardOnlyCopy();
  for (const watcher of [...watchers]) watcher();
}

/** What only this page has does not go with it unasked, also while nothing is recorded. */
function guardOnlyCopy() {
  if (isOnlyHere(state)) {
    unask ??= askBeforeUnload();
  } else {
    unask?.();
    unask = null;
  }
}

const uploader = createUploader({
  onAnswer(item, text, draftId, words) {
    if (item.id !== state.dictation?.id) return;
    unsent.delete(item.number);
    keep(() => store.answer(item.id, item.number, text, draftId, words));
    pace.answered(state.segments.find(({ number }) => number === item.number)?.ms ?? 0);
    change("answered", { number: item.number, text, draftId });
    finishWhenDone();
  },
  onRefused(item, sentence) {
    if (item.id !== state.dictation?.id) return;
    unsent.delete(item.number);
    refusedSounds.set(item.number, item.sound);
    change("refused", { number: item.number, sentence });
  },
  onTrouble: (trouble) => trouble !== state.trouble && change("trouble", { trouble }),
});

/* --- The page ---------------------------------------------------------------------------------------------------- */

/** Set the user and the page's options; called on every render. */
export function setPage(next) {
  const isOther = next.user !== page?.user;
  page = next;
  if (isOther && attached) look();
}

/** Call when the recorder is mounted; returns the function to call when it is unmounted. */
export function attach() {
  attached += 1;
  clearTimeout(away);
  unwatchEngine ??= watchEngine((engine) => change("engine", { engine }));
  if (state.phase === "finished") deliver();
  else if (state.phase === "idle") look();
  return () => {
    attached -= 1;
    if (!attached) unwatchEngine = void unwatchEngine?.();
    pauseWhenGone();
  };
}

/** A quick remount changes nothing. After a real unmount the microphone is closed; the audio is kept and sent. */
function pauseWhenGone() {
  clearTimeout(away);
  away = setTimeout(() => attached === 0 && isOpen(state) && pause(), AWAY_MS);
}

/** The page has adopted this dictation's text: delete its record. */
export async function adopt(id) {
  if (!id) return;
  if (state.dictation?.id === id && state.phase === "finished") reset();
  await written();
  await store.removeFinished(id).catch(() => {});
  look();
}

async function look() {
  if (!page?.user || state.phase !== "idle") return;
  const list = await unfinished(page.user).catch(() => []);
  const lost = list.find(({ isFinished, draftId }) => isFinished && draftId && draftId === page.draftId);
  if (lost && attached) page.onFinished(lost.id, lost.draftId);
  if (state.phase === "idle") change("unfinished", { list: list.filter((dictation) => dictation !== lost) });
}

/* --- Recording --------------------------------------------------------------------------------------------------- */

export async function start() {
  if (state.phase !== "idle" || !page?.user) return;
  const { user } = page;
  change("starting");
  const stream = await open();
  if (!stream) return;
  const { draftId, baseText } = page;
  const id = crypto.randomUUID();
  const dictation = { id, user, draftId: draftId || null, base: baseText ?? "", startedAt: Date.now() };
  change("taken", { dictation, segments: [], ranMs: 0 });
  if (!(await holdWhileWanted(id))) return turnOff(stream);
  keep(() => store.begin(dictation));
  record(stream);
  page.onStarted(id);
}

export async function resume() {
  if (state.phase !== "paused") return;
  change("starting");
  const stream = await open();
  if (!stream) return;
  record(stream);
  page.onResumed(state.dictation.id);
}

export async function pause(warning = null) {
  if (state.phase !== "recording") return;
  change("paused", { warning });
  await silence();
}

/** The answer to the question in `state.leaving`: pause and follow the link, or stay. */
export function leavePage() {
  const go = state.leaving;
  pause();
  go();
}
export const stayOnPage = () => change("leaving", { go: null });

export async function stop() {
  if (state.phase !== "recording" && state.phase !== "paused") return;
  const { id } = state.dictation;
  change("processing");
  await silence();
  keep(() => store.setState(id, "stopped"));
  finishWhenDone();
}

/** Open the microphone; on failure show why, return to the previous phase and resolve with null. */
async function open() {
  try {
    const stream = await openMicrophone();
    if (state.phase === "starting" && !sealing) return stream;
    turnOff(stream); // sealed while the browser asked for the microphone
    return null;
  } catch (error) {
    const kind = error instanceof MicrophoneError ? error.kind : "busy";
    if (state.segments.length) change("microphone", { kind });
    else change("idle", { microphone: kind });
    look();
    return null;
  }
}

function turnOff(stream) {
  for (const track of stream.getTracks()) track.stop();
}

/** Lock the dictation for this page; false when it was sealed meanwhile, or another tab has it. */
async function holdWhileWanted(id) {
  const unlock = await hold(id);
  if (unlock && state.dictation?.id === id && !sealing) {
    release = unlock;
    return true;
  }
  unlock?.();
  return false;
}

function record(stream) {
  const { id } = state.dictation;
  const first = Math.max(-1, ...state.segments.map(({ number }) => number)) + 1;
  const meter = createMeter(stream, tick);
  const watchdog = createWatchdog(stream, {
    onWarning: (warning) => change("warning", { warning }),
    onAway: () => pause("away"),
    onLost: () => pause("lost"),
  });
  const capture = createCapture({
    stream,
    first,
    wait: meter.wait,
    onOpened(number, type) {
      change("opened", { number });
      keep(() => store.addSegment(id, number, type));
    },
    onChunk: (number, seq, blob, ms) => keep(() => store.addChunk(id, number, seq, blob, ms)),
    onClosed(number, blob, ms) {
      change("closed", { number, ms });
      send(number, blob.size ? () => Promise.resolve(blob) : silent);
    },
    onBroken: () => pause("lost"),
  });
  const unguard = guardPage({ onHidden: capture.flush, onLeave: (go) => change("leaving", { go }) });
  recording = { stream, capture, isCutDue: createCutting(), meter, watchdog, unguard };
  change("recording");
  if (attached === 0) pauseWhenGone(); // the page was left while the browser asked for the microphone
}

function tick(signal) {
  if (isUnattended(state)) {
    vibrate();
    pause("unattended");
  }
  recording?.watchdog.check(signal); // may pause
  if (!recording) return;
  const { capture, isCutDue } = recording;
  if (isCutDue(capture.number(), capture.age(), signal)) capture.cut();
  if (signal.hasVoice && !state.isHeard) change("heard");
  for (const watcher of levelWatchers) watcher(signal.level);
}

/** Close the current segment and release the microphone. */
async function silence() {
  const ended = recording;
  recording = null;
  if (!ended) return;
  ended.unguard();
  ended.watchdog.stop();
  ended.meter.stop();
  await ended.capture.stop();
  turnOff(ended.stream);
}

/* --- Storing and sending ----------------------------------------------------------------------------------------- */

/** Write to the store, in order. A device that cannot store still records; the audio is sent from memory. */
function keep(write) {
  return inOrder(write, () => {
    if (!state.unkept && state.phase !== "idle") change("unkept");
  });
}

function send(number, sound) {
  unsent.set(number, sound);
  if (state.isCovered) letGoOfSounds();
  else upload(number, sound);
}

function upload(number, sound) {
  const { id, user } = state.dictation;
  uploader.add({
    id,
    number,
    user,
    sound,
    draftId: () => state.dictation?.draftId,
    loseDraft: () => state.dictation?.id === id && change("lostDraft"),
  });
}

/** Retry the waiting segments, and those the server refused. */
export function retry() {
  const { dictation, segments } = state;
  for (const { number } of segments.filter(({ refused }) => refused !== null)) {
    change("refused", { number, sentence: null });
    send(number, refusedSounds.get(number) ?? (() => store.sound(dictation.id, number)));
  }
  uploader.retryNow();
}

/** Discard the segments that the server refused. */
export function dropRefused() {
  const { dictation, segments } = state;
  for (const { number } of segments.filter(({ refused }) => refused !== null)) {
    keep(() => store.dropSegment(dictation.id, number));
    change("dropped", { number });
  }
  finishWhenDone();
}

/** Stop waiting: the audio stays on the device and is offered again later. */
export async function leave() {
  if (state.phase !== "processing" || isOnlyHere(state)) return;
  uploader.clear();
  reset();
  await written();
  look();
}

async function finishWhenDone() {
  if (state.phase !== "processing" || state.isCovered || recording || state.segments.some(({ text }) => text === null)) return;
  const { id } = state.dictation;
  if (state.segments.every(({ text }) => !text.trim())) {
    keep(() => store.remove(id));
    const nothingHeard = !allDropped(state);
    reset({ nothingHeard });
    look();
    return;
  }
  change("finished");
  keep(() => store.setState(id, "finished"));
  deliver(); // first: the page's events run one after another, and the user is waiting for the text
}

/** Deliver the dictation to the page, repeatedly until it is adopted: the websocket may be down. */
function deliver() {
  clearTimeout(redelivery);
  if (state.phase !== "finished") return;
  if (attached) page.onFinished(state.dictation.id, state.dictation.draftId ?? "");
  redelivery = setTimeout(deliver, REDELIVER_MS);
}

function reset(details = {}) {
  clearTimeout(redelivery);
  refusedSounds.clear();
  unsent.clear();
  release?.();
  release = null;
  change("idle", details);
}

/* --- Signed out meanwhile (cover.jsx) ---------------------------------------------------------------------------- */

/** Take what was said away from the page, and send nothing until `uncover`. Recording goes on, to the device. */
export function cover() {
  if (state.isCovered || !isUnderWay(state)) return;
  uploader.clear();
  page = { ...page, baseText: "" };
  change("covered");
  letGoOfSounds();
}

/** Sound that is stored on the device need not stay in memory. */
async function letGoOfSounds() {
  const { id } = state.dictation;
  await written();
  if (state.dictation?.id !== id || state.unkept) return;
  for (const [number, sound] of unsent) {
    if (sound !== silent) unsent.set(number, () => store.sound(id, number));
  }
}

/** The same person is back: show what was said, and send what was recorded meanwhile, in order. */
export async function uncover() {
  if (!state.isCovered) return;
  const { id, user } = state.dictation;
  await written();
  const kept = (await store.list(user).catch(() => [])).find((dictation) => dictation.id === id);
  if (state.dictation?.id !== id || !state.isCovered) return;
  const texts = new Map(kept?.segments.map(({ number, text }) => [number, text]));
  change("uncovered", { base: kept?.base ?? "", texts });
  for (const [number, sound] of unsent) upload(number, sound);
  finishWhenDone();
}

/** Stop, and leave the recording on the device for its owner. Resolves once it is stored and nothing is in the page. */
export function seal() {
  sealing ??= stopAndStore().finally(() => {
    sealing = null;
  });
  return sealing;
}

async function stopAndStore() {
  cover(); // the last segment is not sent either
  uploader.clear();
  await silence();
  await written();
  reset();
}

/* --- Unfinished dictations --------------------------------------------------------------------------------------- */

/** Continue an earlier dictation: record more after it. */
export async function continueUnfinished(id) {
  const dictation = await take(id);
  if (!dictation) return;
  if (dictation.isFinished) return handOver(dictation);
  const stream = await open();
  if (!stream) return;
  keep(() => store.setState(id, "open"));
  record(stream);
  page.onResumed(id);
}

/** Send the rest of an earlier dictation, without recording more. */
export async function processUnfinished(id) {
  if (!(await take(id))) return;
  change("processing");
  keep(() => store.setState(id, "stopped"));
  finishWhenDone();
}

export async function removeUnfinished(id) {
  const unlock = await hold(id); // null: another tab has taken it over since this list was made
  if (unlock) await store.remove(id).finally(unlock);
  await look();
}

async function take(id) {
  const dictation = state.unfinished.find((candidate) => candidate.id === id);
  if (!dictation || state.phase !== "idle") return null;
  const { user, draftId, base, startedAt, ms } = dictation;
  const segments = dictation.segments.map(({ number, ms, text }) => ({ number, ms, text, refused: null }));
  change("taken", { dictation: { id, user, draftId, base, startedAt }, segments, ranMs: ms });
  if (!(await holdWhileWanted(id))) {
    if (state.dictation?.id === id && !sealing) reset(); // another tab has it
    look();
    return null;
  }
  keep(() => store.takeUp(id));
  for (const { number } of segments.filter(({ text }) => text === null)) send(number, () => store.sound(id, number));
  return dictation;
}

function handOver() {
  change("finished");
  deliver();
}
