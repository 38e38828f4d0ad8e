import { useEffect, useState } from "react";
import { Link } from "react-router";
import { PasswordField } from "$/public/external/voice_report/ui/components/password_field/password_field.jsx";
import {
  call,
  Heading,
  Notice,
  PasswordRules,
  Resend,
  Submit,
  takeToken,
  TextField,
  unmet,
  useForm,
  wrongEmail,
} from "$/public/external/voice_report/ui/pages/door/door.jsx";

const INVALID = "Deze uitnodiging is ongeldig of verlopen.";

/* Registering, alone or by invitation. */
export function Register({ rules }) {
  const [token, setToken] = useState("");
  const [invited, setInvited] = useState({});
  const [mailedTo, setMailedTo] = useState("");

  const lookUp = async (invitation) => {
    if (!invitation) return;
    setInvited({ busy: true });
    const { answer, error, code } = await call("GET", `/api/invitations/${encodeURIComponent(invitation)}`, null, INVALID);
    setInvited(answer ? answer.invitation : { error: code === "offline" ? error : INVALID, again: code === "offline" });
  };
  useEffect(() => {
    const found = takeToken("invitation");
    setToken(found);
    lookUp(found);
  }, []);

  const alone = () => {
    window.history.replaceState({ ...window.history.state, mailed: "" }, "");
    setToken("");
    setInvited({});
  };

  if (mailedTo) return <CheckYourMail email={mailedTo} />;
  return (
    <>
      <Heading>Account aanmaken</Heading>
      {invited.error && (
        <Notice tone="coral" text={invited.error}>
          <p>
            <button type="button" className="link-like" onClick={invited.again ? () => lookUp(token) : alone}>
              {invited.again ? "Opnieuw proberen" : "Registreren zonder uitnodiging"}
            </button>
          </p>
        </Notice>
      )}
      {invited.organizationName && (
        <p className="soft">
          Je bent uitgenodigd voor <b>{invited.organizationName}</b> als{" "}
          {invited.role === "admin" ? "Admin" : "Gebruiker"}.
        </p>
      )}
      <Fields rules={rules} token={token} invited={invited} onMailed={setMailedTo} />
      <p className="soft">
        Heb je al een account?{" "}
        <Link className="link" to="/login">
          Inloggen
        </Link>
      </p>
    </>
  );
}

function Fields({ rules, token, invited, onMailed }) {
  const [password, setPassword] = useState("");
  const check = (fields) => ({
    firstName: fields.firstName.trim() ? "" : "Voornaam is verplicht",
    lastName: fields.lastName.trim() ? "" : "Achternaam is verplicht",
    email: wrongEmail(fields.email),
    password: unmet(rules, fields.password),
  });
  const send = async (fields) => {
    const body = token ? { ...fields, invitationToken: token } : fields;
    const { answer, error } = await call("POST", "/api/auth/register", body, "Registratie mislukt. Probeer opnieuw.");
    if (error) return error;
    if (answer.user.isEmailVerified) {
      // The tab's own memory belongs to whoever used it before.
      sessionStorage.clear();
      window.location.assign("/dashboard");
    } else {
      onMailed(fields.email.trim());
    }
    return "";
  };
  const state = useForm(check, send);
  const email = invited.email ? { value: invited.email, readOnly: true, hint: "Het adres van je uitnodiging." } : {};
  return (
    <form {...state.form}>
      <div className="names">
        <TextField label="Voornaam" name="firstName" autoComplete="given-name" maxLength={100} error={state.problems.firstName} />
        <TextField label="Achternaam" name="lastName" autoComplete="family-name" maxLength={100} error={state.problems.lastName} />
      </div>
      <TextField
        key={invited.email ?? ""}
        label="E-mailadres"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={254}
        error={state.problems.email}
        {...email}
      />
      <div className="stack-small" onInput={({ target }) => setPassword(target.value)}>
        <PasswordField
          label="Wachtwoord"
          name="password"
          autoComplete="new-password"
          required
          error={state.problems.password}
        />
        <PasswordRules rules={rules} password={password} />
      </div>
      <Submit state={state} words="Account aanmaken" disabled={Boolean(invited.busy || invited.error)} />
    </form>
  );
}

function CheckYourMail({ email }) {
  return (
    <>
      <Heading announce>Controleer je e-mail</Heading>
      <p>
        We hebben een e-mail gestuurd naar <b className="break">{email}</b>. Open de link daarin om je account te
        bevestigen. De link is 24 uur geldig.
      </p>
      <p className="soft">Niets ontvangen? Kijk ook in je map met ongewenste e-mail.</p>
      <Link className="button primary big full" to="/login">
        Terug naar inloggen
      </Link>
      <Resend email={email} />
    </>
  );
}
