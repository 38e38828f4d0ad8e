import { useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { notIn } from "../measurements/lines.js";
import { isOver, lengthOf } from "./fields.js";

const LIST = new Intl.ListFormat("nl");

const nothingIn = ({ isMeasured, isPending }) => (isPending ? "Wordt geladen" : isMeasured ? "Geen metingen" : "Niet besproken");

/* A field: its name, two lines of its text (a press shows all), its length and its button. One that is too long for its
   record system can be copied in parts. `stateIn` says of a field or a part whether it was copied; `next` is the id of the
   one that the button below copies. */
export function Row({ field, Name, stateIn, next, onCopy }) {
  const [isOpen, setOpen] = useState(false);
  if (!field.text) {
    return (
      <li className="not-said">
        <Name>{field.name}</Name>
        <p className="count">{nothingIn(field)}</p>
        <Asked {...field} />
      </li>
    );
  }
  const { name, parts } = field;
  const [state, isLong] = [stateIn(field), isOver(field)];
  const isCopied = state === "copied";
  const whole = parts.length ? `${name} in één keer` : name;
  return (
    <li className={isCopied ? "had" : field.id === next ? "is-next" : undefined}>
      <Name>{name}</Name>
      <button type="button" className="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{field.text}</span>
      </button>
      <p className="count num">
        <span>{isLong ? LIST.format(field.of) : lengthOf(field)}</span>
        {state === "changed" && <b>Gewijzigd na kopiëren</b>}
      </p>
      <Asked {...field} />
      <button
        type="button" className={isCopied ? "copy-one did" : "copy-one"} onClick={() => onCopy(field)}
        aria-label={isCopied ? `${name} gekopieerd. Nog een keer kopiëren` : `Kopieer ${whole}`}
      >
        <Icon name={isCopied ? "check" : "copy"} />
        {isCopied ? "Gekopieerd" : "Kopieer"}
      </button>
      {isLong && (
        <div className="in-parts">
          <p className="over num"><Icon name="alert" /><span>{lengthOf(field)}</span></p>
          {parts.length > 0 && (
            <div className="part-buttons" role="group" aria-label={`${name} in delen`}>
              {parts.map((part, at) => (
                <Part key={part.id} words={`${at + 1} van ${parts.length}`} name={name} isCopied={stateIn(part) === "copied"} isNext={part.id === next} onCopy={() => onCopy(part)} />
              ))}
            </div>
          )}
        </div>
      )}
    </li>
  );
}

/* Measured values that are not sure are in no copy. */
function Asked({ asked }) {
  return asked ? <p className="count">{notIn(asked)}</p> : null;
}

function Part({ words, name, isCopied, isNext, onCopy }) {
  const look = isCopied ? "did" : isNext ? "now" : "";
  return (
    <button
      type="button" className={`button secondary small ${look}`} onClick={onCopy}
      aria-label={isCopied ? `Deel ${words} van ${name} gekopieerd. Nog een keer kopiëren` : `Kopieer deel ${words} van ${name}`}
    >
      <Icon name={isCopied ? "check" : "copy"} />
      {`Deel ${words}`}
    </button>
  );
}
