import { useState } from "react";
import { Link } from "react-router";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Heading } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { wrongEmail } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { EmailField, Submit, useForm } from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";

/* Requests a link to set a new password. The response is the same for every email address. */
export function ForgotPassword() {
  const [sentTo, setSentTo] = useState("");
  return sentTo ? <Sent email={sentTo} /> : <Request onSent={setSentTo} />;
}

function Request({ onSent }) {
  const send = async (fields) => {
    const fallback = "Er is iets misgegaan. Probeer het later opnieuw.";
    const { error } = await call("POST", "/api/auth/forgot-password", { json: fields, fallback });
    if (!error) onSent(fields.email.trim());
    return error;
  };
  const state = useForm(({ email }) => ({ email: wrongEmail(email) }), send);
  return (
    <>
      <Heading>Wachtwoord Vergeten</Heading>
      <p className="soft">Vul je e-mailadres in. Je krijgt een link waarmee je een nieuw wachtwoord kiest.</p>
      <form {...state.form}>
        <EmailField error={state.problems.email} />
        <Submit state={state} words="Verstuur resetlink" />
      </form>
      <p>
        <Link className="link" to="/login">
          Terug naar inloggen
        </Link>
      </p>
    </>
  );
}

function Sent({ email }) {
  return (
    <>
      <Heading announce>Controleer je e-mail</Heading>
      <p role="status">
        Als <b className="break">{email}</b> bij ons bekend is, krijg je binnen enkele minuten een e-mail met
        instructies om je wachtwoord te resetten.
      </p>
      <ul className="tips">
        <li>Kijk ook in je map met ongewenste e-mail (spam).</li>
        <li>Controleer of het e-mailadres klopt.</li>
        <li>De link is 1 uur geldig.</li>
      </ul>
      <Link className="button primary big full" to="/login">
        Terug naar inloggen
      </Link>
    </>
  );
}
