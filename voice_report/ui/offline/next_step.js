/** What the page that records without a network does next, and what it says: pure. */
import { isOnlyHere, isOpen } from "../islands/recorder/session/state.js";

/** The user's recordings that are still to be sent, newest first; `unfinished` is that of the recorder's state. */
export const toSend = (unfinished) => unfinished.filter(({ hasSound, isFinished }) => hasSound && !isFinished);

/** Return what the page lists of these recordings: nothing once the device is another user's, or nobody's. */
export const listedFor = (person, recordings) => (person ? recordings : []);

/** Return where the page goes when nothing is left to do: to the address under which it is shown. With its origin, because a
 * path may begin with two slashes. */
export function wayOn({ origin, pathname, search }) {
  return pathname.replace(/\/$/, "") === "/opname" ? `${origin}/new-report` : origin + pathname + search;
}

const isReached = (reach) => reach === "there" || reach === "slow";

/** Return whether the user can leave the page: no sound would be lost, and the server is there, or may be. Where the browser
 * has a network (`isOnline`) but gets no answer, a sign-in of what stands before the server may have ended: the page that asks
 * for it is seen by going on. */
export function canLeave({ reach, isOnline, state }) {
  const mayBeThere = isReached(reach) || (reach === "none" && isOnline);
  return mayBeThere && (state.phase === "idle" || (state.phase === "processing" && !isOnlyHere(state)));
}

/**
 * Return what to do now: {send: id}, {go: address}, or {} to wait. `refusal`: why nothing is sent ("signedOut",
 * "otherAccount", "later": the user chose so), until something changes; `hasLooked`: it is known what waits on the device;
 * `hasLeft`: the page went on a moment ago, and is back, because the way there is too slow.
 */
export function nextStep({ reach, person, state, hasLooked, refusal, hasLeft, place }) {
  if (!isReached(reach) || person === undefined || state.phase !== "idle") return {};
  if (person === null) return hasLeft || refusal ? {} : { go: wayOn(place) };
  if (!hasLooked) return {};
  const waiting = toSend(state.unfinished);
  if (waiting.length) return refusal ? {} : { send: waiting.at(-1).id };
  if (state.nothingHeard || state.microphone || hasLeft) return {};
  return { go: wayOn(place) };
}

/** Return the kind of band above the recorder (texts.js BAND), or null. */
export function bandOf({ reach, person, isUnreadable, state, hasLooked, refusal, hasLeft }) {
  const trouble = state.trouble?.kind;
  const isNotTaken = refusal ?? (["signedOut", "otherAccount"].includes(trouble) ? trouble : null);
  if (isNotTaken === "signedOut" && state.dictation !== null && isOpen(state)) return "goesOn";
  if (refusal) return refusal;
  if (person === null && isReached(reach)) return hasLeft ? "notYet" : null;
  if (person === null) return isUnreadable ? "unreadable" : "nobody";
  if (isNotTaken) return isNotTaken;
  if (!isReached(reach)) return reach === "asking" ? null : reach;
  if (state.dictation !== null) return trouble ? "there" : "back";
  if (reach === "slow") return "slow";
  if (hasLeft) return "notYet"; // the page was too slow, or a proxy answered in its place: the worker does not say which
  return !person || !hasLooked || state.nothingHeard || state.microphone ? "there" : null;
}
