/** The text that is being edited on this page, for what is shown next to its field: {field, text, change(text)}. */
import { useEffect, useSyncExternalStore } from "react";

let open = null;
const watchers = new Set();

function set(next) {
  open = next;
  for (const watcher of [...watchers]) watcher();
}

const subscribe = (watcher) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Share the text of a field, for as long as it is on screen. */
export function useShareText(field, text, change) {
  useEffect(() => set({ field, text, change }), [field, text, change]);
  useEffect(() => () => set(null), []);
}

/** Return the shared text of this field, or null. */
export function useOpenText(field) {
  const shared = useSyncExternalStore(subscribe, () => open, () => null);
  return shared?.field === field ? shared : null;
}
