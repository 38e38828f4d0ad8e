import { useRef } from "react";

/** Returns the latest known step: step 0 means "not known yet" (on first load, and just after a server restart). */
export function useKnownStep(step) {
  const known = useRef(1);
  if (step > 0) known.current = step;
  return known.current;
}

/**
 * Shows the child of the current step. While that is not known, the child on screen stays mounted, because unmounting a
 * running recorder would stop it.
 */
export function KeepStep({ step, children }) {
  return children[useKnownStep(step) - 1];
}
