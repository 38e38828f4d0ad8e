import { useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { meets } from "$/public/external/voice_report/ui/pages/accounts/checks.js";
import { PasswordField } from "$/public/external/voice_report/ui/pages/accounts/form.jsx";

/** A new password with its rules, checked during typing. */
export function RuledPassword({ label, name, rules, error }) {
  const [password, setPassword] = useState("");
  const id = `field-${name}`;
  return (
    <div className="stack-small" onInput={({ target }) => setPassword(target.value)}>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        required
        error={error}
        describedBy={`${id}-rules`}
      />
      <ul className="password-rules" id={`${id}-rules`} aria-label="Eisen aan het wachtwoord">
        {rules.map(([pattern, sentence]) => {
          const met = meets(pattern, password);
          return (
            <li key={sentence} data-met={met || undefined}>
              <Icon name={met ? "check" : "right"} />
              <span>
                {met && <span className="visually-hidden">Voldaan: </span>}
                {sentence}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A new password and its confirmation. */
export function NewPassword({ rules, problems }) {
  return (
    <>
      <RuledPassword label="Nieuw wachtwoord" name="newPassword" rules={rules} error={problems.newPassword} />
      <PasswordField
        label="Bevestig nieuw wachtwoord"
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={problems.confirmPassword}
      />
    </>
  );
}
