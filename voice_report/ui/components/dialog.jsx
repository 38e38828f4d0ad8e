import { useEffect, useId, useRef } from "react";

/* What opened the dialog went with what was deleted: without this the keyboard would begin at the top of the page. */
function stayNear(dialog) {
  const heading = dialog.closest("section, main")?.querySelector("h1, h2");
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/* Tells whether `open` was left behind: by a page that was left (the dialog is drawn open), or by one that was loaded
   again (it is open in the first state that arrives, before `ready`). Such a dialog is closed instead of shown. A local
   part keeps its own state, which ends with the page: it has no `ready`. */
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

/* The browser's own dialog: it traps focus, closes on Escape and gives focus back. With `lasting` it is there again when
   its page is opened again: it says something, and asks nothing. */
export function Dialog({ open, ready, lasting, title, text, alert, onClose, children }) {
  const dialog = useRef(null);
  const id = useId();
  const leftover = useLeftover({ open, ready, onClose: lasting ? undefined : onClose });
  useEffect(() => {
    if (open && !dialog.current.open && (lasting || !leftover.current)) dialog.current.showModal();
    if (!open && dialog.current.open) {
      dialog.current.close();
      setTimeout(stayNear, 100, dialog.current); // the browser lets go of hidden elements a moment later
    }
  }, [open]);
  // Who goes back has left the question at once, however long the script of the page before takes to arrive.
  useEffect(() => {
    if (lasting) return undefined;
    const leave = () => dialog.current.close();
    window.addEventListener("popstate", leave);
    return () => window.removeEventListener("popstate", leave);
  }, [lasting]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={`${id}title`}
      aria-describedby={text ? `${id}text` : undefined}
      onClose={() => open && onClose?.()}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <h2 id={`${id}title`}>{title}</h2>
      {text && (
        <p className="soft" id={`${id}text`}>
          {text}
        </p>
      )}
      {children}
    </dialog>
  );
}
