import { useEffect } from "react";
import { rememberPage } from "./last_page.js";

/**
 * Keeps ?draft={id} in the URL, without a navigation, so that a reload or a reconnect finds the draft again.
 * onNamed fires once the URL has changed. onLeave fires when the user goes to another page of the app.
 */
export function DraftInUrl({ draftId, fresh, onNamed, onLeave }) {
  useEffect(() => {
    if (!fresh) return;
    const url = new URL(window.location.href);
    if (draftId && url.searchParams.get("draft") !== draftId) {
      url.searchParams.set("draft", draftId);
      url.searchParams.delete("testMode");
      window.history.replaceState(window.history.state, "", url);
      rememberPage();
      onNamed?.();
    }
  }, [draftId, fresh]);
  useEffect(() => () => onLeave?.(), []);
  return null;
}
