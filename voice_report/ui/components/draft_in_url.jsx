import { useEffect } from "react";

/**
 * Keeps ?draft={id} in the address, without a navigation, so that a reload or a reconnect finds the draft back.
 * onLeave fires when the page is left inside the app.
 */
export function DraftInUrl({ draftId, onLeave }) {
  useEffect(() => {
    const url = new URL(window.location.href);
    if (draftId && url.searchParams.get("draft") !== draftId) {
      url.searchParams.set("draft", draftId);
      url.searchParams.delete("testMode");
      window.history.replaceState(window.history.state, "", url);
    }
  }, [draftId]);
  useEffect(() => () => onLeave?.(), []);
  return null;
}
