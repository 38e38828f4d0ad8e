/**
 * What the recorder is doing, as one plain object and the ways it changes. No side effects here (session.js has them).
 *
 * phase: idle -> starting -> recording <-> paused -> processing -> finished -> idle
 */
export const START = {
  phase: "idle",
  dictation: null, // {id, user, draftId, base, startedAt}
  segments: [], // {number, text: string | null, refused: string | null, isDropped?: true}, by number
  ranMs: 0, // recorded before `ranSince`
  ranSince: null,
  microphone: null, // key of texts.js MICROPHONE: why it did not open
  warning: null, // key of texts.js WARNING
  unkept: false, // the device could not store the sound
  trouble: null, // {kind, sentence}: why sound is waiting
  nothingHeard: false,
  unfinished: [], // dictations of before, from recovery.js
};

/** Milliseconds recorded so far, pauses not counted. */
export function recordedMs({ ranMs, ranSince }, now = performance.now()) {
  return ranMs + (ranSince === null ? 0 : now - ranSince);
}

/** Tell whether a microphone may be open: leaving the page then asks first. */
export function isOpen({ phase }) {
  return phase === "starting" || phase === "recording" || phase === "paused";
}

/** Tell whether something must be told before all else, so that the questions of the guide can wait. */
export function hasNews({ microphone, nothingHeard, unfinished }) {
  return microphone !== null || nothingHeard || unfinished.length > 0;
}

/** Tell whether all that was recorded was thrown away by the person, before anybody judged it. */
export function allDropped({ segments }) {
  return segments.length > 0 && segments.every(({ isDropped }) => isDropped);
}

const at = (segments, number, edit) =>
  segments.map((segment) => (segment.number === number ? { ...segment, ...edit } : segment));

function rest(state) {
  return { ranMs: recordedMs(state), ranSince: null, warning: null };
}

const CHANGES = {
  unfinished: (state, { list }) => ({ ...state, unfinished: list }),

  /** A new dictation, or one of before with what the server already answered. */
  taken: (state, { dictation, segments, ranMs }) => ({ ...START, phase: "starting", dictation, segments, ranMs }),
  starting: (state) => ({ ...state, phase: "starting", microphone: null, warning: null }),
  recording: (state) => ({ ...state, phase: "recording", ranSince: performance.now() }),
  paused: (state, { warning = null }) => ({ ...state, ...rest(state), phase: "paused", warning }),
  processing: (state) => ({ ...state, ...rest(state), phase: "processing", microphone: null }),
  finished: (state) => ({ ...state, phase: "finished", trouble: null }),
  idle: (state, { nothingHeard = false, microphone = null }) => ({
    ...START,
    unfinished: state.unfinished,
    nothingHeard,
    microphone,
  }),

  microphone: (state, { kind }) => ({ ...state, phase: "paused", microphone: kind }),
  warning: (state, { warning }) => ({ ...state, warning }),
  unkept: (state) => ({ ...state, unkept: true }),
  trouble: (state, { trouble }) => ({ ...state, trouble }),

  lostDraft: (state) => ({ ...state, dictation: { ...state.dictation, draftId: null } }),
  opened: (state, { number }) => ({ ...state, segments: [...state.segments, { number, text: null, refused: null }] }),
  answered: (state, { number, text, draftId }) => ({
    ...state,
    dictation: { ...state.dictation, draftId: draftId || state.dictation.draftId },
    segments: at(state.segments, number, { text, refused: null }),
  }),
  /** The person threw the sound away: there is nothing to judge. */
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
