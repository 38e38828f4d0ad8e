/**
 * The microphone, and recording in segments, each a complete small audio file.
 *
 * The next MediaRecorder starts before the previous one stops: no sound falls between two (concepts/dictation.md).
 */
const TYPES = ["audio/webm;codecs=opus", "audio/webm", "audio/mp4", "audio/ogg;codecs=opus", "audio/ogg", "audio/wav"];
const BITS_PER_SECOND = 48_000; // decisions/0027
const CHUNK_MS = 1000;

/**
 * Overlap of the two recorders, in ms. Chromium's Opus encoder works in packets of 60 ms and drops the unfinished
 * packet when it stops, so the next recorder must have been running for longer than that.
 */
const OVERLAP_MS = 80;

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
  await Promise.race([
    new Promise((resolve) => track.addEventListener("unmute", resolve, { once: true })),
    new Promise((resolve) => setTimeout(resolve, UNMUTE_MS)),
  ]);
  return track.muted;
}

/** Return the first preferred container that this browser can record; '' leaves the choice to the browser. */
export function container() {
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

/**
 * Record `stream` in segments numbered from `first`.
 *
 * `wait(ms)` waits on the audio clock (meter.js). Events: `onOpened(number, type)`, `onChunk(number, seq, blob, ms)`
 * every second, `onClosed(number, blob, ms)` with the whole segment, `onBroken()` when recording stopped by itself.
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
    if (!stopping && segment === current) onBroken();
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
    /** The current segment's number, and its duration so far in ms. */
    number: () => current.number,
    age: () => current.ms(),

    /** End the current segment here and continue in a new one. */
    cut() {
      if (cutting || stopping) return;
      cutting = cut()
        .catch((error) => console.warn("The segment goes on: no second recorder.", error.name))
        .finally(() => {
          cutting = null;
        });
    },

    /** Write the sound recorded so far now: the page may be suspended. */
    flush() {
      for (const segment of running) segment.flush();
    },

    /** Stop; resolves when all segments are closed. */
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
