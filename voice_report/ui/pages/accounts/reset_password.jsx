import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call, dropToken, Heading, isPassing, takeToken, useCountdown } from "$/public/external/voice_report/ui/pages/accounts/auth_shell.jsx";
import { NewPassword, Submit, useForm, wrongNewPassword } from "$/public/external/voice_report/ui/pages/accounts/fields.jsx";

const MISSING = "Geen geldig reset token gevonden. Vraag een nieuwe wachtwoord reset aan.";
const INVALID = "Ongeldige of verlopen reset link. Vraag een nieuwe aan.";
const UNKNOWN = "Kon reset token niet valideren. Probeer het later opnieuw.";

/* Sets a new password with the mailed link. */
export function ResetPassword({ rules }) {
  const [token, setToken] = useState("");
  const [step, setStep] = useState("loading");
  const [problem, setProblem] = useState("");

  const look = async () => {
    const found = takeToken();
    setToken(found);
    setStep("loading");
    if (!found) {
      setProblem(MISSING);
      return setStep("refused");
    }
    const path = `/api/auth/validate-reset-token?token=${encodeURIComponent(found)}`;
    const outcome = await call("GET", path, null, UNKNOWN, UNKNOWN);
    const { answer, error } = outcome;
    if (answer?.valid) return setStep("form");
    if (answer) dropToken();
    setProblem(answer ? answer.error || INVALID : error);
    return setStep(isPassing(outcome) ? "unknown" : "refused");
  };
  useEffect(() => {
    look();
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
        <button type="button" className="button primary big full" onClick={look}>
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
    const { error } = await call("POST", "/api/auth/reset-password", { token, ...fields }, fallback);
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
  const left = useCountdown(3, "/login");
  return (
    <>
      <Heading announce>Wachtwoord Gereset!</Heading>
      <p className="num">
        Je gaat over {left} {left === 1 ? "seconde" : "seconden"} naar de inlogpagina.
      </p>
      <a className="button primary big full" href="/login">
        Naar Inloggen
      </a>
    </>
  );
}
