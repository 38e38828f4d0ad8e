import { useRef } from "react";

/**
 * Shows the child of the present step. Step 0 means "not known yet" (the first moment, and the moment after the
 * server restarted): then what was on screen stays mounted, because unmounting a running recorder would stop it.
 */
export function KeepStep({ step, children }) {
  const shown = useRef(1);
  if (step > 0) {
    shown.current = step;
  }
  return children[shown.current - 1];
}
