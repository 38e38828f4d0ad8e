/**
 * A press on what begins a recording on the page to come (ui/shell/session.py): on any page with such a link, so without the
 * recorder's own modules. A page that is opened in another way, or later, waits for its button.
 */
const ASKED_MS = 30_000; // the page to come may be loaded over a slow network, or by a slow device

let visit = 0; // the number of the last load of a page with a recorder
let asked = null; // the visit during which a recording was asked for: it begins in the next
let askedAt = -Infinity;

if (typeof document !== "undefined") {
  document.addEventListener("click", ({ target, timeStamp, ctrlKey, metaKey, shiftKey, altKey }) => {
    if (!target.closest?.("[data-records]")?.dataset.records) return;
    const isElsewhere = ctrlKey || metaKey || shiftKey || altKey; // in a new tab or window, or saved
    asked = isElsewhere ? null : visit;
    askedAt = timeStamp;
  }, true);

  // Who went back does not expect the microphone when going forward.
  window.addEventListener("popstate", () => {
    asked = null;
  });
}

/** The page with the recorder was loaded as this visit; 0: it is not loaded yet. */
export function visitIs(number) {
  visit = number;
}

/** Milliseconds from the press until then. */
export const sinceAsked = (moment) => moment - askedAt;

/** Return whether this visit is the first after a press shortly before; true only once. */
export function takeAsked() {
  if (asked === null || !visit || visit === asked) return false;
  asked = null;
  return sinceAsked(performance.now()) <= ASKED_MS;
}
