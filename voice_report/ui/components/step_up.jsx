import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/components/api.js";
import { CodeForm } from "$/public/external/voice_report/ui/components/code_form.jsx";
import { Dialog } from "$/public/external/voice_report/ui/components/dialog.jsx";

const PATH = "/api/account/second-factor";
const SHOWN = "step-up-shown"; // a reload sends the whole state again

/* Asks for a code where the person is, then repeats what was pressed: a button, a form, a download, or opening the page. */
export function StepUp({ requestId, hasFactor }) {
  const [open, setOpen] = useState(false);
  const [byRecovery, setByRecovery] = useState(false);
  const pressed = useRef(null);

  useEffect(() => {
    if (!requestId || sessionStorage.getItem(SHOWN) === requestId) return;
    sessionStorage.setItem(SHOWN, requestId);
    setOpen(true);
  }, [requestId]);
  useEffect(() => {
    if (!hasFactor) return undefined;
    const note = (event) => {
      const found = event.target.closest("button, a[download]");
      if (!event.isTrusted || !found || found.closest("[data-step-up]")) return;
      pressed.current = found;
      if (!found.matches("a[download]")) return;
      event.preventDefault();
      event.stopPropagation();
      ask(found);
    };
    const ask = async (link) => {
      const { answer } = await call("GET", PATH);
      if (answer?.stepUpNeeded) setOpen(true);
      else link.click();
    };
    document.addEventListener("click", note, true);
    return () => document.removeEventListener("click", note, true);
  }, [hasFactor]);

  const close = () => {
    setOpen(false);
    setByRecovery(false);
  };
  const repeat = () => {
    close();
    const found = pressed.current;
    if (found?.isConnected) setTimeout(() => found.click()); // after the dialog gave the focus back
    else window.location.reload();
    return "";
  };
  return (
    <Dialog
      open={open}
      title="Even bevestigen dat jij het bent"
      text="Wat je invulde of koos, blijft staan. Daarna gaat het vanzelf verder."
      onClose={close}
    >
      {open && (
        <div data-step-up className="form">
          <CodeForm
            key={byRecovery}
            path={`${PATH}/step-up`}
            hint="Daarna 10 minuten niet opnieuw nodig."
            byRecovery={byRecovery}
            onDone={repeat}
          />
          <button type="button" className="button plain full" onClick={() => setByRecovery(!byRecovery)}>
            {byRecovery ? "Code uit verificatie-app" : "Ik heb mijn telefoon niet bij me"}
          </button>
          <button type="button" className="button plain full" onClick={close}>
            Annuleren
          </button>
        </div>
      )}
    </Dialog>
  );
}
