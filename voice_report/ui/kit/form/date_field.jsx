import { useRef } from "react";
import { described, FieldBox } from "$/public/external/voice_report/ui/kit/form/field_box.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

const DUTCH = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
const turned = (iso) => iso.split("-").reverse().join("-");

/* A text field, because a browser writes the dates of its own field in its own language. The hidden field of the browser
   only lends its calendar; eight digits without hyphens are accepted, because phones' number keys have no hyphen. */
export function DateField({ label, name, hint, error, defaultValue, id = `field-${name}` }) {
  const typed = useRef(null);
  const calendar = useRef(null);
  const separate = () => {
    typed.current.value = typed.current.value.trim().replace(/^(\d{2})(\d{2})(\d{4})$/, "$1-$2-$3");
  };
  const choose = () => {
    const [, day, month, year] = DUTCH.exec(typed.current.value.trim()) ?? [];
    calendar.current.value = year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : "";
    try {
      calendar.current.showPicker();
    } catch {
      typed.current.focus(); // an older browser: a date can be typed
    }
  };
  const chosen = () => {
    if (calendar.current.value) typed.current.value = turned(calendar.current.value);
    typed.current.focus();
  };
  return (
    <FieldBox id={id} label={label} hint={hint} error={error}>
      <div className="date">
        <input
          className="input num"
          ref={typed}
          id={id}
          name={name}
          inputMode="numeric"
          placeholder="dd-mm-jjjj"
          autoComplete="off"
          maxLength={20}
          defaultValue={defaultValue}
          onInput={separate}
          {...described(id, hint, error)}
        />
        <input className="calendar" ref={calendar} type="date" tabIndex={-1} aria-hidden="true" onChange={chosen} />
        <button type="button" className="icon-button" aria-label="Datum kiezen" aria-controls={id} onClick={choose}>
          <Icon name="calendar" />
        </button>
      </div>
    </FieldBox>
  );
}
