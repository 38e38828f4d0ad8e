import { useEffect, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";

const CHANNEL = "stepped-up";
const FAILED = "Opnieuw inloggen lukt nu niet. Probeer het over een minuut opnieuw.";

/* Signing in again at the organization's identity provider, in a window of its own: what was typed here stays. `onDone`
   is called when that window says that it is done. */
export function ProviderStepUp({ onDone }) {
  const [error, setError] = useState("");
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }) => (data === "done" ? onDone() : setWaiting(false));
    return () => channel.close();
  }, []);
  const begin = async () => {
    const other = window.open("", "_blank", "popup,width=520,height=720"); // now, or the browser would refuse it
    setError("");
    const { answer, error: refusal } = await call("POST", "/api/auth/single-sign-on/step-up", { fallback: FAILED });
    if (answer && other) {
      other.location.replace(answer.url);
      setWaiting(true);
      return;
    }
    other?.close();
    setError(refusal || "Sta vensters toe voor deze site, en probeer het opnieuw.");
  };
  return (
    <>
      {error && <p role="alert">{error}</p>}
      {waiting && <p role="status">Log in het andere venster in bij je organisatie. Daarna gaat het hier verder.</p>}
      <button type="button" className="button primary full" onClick={begin}>
        Opnieuw inloggen bij je organisatie
      </button>
    </>
  );
}

/* The page to which that window comes back. It tells the one that waits, and closes. Opened by
   its address alone, it says that nothing was confirmed. */
export function SteppedUp({ sentences }) {
  const [outcome, setOutcome] = useState("");
  useEffect(() => {
    const found = new URLSearchParams(window.location.search).get("sso") ?? "";
    setOutcome(found || "unavailable");
    if (!found) return;
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage(found);
    channel.close();
    if (found === "done") window.close();
  }, []);
  if (!outcome) return null;
  const isDone = outcome === "done";
  return (
    <>
      <h1 className="title">{isDone ? "Bevestigd" : "Niet bevestigd"}</h1>
      <p role={isDone ? "status" : "alert"}>
        {isDone ? "Je kunt dit venster sluiten en verder gaan waar je was." : (sentences[outcome] ?? sentences.unavailable)}
      </p>
      <button type="button" className="button secondary full" onClick={() => window.close()}>
        Venster sluiten
      </button>
    </>
  );
}
