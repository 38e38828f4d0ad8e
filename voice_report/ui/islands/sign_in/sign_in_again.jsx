import { useEffect, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { knowsPasskeys } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey.js";
import { PasskeyButton } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey_button.jsx";
import { OtherWays, SecondStep, useWay } from "$/public/external/voice_report/ui/islands/sign_in/factors/second_step.jsx";
import { missing } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { PATHS, WORDS } from "$/public/external/voice_report/ui/islands/sign_in/code_step.jsx";
import {
  FormError,
  Notice,
  PasswordField,
  SubmitButton,
  useForm,
} from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";
import { SetupStep } from "$/public/external/voice_report/ui/islands/sign_in/setup_step.jsx";
import { departure, useProvider } from "$/public/external/voice_report/ui/islands/sign_in/single_sign_on.jsx";

const FAILED = "Inloggen mislukt. Controleer je gegevens.";

/* Signing in again without leaving the page: by a passkey, the password with its second step, or the organization's
   identity provider, which does leave it: `onLeave(url)`, also for another account. `onDone()` once somebody is signed in,
   which need not be `email`. `problem` is a sentence about an earlier try; `words` {help, stops} say what failing and
   leaving do to the recording. */
export function SignInAgain({ email, problem, words, isBusy, onDone, onLeave }) {
  const [step, setStep] = useState(knowsPasskeys() ? "ways" : "password");
  const [notice, setNotice] = useState("");
  const provider = useProvider();
  useEffect(() => provider.look(email), [email]);
  useEffect(() => setStep(knowsPasskeys() ? "ways" : "password"), [problem]);
  const back = (sentence = "") => {
    setNotice(sentence);
    setStep("password");
  };
  if (isBusy) return <p role="status">Laden...</p>;
  if (step.setupNeeded) return <SetupStep onExpired={back} onDone={onDone} />;
  if (step.codeNeeded) return <Code ways={step} onExpired={back} onDone={onDone} />;
  const said = notice || problem;
  return (
    <>
      {said && <Notice tone="coral" text={said} />}
      {provider.organization && <Provider email={email} name={provider.organization} stops={words.stops} onLeave={onLeave} />}
      {step === "password" ? (
        <Password
          email={email}
          help={words.help}
          onStep={setStep}
          onDone={onDone}
          onBack={knowsPasskeys() && (() => setStep("ways"))}
          onOther={() => onLeave("/login")}
        />
      ) : (
        <div className="buttons">
          <PasskeyButton
            path="/api/auth/passkey"
            words="Inloggen met toegangssleutel"
            className={provider.organization ? "secondary big" : "primary big"}
            onDone={onDone}
          />
          <button type="button" className="button plain" onClick={() => setStep("password")}>
            Met wachtwoord
          </button>
        </div>
      )}
    </>
  );
}

function Provider({ email, name, stops, onLeave }) {
  const [error, setError] = useState("");
  const begin = async () => {
    const { answer, error: refusal } = await departure({ email });
    setError(refusal ?? "");
    if (answer) onLeave(answer.url);
  };
  return (
    <div className="stack-small">
      {error && <Notice tone="coral" text={error} />}
      <button type="button" className="button primary big full wrap" onClick={begin}>
        Doorgaan met {name}
      </button>
      <p className="quiet">{stops}</p>
    </div>
  );
}

function Password({ email, help, onStep, onDone, onBack, onOther }) {
  const [isRefused, setRefused] = useState(false);
  const check = ({ password }) => ({ password: missing("Wachtwoord", password) });
  const send = async ({ password }, form) => {
    const { answer, error } = await call("POST", "/api/auth/login", { json: { email, password }, fallback: FAILED });
    if (answer?.codeNeeded || answer?.setupNeeded) onStep(answer);
    else if (answer) onDone();
    else form.elements.password?.select();
    setRefused(Boolean(error));
    return error;
  };
  const state = useForm(check, send);
  return (
    <form {...state.form}>
      <FormError state={state} />
      {isRefused && <p className="quiet">{help}</p>}
      <input
        className="visually-hidden"
        type="text"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField required error={state.problems.password} />
      <SubmitButton state={state} words="Inloggen" />
      <div className="other-ways">
        {onBack && (
          <button type="button" className="link tap" onClick={onBack}>
            Terug
          </button>
        )}
        <a className="link tap" href="/forgot-password" target="_blank" rel="noopener">
          Wachtwoord vergeten?
        </a>
        <button type="button" className="link tap" onClick={onOther}>
          Ander account
        </button>
      </div>
    </form>
  );
}

function Code({ ways, onExpired, onDone }) {
  const [way, choose] = useWay(ways);
  return (
    <>
      <p className="soft" id="code-again">
        {WORDS[way]}
      </p>
      <SecondStep
        way={way}
        paths={PATHS}
        hint={ways.rememberDays ? "" : "Na de zesde ga je vanzelf verder."}
        rememberDays={ways.rememberDays}
        describedBy="code-again"
        onExpired={onExpired}
        onDone={onDone}
      />
      <div className="other-ways">
        <OtherWays ways={ways} way={way} onChoose={choose} className="link tap" />
      </div>
    </>
  );
}
