import { useEffect, useState } from "react";
import { described, FieldBox } from "$/public/external/voice_report/ui/components/field_box.jsx";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { PasswordField } from "$/public/external/voice_report/ui/components/password_field.jsx";

/* The forms of the account pages. */

/** A form that validates, then sends; typed text stays. `check` returns {field: sentence}; `send` an error message. */
export function useForm(check, send) {
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [problems, setProblems] = useState({});
  useEffect(() => setReady(true), []);

  const onSubmit = async (event) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form));
    const found = Object.fromEntries(Object.entries(check(fields)).filter(([, sentence]) => sentence));
    setProblems(found);
    setError("");
    const [first] = Object.keys(found);
    if (first) {
      form.elements[first]?.focus();
      return;
    }
    setBusy(true);
    const refusal = await send(fields, form);
    setBusy(false);
    setError(refusal || "");
  };
  const onInput = ({ target }) => {
    if (problems[target.name]) setProblems({ ...problems, [target.name]: "" });
  };
  return { form: { onSubmit, onInput, noValidate: true, method: "post", className: "form" }, ready, busy, error, problems };
}

/** The form's error message and its only button. */
export function Submit({ state, words, disabled }) {
  return (
    <>
      {state.error && <Notice tone="coral" text={state.error} />}
      <button
        type="submit"
        className="button primary big full"
        disabled={!state.ready || state.busy || disabled}
        data-waiting={state.ready ? undefined : ""}
        aria-busy={state.busy || undefined}
      >
        {state.busy ? "Laden..." : words}
      </button>
    </>
  );
}

export function Notice({ tone, title, text, children }) {
  return (
    <div className={`notice ${tone}`} role={tone === "coral" ? "alert" : "status"}>
      <Icon name={tone === "coral" ? "alert" : "mail"} />
      <div>
        {title && <b className="label">{title}</b>}
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

export function TextField({ label, name, error, hint, ...props }) {
  const id = `field-${name}`;
  return (
    <FieldBox id={id} label={label} hint={hint} error={error}>
      <input className="input" id={id} name={name} required {...described(id, hint, error)} {...props} />
    </FieldBox>
  );
}

/** First name and last name, side by side if there is room. */
export function Names({ problems, firstName, lastName }) {
  const common = { maxLength: 100 };
  return (
    <div className="names">
      <TextField label="Voornaam" name="firstName" autoComplete="given-name" defaultValue={firstName} error={problems.firstName} {...common} />
      <TextField label="Achternaam" name="lastName" autoComplete="family-name" defaultValue={lastName} error={problems.lastName} {...common} />
    </div>
  );
}

export const wrongNames = ({ firstName, lastName }) => ({
  firstName: firstName.trim() ? "" : "Voornaam is verplicht",
  lastName: lastName.trim() ? "" : "Achternaam is verplicht",
});

export function EmailField(props) {
  return (
    <TextField
      label="E-mailadres"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      maxLength={254}
      {...props}
    />
  );
}

export const wrongEmail = (email) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? "" : "Ongeldig e-mailadres");

/** A new password with its rules, checked during typing. */
export function RuledPassword({ label, name, rules, error }) {
  const [password, setPassword] = useState("");
  const id = `field-${name}`;
  return (
    <div className="stack-small" onInput={({ target }) => setPassword(target.value)}>
      <PasswordField label={label} name={name} autoComplete="new-password" required error={error} describedBy={`${id}-rules`} />
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

export const wrongNewPassword = (rules, { newPassword, confirmPassword }) => ({
  newPassword: unmet(rules, newPassword),
  confirmPassword: !confirmPassword
    ? "Bevestig nieuw wachtwoord"
    : newPassword === confirmPassword
      ? ""
      : "Wachtwoorden komen niet overeen",
});

/** Return the sentence of the first rule that the password does not meet. */
export const unmet = (rules, password) => rules.find(([pattern]) => !meets(pattern, password))?.[1] ?? "";

const meets = (pattern, password) => new RegExp(pattern, "su").test(password);
