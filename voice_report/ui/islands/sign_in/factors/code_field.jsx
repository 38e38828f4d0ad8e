import { described, FieldBox } from "$/public/external/voice_report/ui/kit/form/field_box.jsx";

const DIGITS = 6;

/* The six digits of an authenticator app, drawn as six places; spaces that were pasted along are left out. `goesOn`: the
   sixth digit sends the form. */
export function CodeField({ label, hint, error, describedBy, goesOn, ...props }) {
  const keepDigits = ({ currentTarget: field }) => {
    const before = field.dataset.before ?? "";
    field.value = field.value.replace(/\D/g, "").slice(0, DIGITS);
    field.dataset.before = field.value;
    if (goesOn && field.value.length === DIGITS && before !== field.value) field.form.requestSubmit();
  };
  return (
    <FieldBox id="field-code" label={label} hint={hint} error={error}>
      <input
        className="six num"
        id="field-code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        onInput={keepDigits}
        {...described("field-code", hint, error, describedBy)}
        {...props}
      />
    </FieldBox>
  );
}

/** Select a refused code, so that the next one replaces it. */
export function selectCode(form) {
  form.elements.code.focus();
  form.elements.code.select();
}

/** Return what is missing of six digits, as a sentence, or ''. */
export const wrongDigits = (code) => (/^\d{6}$/.test(code) ? "" : "Vul de zes cijfers uit je app in");
