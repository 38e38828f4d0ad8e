import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call, dropToken, Heading, isPassing, takeToken, useCountdown } from "$/public/external/voice_report/ui/pages/door/door.jsx";

/* A token works once, so it is sent once, however often this page is put on screen. */
let asked;

async function verify() {
  const token = takeToken();
  if (!token) return { error: "Verificatie token ontbreekt.", status: 422 };
  const offline = "Er is een fout opgetreden. Probeer opnieuw.";
  const outcome = await call("POST", "/api/auth/verify-email", { token }, "Email verificatie mislukt.", offline);
  if (!isPassing(outcome)) dropToken();
  return outcome;
}

/* Confirming an address. Only this script does it: fetching the page, as mail scanners do, uses nothing up. */
export function VerifyEmail() {
  const [outcome, setOutcome] = useState(null);
  const ask = async () => {
    asked ??= verify();
    setOutcome(await asked);
  };
  useEffect(() => {
    ask();
  }, []);
  const again = () => {
    asked = undefined;
    setOutcome(null);
    ask();
  };

  if (!outcome) {
    return (
      <div role="status" className="stack-small">
        <Heading>E-mailadres bevestigen</Heading>
        <p className="soft">Laden...</p>
      </div>
    );
  }
  if (outcome.error) return <Failed {...outcome} again={again} />;
  return <Verified message={outcome.answer.message} />;
}

function Verified({ message }) {
  const left = useCountdown(3, "/dashboard");
  return (
    <>
      <Heading announce>E-mailadres bevestigd</Heading>
      <p role="status">{message}</p>
      <p className="soft num">
        Je gaat over {left} {left === 1 ? "seconde" : "seconden"} naar je dashboard.
      </p>
      <a className="button primary big full" href="/dashboard">
        Naar dashboard
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
      <Link className={`button full ${passing ? "secondary" : "primary big"}`} to="/register">
        Registreer Opnieuw
      </Link>
      <Link className="button secondary full" to="/login">
        Naar Inloggen
      </Link>
    </>
  );
}
