import { useEffect, useState } from "react";
import { whenDropped } from "$/public/external/voice_report/ui/kit/presses.js";

/* A reload sends the whole state again: a toast is not shown twice in a tab. */
const SHOWN = "toast-shown";
const EVENT = "spraakrapport:toast";
const DROPPED = "Je ging naar een andere pagina terwijl er geen verbinding was. Doe je laatste keuze daar zo nodig opnieuw.";
const LOST = "De verbinding haperde. Kijk of je laatste keuze is uitgevoerd, en doe haar zo nodig opnieuw.";

/* For JavaScript components, which can show a toast without the server. */
export function showToast(title, description = "", destructive = false) {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: { id: crypto.randomUUID(), title, description, destructive } }));
}

/* The part that shows a toast is larger than most pages: it is loaded at the first press, which a toast may follow, or
   for the first toast. */
export function Toaster({ toastId, title, description, destructive }) {
  const [toast, setToast] = useState(null);
  const [Region, setRegion] = useState(null);

  useEffect(() => {
    if (!toastId) setToast((now) => (now?.isOfPage ? now : null)); // the user it was for is signed out
    if (!toastId || sessionStorage.getItem(SHOWN) === toastId) return;
    sessionStorage.setItem(SHOWN, toastId);
    setToast({ id: toastId, title, description, destructive });
  }, [toastId]);
  useEffect(() => {
    const listen = (event) => setToast(event.detail);
    window.addEventListener(EVENT, listen);
    whenDropped((isLost) => setToast({
      id: crypto.randomUUID(),
      title: isLost ? "Misschien niet uitgevoerd" : "Niet uitgevoerd",
      description: isLost ? LOST : DROPPED,
      destructive: true,
      isOfPage: true,
    }));
    return () => window.removeEventListener(EVENT, listen);
  }, []);
  useEffect(() => {
    const stop = new AbortController();
    const bring = () => {
      stop.abort();
      import("$/public/external/voice_report/ui/kit/overlay/toast_region.jsx").then((part) => setRegion(() => part.Region));
    };
    if (Region) return undefined;
    if (toast) bring();
    else ["pointerdown", "keydown"].forEach((press) => addEventListener(press, bring, { signal: stop.signal }));
    return () => stop.abort();
  }, [toast, Region]);

  return Region && <Region toast={toast} />;
}
