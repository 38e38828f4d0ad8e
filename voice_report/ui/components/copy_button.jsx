import { useEffect, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { liveText } from "./live_text.js";

const CONFIRMED_MS = 2000; // spec section 9

/** Copies its text (with `live`: the report as it is being edited) in the click handler itself (browsers require that) and confirms for two seconds. */
export function CopyButton({ text, live, disabled, className, children, onCopied, onFailed }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(live ? (liveText() ?? text) : text);
    } catch {
      onFailed();
      return;
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMED_MS);
    onCopied();
  };

  return (
    <button type="button" className={className} disabled={disabled} onClick={copy}>
      {copied ? <Icon name="check" large /> : children}
      <span className="copy-words" aria-live="polite">{copied ? "Gekopieerd" : "Kopiëren"}</span>
    </button>
  );
}
