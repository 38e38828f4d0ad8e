import { useEffect, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { copy as copyForms } from "../../kit/clipboard.js";
import { copied as copiedForms, withLine, withMark } from "../../kit/text/copied.js";
import { liveText } from "../../kit/text/live_text.js";
import { Refused } from "./refused.jsx";
import { noteWay, useWay } from "./way.js";

const CONFIRMED_MS = 2000; // decisions/0001

/** Copies its report (with `live`: as it is being edited) in the click handler itself, as browsers require, and confirms
    for two seconds; what the clipboard refuses stands in a dialog. With `empty` sections without content go along.
    `mark` says to programs how it came to be. `done`: it was copied, and another button is the filled one.
    `onCopied(draftId)`: another may be open by then. */
export function CopyButton({ draftId, text, mark, live, empty, disabled, done, className, children, onCopied, onFailed }) {
  const [copied, setCopied] = useState(false);
  const isFilled = useWay() === "whole" && !done;
  const [refused, setRefused] = useState(null);
  const wasRefused = useRef(false); // the dialog stays, because closing gives the focus back
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async () => {
    const { plain: words, html } = copiedForms((live && liveText()) || text, { empty });
    const plain = withLine(words, mark);
    try {
      await copyForms(plain, withMark(html, mark));
    } catch {
      setRefused({ name: "Rapportage", plain });
      onFailed();
      return;
    }
    note();
  };
  const note = () => {
    setRefused(null);
    noteWay("whole");
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), CONFIRMED_MS);
    onCopied(draftId);
  };

  if (refused) wasRefused.current = true;
  return (
    <>
      <button type="button" className={`button ${isFilled ? "primary" : "secondary"} ${className}`} disabled={disabled} onClick={copy}>
        {copied ? <Icon name="check" large /> : children}
        <span className="copy-words" aria-live="polite">{copied ? "Gekopieerd" : "Kopiëren"}</span>
      </button>
      {wasRefused.current && <Refused refused={refused} onAgain={copy} onCopied={note} onClose={() => setRefused(null)} />}
    </>
  );
}
