import { useRef } from "react";
import { useLocation } from "react-router";

/** Returns the latest known step: step 0 means "not known yet" (on first load, and just after a server restart). */
export function useKnownStep(step) {
  const known = useRef(1);
  if (step > 0) known.current = step;
  return known.current;
}

/**
 * Shows the child of the current step. While that is not known, the child on screen stays mounted, because unmounting a
 * running recorder would stop it. It is not known while the server's state is that of another page, with `path`.
 */
export function KeepStep({ step, path, children }) {
  const { pathname } = useLocation();
  const isThisPage = path === (pathname.replace(/\/+$/, "") || "/");
  return children[useKnownStep(isThisPage ? step : 0) - 1];
}
