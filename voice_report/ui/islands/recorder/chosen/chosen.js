/**
 * A recording that was chosen as a file: from the choice to its text in the draft. The file goes up once, in one request
 * that begins again by itself; the server cuts it and writes it out, also when this page is closed (concepts/dictation.md).
 * It lives outside React, as a dictation does.
 */
import { call, isPassing, upload } from "../../../kit/api.js";
import { createStore } from "../../../kit/external_store.js";
import { dictationAdopted, fileIsSent } from "../../../shell/browser/new_version.js";
import { guardPage } from "../capture/watchdog.js";
import { look } from "./choice.js";
import { recordingId } from "./identity.js";

const URL = "/api/recordings";
const FOLLOW_S = 3;
const LONGEST_PAUSE_S = 15;
const SIGNED_OUT_PAUSE_S = 30;
const LONGEST_WAIT_S = 60; // a limit that takes longer is the person's to wait for
const FOLLOW_TIMEOUT_MS = 30_000;
const REDELIVER_MS = 10_000;
const AWAY_MS = 3000;

/**
 * phase: none -> picked -> sending -> writing -> finished -> none. `halted`: the server has a part, and needs the file again.
 * `file` is {file, seconds} while the page has it; `share` of it has been sent; `done` of `total` seconds are written out, as
 * `pieces`. `waits` is {kind, sentence, seconds}: why nothing happens now; `problem` {code, sentence}: why it ended.
 * `remark` is what the server says of one that is written out, for instance that it breaks off; `leaving` is go(), which
 * follows the link that was pressed while sending.
 */
const START = {
  phase: "none",
  id: null,
  draftId: null,
  base: "",
  file: null,
  share: 0,
  done: 0,
  total: 0,
  pieces: [],
  waits: null,
  problem: null,
  remark: "",
  leaving: null,
};

const { snapshot, subscribe, set } = createStore(START);
export { snapshot, subscribe };

let owner = "";
let visit = 0;
let page = null; // {user, draftId, baseText, visit, onSent, onFinished}
let attached = 0;
let away = null;
let turn = 0; // of what goes on: another one ends what was before
let abort = null;
let wake = null;
let redelivery = null;
let unguard = null; // set while the page is kept on the screen, and asks before it is left
let resends = 0;

function change(edit) {
  const state = { ...snapshot(), ...edit };
  const isSending = state.phase === "sending"; // until the server says that it has it
  if (isSending) unguard ??= guardPage({ onHidden: () => {}, onLeave: (go) => change({ leaving: go }) });
  else unguard = void unguard?.();
  fileIsSent(isSending);
  set(state);
}

/** End what goes on, and show this instead. */
function become(edit) {
  turn += 1;
  abort?.abort();
  wake?.();
  clearTimeout(redelivery);
  resends = 0;
  change({ ...START, ...edit });
}

/** Forget the file and what is known of it; the server goes on with what it has. */
export const forget = () => snapshot().phase !== "none" && become({});

/* --- The page ---------------------------------------------------------------------------------------------------- */

/** Set the user and the draft; called on every render. What was chosen is of one user ('' while that is not known) and
 * one visit; what is being sent stays, because leaving it asks. */
export function setPage(next) {
  if (next.user && owner && next.user !== owner) forget();
  if (next.visit && visit && next.visit !== visit && snapshot().phase !== "sending") forget();
  owner = next.user || owner;
  visit = next.visit || visit;
  page = next;
}

/** Call when the recording step is mounted; returns the function to call when it is unmounted. */
export function attach() {
  attached += 1;
  clearTimeout(away);
  if (snapshot().phase === "finished") deliver();
  const wakeUp = () => document.visibilityState === "visible" && wake?.();
  window.addEventListener("online", wakeUp);
  window.addEventListener("focus", wakeUp);
  document.addEventListener("visibilitychange", wakeUp);
  return () => {
    attached -= 1;
    window.removeEventListener("online", wakeUp);
    window.removeEventListener("focus", wakeUp);
    document.removeEventListener("visibilitychange", wakeUp);
    clearTimeout(away);
    away = setTimeout(() => attached === 0 && forget(), AWAY_MS);
  };
}

/** The page has this recording's text. */
export function adopt(id) {
  const { phase, id: own } = snapshot();
  if (!id || phase !== "finished" || own !== id) return;
  become({});
  dictationAdopted();
}

