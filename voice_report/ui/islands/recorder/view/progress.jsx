/** The line under the button: what the person should know now, or how much of the dictation is still to be written out. */
import { useEffect, useState } from "react";

import * as session from "../session/session.js";
import { isBehind } from "../session/state.js";
import { left, UNDER, under } from "./texts.js";

const LOOK_MS = 5000;
/** Nothing is read out more often than this; and nothing while recording, because the microphone would hear it. */
const SAY_MS = 30_000;

export function Under({ phase, shown, unkept, isOffline }) {
  const behind = useBehind(phase);
  const isTold = behind !== null && phase === shown;
  const words = isTold ? left(behind, phase) : under(shown, phase, unkept);
  const said = useSeldom(isTold && phase === "processing" ? words : "");
  return (
    <p className="quiet under">
      <span role="status">{isOffline ? UNDER.offline : ""}</span>
      <span>{isOffline ? "" : words}</span>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </p>
  );
}

/** Return {pieces, seconds} when the text is behind, else null; looked at again every few seconds. */
function useBehind(phase) {
  const [, setLooks] = useState(0);
  const isActive = phase === "recording" || phase === "paused" || phase === "processing";
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => setLooks((looks) => looks + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, [isActive]);
  const remaining = isActive ? session.remaining() : null;
  return remaining && isBehind(remaining, phase) ? remaining : null;
}

/** Return the text for a screen reader: the newest one, at most every SAY_MS. */
export function useSeldom(text) {
  const [said, setSaid] = useState({ text: "", at: -SAY_MS });
  useEffect(() => {
    if (text === said.text) return undefined;
    const wait = text ? said.at + SAY_MS - performance.now() : 0;
    const timer = setTimeout(() => setSaid({ text, at: text ? performance.now() : -SAY_MS }), wait);
    return () => clearTimeout(timer);
  }, [text, said]);
  return said.text;
}
