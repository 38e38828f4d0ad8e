const SOON_MS = 60;
const TRIES = 15; // about a second: React may draw later on a busy device

/** When the element with the focus disappears by what was just done, move the focus to `find()`. */
export function keepFocus(find) {
  const had = document.activeElement;
  let tries = 0;
  const look = () => {
    const { activeElement } = document;
    tries += 1;
    if (activeElement === document.body) find()?.focus({ preventScroll: true });
    else if (activeElement === had && tries < TRIES) setTimeout(look, SOON_MS);
  };
  setTimeout(look, SOON_MS);
}