/** Show a recording of this draft that the server has: {id, draftId, state, done, total, code, sentence}. */
export function follow({ id, draftId, state, done, total, code, sentence }) {
  const { phase, id: own } = snapshot();
  if (phase !== "none" || own === id) return;
  const known = { id, draftId, base: page.baseText, done, total };
  const problem = { code, sentence };
  if (state === "failed") fail(known, problem);
  else if (state === "send_again") become({ ...known, phase: "halted", problem });
  else {
    become({ ...known, base: "", phase: "writing" }); // its pieces are in the draft's text
    watch(turn);
  }
}

/* --- Choosing ---------------------------------------------------------------------------------------------------- */

/** Take this file, unless the page sees that it cannot be one: then the choice before it stays, with the problem. */
export async function choose(file) {
  const { phase } = snapshot();
  if (!file || !["none", "picked", "halted"].includes(phase)) return;
  const mine = turn;
  const { problem, seconds } = await look(file);
  if (mine !== turn) return;
  if (problem) change({ problem: { code: problem } });
  else become({ phase: "picked", base: phase === "halted" ? "" : page.baseText, file: { file, seconds } }); // '': it comes again
}

export const dismiss = () => change({ problem: null });

/** 'Annuleren': the file stays where it was, and so does all text. */
export const cancel = () => (snapshot().phase === "sending" ? back() : forget());

const back = () => become({ phase: "picked", base: snapshot().base, file: snapshot().file });

export const stay = () => change({ leaving: null });

/** The answer to the question in `leaving`: stop sending, and follow the link. */
export function leave() {
  const go = snapshot().leaving;
  forget();
  go();
}

/* --- Sending ----------------------------------------------------------------------------------------------------- */

/** 'Verwerken': send the file, and show its text as it comes. */
export async function send() {
  const { phase, file, base } = snapshot();
  if (phase !== "picked") return;
  become({ phase: "sending", base, file });
  await transmit(turn);
}

async function transmit(mine) {
  const { file } = snapshot().file;
  const user = owner;
  let id;
  try {
    id = await recordingId(user, file);
  } catch {
    if (mine === turn) become({ problem: { code: "unreadable" } });
    return;
  }
  if (mine === turn) change({ id });
  let draftId = page.draftId || null;
  for (let attempt = 1; mine === turn; attempt += 1) {
    abort = new AbortController();
    const onSent = (share) => mine === turn && change({ share, waits: null });
    const outcome = await upload(URL, form({ user, id, draftId, file }), { onSent, signal: abort.signal });
    if (mine !== turn) return;
    if (outcome.answer?.recordingId === id) return sent(outcome.answer, mine);
    if (draftId && outcome.code === "draft_not_found") draftId = null; // deleted meanwhile: the text gets a new one
    else if (outcome.code === "offline" && (await isUnreadable(file))) return mine === turn && become({ problem: { code: "unreadable" } });
    else {
      const { refused, waits, after } = meaning(outcome);
      if (refused) return refuse(refused, outcome.status);
      change({ share: 0, waits });
      await pause(after ?? backoff(attempt));
    }
  }
}

/** A file that changed since it was chosen, or is gone, fails as a lost connection does. */
async function isUnreadable(file) {
  return file.slice(0, 1).arrayBuffer().then(() => false, () => true);
}

function form({ user, id, draftId, file }) {
  const data = new FormData();
  data.append("userKey", user);
  data.append("recordingId", id);
  if (draftId) data.append("draftId", draftId);
  data.append("audio", file, "opname"); // its own name is not sent
  return data;
}

/** A limit is not the file's fault: it stays chosen. */
function refuse(problem, status) {
  const { base, file } = snapshot();
  const isFile = status !== 429 && status !== 403;
  become(isFile ? { problem } : { phase: "picked", base, file, problem });
}

function sent({ draftId, seconds }, mine) {
  change({ phase: "writing", share: 1, waits: null, total: seconds ?? 0 });
  nameDraft(draftId);
  watch(mine);
}

/** Tell the page which draft gets the text, once there is one: from then on the page may be closed. */
function nameDraft(draftId) {
  if (!draftId || snapshot().draftId) return;
  change({ draftId });
  if (attached) page.onSent(snapshot().id, draftId);
}

/* --- Following --------------------------------------------------------------------------------------------------- */

