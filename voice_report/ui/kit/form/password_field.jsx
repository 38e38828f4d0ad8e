import { useState } from "react";
import { described, FieldBox } from "$/public/external/voice_report/ui/kit/form/field_box.jsx";

/* `rules`: what a new password needs, for managers that make one (the passwordrules attribute of Safari and others).
   The button's name avoids the word 'wachtwoord', so that a search for the field by its label has a single match. */
export function PasswordField({
  label = "Wachtwoord",
  name = "password",
  autoComplete = "current-password",
  id = `field-${name}`,
  hint,
  error,
  required,
  describedBy,
  rules,
}) {
  const [shown, setShown] = useState(false);
  return (
    <FieldBox id={id} label={label} hint={hint} error={error}>
      <div className="password-box">
        <input
          className="input"
          id={id}
          name={name}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          passwordrules={rules}
          required={required}
          {...described(id, hint, error, describedBy)}
        />
        <button type="button" className="reveal" aria-controls={id} aria-pressed={shown} onClick={() => setShown(!shown)}>
          Tonen
        </button>
      </div>
    </FieldBox>
  );
}
