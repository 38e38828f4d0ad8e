import { useEffect } from "react";

/* Moves the focus to the first field with an error, each time that `round` changes to a new round of errors. */
export function FocusError({ round }) {
  useEffect(() => {
    if (round) document.querySelector('form [aria-invalid="true"]')?.focus();
  }, [round]);
  return null;
}
