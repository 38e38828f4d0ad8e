/**
 * Uploads finished segments to the server, in order, for as long as the page is open.
 *
 * The server is idempotent on dictation and segment, so a retry is always safe. Temporary failures (no connection,
 * busy, model loading, signed out) are retried; permanent failures (not audio, too large) are reported and the segment
 * is kept until the user decides.
 */
import { call, isPassing } from "../../../kit/api.js";
import { openStream } from "./stream.js";

const URL = "/api/stt";
const TIMEOUT_MS = 180_000;
const LONGEST_PAUSE_S = 15;
const SIGNED_OUT_PAUSE_S = 30;
const PARALLEL = 2;
const LONG_WAIT_S = 5; // a wait that is shown at once
/** Failures that a retry does not fix: the server has to be configured, so they are shown on the first attempt. */
const NO_ENGINE = ["model_missing", "not_configured", "engine_misconfigured", "floor"];
const EXTENSIONS = { "audio/webm": "webm", "audio/mp4": "m4a", "audio/ogg": "ogg", "audio/wav": "wav" };

/**
 * `add({id, number, user, startedAt, ms, isCutOff, draftId(), loseDraft(), sound(), stream})` puts a segment in the queue;
 * `sound()` resolves to a Blob and `loseDraft()` is called when the target draft has been deleted: the text then gets a new
 * draft. `startedAt` (ms) is when its dictation began; `stream`, if any, is what the sound was sent over while it was
 * recorded. `ms` is how long was recorded, null when that is not known well; `isCutOff`: an earlier page was cut off so soon
 * that there may be no sound in it.
 *
 * Events: `onAnswer(item, text, draftId, words)`, `onRefused(item, sentence)`, and `onTrouble({kind, sentence, seconds} |
 * null)`, where kind is a key of texts.js TROUBLE, and seconds how long it will be, where the server says so.
 */
export function createUploader({ onAnswer, onRefused, onTrouble }) {
  let queue = [];
  const busy = new Set();
  const sleepers = new Set();

  function pump() {
    while (queue.length && [...busy].filter((item) => !item.dropped).length < room(queue[0])) {
      const item = queue.shift();
      busy.add(item);
      deliver(item).finally(() => {
        busy.delete(item);
        pump();
      });
    }
  }

  // One at a time until the server has returned the draft id: two first segments would race to create the draft.
  const room = (item) => (item.draftId() ? PARALLEL : 1);

  async function deliver(item) {
    for (let attempt = 0; !item.dropped; ) {
      const outcome = await upload(item);
      if (item.dropped) return;
      if (outcome.refused !== undefined) return onRefused(item, outcome.refused);
      if (outcome.text !== undefined) {
        onTrouble(null);
        return onAnswer(item, outcome.text, outcome.draftId, outcome.words);
      }
      if (outcome.lostDraft) {
        item.loseDraft();
        continue;
      }
      if (outcome.isWaiting) onTrouble(null);
      attempt += 1;
      if (outcome.trouble && (attempt > 1 || outcome.trouble.kind !== "busy")) onTrouble(outcome.trouble);
      await sleep(outcome.after ?? pause(attempt), outcome.canWake ?? outcome.after === undefined);
    }
  }

  function sleep(seconds, canWake) {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, seconds * 1000);
      if (canWake) sleepers.add(wake);
    });
  }

  function retryNow() {
    for (const wake of [...sleepers]) wake();
  }

  window.addEventListener("online", retryNow);
  window.addEventListener("focus", retryNow);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && retryNow());

  return {
    add(item) {
      queue.push(item);
      queue.sort((a, b) => a.number - b.number);
      pump();
    },
    /** Retry now, without waiting for the backoff. */
    retryNow,
    /** Stop uploading; the audio stays in the store. */
    clear() {
      for (const item of [...queue, ...busy]) {
        item.dropped = true;
        item.stream?.abort();
      }
      queue = [];
      retryNow();
      onTrouble(null);
    },
  };
}

