import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call, isPassing } from "$/public/external/voice_report/ui/kit/api.js";
import { Countdown } from "$/public/external/voice_report/ui/kit/display/countdown.jsx";
import { dropToken, Heading, takeToken } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { wrongNewPassword } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { Submit, useForm } from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";
import { NewPassword } from "$/public/external/voice_report/ui/islands/sign_in/new_password.jsx";

const MISSING = "Geen geldig reset token gevonden. Vraag een nieuwe wachtwoord reset aan.";
const INVALID = "Ongeldige of verlopen reset link. Vraag een nieuwe aan.";
const UNKNOWN = "Kon reset token niet valideren. Probeer het later opnieuw.";

/* Sets a new password with the mailed link. */
export function ResetPassword({ rules }) {
  const [token, setToken] = useState("");
  const [step, setStep] = useState("loading");
  const [problem, setProblem] = useState("");

  const validate = async () => {
    const mailed = takeToken();
    setToken(mailed);
    setStep("loading");
    if (!mailed) {
      setProblem(MISSING);
      return setStep("refused");
    }
    const path = `/api/auth/validate-reset-token?token=${encodeURIComponent(mailed)}`;
    const outcome = await call("GET", path, { fallback: UNKNOWN, offline: UNKNOWN });
    const { answer, error } = outcome;
    if (answer?.valid) return setStep("form");
    if (answer) dropToken();
    setProblem(answer ? answer.error || INVALID : error);
    return setStep(isPassing(outcome) ? "unknown" : "refused");
  };
  useEffect(() => {
    validate();
  }, []);

  if (step === "form") return <Choose rules={rules} token={token} onDone={() => setStep("done")} />;
  if (step === "done") return <Done />;
  return (
    <>
      <Heading>Nieuw wachtwoord</Heading>
      {step === "loading" && (
        <p className="soft" role="status">
          Laden...
        </p>
      )}
      {step !== "loading" && <p role="alert">{problem}</p>}
      {step === "unknown" && (
        <button type="button" className="button primary big full" onClick={validate}>
          Opnieuw proberen
        </button>
      )}
      {step === "refused" && (
        <Link className="button primary big full" to="/forgot-password">
          Nieuwe link aanvragen
        </Link>
      )}
    </>
  );
}

function Choose({ rules, token, onDone }) {
  const send = async (fields) => {
    const fallback = "Wachtwoord reset mislukt. Probeer opnieuw.";
    const { error } = await call("POST", "/api/auth/reset-password", { json: { token, ...fields }, fallback });
    if (error) return error;
    dropToken();
    onDone();
    return "";
  };
  const state = useForm((fields) => wrongNewPassword(rules, fields), send);
  return (
    <>
      <Heading>Nieuw wachtwoord</Heading>
      <form {...state.form}>
        <NewPassword rules={rules} problems={state.problems} />
        <Submit state={state} words="Wachtwoord resetten" />
      </form>
    </>
  );
}

function Done() {
  return (
    <>
      <Heading announce>Wachtwoord Gereset!</Heading>
      <Countdown seconds={3} to="/login" before="Je gaat over" after="naar de inlogpagina." isFullLoad className="num" />
      <a className="button primary big full" href="/login">
        Naar Inloggen
      </a>
    </>
  );
}
