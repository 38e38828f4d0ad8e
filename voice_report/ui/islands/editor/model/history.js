/**
 * The versions of one report, for 'Ongedaan maken' and 'Opnieuw doen'. A plain value that can be stored: it outlives
 * the text field, the page and a sync with the server.
 *
 * @typedef {{versions: string[], at: number, changedAt: number, since: number}} History: `at` is the version on screen;
 *   `changedAt` and `since` (ms) are the last and the first moment of the typing that made it.
 */
const MOST = 60;
const MOST_CHARACTERS = 400_000;
const ONE_CHANGE_MS = 1200; // typing that pauses no longer than this is one change,
const AT_MOST_MS = 6000; // unless it continues for longer than this

export const begun = (text) => ({ versions: [text], at: 0, changedAt: 0, since: 0 });

/** Return the history with a new version on screen. `isTyping` (ms clock `now`): join it with what was just typed. */
export function changed(history, text, { now = 0, isTyping = false } = {}) {
  if (text === history.versions[history.at]) return history;
  const isOne = Math.abs(now - history.changedAt) < ONE_CHANGE_MS && now - history.since < AT_MOST_MS;
  const joins = isTyping && history.at > 0 && isOne;
  const kept = history.versions.slice(0, history.at + (joins ? 0 : 1));
  return within({ versions: [...kept, text], at: kept.length, changedAt: isTyping ? now : 0, since: joins ? history.since : now });
}

export const canUndo = (history) => history.at > 0;
export const canRedo = (history) => history.at < history.versions.length - 1;
export const moved = (history, by) => ({ ...history, at: history.at + by, changedAt: 0, since: 0 });
export const current = (history) => history.versions[history.at];

/** Return a stored history when it fits the text on screen: that text is its newest version, or one of the others. */
export function restored(stored, text) {
  try {
    const { versions, at } = JSON.parse(stored);
    if (!Array.isArray(versions) || !versions.every((one) => typeof one === "string")) return begun(text);
    const place = versions[at] === text ? at : versions.lastIndexOf(text);
    if (place >= 0) return { versions, at: place, changedAt: 0, since: 0 };
    return within({ versions: [...versions.slice(0, at + 1), text], at: at + 1, changedAt: 0, since: 0 });
  } catch {
    return begun(text);
  }
}

/** Drop the oldest versions above the limits, never the one on screen. */
function within({ versions, at, ...times }) {
  let drop = Math.max(0, versions.length - MOST);
  let size = versions.slice(drop).reduce((sum, one) => sum + one.length, 0);
  while (drop < at && size > MOST_CHARACTERS) {
    size -= versions[drop].length;
    drop += 1;
  }
  return { versions: versions.slice(drop), at: at - drop, ...times };
}