/** Exponential backoff with jitter: 0.5-1 s, 1-2 s, 2-4 s, ... up to 15 s, so that phones do not retry in lockstep. */
function pause(attempt) {
  return Math.min(LONGEST_PAUSE_S, 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
}

async function upload(item) {
  let sound;
  try {
    sound = await item.sound();
  } catch {
    return { refused: "De opname staat niet meer op dit toestel." };
  }
  if (sound.size === 0) {
    item.stream?.abort();
    return { text: "", draftId: null };
  }
  const streamed = await item.stream?.finish({ userKey: item.user, ...destination(item) }, sound.size);
  item.stream = null;
  if (item.dropped) return {};
  return meaning(streamed ?? (await post(item, sound)), item);
}

function post(item, sound) {
  const body = form(item, sound);
  for (const [name, value] of Object.entries(destination(item))) body.append(name, value);
  return call("POST", URL, { body, timeoutMs: TIMEOUT_MS });
}

/** Return the fields that say where a segment's text belongs, how long ago its dictation began, and how long it is (ms). */
function destination({ id, number, ms, draftId, startedAt }) {
  const startedAgo = Math.max(0, Date.now() - startedAt); // a moment would say nothing: this device's clock may be wrong
  const fields = { dictationId: id, segment: String(number), startedAgo: String(startedAgo) };
  if (ms) fields.ms = String(Math.round(ms));
  return draftId() ? { ...fields, draftId: draftId() } : fields;
}

/** Return the form with which a sound is sent. */
export function form({ user, number }, sound) {
  const data = new FormData();
  data.append("userKey", user); // another user may have signed in since, in another tab
  data.append("audio", sound, fileName(number, sound.type));
  return data;
}

/** Open what a segment is sent over while it is recorded; `type` is its MIME type. */
export const openSegmentStream = (number, type) => openStream(URL, fileName(number, type), type);

function fileName(number, type) {
  return `opname-${number}.${EXTENSIONS[type.split(";")[0]] ?? "bin"}`;
}

/**
 * Return what an outcome of `call` means here: {text, draftId}, {lostDraft}, {refused}, or {trouble, after, canWake}: a
 * retry in `after` seconds, else after a `pause`; with `canWake` also as soon as the connection or the user is back.
 * `isWaiting`: nothing is wrong, the segment waits for its turn.
 */
function meaning(outcome, { isCutOff }) {
  const { answer, status, code, error: sentence, retryAfter } = outcome;
  if (typeof answer?.transcript === "string") {
    return { text: answer.transcript, draftId: answer.draftId, words: answer.words };
  }
  if (status === 202) return { after: answer.retryAfter ?? 1, isWaiting: true };
  if (code === "offline") return { trouble: { kind: "offline" } };
  if (status === 422 && code === "no_speech") return { text: "", draftId: null };
  if (status === 422 && code === "damaged_audio" && isCutOff) return { text: "", draftId: null };
  if (status === 404 && code === "draft_not_found") return { lostDraft: true };
  if (status === 401) {
    const kind = code === "other_account" ? "otherAccount" : "signedOut";
    return { trouble: { kind }, after: SIGNED_OUT_PAUSE_S, canWake: true };
  }
  if (status === 409 && code === "in_progress") return { after: retryAfter ?? 1 };
  if (status === 503 && code === "model_loading") return { trouble: { kind: "loading" }, after: retryAfter ?? 3 };
  if (status === 503 && NO_ENGINE.includes(code)) {
    return { trouble: { kind: "missing", sentence }, after: retryAfter, canWake: true };
  }
  // An answer without a transcript comes from something in between, a hotspot's sign-in page for instance.
  if (retryAfter >= LONG_WAIT_S && isPassing(outcome)) {
    return { trouble: { kind: "crowded", seconds: retryAfter }, after: retryAfter };
  }
  if (answer || isPassing(outcome)) return { trouble: { kind: "busy", sentence }, after: retryAfter };
  return { refused: sentence ?? "De server neemt dit geluid niet aan." };
}
