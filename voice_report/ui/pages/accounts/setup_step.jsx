import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/components/api.js";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { Heading } from "$/public/external/voice_report/ui/pages/accounts/auth_shell.jsx";
import { RecoveryCodes, Scan } from "$/public/external/voice_report/ui/pages/accounts/second_factor.jsx";

const PATH = "/api/auth/login/setup";
const FAILED = "Instellen is niet gelukt. Probeer het opnieuw.";

/* The second step of signing in for who has none and must have one: setting it up. `onExpired` gets the sentence when it
   took too long, `onDone` the user once the recovery codes were seen. */
export function SetupStep({ onExpired, onDone }) {
  const begun = useRef(false);
  const [setup, setSetup] = useState(null);
  const [problem, setProblem] = useState("");
  const [done, setDone] = useState(null);

  const begin = async () => {
    setProblem("");
    const { answer, error, code } = await call("POST", `${PATH}/begin`, { fallback: FAILED });
    if (code === "sign_in_expired") return onExpired(error);
    setProblem(error ?? "");
    return setSetup(answer ?? null);
  };
  useEffect(() => {
    if (begun.current) return; // a second one would replace the first
    begun.current = true;
    begin();
  }, []);

  if (done) {
    return (
      <div className="setup-step">
        <Heading announce>Je tweede stap staat aan</Heading>
        <RecoveryCodes codes={done.recoveryCodes} onClose={() => onDone(done.user)} />
      </div>
    );
  }
  return (
    <div className="setup-step">
      <div>
        <Heading announce>Stel je tweede stap in</Heading>
        <p className="soft">Je organisatie vraagt na je wachtwoord een code uit een app. Instellen doe je één keer.</p>
      </div>
      {problem && (
        <div role="alert" className="stack-small">
          <p>{problem}</p>
          <button type="button" className="button secondary" onClick={begin}>
            Opnieuw proberen
          </button>
        </div>
      )}
      {setup && (
        <Scan
          key={setup.secret}
          setup={setup}
          path={`${PATH}/confirm`}
          onDone={setDone}
          onExpired={onExpired}
          onAgain={begin}
        >
          <a className="button secondary full on-phone" href={setup.uri}>
            <Icon name="phone" />
            Openen in je verificatie-app
          </a>
        </Scan>
      )}
    </div>
  );
}
