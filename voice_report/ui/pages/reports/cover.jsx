import { useEffect, useState, useSyncExternalStore } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useOffline } from "../../kit/use_offline.js";
import { createResting, listen } from "./resting.js";

const ROWS = [[74, 40, 96, 52, 30], [52, 88, 34, 70, 46, 60], [66, 44, 90, 38], [58, 80, 36, 62, 28]];

const onVisibility = (changed) => {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
};

/**
 * What is to be copied on a PC that others see too: after ten minutes without a touch the text is not in the page any
 * more, until 'Toon rapportage'. `seen` is what the server knows of the tab being on the screen; `onLook` tells it.
 */
export function Cover({ text, headings = [], lost, seen, onLook, children }) {
  const isVisible = useSyncExternalStore(onVisibility, () => !document.hidden);
  useEffect(() => {
    if (isVisible !== seen) onLook(isVisible);
  }, [isVisible, seen]);

  const [resting] = useState(createResting);
  useEffect(() => listen(resting), [resting]);
  useEffect(() => resting.shows(text), [resting, text]);
  const isCovered = useSyncExternalStore(resting.subscribe, resting.snapshot) && text;
  return (
    <>
      <Lost isLost={useOffline() || lost} text={text} />
      {isCovered ? <Covered headings={headings} onShow={resting.uncover} /> : children}
    </>
  );
}

/* Since when the page is without a connection: what stands on it may be older than what is on the server. */
function Lost({ isLost, text }) {
  const [since, setSince] = useState("");
  useEffect(() => {
    setSince(isLost ? new Date().toLocaleTimeString("nl-NL", { hour: "2-digit", minute: "2-digit" }).replace(":", ".") : "");
  }, [isLost]);
  return (
    <div role="status">
      {since && text && (
        <div className="notice lost-note">
          <Icon name="offline" />
          <p>
            <b>Geen verbinding.</b> <span>{`Dit is wat er stond om ${since} uur.`}</span>
          </p>
        </div>
      )}
    </div>
  );
}

function Covered({ headings, onShow }) {
  return (
    <>
      <div className="cover-note" role="status">
        <span className="cover-sign"><Icon name="eye" /></span>
        <div>
          <b className="label">De tekst is bedekt</b>
          <p className="soft">Er is tien minuten niets op deze pagina gedaan.</p>
        </div>
        <button type="button" className="button primary" onClick={onShow}>Toon rapportage</button>
      </div>
      <ol className="copy-rows under-cover" aria-label="Bedekte rapportage">
        {headings.map(([title], at) => (
          <li key={title}>
            <h3>{title}</h3>
            <span className="cover-bars" aria-hidden="true">
              {ROWS[at % ROWS.length].map((width, each) => <i key={each} style={{ "--w": width }} />)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
