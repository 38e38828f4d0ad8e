import { useEffect } from "react";
import { useLocation } from "react-router";
import { rememberPage } from "./last_page.js";
import { isInBrowser } from "./one_page.js";

/**
 * Puts ?draft={id} in the URL, without a navigation, once this page has made a draft: a reload or a reconnect then finds
 * it again. onNamed fires once the URL has it.
 */
export function DraftInUrl({ made, fresh, onNamed }) {
  const here = useLocation();
  useEffect(() => {
    if (!fresh || !made || !isInBrowser(here)) return; // the next page has its address before this one is gone
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
