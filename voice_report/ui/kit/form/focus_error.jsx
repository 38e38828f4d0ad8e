import { useEffect, useRef } from "react";

/* Moves the focus to the first field with an error, each time that `round` changes to a new round of errors. An error
   from before the form was shown does not take the focus. */
export function FocusError({ round }) {
  const seen = useRef(round);
  useEffect(() => {
    if (round === seen.current) return;
    seen.current = round;
    if (round) document.querySelector('form [aria-invalid="true"]')?.focus();
  }, [round]);
  return null;
}
