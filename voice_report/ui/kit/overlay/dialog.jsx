import { useEffect, useId, useRef } from "react";

import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/* After a deletion the element that opened the dialog is gone; the focus would then go to the top of the page. */
function stayNear(dialog) {
  const heading = dialog.closest("section, main")?.querySelector("h1, h2");
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/* The browser focuses the first field, also when it is fixed (a client's id). */
function focusWhatCanChange(dialog) {
  if (document.activeElement?.readOnly) dialog.querySelector("input:not([readonly])")?.focus();
}

/* Returns a ref: whether `open` is left over, from leaving the page (the first render is open) or from a reload
   (it is open in the first state that arrives, before `ready`). Such a dialog is closed instead of shown. Callers in
   JavaScript keep their own state, which ends with the page: they pass no `ready`. */
function useLeftover({ open, ready, onClose }) {
  const known = useRef(ready === undefined);
  const leftover = useRef(false);
  useEffect(() => {
    if (!open) leftover.current = false;
    else if (!known.current) leftover.current = true;
    if (!ready) return;
    if (leftover.current && !known.current) onClose?.();
    known.current = true;
  }, [open, ready]);
  return leftover;
}

/* The browser's native dialog: it traps focus, closes on Escape and restores focus. With `lasting` it reopens when its
   page is opened again: it is a message, not a question. With `closable` it has a cross: a list to choose from. That, and
   with `fromBelow` any other, comes from below on a phone, by the thumb. `icon`: its picture, above the title. */
export function Dialog({ open, ready, lasting, title, text, alert, closable, fromBelow, icon, onClose, children }) {
  const dialog = useRef(null);
  const id = useId();
  const leftover = useLeftover({ open, ready, onClose: lasting ? undefined : onClose });
  useEffect(() => {
    if (open && !dialog.current.open && (lasting || !leftover.current)) {
      dialog.current.showModal();
      focusWhatCanChange(dialog.current);
    }
    if (!open && dialog.current.open) {
      dialog.current.close();
      setTimeout(stayNear, 100, dialog.current); // the browser removes the focus from hidden elements a moment later
    }
  }, [open]);
  // Going back closes the dialog at once, even when the previous page's script takes long to load.
  useEffect(() => {
    if (lasting) return undefined;
    const leave = () => dialog.current.close();
    window.addEventListener("popstate", leave);
    return () => window.removeEventListener("popstate", leave);
  }, [lasting]);
  /* A press beside the dialog closes it when it begins and ends there: not one on its own edge, one that begins in a
     field, to select its words, or one on a button that moved meanwhile. */
  const beganBeside = useRef(false);
  const isBeside = ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.current.getBoundingClientRect();
    return target === dialog.current && (x < left || x > right || y < top || y > bottom);
  };
  return (
    <dialog
      ref={dialog}
      className={["dialog", closable && "closable", fromBelow && "from-below"].filter(Boolean).join(" ")}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={text ? `${id}text` : undefined}
      onClose={() => open && onClose?.()}
      onPointerDown={(event) => (beganBeside.current = isBeside(event))}
      onClick={(event) => beganBeside.current && isBeside(event) && dialog.current.close()}
    >
      {icon && (
        <span className="round petrol">
          <Icon name={icon} />
        </span>
      )}
      <h2 id={`${id}title`}>{title}</h2>
      {text && (
        <p className="soft" id={`${id}text`}>
          {text}
        </p>
      )}
      {children}
      {closable && (
        <button type="button" className="icon-button" aria-label="Sluiten" onClick={() => dialog.current.close()}>
          <Icon name="x" />
        </button>
      )}
    </dialog>
  );
}
