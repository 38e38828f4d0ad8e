import { TextField } from "$/public/external/voice_report/ui/kit/form/form.jsx";

export {
  DialogButtons,
  FormError,
  Notice,
  Submit,
  SubmitButton,
  TextField,
  useForm,
} from "$/public/external/voice_report/ui/kit/form/form.jsx";
export { PasswordField } from "$/public/external/voice_report/ui/kit/form/password_field.jsx";

/* The forms of the account pages: the fields that several of them have. */

/** First name and last name, side by side if there is room. */
export function Names({ problems, firstName, lastName }) {
  const first = { name: "firstName", autoComplete: "given-name", defaultValue: firstName, error: problems.firstName };
  const last = { name: "lastName", autoComplete: "family-name", defaultValue: lastName, error: problems.lastName };
  return (
    <div className="names">
      <TextField label="Voornaam" maxLength={100} {...first} />
      <TextField label="Achternaam" maxLength={100} {...last} />
    </div>
  );
}

/** A code that is typed as text, because it may be one to recover with. */
export function SecondStepField(props) {
  return (
    <TextField
      label="Code uit je app, of een herstelcode"
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
      {...props}
    />
  );
}

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
