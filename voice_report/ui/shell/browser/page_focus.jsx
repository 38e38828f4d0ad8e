import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useEarlyToggle } from "$/public/external/voice_report/ui/kit/form/early_press.js";
import { isOtherVisit } from "./one_page.js";

const LONGEST = 60_000; // milliseconds that a page may take to show what is focused, on a slow device

function focusOn(element, options) {
  element.tabIndex = -1;
  element.focus(options);
}

/* A plain link: the router would change the URL without moving the focus. */
export function SkipLink({ words, target }) {
  const skip = (event) => {
    if (!document.getElementById(target)) return;
    event.preventDefault();
    follow(() => document.getElementById(target));
  };
  return (
    <a href={`#${target}`} className="skip" onClick={skip}>
      {words}
    </a>
  );
}

/* Focuses the page's heading as soon as it exists. Returns the function that stops this. */
export function followHeading() {
  const find = () => document.querySelector("main h1");
  // The router restores the scroll position.
  return follow(() => (find()?.closest(".loading-page") ? null : find()), { preventScroll: true });
}

/* Focuses what `find` returns as soon as it exists, and again when the page replaces it (after its guard has run, or
   after loading), until the page or the user moves the focus elsewhere. Returns the function that stops this. */
function follow(find, options) {
  let followed = null;
  const place = () => {
    const focused = document.activeElement;
    if (focused !== followed && focused?.closest("main, dialog[open]")) {
      stop();
      return;
    }
    const found = find();
    if (found && found !== focused) {
      followed = found;
      focusOn(found, options);
    }
  };
  const watch = new MutationObserver(place);
  const timer = setTimeout(() => stop(), LONGEST);
  const stop = () => {
    watch.disconnect();
    clearTimeout(timer);
    for (const name of ["keydown", "pointerdown"]) removeEventListener(name, stop, true);
  };
  for (const name of ["keydown", "pointerdown"]) addEventListener(name, stop, true);
  watch.observe(document.body, { childList: true, subtree: true });
  place();
  return stop;
}

/* Focuses the element with the id `target` when `round` changes: what was pressed is not on the screen any more. */
export function FocusOn({ target, round }) {
  const seen = useRef(round);
  useEffect(() => {
    if (round === seen.current) return;
    seen.current = round;
    const place = document.getElementById(target);
    if (place?.tabIndex < 0) place.tabIndex = -1; // a heading; a button is focusable as it is
    place?.focus();
  }, [round]);
  return null;
}

/* Mounted once, around every page. The browser itself announces the first page of a visit. */
export function PageFocus() {
  const location = useLocation();
  const shown = useRef(location);
  useEarlyToggle();
  useEffect(() => {
    if (!isOtherVisit(location, shown.current)) return undefined;
    shown.current = location;
    return followHeading();
  }, [location]);
  return null;
}
