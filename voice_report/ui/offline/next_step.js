/** What the page that records without a network does next, and what it says: pure. */

/** The user's recordings that are still to be sent, newest first; `unfinished` is that of the recorder's state. */
export const toSend = (unfinished) => unfinished.filter(({ hasSound, isFinished }) => hasSound && !isFinished);

/** Return where the page goes when nothing is left to do: `draft` is the one of the last recording that was sent, if any. */
export function wayOn(draft, { pathname, search }) {
  if (draft) return `/new-report?draft=${encodeURIComponent(draft)}`;
  return pathname.replace(/\/$/, "") === "/opname" ? "/new-report" : pathname + search;
}

/**
 * Return what to do now: {send: id}, {go: address}, or {} to wait. `refusal`: why the server took no recording ("signedOut",
 * "otherAccount"), until something changes; `hasLooked`: it is known what waits on the device; `hasLeft`: the page went on
 * a moment ago, and is back, because the way there is too slow.
 */
export function nextStep({ reach, person, state, hasLooked, refusal, hasLeft, place, draft }) {
  if (reach !== "there" && reach !== "slow") return {};
  if (person === undefined || state.phase !== "idle") return {};
  if (person === null) return hasLeft ? {} : { go: wayOn("", place) };
  if (!hasLooked) return {};
  const waiting = toSend(state.unfinished);
  if (waiting.length) return refusal ? {} : { send: waiting.at(-1).id };
  if (state.nothingHeard || state.microphone || hasLeft) return {};
  return { go: wayOn(draft, place) };
}

/** Return the kind of band above the recorder (texts.js BAND), or null. */
export function bandOf({ reach, person, state, refusal, hasLeft }) {
  const trouble = state.trouble?.kind;
  if (person === null) return reach === "there" || reach === "slow" ? (hasLeft ? "slow" : null) : "nobody";
  if (trouble === "signedOut" || trouble === "otherAccount") return trouble;
  if (refusal) return refusal;
  if (reach === "there" || reach === "slow") {
    if (state.dictation !== null) return trouble ? null : "back";
    return hasLeft || reach === "slow" ? "slow" : null;
  }
  return reach === "asking" ? null : reach;
}
