import { useSyncExternalStore } from "react";

const listen = (changed) => {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
};

/** Whether the browser knows that the device is offline; it knows immediately, and not whether the server is there. */
export const useOffline = () => useSyncExternalStore(listen, () => !navigator.onLine, () => false);
