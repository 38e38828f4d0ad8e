/**
 * The microphone, and the sound cut into segments that are complete small audio files of their own.
 *
 * The next MediaRecorder runs before the previous one stops: no sound falls between two segments (dictation.md).
 */
const TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus", "audio/ogg", "audio/wav"];
const BITS_PER_SECOND = 48_000;
const CHUNK_MS = 1000;

/**
 * How long both recorders run, in ms. Chromium's Opus encoder works in packets of 60 ms and drops the unfinished one when
 * it stops, so the next recorder must have been listening for longer than that.
 */
const OVERLAP_MS = 80;

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

/** Ask for the microphone; rejects with a MicrophoneError that names the cause. */
export async function openMicrophone() {
  if (!window.isSecureContext) throw new MicrophoneError("insecure");
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
    throw new MicrophoneError("unsupported");
  }
  try {
    // Speech models hear better what was really said: no noise suppression or echo cancelling, which eat soft words.
    const audio = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true };
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new MicrophoneError(KINDS[error.name] ?? "busy");
  }
}

/** The first container of the preferred ones that this browser can record; '' leaves the choice to the browser. */
export function container() {
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

/**
 * Record `stream` in segments numbered from `first`.
 *
 * `wait(ms)` is the clock of the sound (meter.js). Events: `onOpened(number, type)`, `onChunk(number, seq, blob, ms)`
 * every second, `onClosed(number, blob, ms)` with the whole segment, `onBroken()` when recording ended by itself.
 */
export function createCapture({ stream, first, wait, onOpened, onChunk, onClosed, onBroken }) {
  const type = container();
  const running = new Set();
  let number = first - 1;
  let current = openSegment();
  let cutting = null;
  let stopping = false;

  function openSegment() {
    const segment = startSegment(stream, type, number + 1, { onChunk, onClosed: close });
    number += 1;
    running.add(segment);
    onOpened(segment.number, type);
    return segment;
  }

  function close(segment, blob) {
    running.delete(segment);
    onClosed(segment.number, blob, segment.ms());
    if (!stopping && segment === current && !segment.asked) onBroken();
  }

  async function cut() {
    const previous = current;
    const next = openSegment();
    await next.started;
    await wait(OVERLAP_MS);
    current = next;
    previous.stop();
  }

  return {
    /** How long the running segment has run, in ms. */
    age: () => current.ms(),

    /** End the running segment here and go on in a new one. */
    cut() {
      if (cutting || stopping) return;
      cutting = cut()
        .catch((error) => console.warn("The segment goes on: no second recorder.", error.name))
        .finally(() => {
          cutting = null;
        });
    },

    /** Have what was heard so far written down now: the page may be put to sleep. */
    flush() {
      for (const segment of running) segment.flush();
    },

    /** Stop; resolves when every segment has been closed. */
    async stop() {
      stopping = true;
      const all = [...running];
      for (const segment of all) segment.stop();
      await Promise.all(all.map((segment) => segment.closed));
    },
  };
}

function startSegment(stream, type, number, { onChunk, onClosed }) {
  const options = { audioBitsPerSecond: BITS_PER_SECOND, ...(type && { mimeType: type }) };
  const recorder = new MediaRecorder(stream, options);
  const parts = [];
  const startedAt = performance.now();
  let stoppedAt = null;
  let closed;
  const segment = {
    number,
    asked: false,
    ms: () => (stoppedAt ?? performance.now()) - startedAt,
    started: new Promise((resolve) => {
      recorder.onstart = resolve;
    }),
    closed: new Promise((resolve) => {
      closed = resolve;
    }),
    flush() {
      if (recorder.state === "recording") recorder.requestData();
    },
    stop() {
      segment.asked = true;
      stoppedAt ??= performance.now();
      if (recorder.state !== "inactive") recorder.stop();
    },
  };
  recorder.ondataavailable = ({ data }) => {
    if (!data.size) return;
    parts.push(data);
    onChunk(number, parts.length - 1, data, segment.ms());
  };
  recorder.onstop = () => {
    stoppedAt ??= performance.now();
    onClosed(segment, new Blob(parts, { type: recorder.mimeType || type }));
    closed();
  };
  recorder.start(CHUNK_MS);
  return segment;
}
