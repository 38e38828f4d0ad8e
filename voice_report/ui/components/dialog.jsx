import { useEffect, useId, useRef } from "react";

/* What opened the dialog went with what was deleted: without this the keyboard would begin at the top of the page. */
function stayNear(dialog) {
  const heading = dialog.closest("section, main")?.querySelector("h1, h2");
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/* The browser's own dialog: it traps focus, closes on Escape and gives focus back. */
export function Dialog({ open, title, text, alert, onClose, children }) {
  const dialog = useRef(null);
  const id = useId();
  useEffect(() => {
    if (open && !dialog.current.open) dialog.current.showModal();
    if (!open && dialog.current.open) {
      dialog.current.close();
      setTimeout(stayNear, 100, dialog.current); // the browser lets go of hidden elements a moment later
    }
  }, [open]);
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
