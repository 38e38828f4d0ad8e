import { useEffect, useState, useSyncExternalStore } from "react";

import { snapshot, subscribe } from "./new_version.js";
import { useOffline } from "../../kit/use_offline.js";

const NEW_VERSION = "Er is een nieuwe versie.";
const FIRST = {
  processing: "Eerst wordt je opname verwerkt.",
  finished: "Eerst wordt je opname verwerkt.",
  sending: "Eerst wordt je opname verstuurd.",
};
const GOES_ON = "Je opname gaat door.";

const SLOW_MS = 10_000;

/* The browser knows immediately that it is offline; an unreachable server shows only after a few attempts (`lost`), and one
   to which no connection can even be tried, by its time-out alone: then `loaded` stays false. */
export function ConnectionNotice({ lost, loaded, lostText, slowText, offlineText }) {
  const offline = useOffline();
  const slow = useSlow(loaded);
  const { isNew, isRefused, phase } = useSyncExternalStore(subscribe, snapshot, snapshot);
  const words = offline ? offlineText : isRefused ? NEW_VERSION : lost ? lostText : slow ? slowText : isNew ? NEW_VERSION : "";
  const isIdle = phase === "idle";
  return (
    <div role="status">
      {words && (
        <div className={offline ? "connection-notice offline" : "connection-notice"}>
          <p>{words === NEW_VERSION && !isIdle ? `${words} ${FIRST[phase] ?? GOES_ON}` : words}</p>
          {words === NEW_VERSION && isIdle && (
            <button className="button secondary small" type="button" onClick={() => window.location.reload()}>
              Opnieuw laden
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/* Whether the page has waited for long for what it shows. */
function useSlow(loaded) {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (loaded) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  return isSlow && !loaded;
}
