import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call, isPassing } from "$/public/external/voice_report/ui/components/api.js";
import { dropToken, enter, Heading, Resend, takeToken } from "$/public/external/voice_report/ui/pages/accounts/auth_shell.jsx";
import { unmet, wrongEmail, wrongNames } from "$/public/external/voice_report/ui/pages/accounts/checks.js";
import {
  EmailField,
  Names,
  Notice,
  Submit,
  useForm,
} from "$/public/external/voice_report/ui/pages/accounts/form.jsx";
import { RuledPassword } from "$/public/external/voice_report/ui/pages/accounts/new_password.jsx";

const INVALID = "Deze uitnodiging is ongeldig of verlopen.";
const UNKNOWN = "Er is een fout opgetreden. Probeer opnieuw.";

/* Registration, with or without an invitation. */
export function Register({ rules }) {
  const [token, setToken] = useState("");
  const [invited, setInvited] = useState({});
  const [mailedTo, setMailedTo] = useState("");

  const lookUp = async (invitation) => {
    if (!invitation) return;
    setInvited({ busy: true });
    const outcome = await call("GET", `/api/invitations/${encodeURIComponent(invitation)}`, { fallback: UNKNOWN });
    const again = isPassing(outcome);
    setInvited(outcome.answer ? outcome.answer.invitation : { error: again ? outcome.error : INVALID, again });
  };
  useEffect(() => {
    const mailed = takeToken();
    setToken(mailed);
    lookUp(mailed);
  }, []);

  const alone = () => {
    dropToken();
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
  const check = (fields) => ({
    ...wrongNames(fields),
    email: wrongEmail(fields.email),
    password: unmet(rules, fields.password),
  });
  const send = async (fields) => {
    const json = token ? { ...fields, invitationToken: token } : fields;
    const fallback = "Registratie mislukt. Probeer opnieuw.";
    const { answer, error } = await call("POST", "/api/auth/register", { json, fallback });
    if (error) return error;
    dropToken();
    if (answer.user.isEmailVerified) return enter("/dashboard");
    onMailed(fields.email.trim());
    return "";
  };
  const state = useForm(check, send);
  const email = invited.email ? { value: invited.email, readOnly: true, hint: "Het adres van je uitnodiging." } : {};
  return (
    <form {...state.form}>
      <Names problems={state.problems} />
      <EmailField key={invited.email ?? ""} error={state.problems.email} {...email} />
      <RuledPassword label="Wachtwoord" name="password" rules={rules} error={state.problems.password} />
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
