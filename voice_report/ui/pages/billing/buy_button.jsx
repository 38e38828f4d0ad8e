import { useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { askStepUp } from "$/public/external/voice_report/ui/islands/sign_in/factors/step_up.jsx";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";

const FAILED = "Kon geen checkout sessie starten. Probeer het opnieuw.";
const BLOCKED_WAIT = 1000; // milliseconds; decisions/0001

/* Opens the tab to pay in, empty until the payment URL arrives. A press opens it, because browsers block tabs that are
   opened later. */
function openTab() {
  const tab = window.open("", "_blank");
  if (tab) {
    tab.opener = null;
    tab.document.title = "Laden...";
  }
  return tab;
}

const order = (packageId) => call("POST", "/api/create-checkout-session", { json: { packageId }, fallback: FAILED });

/* Buys a package, after a second factor when it needs one: the tab to pay in would be in front of that question. */
export function BuyButton({ packageId, plan, login, className }) {
  const [busy, setBusy] = useState(false);

  const buy = async () => {
    if (busy) return;
    setBusy(true);
    let tab = openTab();
    let outcome = await order(packageId);
    if (outcome.code === "step_up_needed") {
      tab?.close();
      if (!(await askStepUp(outcome.reason))) {
        setBusy(false);
        return;
      }
      tab = openTab();
      outcome = await order(packageId);
    }
    const { answer, error, status } = outcome;
    if (status === 401) {
      tab?.close();
      window.location.assign(login);
      return;
    }
    if (error || !answer.url) {
      tab?.close();
      showToast("Fout", error || "Geen checkout URL ontvangen", true);
      setBusy(false);
      return;
    }
    if (tab && !tab.closed) {
      tab.location.replace(answer.url);
      showToast("Doorgestuurd naar checkout");
      setBusy(false);
      return;
    }
    showToast("Popup geblokkeerd", "Je gaat in dit venster verder om te betalen.", true);
    setTimeout(() => {
      setBusy(false);
      window.location.assign(answer.url);
    }, BLOCKED_WAIT);
  };

  return (
    <button type="button" className={className} onClick={buy} aria-busy={busy || undefined}>
      {busy ? "Laden..." : "Koop nu"}
      <span className="visually-hidden">: {plan}</span>
    </button>
  );
}
