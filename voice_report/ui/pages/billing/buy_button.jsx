import { useState } from "react";
import { call } from "$/public/external/voice_report/ui/components/api.js";
import { showToast } from "$/public/external/voice_report/ui/components/toast.jsx";

const FAILED = "Kon geen checkout sessie starten. Probeer het opnieuw.";
const BLOCKED_WAIT = 1000; // milliseconds; spec section 9

/* Buys a package. The click handler itself opens the new tab, because browsers block tabs that are opened later; the
   tab stays empty until the payment URL arrives. */
export function BuyButton({ packageId, plan, login, className }) {
  const [busy, setBusy] = useState(false);

  const buy = async () => {
    if (busy) return;
    setBusy(true);
    const tab = window.open("", "_blank");
    if (tab) {
      tab.opener = null;
      tab.document.title = "Laden...";
    }
    const { answer, error, status } = await call("POST", "/api/create-checkout-session", {
      json: { packageId },
      fallback: FAILED,
    });
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