async function watch(mine) {
  for (let attempt = 1; mine === turn; ) {
    const { id, pieces } = snapshot();
    const outcome = await call("GET", `${URL}/${id}?after=${pieces.length}`, { timeoutMs: FOLLOW_TIMEOUT_MS });
    if (mine !== turn) return;
    const { answer, status, code } = outcome;
    if (answer?.state) {
      attempt = 1;
      if (take(answer, mine)) return;
    } else if (status === 404) return become({ problem: { code: "lost" } });
    else {
      attempt += 1;
      const isSignedOut = status === 401;
      if (attempt > 2 || isSignedOut || code === "offline") change({ waits: meaning(outcome).waits ?? { kind: "busy" } });
    }
    await pause(attempt === 1 ? FOLLOW_S : Math.max(FOLLOW_S, backoff(attempt)));
  }
}

/** Show what the server says of the recording; returns whether there is nothing more to follow. */
function take({ state, secondsDone, secondsTotal, draftId, pieces, code, message }, mine) {
  const before = snapshot();
  const texts = [...before.pieces];
  for (const { position, text } of pieces ?? []) if (position === texts.length) texts.push(text);
  change({
    waits: null,
    pieces: texts,
    done: secondsDone ?? before.done,
    total: secondsTotal || before.total,
  });
  nameDraft(draftId);
  if (state === "done") {
    finish(message ?? "");
    return true;
  }
  if (state === "failed") {
    fail(snapshot(), { code, sentence: message });
    return true;
  }
  if (state !== "send_again") return false;
  if (before.file) sendAgain(mine);
  else change({ phase: "halted", problem: { sentence: message } });
  return true;
}

/** Show why it ended. Of one without a word nothing is kept, and that it failed is shown once. */
function fail(state, problem) {
  const { id, done } = state;
  if (done > 0 && problem.code !== "no_speech") return become({ ...state, phase: "halted", problem, file: null, waits: null });
  become({ problem });
  call("DELETE", `${URL}/${id}`);
}

async function sendAgain(mine) {
  resends += 1;
  change({ phase: "sending", share: 0 });
  await pause(backoff(resends));
  if (mine === turn) await transmit(mine);
}

/** 'Stoppen en houden wat er is', also of a recording that waits for its file. */
export async function stop() {
  const { id, phase } = snapshot();
  if (phase !== "writing" && phase !== "halted") return;
  const { status, error, answer } = await call("DELETE", `${URL}/${id}`);
  if (snapshot().id !== id || snapshot().phase === "finished") return;
  if (answer || status === 404) finish();
  else change({ waits: { kind: "notStopped", sentence: error } });
}

function finish(remark = "") {
  if (!snapshot().draftId) return become({ remark }); // stopped before the first word: there is nothing to show
  turn += 1;
  wake?.();
  change({ phase: "finished", remark, waits: null, problem: null, file: null });
  deliver();
}

/** Hand it to the page, again and again until it is adopted: the websocket may be down. */
function deliver() {
  clearTimeout(redelivery);
  const { phase, id, draftId } = snapshot();
  if (phase !== "finished") return;
  if (attached) page.onFinished(id, draftId ?? "");
  redelivery = setTimeout(deliver, REDELIVER_MS);
}

/* --- Waiting ----------------------------------------------------------------------------------------------------- */

/** Return {refused: {code, sentence}}, or {waits, after}: a retry in `after` seconds, else after a `backoff`. */
function meaning(outcome) {
  const { answer, status, code, error: sentence, retryAfter } = outcome;
  if (code === "offline") return { waits: { kind: "offline" } };
  if (status === 401 && code !== "other_account") return { waits: { kind: "signedOut" }, after: SIGNED_OUT_PAUSE_S };
  const isShort = status !== 429 || retryAfter <= LONGEST_WAIT_S;
  if (isShort && (status === 409 || (retryAfter && isPassing(outcome)))) {
    const seconds = retryAfter ?? LONGEST_PAUSE_S;
    return { waits: { kind: "crowded", sentence, seconds }, after: seconds };
  }
  // An answer without a recording comes from something in between, a hotspot's sign-in page for instance.
  if (isShort && (answer || isPassing(outcome))) return { waits: { kind: "busy" } };
  return { refused: { code: code ?? (status === 413 ? "too_large" : undefined), sentence } };
}

/** 0.5-1 s, 1-2 s, 2-4 s, ... up to 15 s, as for segments (sending/upload.js). */
const backoff = (attempt) => Math.min(LONGEST_PAUSE_S, 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);

/** Resolve after so many seconds, or as soon as the connection or the person is back. */
function pause(seconds) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      if (wake === end) wake = null;
      resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    wake = end;
  });
}
