import { useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

const ABOUT = {
  speech: ["Spraak", "mic"],
  replaced: ["Vervangen", "shield"],
  report: ["Verslag", "send"],
  reviewed: ["Nagekeken", "check"],
  kept: ["Bewaren", "clock"],
};
const FAILED = "Kon dit niet laten zien.";

/* 'Hoe dit verslag is gemaakt', of the draft or report with this id: closed, and read each time it is opened. The
   children stand under what was replaced; a dialog of theirs that opens is a toggle too, which React lets bubble. */
export function HowMade({ report, children }) {
  const [found, setFound] = useState();
  const read = async () => {
    setFound(undefined);
    setFound(await call("GET", `/api/reports/${encodeURIComponent(report)}/processing`, { fallback: FAILED }));
  };
  return (
    <details className="how-made" onToggle={(event) => event.target === event.currentTarget && event.currentTarget.open && read()}>
      <summary>
        Hoe dit verslag is gemaakt
        <Icon name="down" />
      </summary>
      {!found && (
        <p className="skeleton" role="status">
          <span className="visually-hidden">Wordt geladen</span>
        </p>
      )}
      {found?.error && (
        <p className="how-made-error" role="alert">
          {found.error}{" "}
          <button className="button plain small" type="button" onClick={read}>
            Opnieuw proberen
          </button>
        </p>
      )}
      {found?.answer && <Lines lines={found.answer.lines} replaced={children} />}
    </details>
  );
}

function Lines({ lines, replaced }) {
  const kinds = Object.keys(ABOUT).filter((kind) => lines.some(({ about }) => about === kind));
  return (
    <dl>
      {kinds.map((kind) => (
        <div key={kind}>
          <dt>
            <Icon name={ABOUT[kind][1]} />
            {ABOUT[kind][0]}
          </dt>
          {lines
            .filter(({ about }) => about === kind)
            .map(({ text }, at) => (
              <dd className="num" key={at}>
                {text}
              </dd>
            ))}
          {kind === "replaced" && replaced && <dd className="how-made-more">{replaced}</dd>}
        </div>
      ))}
    </dl>
  );
}
