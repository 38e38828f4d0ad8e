import { useSyncExternalStore } from "react";
import { snapshot, subscribe } from "../session/is_locked.js";

/** Its children, except while the lock screen hides them: then they are not in the page at all, nor what they remember. */
export function LockedPage({ children }) {
  return useSyncExternalStore(subscribe, snapshot, () => false) ? null : children;
}
