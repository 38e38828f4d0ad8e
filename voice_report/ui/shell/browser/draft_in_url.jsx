import { useEffect } from "react";
import { rememberPage } from "./last_page.js";

/**
 * Puts ?draft={id} in the URL, without a navigation, once this page has made a draft: a reload or a reconnect then finds
 * it again. onNamed fires once the URL has it.
 */
export function DraftInUrl({ made, fresh, onNamed }) {
  useEffect(() => {
    if (!fresh || !made) return;
    const url = new URL(window.location.href);
    if (url.searchParams.get("draft") !== made) {
      url.searchParams.set("draft", made);
      url.searchParams.delete("testMode");
      window.history.replaceState(window.history.state, "", url);
      rememberPage();
    }
    onNamed?.();
  }, [made, fresh]);
  return null;
}
