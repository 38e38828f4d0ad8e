import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { ProviderStepUp } from "$/public/external/voice_report/ui/islands/sign_in/factors/provider_step_up.jsx";
import { OtherWays, SecondStep, useWay } from "$/public/external/voice_report/ui/islands/sign_in/factors/second_step.jsx";
import { PRESSED, stays } from "$/public/external/voice_report/ui/islands/sign_in/factors/step_up_text.js";

const PATH = "/api/account/second-factor";
const PATHS = { code: `${PATH}/step-up`, passkey: "/api/account/passkeys/step-up" };
const SHOWN = "step-up-shown"; // a reload sends the whole state again
const ASKED = "step-up-asked";

/* Asks for a second factor where the person is, for a part of the page that continues by itself; `reason` tells why.
   Resolves with whether it was given. */
export const askStepUp = (reason) =>
  new Promise((resolve) => {
    window.dispatchEvent(new CustomEvent(ASKED, { detail: { resolve, reason } }));
  });

/* Makes a call as `call` does, after a second factor when it needs one; resolves with {} when that was not given. */
export async function callWithStepUp(...args) {
  const outcome = await call(...args);
  if (outcome.code !== "step_up_needed") return outcome;
  return (await askStepUp(outcome.reason)) ? call(...args) : {};
}

/* Asks for a second factor where the person is, then repeats what was pressed: a button, a form, a choice, a download, or
   opening the page. */
export function StepUp({ requestId, reason, hasFactor }) {
  const [asked, setAsked] = useState(null);
  const pressed = useRef(null);
  const asker = useRef(null);
  const open = async (why) => {
    const { answer } = await call("GET", PATH);
    const byProvider = Boolean(answer?.byProvider);
    const byApp = answer ? Boolean(answer.setUpAt) : true;
    const text = [why, stays(pressed.current)].filter(Boolean).join(" ");
    setAsked({ text, ways: { byApp, byPasskey: answer?.passkeys > 0, byProvider } });
  };

  useEffect(() => {
    if (!requestId || sessionStorage.getItem(SHOWN) === requestId) return;
    sessionStorage.setItem(SHOWN, requestId);
    open(reason);
  }, [requestId]);
  useEffect(() => {
    const ask = ({ detail }) => {
      asker.current = detail.resolve;
      open(detail.reason);
    };
    window.addEventListener(ASKED, ask);
    return () => window.removeEventListener(ASKED, ask);
  }, []);
  useEffect(() => {
    if (!hasFactor) return undefined;
    const note = (event) => {
      const found = event.target.closest(PRESSED);
      if (!event.isTrusted || !found || found.closest("[data-step-up]")) return;
      pressed.current = found;
      if (!found.matches("a")) return;
      event.preventDefault();
      event.stopPropagation();
      ask(found);
    };
    const ask = async (link) => {
      const { answer } = await call("GET", PATH);
      if (answer?.stepUpNeeded) open(link.dataset.reason);
      else link.click();
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [hasFactor]);

  const close = (given) => {
    setAsked(null);
    asker.current?.(given === true);
    const wasAsked = Boolean(asker.current);
    asker.current = null;
    return wasAsked;
  };
  const repeat = () => {
    if (close(true)) return "";
    const found = pressed.current;
    if (found?.isConnected) setTimeout(() => found.click()); // after the dialog gave the focus back
    else window.location.reload();
    return "";
  };
  return (
    <Dialog
      open={Boolean(asked)}
      fromBelow
      icon="shield"
      title="Even bevestigen dat jij het bent"
      text={asked?.text}
      onClose={close}
    >
      {asked && <Ways ways={asked.ways} onDone={repeat} onCancel={close} />}
    </Dialog>
  );
}

function Ways({ ways, onDone, onCancel }) {
  const [way, choose] = useWay(ways);
  const hint = "Daarna 10 minuten niet opnieuw nodig.";
  return (
    <div data-step-up className="form">
      {ways.byProvider && <ProviderStepUp onDone={onDone} />}
      {(ways.byApp || ways.byPasskey) && (
        <>
          <SecondStep way={way} paths={PATHS} hint={hint} onDone={onDone} />
          <OtherWays ways={ways} way={way} onChoose={choose} className="button secondary full" />
        </>
      )}
      <button type="button" className="button plain full" onClick={onCancel}>
        Annuleren
      </button>
      {way === "passkey" && ways.byPasskey && <p className="quiet">{hint}</p>}
    </div>
  );
}
