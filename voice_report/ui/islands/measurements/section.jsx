import { useEffect, useId, useRef, useState } from "react";
import { Refused } from "../copying/refused.jsx";
import { keepFocus } from "../editor/focus.js";
import { copy } from "$/public/external/voice_report/ui/kit/clipboard.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { Lit } from "./lit.jsx";
import { lineOf, notIn } from "./lines.js";
import { keepUnit, useUnit } from "./unit.js";

const CONFIRMED_MS = 2000; // decisions/0001
const NOT_OURS = "hoort er niet bij";
const FIRST_QUESTION = "eerste-vraag"; // the page 'Nieuwe rapportage' leads to it

/**
 * 'Metingen': the rows below the last heading, asked ones first. It is no part of the report's text.
 *
 * `found` is {rows, isWhole}. `chosen` is the key of the row whose words are shown elsewhere, by `onChoose(key)`;
 * without that a row opens its words itself. `onAnswer(key, said, parts)` resolves to an error message, or ''; without
 * it nothing can be answered. The heading is of this `level`. `onEdit(key)` opens the fields of a row, `onCopied()` says
 * that values were copied. With `isCopy` the rows are there to be copied alone: what still asks is counted.
 */
export function MeasuredRows({ found, trouble, level = 3, isCopy, chosen, onChoose, onAnswer, onEdit, onAgain, onCopied }) {
  const id = useId();
  const part = useRef(null);
  const [error, setError] = useState("");
  const { copied, take, refused, forget, note } = useCopying(onCopied);
  const withUnit = useUnit();
  const of = (wanted) => found.rows.filter(({ group }) => group === wanted);
  const asked = of("asked");
  const rows = isCopy ? of("measured") : [...asked, ...of("measured")];
  const left = isCopy ? [] : of("left_out");
  const line = lineOf(rows);
  const Heading = `h${level}`;
  if (![...rows, ...asked, ...left].length && !trouble) return null;
  const answer = async (key, said, parts) => {
    setError(await onAnswer(key, said, parts));
    keepFocus(() => part.current?.querySelector(".unsure .ask button") ?? document.getElementById(id));
  };
  return (
    <section ref={part} className="part metingen" aria-labelledby={id}>
      <div className="part-head">
        <Heading id={id} tabIndex={-1}>Metingen</Heading>
        {line && (
          <button type="button" className="add copy-all" onClick={() => take("all", "Metingen", line)}>
            <Icon name={copied === "all" ? "check" : "copy"} />
            {copied === "all" ? "Gekopieerd" : "Kopieer metingen"}
          </button>
        )}
      </div>
      {trouble && (
        <p className="error" role="alert">
          {`${trouble} `}
          <button type="button" className="button plain small" onClick={onAgain}>Opnieuw proberen</button>
        </p>
      )}
      {error && <p className="error" role="alert">{error}</p>}
      {rows.length > 0 && (
        <ul>
          {rows.map((row) =>
            row.group === "asked" ? (
              <Asked
                key={row.key} {...{ row, onChoose, onEdit }} id={row === rows[0] ? FIRST_QUESTION : undefined}
                isChosen={row.key === chosen} onAnswer={answer}
              />
            ) : (
              <Measured
                key={row.key} {...{ row, onChoose }} isChosen={row.key === chosen} isCopied={copied === row.key}
                onCopy={() => take(row.key, nameOf(row), withUnit ? figuresOf(row) : row.value)}
              />
            ),
          )}
        </ul>
      )}
      {isCopy && asked.length > 0 && <p className="quiet">{notIn(asked.length)}</p>}
      {!found.isWhole && <p className="quiet">Er staan meer metingen in dan hier passen.</p>}
      {rows.some(({ group, unit }) => group === "measured" && unit) && (
        <label className="with-unit">
          <input type="checkbox" checked={withUnit} onChange={(event) => keepUnit(event.target.checked)} />
          Per waarde kopiëren met eenheid
        </label>
      )}
      {left.length > 0 && <LeftOut rows={left} onBack={onAnswer && ((key) => answer(key, "right"))} />}
      <p className="visually-hidden" role="status">{copied ? "Gekopieerd" : ""}</p>
      <Refused refused={refused} onAgain={() => take(refused.key, refused.name, refused.plain)} onCopied={() => note(refused.key)} onClose={forget} />
    </section>
  );
}

