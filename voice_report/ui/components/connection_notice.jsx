import { useOffline } from "./use_offline.js";

/* The browser knows immediately that it is offline; an unreachable server shows only after a few attempts (`lost`). */
export function ConnectionNotice({ lost, lostText, offlineText }) {
  const offline = useOffline();
  const words = offline ? offlineText : lost ? lostText : "";
  return (
    <div role="status">
      {words && <p className={offline ? "connection-notice offline" : "connection-notice"}>{words}</p>}
    </div>
  );
}
