import { useEffect, useRef } from "react";

/**
 * Shows the child of the current step. Step 0 means "not known yet" (on first load, and just after a server restart):
 * then the child on screen stays mounted, because unmounting a running recorder would stop it. With `announce` a new
 * step starts at its top, with the focus on its heading.
 */
export function KeepStep({ step, announce, children }) {
  const shown = useRef(1);
  if (step > 0) {
    shown.current = step;
  }
  const place = useRef(null);
  const before = useRef(shown.current);
  useEffect(() => {
    if (!announce || before.current === shown.current) return;
    before.current = shown.current;
    window.scrollTo(0, 0);
    const heading = place.current?.querySelector("h1");
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  });
  const child = children[shown.current - 1];
  return announce ? (
    <div ref={place} className="steps">
      {child}
    </div>
  ) : (
    child
  );
}