/* [key of what was copied just now, the function that copies]. */
function useCopying(onCopied) {
  const [copied, setCopied] = useState("");
  const [refused, setRefused] = useState(null);
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);
  const note = (key) => {
    setRefused(null);
    setCopied(key);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(""), CONFIRMED_MS);
    onCopied?.();
  };
  const take = async (key, name, plain) => {
    try {
      await copy(plain);
    } catch {
      setRefused({ key, name, plain });
      return;
    }
    note(key);
  };
  return { copied, take, refused, forget: () => setRefused(null), note };
}

const nameOf = ({ label, name }) => name || label;
const figuresOf = ({ about, text }) => [about, text].filter(Boolean).join(" ");
const detailsOf = ({ time, details }) => [time, details].filter(Boolean).join(", ");

function Measured({ row, isChosen, isCopied, onChoose, onCopy }) {
  const [isOpen, setOpen] = useState(false);
  const press = () => (onChoose ? onChoose(isChosen ? null : row.key) : setOpen(!isOpen));
  const figures = figuresOf(row);
  const isSaid = row.said && !row.isTyped;
  return (
    <li className={isChosen ? "chosen" : undefined}>
      <button
        type="button" className="open" data-measured={row.key} aria-expanded={onChoose ? isChosen : isOpen}
        aria-description="Toont wat er is gezegd" onClick={press}
      >
        <span className="kind">
          <b>{nameOf(row)}</b>
          {detailsOf(row) && <span>{detailsOf(row)}</span>}
          {row.firstSaid && (
            <span>
              <s className="was"><span className="visually-hidden">teruggenomen: </span>{row.firstSaid}</s> eerst gezegd
            </span>
          )}
        </span>
        <span className="value num">
          {isSaid ? row.said : figures}
          <small>{isSaid ? figures : row.isTyped ? `getypt${row.said ? `, gezegd: ${row.said}` : ""}` : ""}</small>
        </span>
      </button>
      <button type="button" className="icon-button" aria-label={`Kopieer ${nameOf(row)} ${figures}`} onClick={onCopy}>
        <Icon name={isCopied ? "check" : "copy"} />
      </button>
      {isOpen && (
        <p className="said-then">{row.words ? <Lit text={row.words} spans={row.spans} /> : "Het transcript is gewist."}</p>
      )}
    </li>
  );
}

function Asked({ id, row, isChosen, onChoose, onAnswer, onEdit }) {
  const hasReading = Object.keys(row.suggested).length > 0;
  const yes = row.doubt === "unit" ? row.typedUnit : "Ja";
  return (
    <li className={isChosen ? "unsure chosen" : "unsure"}>
      <button
        id={id} type="button" className="open" data-measured={row.key} aria-expanded={isChosen} aria-description="Toont wat je zei"
        onClick={() => onChoose(isChosen ? null : row.key)}
      >
        <span className="kind">
          <b><i className="amber-dot" aria-hidden="true" />{row.question}</b>
          <span>{`${[nameOf(row), detailsOf(row)].filter(Boolean).join(", ")}. Je zei: ${row.said}`}</span>
        </span>
      </button>
      <div className="ask" role="group" aria-label={row.question}>
        {hasReading ? (
          <button type="button" className="button secondary small" onClick={() => onAnswer(row.key, "typed", row.suggested)}>{yes}</button>
        ) : (
          <button type="button" className="button secondary small" onClick={() => onAnswer(row.key, "right")}>Klopt</button>
        )}
        {hasReading && row.doubt !== "unit" && (
          <button type="button" className="button plain small" onClick={() => onAnswer(row.key, "right")}>Nee, zoals gezegd</button>
        )}
        {(!hasReading || row.doubt === "unit") && (
          <button type="button" className="button plain small" onClick={() => onEdit(row.key)}>{hasReading ? "Anders" : "Wijzig"}</button>
        )}
      </div>
    </li>
  );
}

/* What was said and is no measured value of now: folded, and why. */
function LeftOut({ rows, onBack }) {
  return (
    <details className="not-taken">
      <summary>
        {`Niet als meting overgenomen (${rows.length})`}
        <Icon name="down" />
      </summary>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <b>{`${nameOf(row)}: ${row.said || row.text}`}</b>
            <span>{row.why}</span>
            {onBack && row.why === NOT_OURS && (
              <button type="button" className="button plain small" aria-label={`Terugzetten: ${nameOf(row)} ${row.text}`} onClick={() => onBack(row.key)}>
                Terugzetten
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
