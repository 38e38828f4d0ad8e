/**
 * The recorder's state machine: one plain object and its transitions. No side effects here (session.js has them).
 *
 * phase: idle -> starting -> recording <-> paused -> processing -> finished -> idle
 */
export const START = {
  phase: "idle",
  dictation: null, // {id, user, draftId, base, startedAt, canPreview: this page knows what the next step will show,
  //                isAlone: this page has no network}
  segments: [], // {number, ms: null while recording, text: string | null, refused: string | null, isDropped?: true,
  //                isRecovered?: true: recorded by an earlier page}
  ranMs: 0, // recorded before `ranSince`
  ranSince: null,
  microphone: null, // key of texts.js MICROPHONE: why it did not open
  isAsking: false, // the microphone does not come: the person may have to allow it
  warning: null, // key of texts.js WARNING, or one of PAUSED_BY: why the recording paused by itself
  isHeard: false, // a voice was heard in this dictation
  unkept: false, // the device could not store the audio
  trouble: null, // {kind, sentence}: why audio is waiting
  engine: null, // {kind, percent}: why audio would have to wait, as the page found when it opened
  preview: null, // the transcript while it is shown although the server has not adopted it, for a moment; else null
  nothingHeard: false,
  leaving: null, // go(): follows the link that was pressed while recording
  isLocked: false, // signed out meanwhile (lock_screen.jsx): what was said is on the device only
  lockedAt: null, // performance.now()
  unfinished: [], // earlier dictations, from recovery.js
};

/** Milliseconds recorded so far, without pauses. */
export function recordedMs({ ranMs, ranSince }, now = performance.now()) {
  return ranMs + (ranSince === null ? 0 : now - ranSince);
}

/** Return whether a microphone may be open: leaving the page then requires confirmation. */
export function isOpen({ phase }) {
  return phase === "starting" || phase === "recording" || phase === "paused";
}

/** Return whether there is a dictation that signing out must not lose: it is recorded, or waits for its text. */
export function isUnderWay(state) {
  return state.dictation !== null && (isOpen(state) || state.phase === "processing");
}

/** Return whether sound that is still to be written out is nowhere but in this page: leaving loses it. */
export function isOnlyHere(state) {
  return state.unkept && isUnderWay(state) && state.segments.some(({ text }) => text === null);
}

/** A device that was left behind records all persons near it: no longer than this (security.md S47, S86). */
export const UNATTENDED_MS = 15 * 60_000;
export const LONGEST_ALONE_MS = 60 * 60_000;
export const NO_VOICE_MS = 10 * 60_000;

/**
 * Return why a recording that runs may be of a device that nobody holds, as a key of texts.js STATE, or null. Each has its
 * time again after a press on 'Hervatten'. `heardAt`: when a voice was heard last. Under the lock screen nobody has signed in;
 * a page without a network (`isAlone`) shows no words, by which a person would notice.
 */
export function unattended({ phase, isLocked, lockedAt, ranSince, dictation }, heardAt, now = performance.now()) {
  if (phase !== "recording") return null;
  if (isLocked && now - Math.max(lockedAt, ranSince) >= UNATTENDED_MS) return "unattended";
  if (!dictation?.isAlone) return null;
  if (now - ranSince >= LONGEST_ALONE_MS) return "long";
  return now - Math.max(heardAt, ranSince) >= NO_VOICE_MS ? "noVoice" : null;
}

const PAUSED_BY = ["away", "unattended", "long", "noVoice", "stalled"];

/** Return the key of texts.js STATE and UNDER: the phase, unless what happens to the recording makes it something else. */
export function shownState({ phase, isAsking, warning, trouble }) {
  if (phase === "processing" && trouble) return "waiting";
  if (phase === "starting" && isAsking) return "asking";
  const isSaid = (phase === "paused" && PAUSED_BY.includes(warning)) || (phase === "recording" && warning === "silent");
  return isSaid ? warning : phase;
}

/** Return whether there is an urgent message, which takes the place of the guide's questions. */
export function hasNews({ microphone, nothingHeard, unfinished }) {
  return microphone !== null || nothingHeard || unfinished.length > 0;
}

/** Return whether the user discarded the whole recording before it was transcribed. */
export function allDropped({ segments }) {
  return segments.length > 0 && segments.every(({ isDropped }) => isDropped);
}

/** Return the recorded segments that are still to be written out as {pieces, ms}. */
export function toCome({ segments }) {
  const waiting = segments.filter(({ text, refused, ms }) => text === null && refused === null && ms !== null);
  return { pieces: waiting.length, ms: waiting.reduce((total, { ms }) => total + ms, 0) };
}

