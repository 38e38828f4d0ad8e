import { useEffect } from "react";

/**
 * Keeps ?draft={id} in the address, without a navigation, so that a reload or a reconnect finds the draft back.
 * Then onNamed fires, with the new address. onLeave fires when the page is left inside the app.
 */
export function DraftInUrl({ draftId, fresh, onNamed, onLeave }) {
  useEffect(() => {
    if (!fresh) return;
    const url = new URL(window.location.href);
    if (draftId && url.searchParams.get("draft") !== draftId) {
      url.searchParams.set("draft", draftId);
      url.searchParams.delete("testMode");
      window.history.replaceState(window.history.state, "", url);
      onNamed?.();
    }
  }, [draftId, fresh]);
  useEffect(() => () => onLeave?.(), []);
  return null;
}
