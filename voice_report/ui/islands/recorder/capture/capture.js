/**
 * The microphone, and recording in segments, each a complete small audio file.
 *
 * The next MediaRecorder starts before the previous one stops, and hears silence until it takes over: every sound is in
 * one segment, however late the page is in between (concepts/dictation.md).
 */
import { atMost } from "../../../kit/at_most.js";

const TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus", "audio/ogg", "audio/wav"];
const BITS_PER_SECOND = 48_000; // decisions/0027
const CHUNK_MS = 1000;
/** For a page whose timers stand still. Without any time slice, a recorder of Chromium that is stopped at once gives half the
 * head of a file, where it should give nothing. */
const SLICE_MS = 10_000;

/**
 * How long a recorder runs on after the next one took over, in ms. Chromium's Opus encoder works in packets of 60 ms and
 * drops the unfinished packet when it stops: that must be silence.
 */
const RUN_ON_MS = 80;

const STARTS_MS = 10_000; // a recorder that does not begin within this is not waited for
const STOPS_MS = 15_000; // nor for the last sound of one that does not end: what it gave is the segment
const ANSWERS_MS = 500; // nor, before it is stopped, for a piece that was asked for
const AGAIN_MS = 10_000; // after a recorder that did not begin, the next one
const LONGEST_MS = 9 * 60_000; // of a segment: the server takes ten minutes (security.md S23)

/** Checks (of 50 ms) without sound from the recorder after which it is not cut, and has failed. */
const UNCUT_AT = 40; // what it may not have recorded must not pass for a whole segment
const FAILED_AT = 120;

/** A track may be muted for a moment when it opens; longer than this the device gives no sound, as in a phone call. */
const UNMUTE_MS = 2000;

/** `kind` is a key of texts.js MICROPHONE. */
export class MicrophoneError extends Error {
  constructor(kind) {
    super(kind);
    this.kind = kind;
  }
}

const KINDS = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** Request the microphone; rejects with a MicrophoneError that has the cause. */
export async function openMicrophone() {
  if (!window.isSecureContext) throw new MicrophoneError("insecure");
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
    throw new MicrophoneError("unsupported");
  }
  const stream = await request();
  if (await isMuted(stream)) {
    for (const track of stream.getTracks()) track.stop();
    throw new MicrophoneError("muted");
  }
  return stream;
}

async function request() {
  try {
    // Speech models work better on unprocessed sound: noise suppression and echo cancellation remove soft words.
    const audio = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true };
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new MicrophoneError(KINDS[error.name] ?? "busy");
  }
}

async function isMuted(stream) {
  const [track] = stream.getAudioTracks();
  if (!track.muted) return false;
  await atMost(UNMUTE_MS, new Promise((resolve) => track.addEventListener("unmute", resolve, { once: true })));
  return track.muted;
}

