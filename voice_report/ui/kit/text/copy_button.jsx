import { useEffect, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { copied as copiedForms } from "./copied.js";
import { liveText } from "./live_text.js";

const CONFIRMED_MS = 2000; // decisions/0001

/** Copies its report (with `live`: as it is being edited) in the click handler itself, as browsers require, and confirms
    for two seconds. With `empty` sections without content go along. `onCopied(draftId)`: another may be open by then. */
export function CopyButton({ draftId, text, live, empty, disabled, className, children, onCopied, onFailed }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      await write(copiedForms((live && liveText()) || text, { empty }));
    } catch {
      onFailed();
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMED_MS);
    onCopied(draftId);
  };

  return (
    <button type="button" className={className} disabled={disabled} onClick={copy}>
      {copied ? <Icon name="check" large /> : children}
      <span className="copy-words" aria-live="polite">{copied ? "Gekopieerd" : "Kopiëren"}</span>
    </button>
  );
}

/* As HTML next to plain text, so that a word processor gets headings and lists; older browsers get the plain text. */
async function write({ plain, html }) {
  if (typeof ClipboardItem === "undefined") return navigator.clipboard.writeText(plain);
  const forms = { "text/plain": plain, "text/html": html };
  const blobs = Object.entries(forms).map(([type, text]) => [type, new Blob([text], { type })]);
  return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
}
