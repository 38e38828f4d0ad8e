/**
 * A dictation from its first second to its last transcribed segment: coordinates the microphone (microphone.js), the
 * store and the upload (sending.js), and the page; live.js holds its state. It lives outside React, so that a remount of
 * the page (after a lost websocket, say) does not end a recording.
 */
import { atMost } from "../../../kit/at_most.js";
import { dictationAdopted } from "../../../shell/browser/new_version.js";
import { takeAsked, visitIs } from "./asked.js";
import { MicrophoneError, openMicrophone } from "../capture/capture.js";
import { watchEngine } from "../sending/health.js";
import { change, snapshot } from "./live.js";
import * as microphone from "../capture/microphone.js";
import { hold, isAsListed, unfinished } from "../device/recovery.js";
import * as sending from "../sending/sending.js";
import { allDropped, isOnlyHere, isOpen, isUnderWay } from "./state.js";
import * as store from "../device/store.js";
import { written } from "../device/writes.js";

const REDELIVER_MS = 10_000;
const AWAY_MS = 3_000;
const STOPS_WITHIN_MS = 100; // a recorder gives its last sound within a few ms
const LEAVES_WITHIN_MS = 3000;
const ASKS_MS = 4_000; // a microphone that is not there by now waits for the person, or for a device that does not answer
const LOOK_AGAIN_MS = 5_000;
const LOOKS = 24;
const FRAME_MS = 50;
const PREVIEW_MS = 1_900; // the server adopts a dictation within hundredths of a second, unless it cannot be reached

/** Set by the page: {user, draftId, baseText, visit, canPreview, isAlone, onStarted, onResumed, onFinished}. */
let page = null;
let attached = 0;
let away = null;

let release = null;
let redelivery = null;
let previewEnd = null;
let unwatchEngine = null;
let sealing = null;
let deferring = null;
let isStopping = false;
let looking = null;
let opening = null; // the request for the microphone that is under way

export { recorded, remaining, snapshot, subscribe } from "./live.js";
export { subscribeLevel } from "../capture/microphone.js";
export { dropRefused, retry } from "../sending/sending.js";

sending.whenSettled(finishWhenDone);

/* --- The page ---------------------------------------------------------------------------------------------------- */

/** Set the user and the page's options; called on every render. */
export function setPage(next) {
  const isOther = next.user !== page?.user;
  page = next;
  visitIs(next.visit);
  if (isOther && attached) look();
}

/** Call when the recorder is mounted; returns the function to call when it is unmounted. */
export function attach() {
  attached += 1;
  clearTimeout(away);
  if (!page?.isAlone) unwatchEngine ??= watchEngine((engine) => change("engine", { engine }));
  const { phase } = snapshot();
  if (phase === "finished") deliver();
  else if (phase === "idle") look();
  return () => {
    attached -= 1;
    if (!attached) {
      unwatchEngine = void unwatchEngine?.();
      change("left");
    }
    pauseWhenGone();
  };
}

/** A quick remount changes nothing. After a real unmount the microphone is closed; the audio is kept and sent. */
function pauseWhenGone() {
  clearTimeout(away);
  away = setTimeout(() => attached === 0 && isOpen(snapshot()) && pause(), AWAY_MS);
}

/** The page has adopted this dictation's text: delete its record, which other pages take for unsent once it is unlocked. */
export async function adopt(id) {
  if (!id) return;
  const { dictation, phase } = snapshot();
  const unlock = release;
  const isOwn = dictation?.id === id && phase === "finished";
  if (isOwn) {
    release = null;
    reset();
  }
  await written();
  await store.removeFinished(id).catch(() => {});
  if (isOwn) {
    unlock?.();
    dictationAdopted();
  }
  look();
}

/** Show what waits on the device. One that does not answer in time is asked again, for two minutes. */
async function look(left = LOOKS) {
  clearTimeout(looking);
  if (!page?.user || snapshot().phase !== "idle") return;
  const list = await unfinished(page.user).catch(() => null);
  if (!list) {
    if (left > 1) looking = setTimeout(look, LOOK_AGAIN_MS, left - 1);
    return;
  }
  const lost = list.find(({ isFinished, draftId }) => isFinished && draftId && draftId === page.draftId);
  if (lost && attached) page.onFinished(lost.id, lost.draftId);
  if (snapshot().phase === "idle") change("unfinished", { list: list.filter((dictation) => dictation !== lost) });
}

/* --- Recording --------------------------------------------------------------------------------------------------- */

/** Begin a recording that was asked for on the page before, in an empty report of this visit. An earlier recording that
 * waits for a decision comes first. A user who left meanwhile is not recorded. */
