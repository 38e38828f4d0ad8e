import { useEffect, useId, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/* Buttons behind one button with three dots where there is little room; on a wide screen they stand in the row. */
export function MoreActions({ children }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const around = useRef(null);
  const dots = useRef(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event) => around.current?.contains(event.target) || setOpen(false);
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("focusin", close);
    };
  }, [isOpen]);
  const leave = (event) => {
    if (event.key !== "Escape" || !isOpen) return;
    setOpen(false);
    dots.current.focus();
  };
  return (
    <div ref={around} className={isOpen ? "more-actions open" : "more-actions"} onKeyDown={leave}>
      <button
        ref={dots} type="button" className="button secondary round-button dots" aria-label="Meer"
        aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}
      >
        <Icon name="dots" large />
      </button>
      <div id={id} className="more-list" onClick={() => setOpen(false)}>{children}</div>
    </div>
  );
}
