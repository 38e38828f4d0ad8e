import { useEffect, useId, useRef, useState } from "react";
import { keepFocus } from "../editor/focus.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/**
 * What can be answered about the row whose words are shown: 'Klopt', 'Wijzig', 'Hoort er niet bij'; or its fields, when
 * `isEditing`. `onAnswer(said, parts)` resolves to an error message, or ''.
 */
export function HeardAs({ row, isEditing, onEdit, onAnswer }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const box = useRef(null);
  useEffect(() => setError(""), [row.key, isEditing]);
  const stay = () => keepFocus(() => box.current?.querySelector("input, button") ?? document.querySelector(".metingen [tabindex]"));
  const answer = async (said, parts) => {
    setBusy(true);
    setError(await onAnswer(said, parts));
    setBusy(false);
    stay();
  };
  const about = [row.text, row.time, row.details].filter(Boolean).join(", ");
  return (
    <div ref={box} className="heard-as" role="group" aria-label={`${row.name || row.label} ${row.text}`}>
      <p><b>{row.name || row.label}</b> <span className="num">{about}</span></p>
      {row.isTyped && <p className="quiet">{`Getypt. Gezegd: ${row.said}`}</p>}
      {error && <p className="error" role="alert">{error}</p>}
      {isEditing ? (
        <Fields row={row} busy={busy} onCancel={() => { onEdit(false); stay(); }} onSave={(parts) => answer("typed", parts)} />
      ) : (
        <>
          <button type="button" className="button secondary" disabled={busy} onClick={() => answer("right")}>
            <Icon name="check" />
            Klopt
          </button>
          <button type="button" className="button plain" onClick={() => onEdit(true)}>Wijzig</button>
          <button type="button" className="button plain remove" disabled={busy} onClick={() => answer("wrong")}>Hoort er niet bij</button>
        </>
      )}
    </div>
  );
}

function Fields({ row, busy, onCancel, onSave }) {
  const id = useId();
  const first = useRef(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), [row.key]);
  const save = (event) => {
    event.preventDefault();
    onSave(Object.fromEntries(new FormData(event.target)));
  };
  const amounts = Object.fromEntries(Object.entries(row.parts).map(([name, [low, high]]) => [name, low === high ? String(low).replace(".", ",") : ""]));
  return (
    <form className="measured-fields" onSubmit={save} noValidate>
      {Object.entries(row.fields).map(([name, label], at) => (
        <div key={name}>
          <label htmlFor={`${id}${name}`}>{label}{row.typedUnit && <span className="quiet">{` (${row.typedUnit})`}</span>}</label>
          <input
            ref={at ? undefined : first} id={`${id}${name}`} name={name} className="input" inputMode="decimal" autoComplete="off" maxLength={12}
            defaultValue={amounts[name] ?? ""}
          />
        </div>
      ))}
      <button type="submit" className="button primary" disabled={busy}>Bewaren</button>
      <button type="button" className="button plain" onClick={onCancel}>Annuleren</button>
    </form>
  );
}