export async function beginIfAsked() {
  if (!page.user || !takeAsked()) return;
  const { user, visit } = page;
  if ((await unfinished(user).catch(() => [])).length) return;
  const isStillHere = attached && page.user === user && page.visit === visit;
  if (isStillHere && !page.draftId && !page.baseText) start();
}

export async function start() {
  if (snapshot().phase !== "idle" || !page?.user) return;
  const { user } = page;
  change("starting");
  const stream = await open();
  if (!stream) return;
  const { draftId, baseText, canPreview, isAlone } = page;
  const id = crypto.randomUUID();
  const dictation = { id, user, draftId: draftId || null, base: baseText ?? "", startedAt: Date.now(), canPreview, isAlone };
  change("taken", { dictation, segments: [], ranMs: 0 });
  if (!(await holdWhileWanted(id))) return microphone.turnOff(stream);
  sending.keep(() => store.begin(dictation));
  if (record(stream)) page.onStarted(id);
}

export async function resume() {
  if (snapshot().phase !== "paused" || isStopping) return;
  change("starting");
  const stream = await open();
  if (stream && record(stream)) page.onResumed(snapshot().dictation.id);
}

export async function pause(warning = null) {
  if (snapshot().phase !== "recording") return;
  change("paused", { warning });
  await microphone.silence();
}

/** The answer to the question in `state.leaving`: pause and follow the link, or stay. A link may end this page, and with it a
 * sound that the device does not have yet. */
export async function leavePage() {
  const go = snapshot().leaving;
  await atMost(LEAVES_WITHIN_MS, pause().then(written));
  if (snapshot().phase === "paused") go(); // recording was not resumed meanwhile
}
export const stayOnPage = () => change("leaving", { go: null });

export async function stop() {
  const { phase, dictation } = snapshot();
  if (phase !== "recording" && phase !== "paused") return;
  const { id } = dictation;
  const silenced = microphone.silence();
  // The last sound is on its way before the page is drawn again, which takes longer: the user waits for its words.
  isStopping = true;
  await atMost(STOPS_WITHIN_MS, silenced);
  isStopping = false;
  if (snapshot().dictation?.id !== id || !isOpen(snapshot())) return;
  change("processing");
  await silenced;
  sending.keep(() => store.setState(id, "stopped"));
  finishWhenDone();
}

/** Open the microphone; on failure show why, return to the previous phase and resolve with null. */
async function open() {
  const own = {};
  opening = own;
  const isWanted = () => opening === own && snapshot().phase === "starting" && !sealing;
  const timer = setTimeout(() => isWanted() && change("asking"), ASKS_MS);
  try {
    const stream = await openMicrophone();
    if (isWanted()) return stream;
    microphone.turnOff(stream); // sealed or cancelled while the browser asked for the microphone
  } catch (error) {
    if (isWanted()) notRecording(error instanceof MicrophoneError ? error.kind : "busy");
  } finally {
    clearTimeout(timer);
    if (opening === own) opening = null;
  }
  return null;
}

/** Wait no longer for the microphone: the browser may never answer. */
export function cancel() {
  if (!opening || snapshot().phase !== "starting") return;
  opening = null;
  notRecording();
}

/** Return to where it was before the microphone was asked for; `microphone` is why it does not record. */
function notRecording(kind = null) {
  if (snapshot().segments.length) change("microphone", { kind });
  else reset({ microphone: kind });
  look();
}

/** Lock the dictation for this page; false when it was sealed meanwhile, or another tab has it. */
async function holdWhileWanted(id) {
  const unlock = await hold(id);
  if (unlock && snapshot().dictation?.id === id && !sealing) {
    release = unlock;
    return true;
  }
  unlock?.();
  return false;
}

/** Return whether it records. */
function record(stream) {
  try {
    microphone.record(stream, pause);
  } catch (error) {
    console.error(error);
    microphone.turnOff(stream);
    notRecording("failed");
    return false;
  }
  if (attached === 0) pauseWhenGone(); // the page was left while the browser asked for the microphone
  return true;
}

/* --- The end ------------------------------------------------------------------------------------------------------ */

/** Stop waiting: the audio stays on the device and is offered again later. Resolves once all of it is there, the last sound
 * of a recorder that is slow to stop too; what the device turns out not to have stays in the page, and is sent from it. */
export function leave() {
  deferring ??= defer().finally(() => {
    deferring = null;
  });
  return deferring;
}

async function defer() {
  const { id } = snapshot().dictation ?? {};
  if (!mayBeDeferred(id)) return;
  await microphone.silence();
  await written();
  if (!mayBeDeferred(id)) return;
  sending.stopSending();
  reset();
  look();
}

function mayBeDeferred(id) {
  const state = snapshot();
  return state.phase === "processing" && state.dictation.id === id && !state.isLocked && !isOnlyHere(state);
}

