/** Plays kept sound: one stretch at a time. It needs no <audio>: a recording of MediaRecorder cannot be sought in. */
import { atMost } from "../../kit/at_most.js";
import { createStore } from "../../kit/external_store.js";
import { sound } from "../recorder/device/playback_cache.js";

const BEGINS_WITHIN_MS = 15_000; // a device that is in a call, or has no way out for sound, does not begin
const DECODES_WITHIN_MS = 15_000;
const MARGIN_MS = 350; // the moments of words are an estimate

let audio = null;
const NOTHING = { piece: null, buffer: null };
let decoded = NOTHING;
let turn = 0;
const playing = createStore(null); // {id, source}

export const { subscribe } = playing;

/** The id of what is being played, or null. */
export const snapshot = () => playing.snapshot()?.id ?? null;

export function stop() {
  turn += 1;
  playing.snapshot()?.source.stop();
  if (playing.snapshot()) playing.set(null);
}

/** Stop, and leave no sound in the page. */
export function forget() {
  stop();
  decoded = NOTHING;
}

/** `pieces` are all that is still kept (an hour at most, S22): of any other no sound stays. */
export function keepOnly(pieces) {
  if (decoded.piece && !pieces.some((piece) => keyOf(piece) === decoded.piece)) forget();
}

const keyOf = ({ dictation, number }) => `${dictation}/${number}`;

/**
 * Play a stretch (ms) of a piece's sound; `id` names what asked for it. Resolves with true, with false when the sound is
 * gone or cannot be decoded, or with null when the device does not play. Call it from a press: a browser plays nothing of its own accord.
 */
export async function play(id, piece, from = 0, to = Infinity) {
  stop();
  const mine = turn;
  audio ??= new AudioContext();
  const ready = atMost(BEGINS_WITHIN_MS, audio.resume().then(() => true, () => false), false);
  const buffer = await bufferOf(piece, mine);
  if (!buffer) return false;
  const isReady = await ready;
  if (mine !== turn) return true; // something else was asked for meanwhile
  if (!isReady) return null;
  const start = Math.max(0, from - MARGIN_MS) / 1000;
  const source = new AudioBufferSourceNode(audio, { buffer });
  source.connect(audio.destination);
  source.onended = () => playing.snapshot()?.source === source && playing.set(null);
  source.start(0, start, Math.min(buffer.duration, (to + MARGIN_MS) / 1000) - start);
  playing.set({ id, source });
  return true;
}

/** The last one stays decoded: people listen twice. Its sound is asked for all the same, because it may be gone. */
async function bufferOf(piece, mine) {
  const blob = await sound(piece).catch(() => null);
  if (!blob) {
    decoded = NOTHING;
    return null;
  }
  const isThere = decoded.piece === keyOf(piece);
  const found = isThere ? decoded : { piece: keyOf(piece), buffer: await decode(blob) };
  if (mine === turn) decoded = found; // else it may have been forgotten meanwhile
  return found.buffer;
}

async function decode(blob) {
  try {
    return await atMost(DECODES_WITHIN_MS, audio.decodeAudioData(await blob.arrayBuffer()), null);
  } catch {
    return null;
  }
}
