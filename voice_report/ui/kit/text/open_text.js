/** The text that is being edited on this page, for what is shown next to its field: {field, text, change(text)}. */
import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "../external_store.js";

const open = createStore(null);

/**
 * Share the text of a field. A caller that changes the text calls it in the same event: what is shown next to the field is
 * then drawn with it. An update that follows each letter ends with React's refusal of a letter (error 185).
 */
export function shareText(field, text, change) {
  const now = open.snapshot();
  if (now?.field !== field || now.text !== text || now.change !== change) open.set({ field, text, change });
}

/** Share the text of a field, whatever changes it, for as long as it is on screen. */
export function useShareText(field, text, change) {
  useEffect(() => shareText(field, text, change), [field, text, change]);
  useEffect(() => () => open.set(null), []);
}

/** Return the shared text of this field, or null. */
export function useOpenText(field) {
  const shared = useSyncExternalStore(open.subscribe, open.snapshot, () => null);
  return shared?.field === field ? shared : null;
}
