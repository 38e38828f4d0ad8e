import * as Toast from "@radix-ui/react-toast";
import { useEffect, useState } from "react";
import { whenDropped } from "$/public/external/voice_report/ui/kit/presses.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/* A reload sends the whole state again: a toast is not shown twice in a tab. */
const SHOWN = "toast-shown";
const EVENT = "spraakrapport:toast";
const DROPPED = "Je ging naar een andere pagina terwijl er geen verbinding was. Doe je laatste keuze daar zo nodig opnieuw.";
const LOST = "De verbinding haperde. Kijk of je laatste keuze is uitgevoerd, en doe haar zo nodig opnieuw.";

/* For JavaScript components, which can show a toast without the server. */
export function showToast(title, description = "", destructive = false) {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: { id: crypto.randomUUID(), title, description, destructive } }));
}

const ROOM = 120; // pixels a toast needs above the bar

/* How far a toast stays from the bottom of a narrow screen: above the page's bar, wherever that is where it would lie. */
function barHeight() {
  const bottom = window.innerHeight;
  const bars = [...document.querySelectorAll(".dock, .action-bar, .start")].map((bar) => bar.getBoundingClientRect());
  const bar = bars.find((one) => one.height > 0 && one.bottom > bottom - ROOM && one.top > ROOM && one.top < bottom);
  return bar ? bottom - bar.top : 0;
}

/* The height above the bar while a toast is shown: the bar comes with another step, grows, and scrolls along. */
function useAbove(toast) {
  const [above, setAbove] = useState(0);
  useEffect(() => {
    if (!toast) return undefined;
    const look = () => setAbove(barHeight());
    look();
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      changes.disconnect();
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [toast]);
  return above;
}

export function Toaster({ toastId, title, description, destructive }) {
  const [toast, setToast] = useState(null);
  const [closed, setClosed] = useState(""); // an id: a toast that ends late does not take the next one along
  const above = useAbove(closed === toast?.id ? null : toast);

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

  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Melding">
      {toast && (
        <Toast.Root
          key={toast.id}
          open={closed !== toast.id}
          onOpenChange={(isOpen) => isOpen || setClosed(toast.id)}
          type={toast.destructive ? "foreground" : "background"}
          className={toast.destructive ? "toast wrong" : "toast"}
        >
          <Icon name={toast.destructive ? "alert" : "check"} />
          <div>
            <Toast.Title asChild>
              <b>{toast.title}</b>
            </Toast.Title>
            {toast.description && (
              <Toast.Description asChild>
                <p>{toast.description}</p>
              </Toast.Description>
            )}
          </div>
          <Toast.Close className="icon-button" aria-label="Melding sluiten">
            <Icon name="x" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        className="toasts"
        style={{ "--bar": `${above}px` }}
        hotkey={["F8"]}
        label="Meldingen ({hotkey})"
      />
    </Toast.Provider>
  );
}
