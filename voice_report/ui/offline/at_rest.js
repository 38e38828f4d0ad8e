/** Work that no page needs: once a page has loaded and has nothing else to do. */
const LATEST_MS = 10_000; // a page that always has something to do never rests

/** Do `work()` then; returns the function that calls it off. */
export function atRest(work) {
  let isOff = false;
  const now = () => isOff || work();
  const begin = () => (window.requestIdleCallback ? window.requestIdleCallback(now, { timeout: LATEST_MS }) : setTimeout(now));
  if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
  return () => {
    isOff = true;
  };
}
