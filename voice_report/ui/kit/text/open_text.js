/** The text that is being edited on this page, for what is shown next to its field: {field, text, change(text)}. */
import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "../external_store.js";

const open = createStore(null);

/** Share the text of a field, for as long as it is on screen. */
export function useShareText(field, text, change) {
  useEffect(() => open.set({ field, text, change }), [field, text, change]);
  useEffect(() => () => open.set(null), []);
}

/** Return the shared text of this field, or null. */
export function useOpenText(field) {
  const shared = useSyncExternalStore(open.subscribe, open.snapshot, () => null);
  return shared?.field === field ? shared : null;
}
