import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { PasskeyButton } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey_button.jsx";
import { Heading } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { missing, wrongEmail } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import {
  Notice,
  PasswordField,
  Submit,
  SecondStepField,
  useForm,
} from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";

const PATH = "/api/auth/single-sign-on";
const FAILED = "Inloggen bij je organisatie lukt nu niet. Probeer het opnieuw.";
const TYPING_MS = 300;

/** Resolves with {answer: {url}}, the address of the identity provider to leave for, or with {error}. */
export const departure = (json) => call("POST", `${PATH}/begin`, { json, fallback: FAILED });

/** What came of a visit to the organization's identity provider, '' for none; the address forgets it. */
export function takeOutcome() {
  const url = new URL(window.location.href);
  const outcome = url.searchParams.get("sso") ?? "";
  if (outcome) window.history.replaceState(window.history.state, "", url.pathname);
  return outcome;
}

/* The organization that the address in the form signs in with, found while typing. `isUsed`: the form is for that, and
   not for a password, which a person who is typing one by then may go on with; `begin(email)` leaves this page, or returns
   an error message. */
export function useProvider({ invitationToken } = {}) {
  const [organization, setOrganization] = useState("");
  const [byPassword, setByPassword] = useState(false);
  const asked = useRef("");
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);

  const look = (email) => {
    const domain = wrongEmail(email) ? "" : email.trim().split("@").pop().toLowerCase();
    if (domain === asked.current) return;
    asked.current = domain;
    clearTimeout(timer.current);
    setOrganization("");
    if (domain) timer.current = setTimeout(() => ask(domain, email.trim()), TYPING_MS);
  };
  const ask = async (domain, email) => {
    const { answer } = await call("POST", `${PATH}/discover`, { json: { email } });
    if (asked.current !== domain || !answer?.organization) return;
    if (isTypingPassword()) setByPassword(true);
    setOrganization(answer.organization);
  };
  const begin = async (email) => {
    const { answer, error } = await departure(invitationToken ? { email, invitationToken } : { email });
    if (!answer) return error;
    window.location.assign(answer.url);
    return new Promise((resolve) => {
      setTimeout(resolve, 10_000); // the button stays busy until this page is gone
    });
  };
  const watching = (onInput) => (event) => {
    if (event.target.name === "email") look(event.target.value);
    onInput(event);
  };
  const toggle = () => setByPassword(!byPassword);
  return { organization, isUsed: Boolean(organization) && !byPassword, look, begin, watching, toggle };
}

function isTypingPassword() {
  const field = document.activeElement;
  return field?.name === "password" && field.value !== "";
}

/* Signs the invited address in with its organization, if that has a provider of its own; nothing if not. */
export function InvitedByProvider({ email, invitationToken }) {
  const [error, setError] = useState("");
  const provider = useProvider({ invitationToken });
  useEffect(() => provider.look(email), [email]);
  if (!provider.organization) return null;
  const begin = async () => setError((await provider.begin(email)) ?? "");
  return (
    <>
      {error && <Notice tone="coral" text={error} />}
      <button type="button" className="button primary big full" onClick={begin}>
        Doorgaan met {provider.organization}
      </button>
      <p className="soft">Of maak een account met een wachtwoord:</p>
    </>
  );
}

/* The first time with an account that was there before: its password links it, or a passkey. `onExpired` gets the sentence
   when it took too long. */
export function LinkStep({ onExpired, onDone }) {
  const [needsCode, setNeedsCode] = useState(false);
  const check = ({ password, code }) => ({
    password: missing("Wachtwoord", password),
    code: needsCode ? missing("Code", code.trim()) : "",
  });
  const send = async (fields, form) => {
    const { answer, error, code } = await call("POST", `${PATH}/link`, { json: fields, fallback: FAILED });
    if (answer) return onDone(answer.user);
    if (code === "sign_in_expired") onExpired(error);
    else if (code === "code_required") setNeedsCode(true);
    else form.elements.password.select();
    return error;
  };
  const state = useForm(check, send);
  return (
    <>
      <div>
        <Heading announce>Werkaccount koppelen</Heading>
        <p className="soft">
          Er is al een account met je e-mailadres. Vul daarvan één keer het wachtwoord in; daarna log je in met je
          werkaccount.
        </p>
      </div>
      <form {...state.form}>
        <PasswordField required error={state.problems.password} />
        <p className="forgot">
          <Link className="link tap" to="/forgot-password">
            Wachtwoord vergeten, of nooit gehad?
          </Link>
        </p>
        {needsCode && <SecondStepField autoFocus error={state.problems.code} />}
        <Submit state={state} words="Koppelen en inloggen" />
      </form>
      <PasskeyButton
        path={`${PATH}/link/passkey`}
        words="Koppelen met toegangssleutel"
        className="secondary big"
        onExpired={onExpired}
        onDone={({ user }) => onDone(user)}
      />
      <button type="button" className="button plain full" onClick={() => onExpired("")}>
        Terug naar inloggen
      </button>
    </>
  );
}
