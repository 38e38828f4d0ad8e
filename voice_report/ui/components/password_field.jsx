import { useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/components/icon/icon.jsx";

/* The button's name leaves the word 'wachtwoord' to the field, so that looking the field up by its label finds one. */
export function PasswordField({ label, name, autoComplete, hint, error, required }) {
  const [shown, setShown] = useState(false);
  const id = `field-${name}`;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
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
          required={required}
          aria-invalid={error ? "true" : undefined}
          aria-describedby={described || undefined}
        />
        <button type="button" className="reveal" aria-controls={id} aria-pressed={shown} onClick={() => setShown(!shown)}>
          Tonen
        </button>
      </div>
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <p className="error" role="alert" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}