/** Return the first preferred container that this browser can record; '' leaves the choice to the browser. */
export function container() {
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

/**
 * Record `stream` in segments numbered from `first`.
 *
 * `wait(ms)` waits on the audio clock (meter.js). Events: `onOpened(number, type)`, `onShown(number)` when the page may
 * draw the segment: not before the cut is over, `onChunk(number, seq, blob, ms)` every second,
 * `onClosed(number, blob, ms)` with the whole segment, `onBroken()` when recording stopped by itself, `onResumed()` when it
 * did and goes on in another segment, `onStalled()` when it gives no sound, and `onCut(isCut)` after each cut: a recorder
 * that does not begin leaves the one before it running. Throws when no recorder begins at all.
 */
export function createCapture({ stream, first, wait, ...events }) {
  const { onOpened, onShown, onChunk, onClosed, onBroken, onResumed, onStalled, onCut } = events;
  const type = container();
  const running = new Set();
  const unshown = new Set();
  let number = first - 1;
  let silentChecks = 0;
  let isUncut = false; // the last cut failed
  let brokenAt = -Infinity; // when a recorder stopped by itself
  let current = openSegment({ isHearing: true });
  show(current);
  let cutting = false;
  let stopping = false;
  flushEachSecond();

  function openSegment({ isHearing }) {
    const segment = startSegment(stream, type, number + 1, { isHearing, onChunk: chunk, onClosed: close });
    number += 1;
    running.add(segment);
    unshown.add(segment);
    onOpened(segment.number, type);
    return segment;
  }

  /** Not a recorder that has yet to take over: Chromium's says that it has begun when it is asked. */
  function flush() {
    for (const segment of running) if (segment.number <= current.number) segment.flush();
  }

  async function flushEachSecond() {
    while (!stopping) {
      await wait(CHUNK_MS);
      current.flush(); // and not one that runs on: it is stopped soon
    }
  }

  function show(segment) {
    if (unshown.delete(segment)) onShown(segment.number);
  }

  function chunk(from, ...details) {
    if (from === current.number) silentChecks = 0;
    onChunk(from, ...details);
  }

  function close(segment, blob) {
    running.delete(segment);
    show(segment);
    onClosed(segment.number, blob, segment.ms());
    if (!stopping && segment === current) goOn();
  }

  /** The recorder stopped by itself, as some do when a headset with another rate takes over: while the microphone is there
   * the next one begins at once. One that stops again is left alone. */
  function goOn() {
    const [track] = stream.getAudioTracks();
    const isAgain = performance.now() - brokenAt < AGAIN_MS;
    brokenAt = performance.now();
    if (track.readyState === "ended" || isAgain) return onBroken();
    try {
      current = openSegment({ isHearing: true });
    } catch {
      return onBroken();
    }
    silentChecks = 0;
    show(current);
    onResumed();
  }

  async function cut() {
    const previous = current;
    const next = openSegment({ isHearing: false });
    if (!(await atMost(STARTS_MS, next.started, false))) {
      next.stop();
      throw new DOMException("the recorder does not begin", "TimeoutError");
    }
    if (current !== previous) next.stop(); // that one stopped by itself, and another has its place
    if (current !== previous || !running.has(next)) throw new DOMException("the recorder has ended", "AbortError");
    next.hear(true); // these two with nothing between them: what both hear is written twice
    previous.hear(false);
    current = next;
    silentChecks = 0;
    await wait(RUN_ON_MS);
    previous.stop().then(() => show(next)); // its last sound is sent first
  }

  async function tryToCut() {
    try {
      await cut();
      isUncut = false;
      if (!stopping) onCut(true);
    } catch (error) {
      if (stopping) return;
      console.warn("The segment goes on: no second recorder.", error.name);
      isUncut = true;
      onCut(false);
      await wait(AGAIN_MS);
    }
    cutting = false;
  }

  return {
    /** The current segment's number, and its duration so far in ms. */
    number: () => current.number,
    age: () => current.ms(),

    /** End the current segment here and continue in a new one. */
    cut() {
      if (cutting || stopping || silentChecks >= UNCUT_AT) return;
      cutting = true;
      tryToCut();
    },

    /** Call every 50 ms. Calls are counted and not time: a device that is slow, or was asleep, has no broken recorder. */
    check() {
      silentChecks += 1;
      if (silentChecks >= FAILED_AT || (isUncut && current.ms() >= LONGEST_MS)) onStalled();
    },

    /** Write the sound recorded so far now: the page may be suspended. */
    flush,

    /** Stop; resolves when all segments are closed. */
    async stop() {
      stopping = true;
      for (const segment of running) show(segment);
      await Promise.all([...running].map((segment) => segment.stop()));
    },
  };
}

/**
 * Record a track of the segment's own: as long as it is disabled, which is until `hear(true)`, it gives silence.
 *
 * The recorder is asked for each piece of its file. Firefox gives those of a time slice by way of another thread than those
 * that are asked for and the last one, which may overtake them; what is late when it has stopped is lost. WebKit's
 * gives nothing more when it is stopped while it fetches a piece: it is stopped when it has given that.
 */
function startSegment(stream, type, number, { isHearing, onChunk, onClosed }) {
  const own = stream.clone();
  const [track] = own.getAudioTracks();
  const parts = [];
  const startedAt = performance.now();
  let stoppedAt = null;
  let isClosed = false;
  let asked = null; // while a piece is under way: a promise of it
  let answer = () => {};
  let started;
  let stopped;
  const ended = new Promise((resolve) => {
    stopped = resolve;
  });
  const segment = {
    number,
    ms: () => (stoppedAt ?? performance.now()) - startedAt,
    started: new Promise((resolve) => {
      started = () => resolve(true);
    }),
    flush() {
      if (recorder.state !== "recording" || stoppedAt !== null) return;
      asked ??= new Promise((resolve) => {
        answer = resolve;
      });
      recorder.requestData();
    },
    hear(isHearing) {
      track.enabled = isHearing;
    },
    /** Stop; resolves when the segment is closed. */
    async stop() {
      stoppedAt ??= performance.now();
      segment.hear(false); // nothing that is said from here on
      if (asked) await atMost(ANSWERS_MS, asked);
      if (recorder.state !== "inactive") recorder.stop();
      await atMost(STOPS_MS, ended);
      close();
    },
  };
  function close() {
    if (isClosed) return;
    isClosed = true;
    track.stop();
    stoppedAt ??= performance.now();
    onClosed(segment, new Blob(parts, { type: recorder.mimeType || type }));
    stopped();
  }
  function add({ data }) {
    answer(); // also when it is empty
    asked = null;
    if (!data.size || isClosed) return;
    started();
    parts.push(data);
    onChunk(number, parts.length - 1, data, segment.ms());
  }
  segment.hear(isHearing);
  const recorder = startRecorder(own, type, { onstart: started, ondataavailable: add, onstop: close });
  return segment;
}

function startRecorder(stream, type, handlers) {
  try {
    const options = { audioBitsPerSecond: BITS_PER_SECOND, ...(type && { mimeType: type }) };
    const recorder = Object.assign(new MediaRecorder(stream, options), handlers);
    recorder.start(SLICE_MS);
    return recorder;
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}
