import { useRef } from "react";
import { useLocation } from "react-router";
import { visitOf } from "./one_page.js";

/** Returns the latest known step: step 0 means "not known yet" (on first load, and just after a server restart). */
export function useKnownStep(step) {
  const known = useRef(1);
  if (step > 0) known.current = step;
  return known.current;
}

/**
 * Shows the child of the current step. While that is not known, the child on screen stays mounted, because unmounting a
 * running recorder would stop it. It is not known while the server's state is that of another `visit`.
 */
export function KeepStep({ step, visit, children }) {
  const here = visitOf(useLocation());
  return <Kept key={here} step={visit === here ? step : 0}>{children}</Kept>;
}

/* Nothing that a draft has on screen is there under the address of the next, where a press would act on that one. */
function Kept({ step, children }) {
  return children[useKnownStep(step) - 1];
}