async function finishWhenDone() {
  const { phase, isLocked, dictation, segments } = snapshot();
  if (phase !== "processing" || isLocked || microphone.isOn() || segments.some(({ text }) => text === null)) return;
  const { id } = dictation;
  if (segments.every(({ text }) => !text.trim())) {
    sending.keep(() => store.remove(id));
    const nothingHeard = !allDropped(snapshot());
    reset({ nothingHeard });
    await written(); // until then it is among those that wait
    look();
    return;
  }
  finish(dictation);
  // Before the store: the page's events run one after another, and the user is waiting for the text.
  if (snapshot().preview === null) deliver();
  else inNextFrame(deliver); // the answer would be drawn before the preview is on screen
  sending.keep(() => store.setState(id, "finished"));
}

/** Call `callback()` as the next frame is drawn, or soon where none is: a page in the background draws nothing. */
function inNextFrame(callback) {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    callback();
  });
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    callback();
  }, FRAME_MS);
}

/** Finish. The page shows the transcript at once where it knows what the server will say: nothing else has changed. */
function finish({ base }) {
  const isPreviewed = attached > 0 && page.canPreview && page.baseText === base && navigator.onLine;
  change("finished", { isPreviewed });
  if (snapshot().preview !== null) previewEnd = setTimeout(() => change("previewEnded"), PREVIEW_MS);
}

/** Deliver the dictation to the page, repeatedly until it is adopted: the websocket may be down. */
function deliver() {
  clearTimeout(redelivery);
  const { phase, dictation } = snapshot();
  if (phase !== "finished") return;
  if (attached) page.onFinished(dictation.id, dictation.draftId ?? "");
  redelivery = setTimeout(deliver, REDELIVER_MS);
}

function reset(details = {}) {
  clearTimeout(redelivery);
  clearTimeout(previewEnd);
  sending.forget();
  release?.();
  release = null;
  change("idle", details);
}

/* --- Signed out meanwhile (lock_screen.jsx) ---------------------------------------------------------------------------- */

/** Take what was said away from the page, and send nothing until `unlockPage`. Recording continues, to the device. */
export function lockPage() {
  if (snapshot().isLocked || !isUnderWay(snapshot())) return;
  sending.stopSending();
  page = { ...page, baseText: "" };
  change("locked");
  sending.letGoOfSounds();
}

/** The same person is back: show what was said, and send what was recorded meanwhile, in order. */
export async function unlockPage() {
  if (!snapshot().isLocked) return;
  const { id, user } = snapshot().dictation;
  await written();
  const kept = (await store.list(user).catch(() => [])).find((dictation) => dictation.id === id);
  if (snapshot().dictation?.id !== id || !snapshot().isLocked) return;
  const texts = new Map(kept?.segments.map(({ number, text }) => [number, text]));
  change("unlocked", { base: kept?.base ?? "", texts });
  sending.resendAll();
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
  lockPage(); // the last segment is not sent either
  sending.stopSending();
  await microphone.silence();
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
  sending.keep(() => store.setState(id, "open"));
  if (record(stream)) page.onResumed(id);
}

/** Send the rest of an earlier dictation, without recording more. */
export async function processUnfinished(id) {
  if (!(await take(id))) return;
  change("processing");
  sending.keep(() => store.setState(id, "stopped"));
  finishWhenDone();
}

/** Remove one of `unfinished`. What another tab recorded since that list was made is not what its person agreed to lose. */
export async function removeUnfinished(listed) {
  const unlock = await hold(listed.id); // null: another tab has it now
  if (unlock) await removeAsListed(listed).finally(unlock);
  await look();
}

async function removeAsListed(listed) {
  if (await isAsListed(listed)) await store.remove(listed.id);
}

async function take(id) {
  const dictation = snapshot().unfinished.find((candidate) => candidate.id === id);
  if (!dictation || snapshot().phase !== "idle") return null;
  const { user, draftId, base, startedAt, ms } = dictation;
  const segments = dictation.segments.map(({ number, ms, text }) => ({ number, ms, text, refused: null, isRecovered: true }));
  change("taken", { dictation: { id, user, draftId, base, startedAt }, segments, ranMs: ms });
  // Where the device does not answer, its list of before is all there is to go by.
  const isSame = (await holdWhileWanted(id)) && (await isAsListed(dictation).catch(() => true));
  const isWanted = snapshot().dictation?.id === id && !sealing;
  if (!isSame || !isWanted) {
    if (isWanted) reset(); // another tab has it, or went on with it since it was listed: the new list says so
    look();
    return null;
  }
  sending.keep(() => store.takeUp(id));
  for (const { number } of segments.filter(({ text }) => text === null)) sending.sendStored(number);
  return dictation;
}

function handOver() {
  change("finished");
  deliver();
}
