/** At the transcript: the words that were written as agreed, to put back, and a correction that may be remembered. */
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useOpenText } from "../../kit/text/open_text.js";
import { putBack, standing } from "./correction.js";
import { useCorrection } from "./use_correction.js";

const LIST = "Zo schrijven we het hier";

export function OwnWords({ draftId = "", version = 0, href }) {
  const open = useOpenText("transcript");
  const replaced = useReplaced(draftId, version);
  const [last, setLast] = useState(null); // what was put back last, and the text since
  const said = last && last.text === open?.text ? `Teruggezet: ‘${last.heard}’.` : "";
  const status = useFocusAfter(said);
  if (!open) return null;
  const shown = standing(open.text, replaced);
  const undo = (one) => {
    const text = putBack(open.text, one);
    open.change(text);
    setLast({ heard: one.heard, text });
  };
  return (
    <div className="own-words">
      {shown.length > 0 && (
        <details>
          <summary>{shown.length === 1 ? "1 woord aangepast" : `${shown.length} woorden aangepast`}</summary>
          <ul aria-label="Aangepaste woorden">
            {shown.map((one) => (
              <li key={one.at}>
                <span>
                  <b>{one.word}</b> <span>{`Gehoord: ‘${one.heard}’`}</span>
                </span>
                <button
                  className="button plain small"
                  type="button"
                  aria-label={`Terugzetten: ${one.heard}`}
                  onClick={() => undo(one)}
                >
                  Terugzetten
                </button>
              </li>
            ))}
          </ul>
          <Link className="link" to={href}>
            {LIST}
          </Link>
        </details>
      )}
      <p ref={status} role="status" tabIndex={-1}>
        {said}
      </p>
    </div>
  );
}

/** Returns a ref of the line that gets the focus of a pressed button that went away; `news` is what it says then. */
function useFocusAfter(news) {
  const line = useRef(null);
  useEffect(() => {
    if (news && document.activeElement === document.body) line.current?.focus(); // not of who types meanwhile
  }, [news]);
  return line;
}

/** The words of a draft that were replaced after speech; none while that is not known. */
function useReplaced(draftId, version) {
  const [known, setKnown] = useState({ draftId: "", replaced: [] });
  useEffect(() => {
    if (!draftId) return undefined;
    let gone = false;
    call("GET", `/api/drafts/${draftId}/replaced`).then(({ answer }) => {
      if (answer && !gone) setKnown({ draftId, replaced: answer.replaced ?? [] });
    });
    return () => { gone = true; };
  }, [draftId, version]);
  return known.draftId === draftId ? known.replaced : [];
}

/** Whether a correction that was just made holds from now on. */
export function WordOffer({ organization = "", isAdmin = false }) {
  const open = useOpenText("transcript");
  const { asked, told, remember, dismiss } = useCorrection(open?.text);
  const line = useFocusAfter(asked ? "" : told);
  return (
    <div className="word-offer narrow-page">
      <p ref={line} role="status" tabIndex={-1}>
        {asked ? (
          <span>
            Voortaan <b>{`‘${asked.word}’`}</b> schrijven als er <span>{`‘${asked.heard}’`}</span> gehoord wordt?
          </span>
        ) : (
          <span>{told}</span>
        )}
      </p>
      {asked && told && <p role="alert">{told}</p>}
      {asked && (
        <div className="row">
          <button className="button secondary small" type="button" onClick={() => remember("mine")}>
            Voortaan zo schrijven
          </button>
          <button className="button plain small" type="button" onClick={() => remember("organization")}>
            {isAdmin ? `Voor iedereen bij ${organization}` : `Voorstellen voor ${organization}`}
          </button>
          <button className="icon-button" type="button" aria-label="Niet onthouden" onClick={dismiss}>
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  );
}
