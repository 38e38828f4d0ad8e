/** Deletes kept sound whose concept was made after its page was left, or on another device (security.md S22). */
import { call } from "../../../kit/api.js";
import { draftsOf, drop } from "../device/playback_cache.js";

/** Milliseconds after a page opened at which it asks: a concept takes a while. No longer: asking counts as being there. */
const ASKS_MS = [0, 20_000, 60_000, 180_000];

/** Ask the server which of the user's drafts have their concept, or are gone, and delete their sound. */
export async function dropMade(user) {
  for (const draftId of await draftsOf(user)) {
    const asked = Date.now(); // what is dictated to it meanwhile is no part of this concept
    const { answer, code } = await call("GET", `/api/drafts/${encodeURIComponent(draftId)}/made`);
    if (answer?.made || code === "not_found") await drop(user, draftId, asked);
  }
}

/** Do so now and a few times more; returns the function that stops this. */
export function watchMade(look) {
  const timers = ASKS_MS.map((ms) => setTimeout(look, ms));
  return () => timers.forEach(clearTimeout);
}
