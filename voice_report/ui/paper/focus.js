const SOON_MS = 60; // after React has drawn, and the browser has let go of an element that is gone

/** When the element with the focus disappears by what was just done, move the focus to `find()`. */
export function keepFocus(find) {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement === document.body || !activeElement?.isConnected) find()?.focus({ preventScroll: true });
  }, SOON_MS);
}
