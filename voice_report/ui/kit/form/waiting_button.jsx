import { useEffect, useRef, useState } from "react";
import { call, isPassing } from "$/public/external/voice_report/ui/kit/api.js";

const SOON_MS = 400; // a server that answers within this time was never waited for on screen
const RETRY_MS = 2000;
const TIMEOUT_MS = 5000;

/**
 * A button that acts only when the server is there: until then it says that it waits, and the press can be taken back.
 * Without it a press during a lost connection would be queued, and come true later by itself. `lost`: the page's
 * connection is gone.
 */
export function WaitingButton({ words, className, disabled, lost, onGo }) {
  const [isPressed, setPressed] = useState(false);
  const [isShown, setShown] = useState(false);
  const button = useRef(null);
  const latest = useRef({});
  latest.current = { lost, onGo };

  useEffect(() => {
    if (!isPressed) return undefined;
    let [isOver, retry] = [false, null];
    async function attempt() {
      const isThere = !latest.current.lost && !isPassing(await call("GET", "/healthz", { timeoutMs: TIMEOUT_MS }));
      if (isOver) return;
      if (isThere && !latest.current.lost) {
        setPressed(false);
        latest.current.onGo();
      } else {
        setShown(true);
        retry = setTimeout(attempt, RETRY_MS);
      }
    }
    const dialog = button.current.closest("dialog");
    const giveUp = () => setPressed(false); // who closes the question does not want it later either
    dialog?.addEventListener("close", giveUp);
    const soon = setTimeout(() => setShown(true), SOON_MS);
    attempt();
    return () => {
      isOver = true;
      dialog?.removeEventListener("close", giveUp);
      clearTimeout(soon);
      clearTimeout(retry);
      setShown(false);
    };
  }, [isPressed]);

  const takeBack = () => {
    setPressed(false);
    button.current.focus();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        disabled={disabled}
        aria-disabled={isShown || undefined}
        onClick={() => setPressed(true)}
      >
        <span aria-live="polite">{isShown ? "Wacht op verbinding…" : words}</span>
      </button>
      {isShown && (
        <button type="button" className="button plain" onClick={takeBack}>
          Niet meer doen
        </button>
      )}
    </>
  );
}
