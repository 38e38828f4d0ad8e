import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call, isPassing } from "$/public/external/voice_report/ui/kit/api.js";
import { Countdown } from "$/public/external/voice_report/ui/kit/display/countdown.jsx";
import { dropToken, Heading, keepArrival, takeToken } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { missing } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { PasswordField, Submit, useForm } from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";

const OFFLINE = "Er is een fout opgetreden. Probeer opnieuw.";
const FAILED = "Email verificatie mislukt.";

/* A token is single-use, so it is sent once, even when this page is mounted several times. */
let verification;

const send = (json) => call("POST", "/api/auth/verify-email", { json, fallback: FAILED, offline: OFFLINE });

async function verify() {
  const token = takeToken();
  if (!token) return { error: "Verificatie token ontbreekt.", status: 422 };
  const outcome = await send({ token });
  if (!isPassing(outcome) && outcome.code !== "password_required") dropToken();
  if (outcome.answer && !outcome.answer.isSignedIn) keepArrival(outcome.answer.email, outcome.answer.message);
  return outcome;
}

/* Verifies an email address. Only this script does: fetching the page, as mail scanners do, does not use the token. */
export function VerifyEmail() {
  const [outcome, setOutcome] = useState(null);
  const load = async () => {
    verification ??= verify();
    setOutcome(await verification);
  };
  useEffect(() => {
    load();
  }, []);
  const again = () => {
    verification = undefined;
    setOutcome(null);
    load();
  };

  if (!outcome) {
    return (
      <div role="status" className="stack-small">
        <Heading>E-mailadres bevestigen</Heading>
        <p className="soft">Laden...</p>
      </div>
    );
  }
  if (outcome.code === "password_required") return <AskPassword onOutcome={setOutcome} />;
  if (outcome.error) return <Failed {...outcome} again={again} />;
  return <Verified {...outcome.answer} />;
}

/* This browser does not prove that the user who opened the link also requested it; the password does
   (services/accounts/verification.py). */
function AskPassword({ onOutcome }) {
  const check = ({ password }) => ({ password: missing("Wachtwoord", password) });
  const submit = async ({ password }) => {
    const outcome = await send({ token: takeToken(), password });
    if (isPassing(outcome) || outcome.code === "wrong_password") return outcome.error;
    dropToken();
    onOutcome(outcome);
    return "";
  };
  const state = useForm(check, submit);
  return (
    <>
      <Heading announce>E-mailadres bevestigen</Heading>
      <p>Vul het wachtwoord van je account in, dan weten we dat jij het bent.</p>
      <form {...state.form}>
        <PasswordField required error={state.problems.password} />
        <Submit state={state} words="E-mailadres bevestigen" />
      </form>
      <p className="soft">
        <Link className="link" to="/forgot-password">
          Wachtwoord vergeten?
        </Link>{" "}
        Heb je je niet aangemeld? Dan hoef je niets te doen.
      </p>
    </>
  );
}

function Verified({ message, isSignedIn }) {
  return (
    <>
      <Heading announce>E-mailadres bevestigd</Heading>
      <p role="status">{message}</p>
      <Countdown
        seconds={3}
        to="/dashboard"
        before="Je gaat over"
        after={isSignedIn ? "naar je dashboard." : "naar inloggen."}
        isFullLoad
      />
      <a className="button primary big full" href="/dashboard">
        {isSignedIn ? "Naar dashboard" : "Naar Inloggen"}
      </a>
    </>
  );
}

function Failed({ error, status, again }) {
  const passing = isPassing({ status });
  return (
    <>
      <Heading announce>Bevestigen is niet gelukt</Heading>
      <p role="alert">{error}</p>
      {passing && (
        <button type="button" className="button primary big full" onClick={again}>
          Opnieuw proberen
        </button>
      )}
      <Link className={`button full ${passing ? "secondary" : "primary big"}`} to="/login">
        Naar Inloggen
      </Link>
      <Link className="button secondary full" to="/register">
        Registreer Opnieuw
      </Link>
    </>
  );
}
