import { useSyncExternalStore } from "react";

const listen = (changed) => {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
};

/* The browser knows immediately that it is offline; an unreachable server shows only after a few attempts (`lost`). */
export function ConnectionNotice({ lost, lostText, offlineText }) {
  const offline = useSyncExternalStore(listen, () => !navigator.onLine, () => false);
  const words = offline ? offlineText : lost ? lostText : "";
  return (
    <div role="status">
      {words && <p className={offline ? "connection-notice offline" : "connection-notice"}>{words}</p>}
    </div>
  );
}
