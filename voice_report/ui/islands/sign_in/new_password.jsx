import { useEffect, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { meets } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { PasswordField } from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";

/* The rules of `passwords.RULES`, as managers in phones and browsers read them: what they make then meets them. */
const FOR_MANAGERS =
  "minlength: 12; maxlength: 128; required: upper; required: lower; required: digit; required: [@$!%*?&#]; allowed: [-];";

/** A new password with its rules, checked during typing. */
export function RuledPassword({ label, name, rules, error }) {
  const [password, setPassword] = useState("");
  const id = `field-${name}`;
  useEffect(() => {
    setPassword(document.getElementById(id)?.value ?? ""); // typed, or filled in by the browser, before the scripts ran
  }, [id]);
  return (
    <div className="stack-small" onInput={({ target }) => setPassword(target.value)}>
      <PasswordField
        label={label}
        name={name}
        autoComplete="new-password"
        required
        rules={FOR_MANAGERS}
        error={error}
        describedBy={`${id}-rules`}
      />
      <p className="password-rules-head" id={`${id}-rules-head`}>
        Je wachtwoord heeft
      </p>
      <ul className="password-rules" id={`${id}-rules`} aria-labelledby={`${id}-rules-head`}>
        {rules.map(([pattern, sentence, part]) => {
          const met = meets(pattern, password);
          return (
            <li key={sentence} data-met={met || undefined}>
              {met ? <Icon name="check" /> : <i aria-hidden="true" />}
              <span>
                {met && <span className="visually-hidden">Voldaan: </span>}
                <span>{part}</span>
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
        rules={FOR_MANAGERS}
        error={problems.confirmPassword}
      />
    </>
  );
}