/** Return whether so much is still to come that the person should know. */
export function isBehind({ pieces, seconds }, phase) {
  return phase === "recording" ? pieces > 2 || seconds >= 20 : pieces > 1 || seconds >= 10;
}

/** Return the draft's text, as the server composes it (services/dictation/segments.py) when no other page changed it. */
export function transcript({ dictation: { base }, segments }) {
  const words = segments.map(({ text }) => text).filter(Boolean).join(" ");
  return words && base.trim() ? `${base.trimEnd()}\n${words}` : words || base;
}

const at = (segments, number, edit) =>
  segments.map((segment) => (segment.number === number ? { ...segment, ...edit } : segment));

/** Stands for text that the page no longer has; empty stays empty, so that a silent dictation is still one. */
const TAKEN_AWAY = "…";
const withoutText = (segment) => ({ ...segment, text: segment.text?.trim() ? TAKEN_AWAY : segment.text });

function rest(state) {
  return { ranMs: recordedMs(state), ranSince: null, warning: null, leaving: null };
}

const CHANGES = {
  unfinished: (state, { list }) => ({ ...state, unfinished: list }),

  /** A new dictation, or an earlier one with the texts that the server has already returned. */
  taken: ({ engine }, { dictation, segments, ranMs }) => ({
    ...START,
    phase: "starting",
    engine,
    dictation,
    segments,
    ranMs,
  }),
  starting: (state) => ({ ...state, phase: "starting", microphone: null, warning: null, isAsking: false }),
  asking: (state) => ({ ...state, isAsking: true }),
  recording: (state) => ({ ...state, phase: "recording", ranSince: performance.now() }),
  paused: (state, { warning = null }) => ({ ...state, ...rest(state), phase: "paused", warning }),
  processing: (state) => ({ ...state, ...rest(state), phase: "processing", microphone: null }),
  finished: (state, { isPreviewed = false }) => ({
    ...state,
    phase: "finished",
    trouble: null,
    preview: isPreviewed && state.dictation.canPreview ? transcript(state) : null,
  }),
  previewEnded: (state) => ({ ...state, preview: null }),
  /** The page with the recorder is gone: the next one may be that of another draft. */
  left: (state) => ({
    ...state,
    preview: null,
    dictation: state.dictation && { ...state.dictation, canPreview: false },
  }),
  idle: (state, { nothingHeard = false, microphone = null }) => ({
    ...START,
    engine: state.engine,
    unfinished: state.unfinished,
    nothingHeard,
    microphone,
  }),

  microphone: (state, { kind }) => ({ ...state, phase: "paused", microphone: kind }),
  warning: (state, { warning }) => ({ ...state, warning }),
  leaving: (state, { go }) => ({ ...state, leaving: go }),
  heard: (state) => ({ ...state, isHeard: true }),
  unkept: (state) => ({ ...state, unkept: true }),
  trouble: (state, { trouble }) => ({ ...state, trouble }),
  engine: (state, { engine }) => ({ ...state, engine }),

  /** Nothing that was said stays in the page. */
  locked: (state) => ({
    ...state,
    isLocked: true,
    lockedAt: performance.now(),
    dictation: { ...state.dictation, base: "", canPreview: false },
    segments: state.segments.map(withoutText),
    trouble: null,
    leaving: null,
    unfinished: [],
  }),
  /** `texts` has those of the answered segments, by number. */
  unlocked: (state, { base, texts }) => ({
    ...state,
    isLocked: false,
    lockedAt: null,
    dictation: { ...state.dictation, base },
    segments: state.segments.map((segment) =>
      segment.text === null ? segment : { ...segment, text: texts.get(segment.number) ?? segment.text },
    ),
  }),

  /** The draft was deleted, and its earlier text with it. */
  lostDraft: (state) => ({ ...state, dictation: { ...state.dictation, draftId: null, canPreview: false } }),
  opened: (state, { number }) => ({
    ...state,
    segments: [...state.segments, { number, ms: null, text: null, refused: null }],
  }),
  closed: (state, { number, ms }) => ({ ...state, segments: at(state.segments, number, { ms }) }),
  answered: (state, { number, text, draftId }) => ({
    ...state,
    dictation: { ...state.dictation, draftId: draftId || state.dictation.draftId },
    segments: at(state.segments, number, { text, refused: null }),
  }),
  /** The user discarded the audio: there is nothing to transcribe. */
  dropped: (state, { number }) => ({
    ...state,
    segments: at(state.segments, number, { text: "", refused: null, isDropped: true }),
  }),
  refused: (state, { number, sentence }) => ({
    ...state,
    segments: at(state.segments, number, { refused: sentence }),
  }),
};

export function reduce(state, change) {
  return CHANGES[change.type](state, change);
}
