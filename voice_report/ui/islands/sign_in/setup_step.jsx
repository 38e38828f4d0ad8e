import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { knowsPasskeys, makePasskey } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey.js";
import { Heading } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { RecoveryCodes, Scan } from "$/public/external/voice_report/ui/pages/accounts/second_factor.jsx";

const PATH = "/api/auth/login/setup";
const FAILED = "Instellen is niet gelukt. Probeer het opnieuw.";

/* The second step of signing in for a user who has none and needs one: making a passkey, or setting up an app. `onExpired`
   gets the sentence when it took too long, `onDone` the user once the recovery codes were seen. */
export function SetupStep({ onExpired, onDone }) {
  const begun = useRef(false);
  const [byPasskey, setByPasskey] = useState(knowsPasskeys());
  const [setup, setSetup] = useState(null);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(null);

  const begin = async () => {
    setProblem("");
    const { answer, error, code } = await call("POST", `${PATH}/begin`, { fallback: FAILED });
    if (code === "sign_in_expired") return onExpired(error);
    begun.current = Boolean(answer);
    setProblem(error ?? "");
    return setSetup(answer ?? null);
  };
  useEffect(() => {
    if (byPasskey || begun.current) return; // a second one would replace the first
    begun.current = true;
    begin();
  }, [byPasskey]);
  const choose = (passkey) => {
    setProblem("");
    setByPasskey(passkey);
  };
  const make = async () => {
    setProblem("");
    setBusy(true);
    const asked = await call("POST", `${PATH}/passkey/options`, { fallback: FAILED });
    const made = asked.answer ? await makePasskey(asked.answer.options) : asked;
    const json = { credential: made.credential };
    const added = made.credential ? await call("POST", `${PATH}/passkey`, { json, fallback: FAILED }) : made;
    setBusy(false);
    if (added.code === "sign_in_expired") return onExpired(added.error);
    setProblem(added.error ?? "");
    return added.answer && setDone(added.answer);
  };

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
        <p className="soft">
          {byPasskey
            ? "Een wachtwoord alleen is niet meer genoeg. Met een toegangssleutel log je voortaan in met je vinger, je gezicht of de pincode van je toestel."
            : "Na je wachtwoord vul je voortaan een code uit een app in. Instellen doe je één keer."}
        </p>
      </div>
      {problem && (
        <div role="alert" className="stack-small">
          <p>{problem}</p>
          {!byPasskey && (
            <button type="button" className="button secondary" onClick={begin}>
              Opnieuw proberen
            </button>
          )}
        </div>
      )}
      {byPasskey && (
        <div className="stack-small">
          <button
            type="button"
            className="button primary big full wrap"
            disabled={busy}
            aria-busy={busy || undefined}
            onClick={make}
          >
            <Icon name="key" />
            {busy ? "Laden..." : "Toegangssleutel maken"}
          </button>
          <button type="button" className="button plain full" onClick={() => choose(false)}>
            Liever een code uit een app
          </button>
        </div>
      )}
      {!byPasskey && setup && (
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
      {!byPasskey && knowsPasskeys() && (
        <button type="button" className="button plain full" onClick={() => choose(true)}>
          <Icon name="key" />
          Liever een toegangssleutel
        </button>
      )}
    </div>
  );
}
