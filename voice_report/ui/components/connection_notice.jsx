import { useSyncExternalStore } from "react";

import { snapshot, subscribe } from "./new_version.js";
import { useOffline } from "./use_offline.js";

const NEW_VERSION = "Er is een nieuwe versie.";
const FIRST = { processing: "Eerst wordt je opname verwerkt.", finished: "Eerst wordt je opname verwerkt." };
const GOES_ON = "Je opname gaat door.";

/* The browser knows immediately that it is offline; an unreachable server shows only after a few attempts (`lost`). */
export function ConnectionNotice({ lost, lostText, offlineText }) {
  const offline = useOffline();
  const { isNew, phase } = useSyncExternalStore(subscribe, snapshot, snapshot);
  const words = offline ? offlineText : lost ? lostText : isNew ? NEW_VERSION : "";
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
