/** Asks the server once more for the words of a kept piece, in which nothing was understood. */
import { call, isPassing } from "../../kit/api.js";
import { remember, sound } from "../recorder/device/playback_cache.js";
import { form } from "../recorder/sending/upload.js";
import { MISSED } from "./placing.js";

const TIMEOUT_MS = 180_000;

export const GONE = "Het geluid van dit stuk is er niet meer.";
const STILL = "Nog steeds niet verstaan. Luister zelf en typ wat er gezegd is.";
const LATER = "Dat lukt nu even niet. Probeer het zo opnieuw.";

/**
 * Resolve with {words} or {sentence}, why there are none. Two windows ask one after the other, and the second gets what
 * the first one got.
 */
export function again(piece) {
  const ask = () => answerTo(piece);
  return navigator.locks ? navigator.locks.request(`again:${piece.dictation}/${piece.number}`, ask) : ask();
}

async function answerTo(piece) {
  const known = await remember(piece);
  if (known?.again) return { words: known.again.text };
  const blob = known && (await sound(piece).catch(() => null));
  if (!blob) return { sentence: GONE };
  const body = form({ user: piece.user, number: piece.number }, blob);
  body.append("again", "1");
  const outcome = await call("POST", "/api/stt", { body, timeoutMs: TIMEOUT_MS });
  const { answer, error, code } = outcome;
  const text = answer?.transcript?.trim();
  if (code === "no_speech" || text === "" || text === MISSED) return { sentence: STILL };
  if (!text) return { sentence: code === "offline" ? error : answer || isPassing(outcome) ? LATER : error };
  await remember(piece, { text, words: answer.words ?? [] }).catch(() => {});
  return { words: text };
}
