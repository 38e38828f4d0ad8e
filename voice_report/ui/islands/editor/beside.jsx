import { useId, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { keepFocus } from "./focus.js";
import { missingIn, summary } from "./model/points.js";

/* Above the paper: how many points there are to check, and the way through them. */
export function Check({ review, trouble, points, asked, reviewed, canSign, onNext, onCompare, onSign }) {
  const missing = review ? missingIn(review) : 0;
  const count = points.length + missing + asked;
  const [line, more] = review ? summary(review, points, asked) : ["We leggen het verslag naast je dictaat…", ""];
  const isSigned = !trouble && !count && Boolean(reviewed);
  const levels = new Set([...points.map(({ level }) => level), ...(missing ? ["red"] : []), ...(asked ? ["amber"] : [])]);
  return (
    <div className="check">
      {isSigned ? <span className="checked-sign"><Icon name="check" /></span> : <Strokes levels={levels} />}
      <div role="status" tabIndex={-1}>
        <p><b className="num">{isSigned ? reviewed : trouble || line}</b></p>
        {!trouble && !isSigned && more && <p className="quiet">{more}</p>}
      </div>
      {trouble ? (
        <button key="compare" type="button" className="button secondary small" onClick={onCompare}>Opnieuw vergelijken</button>
      ) : count > 0 ? (
        <button key="next" type="button" className="button secondary small" onClick={onNext}>Volgende</button>
      ) : null}
      {!trouble && count === asked && canSign && !reviewed && (
        <button key="sign" type="button" className="button secondary small" onClick={onSign}>Nagekeken</button>
      )}
    </div>
  );
}

function Strokes({ levels }) {
  return (
    <svg viewBox="0 0 26 20" className="strokes" aria-hidden="true">
      {levels.size === 0 && <path className="fine" d="M3 5h20M3 11h20M3 17h12" />}
      {(levels.has("red") || levels.has("amber")) && <path className={levels.has("red") ? "red" : "amber"} d="M3 6h20" />}
      {(levels.has("amber") || levels.has("unsure")) && <path className="amber" d="M3 14h5M12 14h4M20 14h3" />}
    </svg>
  );
}

/* 'Niet opgenomen uit je dictaat': what was said and is not in the report, with the way to add it. */
export function LeftOut({ sentences, spoken, titles, trouble, onAdd, onSkip, onEmpty }) {
  const id = useId();
  const card = useRef(null);
  const [added, setAdded] = useState({ of: sentences, at: [] }); // until the next comparison
  const left = added.of === sentences ? sentences.filter(({ sentence }) => !added.at.includes(sentence)) : sentences;
  if (!left.length) return null;
  const add = (sentence, title) => {
    setAdded({ of: sentences, at: added.of === sentences ? [...added.at, sentence] : [sentence] });
    onAdd(spoken[sentence], title);
    if (left.length === 1) onEmpty();
    else keepFocus(() => card.current?.querySelector("button"));
  };
  return (
    <section ref={card} className="left-out" aria-labelledby={id}>
      <h2 id={id}>
        <svg viewBox="0 0 24 24" className="strokes" aria-hidden="true"><path d="M5 9v6M12 4v16M19 8v8" /></svg>
        Niet opgenomen uit je dictaat
      </h2>
      <ul>
        {left.map(({ sentence, section, level, text }) => (
          <li key={sentence} className={level}>
            <blockquote>
              <span>{spoken[sentence]}</span>
              {level === "red" && <small className="aside red">{` ${text}`}</small>}
            </blockquote>
            <div className="row">
              <button type="button" className="button secondary small" aria-description={spoken[sentence]} onClick={() => add(sentence, section)}>
                <Icon name="plus" />
                <span>{`Toevoegen onder ${section}`}</span>
              </button>
              <select
                className="select move" aria-label={`Ander kopje voor: ${spoken[sentence]}`} value=""
                onChange={(event) => add(sentence, event.target.value)}
              >
                <option value="" disabled>Ander kopje</option>
                {titles.filter((title) => title !== section).map((title) => <option key={title}>{title}</option>)}
              </select>
              {level === "red" && (
                <button type="button" className="button plain small" aria-description={spoken[sentence]} onClick={() => onSkip(spoken[sentence])}>
                  Hoeft niet
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {trouble && <p className="error" role="alert">{trouble}</p>}
    </section>
  );
}
