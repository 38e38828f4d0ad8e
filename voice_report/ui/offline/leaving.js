/** The way on, from the page that records without a network to the application. */
const LEFT = "left-offline-page"; // in the session storage: when the page went on
export const STAYS_MS = 60_000;

let leftAt = stored();
const isBack = staysFor() > 0; // the page went on just before it was opened: the way was too slow

/** Go there. Who is back within a minute, because the way is too slow, stays for the rest of it, and goes with a worker that
 * waits for longer; so does who knows of a slow line. Over any other line that fails, the recorder is there soon. */
export function goOn(address, { isSlow = false } = {}) {
  keep(Date.now());
  if (isSlow || isBack) navigator.serviceWorker?.controller?.postMessage("patience");
  window.location.replace(address);
}

/** Return for how many ms this page still stays; 0: it may go. The clock may have been set back. */
export function staysFor(now = Date.now()) {
  return Math.max(0, STAYS_MS - Math.abs(now - leftAt));
}

/** Call `callback()` when the page may go, if it may not now; returns the function that calls it off. */
export function onceFree(callback) {
  const rest = staysFor();
  if (!rest) return () => {};
  const timer = setTimeout(callback, rest);
  return () => clearTimeout(timer);
}

/** A recording was sent: the way on is to its draft, now, and from a reload too. */
export function leadTo(draftId) {
  keep(-Infinity);
  window.history.replaceState(null, "", `/new-report?draft=${encodeURIComponent(draftId)}`);
}

/** Give up a way on that has begun: the next page would end, without a question, a recording that begins meanwhile. */
export const stay = () => window.stop();

function keep(time) {
  leftAt = time;
  try {
    sessionStorage.setItem(LEFT, String(time));
  } catch {
    // Cookies are off: then it is known until the next page.
  }
}

function stored() {
  try {
    return Number(sessionStorage.getItem(LEFT) ?? -Infinity);
  } catch {
    return -Infinity;
  }
}
