import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { call, isPassing } from "$/public/external/voice_report/ui/kit/api.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { dropToken, enter, Heading, Resend, takeToken } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { nearestDomain, unmet, wrongEmail, wrongNames } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import {
  EmailField,
  Names,
  Notice,
  Submit,
  useForm,
} from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";
import { RuledPassword } from "$/public/external/voice_report/ui/islands/sign_in/new_password.jsx";
import { InvitedByProvider } from "$/public/external/voice_report/ui/islands/sign_in/single_sign_on.jsx";
import { SetupStep } from "$/public/external/voice_report/ui/islands/sign_in/setup_step.jsx";

const INVALID = "Deze uitnodiging is ongeldig of verlopen.";
const UNKNOWN = "Er is een fout opgetreden. Probeer opnieuw.";

/* Registration, with or without an invitation. */
export function Register({ rules, domains, free }) {
  const [token, setToken] = useState("");
  const [invited, setInvited] = useState({});
  const [mailedTo, setMailedTo] = useState("");
  const [typed, setTyped] = useState({});
  const [isSettingUp, setIsSettingUp] = useState(false);

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

  const mailed = ({ firstName, lastName, email }) => {
    setTyped({ firstName, lastName });
    setMailedTo(email.trim());
  };

  const alone = () => {
    dropToken();
    setToken("");
    setInvited({});
  };

  if (isSettingUp) return <SetupStep onExpired={() => enter("/login")} onDone={() => enter("/dashboard")} />;
  if (mailedTo) return <CheckYourMail email={mailedTo} onAgain={() => setMailedTo("")} />;
  return (
    <>
      <Heading announce={"firstName" in typed /* back from the page about the mail */}>Account aanmaken</Heading>
      {!token && <p className="free"><Icon name="check" /><span>{free}</span></p>}
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
      {invited.email && <InvitedByProvider email={invited.email} invitationToken={token} />}
      <Fields
        rules={rules}
        domains={domains}
        token={token}
        invited={invited}
        typed={typed}
        onMailed={mailed}
        onSetup={() => setIsSettingUp(true)}
      />
      <p className="soft">
        Heb je al een account?{" "}
        <Link className="link" to="/login">
          Inloggen
        </Link>
      </p>
    </>
  );
}

function Fields({ rules, domains, token, invited, typed, onMailed, onSetup }) {
  const asked = useRef(""); // the address that was asked about: sent again, it is right
  const question = (email) => {
    const near = token ? "" : nearestDomain(email, domains);
    if (!near || asked.current === email) return "";
    asked.current = email;
    return `Bedoel je @${near}? Klopt je adres, kies dan nog een keer ‘Account aanmaken’.`;
  };
  const check = (fields) => ({
    ...wrongNames(fields),
    email: wrongEmail(fields.email) || question(fields.email),
    password: unmet(rules, fields.password),
  });
  const send = async (fields) => {
    const json = token ? { ...fields, invitationToken: token } : fields;
    const fallback = "Registratie mislukt. Probeer opnieuw.";
    const { answer, error } = await call("POST", "/api/auth/register", { json, fallback });
    if (error) return error;
    dropToken();
    if (answer.setupNeeded) return onSetup();
    if (answer.user.isEmailVerified) return enter("/dashboard");
    onMailed(fields);
    return "";
  };
  const state = useForm(check, send);
  const email = invited.email ? { value: invited.email, readOnly: true, hint: "Het adres van je uitnodiging." } : {};
  return (
    <form {...state.form}>
      <Names problems={state.problems} {...typed} />
      <EmailField key={invited.email ?? ""} error={state.problems.email} {...email} />
      <RuledPassword label="Wachtwoord" name="password" rules={rules} error={state.problems.password} />
      <p className="soft">
        Met een account ga je akkoord met de{" "}
        <Link className="link" to="/algemene-voorwaarden">
          algemene voorwaarden
        </Link>
        . In de{" "}
        <Link className="link" to="/privacyverklaring">
          privacyverklaring
        </Link>{" "}
        staat wat we met je gegevens doen.
      </p>
      <Submit state={state} words="Account aanmaken" disabled={Boolean(invited.busy || invited.error)} />
    </form>
  );
}

function CheckYourMail({ email, onAgain }) {
  useEffect(() => {
    const before = document.title;
    document.title = before.replace("Account aanmaken", "Controleer je e-mail");
    return () => {
      document.title = before;
    };
  }, []);
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
      <p className="soft">
        Verkeerd adres?{" "}
        <button type="button" className="link-like" onClick={onAgain}>
          Opnieuw invullen
        </button>
      </p>
    </>
  );
}
