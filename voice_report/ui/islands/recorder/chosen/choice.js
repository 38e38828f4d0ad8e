/** What the page can tell of a chosen file before it is sent. The server decides: it reads the sound itself. */
import { atMost } from "../../../kit/at_most.js";
import { letGo } from "../../../kit/blobs.js";

export const KINDS = "audio/*,.m4a,.mp3,.wav,.ogg,.oga,.opus,.webm,.flac";
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SECONDS = 60 * 60;
const LATE_MS = 3000; // a browser that does not know the format may never answer
const SOUND = /^(audio|video)\/|^application\/(ogg|octet-stream)$|^$/;
const NAMED_SOUND = /\.(m4a|mp3|mp4|wav|ogg|oga|opus|webm|flac)$/i;

/** Resolve with {seconds} of a file that may be sent, null where the browser cannot tell, or with {problem}: a key of
 * words.js PROBLEM. */
export async function look(file) {
  if (file.size === 0) return { problem: "empty_audio" };
  if (file.size > MOST_BYTES) return { problem: "too_large" };
  if (!SOUND.test(file.type) && !NAMED_SOUND.test(file.name)) return { problem: "wrong_media" };
  const seconds = await duration(file);
  return seconds > MOST_SECONDS + 1 ? { problem: "too_long" } : { seconds };
}

/** Resolve with the seconds that the file says it lasts, null when the browser cannot tell without reading it all. */
async function duration(file) {
  const audio = new Audio();
  const told = new Promise((resolve) => {
    audio.onloadedmetadata = () => resolve(Number.isFinite(audio.duration) ? audio.duration : null);
    audio.onerror = () => resolve(null);
  });
  audio.preload = "metadata";
  audio.src = URL.createObjectURL(file);
  const seconds = await atMost(LATE_MS, told, null);
  letGo(audio);
  return seconds;
}
