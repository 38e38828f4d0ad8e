import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { lastPage } from "$/public/external/voice_report/ui/shell/browser/last_page.js";
import { givePasskey, offersPasskeys } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey.js";
import { PasskeyButton } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey_button.jsx";
import { enter, Resend, takeArrival, takeToken } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { missing, ownPage, wrongEmail } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { CodeStep } from "$/public/external/voice_report/ui/islands/sign_in/code_step.jsx";
import {
  EmailField,
  FormError,
  Notice,
  PasswordField,
  SubmitButton,
  useForm,
} from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";
import { LinkStep, takeOutcome, useProvider } from "$/public/external/voice_report/ui/islands/sign_in/single_sign_on.jsx";
import { SetupStep } from "$/public/external/voice_report/ui/islands/sign_in/setup_step.jsx";

const RESET = "Log in. Daarna stel je je tweede stap opnieuw in.";
const FAILED = "Inloggen mislukt. Controleer je gegevens.";
const SIGNED_OUT =
  "Je bent uitgelogd, bijvoorbeeld op een ander toestel. Log in en ga verder waar je was. Je tekst is bewaard.";
const WAITING = "Op dit toestel wacht een opname. Is die van jou? Log in om verder te gaan.";
const SIGN_IN = "/api/auth/passkey";
const RENEWED = 240_000; // milliseconds; a challenge is good for five minutes
const NO_COOKIES = "Je browser bewaart geen cookies voor deze site. Sta ze toe, dan kun je inloggen.";

/* The sign-in form, and its second step for a user who has one or must set one up; `children` come below the first. A user who is
   refused because of an unverified email address can request the mail again. What the page learns about this device comes
   last: it comes late, and must not move a button that is being pressed. */
export function Login({ startPages, sentences, children }) {
  const [unverified, setUnverified] = useState("");
  const [arrival, setArrival] = useState({ email: "" });
  const [step, setStep] = useState(null);
  const [resetToken, setResetToken] = useState("");
  const [notice, setNotice] = useState("");
  const provider = useProvider();
  const isWaiting = useWaiting();
  useEffect(() => {
    const outcome = takeOutcome();
    if (outcome === "link") setStep({ linkNeeded: true });
    else if (outcome) setNotice(sentences[outcome] ?? sentences.unavailable);
    const last = lastPage();
    setResetToken(takeToken());
    setArrival({ page: ownPage(last.page, window.location.origin), name: last.name, ...takeArrival() });
  }, []);
  useEffect(() => {
    if (arrival.said) document.getElementById("field-password")?.focus(); // the address is filled in
  }, [arrival.said]);
  useEffect(() => {
    const address = document.getElementById("field-email"); // filled in by us, by the browser, or before the scripts ran
    if (address) provider.look(address.value);
  }, [arrival.email]);
  const check = ({ email, password }) => ({
    email: wrongEmail(email),
    password: provider.isUsed ? "" : missing("Wachtwoord", password),
  });
  const goOn = ({ email }, answer) => {
    setArrival({ ...arrival, email: email.trim() });
    setNotice("");
    setStep(answer);
    return "";
  };
  const backToPassword = (sentence) => {
    setNotice(sentence);
    setStep(null);
  };
  const open = (user) => enter(pageFor(user) || (startPages[user?.role] ?? startPages.other));
  const pageFor = (user) => (`${user?.firstName} ${user?.lastName}` === arrival.name ? arrival.page : "");
  const send = async (fields, form) => {
    offer.stop();
    if (provider.isUsed) return provider.begin(fields.email);
    const json = resetToken ? { ...fields, resetToken } : fields;
    const { answer, error, code } = await call("POST", "/api/auth/login", { json, fallback: FAILED });
    const refusal = answer && !(await keepsCookies(answer)) ? NO_COOKIES : error;
    if (!refusal && (answer.codeNeeded || answer.setupNeeded)) return goOn(fields, answer);
    if (!refusal) return open(answer.user);
    offer.start();
    setUnverified(code === "email_not_verified" ? fields.email.trim() : "");
    form.elements.password?.select();
    return refusal;
  };
  const openByPasskey = async (answer) => ((await keepsCookies(answer)) ? open(answer.user) : NO_COOKIES);
  const offer = useOffer(!step, openByPasskey, setNotice);
  const state = useForm(check, send);
  if (step?.linkNeeded) return <LinkStep onExpired={backToPassword} onDone={open} />;
  if (step?.setupNeeded) return <SetupStep onExpired={backToPassword} onDone={open} />;
  if (step) {
    const back = { onBack: () => backToPassword(""), onExpired: backToPassword };
    return <CodeStep ways={step} rememberDays={step.rememberDays} {...back} onDone={open} />;
  }
  return (
    <>
      <h1 className="title">Inloggen</h1>
      <form {...state.form} onInput={provider.watching(state.form.onInput)}>
        {notice && <Notice tone="coral" text={notice} />}
        <FormError state={state} />
        <EmailField
          autoComplete="username webauthn"
          defaultValue={arrival.email}
          hint={provider.isUsed ? `Je logt in met je werkaccount van ${provider.organization}.` : undefined}
          error={state.problems.email}
        />
        <div className="by-password" hidden={provider.isUsed}>
          <PasswordField required error={state.problems.password} />
          <p className="forgot">
            <Link className="link tap" to="/forgot-password">
              Wachtwoord vergeten?
            </Link>
          </p>
        </div>
        <div className="stack-small">{unverified && <Resend key={unverified} email={unverified} />}</div>
        <SubmitButton
          state={state}
          icon={provider.isUsed && "office"}
          words={provider.isUsed ? `Doorgaan met ${provider.organization}` : "Inloggen"}
        />
        {provider.organization && (
          <button type="button" className="button plain full" onClick={provider.toggle}>
            {provider.isUsed ? "Inloggen met wachtwoord" : `Doorgaan met ${provider.organization}`}
          </button>
        )}
        <div className="or-passkey">
          <p className="or">of</p>
          <PasskeyButton
            path={SIGN_IN}
            words="Inloggen met toegangssleutel"
            className="secondary"
            onAsk={offer.stop}
            onAsked={offer.start}
            onDone={openByPasskey}
          />
        </div>
      </form>
      {children}
      {resetToken && <Notice tone="petrol" icon="shield" text={RESET} />}
      {arrival.said && <Notice tone="petrol" icon="check" text={arrival.said} />}
      {arrival.page && <Notice tone="petrol" icon="logout" text={SIGNED_OUT} />}
      {isWaiting && <Notice tone="petrol" icon="mic" text={WAITING} />}
    </>
  );
}

/* Whether a recording on this device waits for the user who made it. */
function useWaiting() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    import("$/public/external/voice_report/ui/islands/recorder/device/store.js")
      .then(({ isAnyWaiting }) => isAnyWaiting())
      .then(setWaiting)
      .catch(() => {}); // a browser without IndexedDB has stored nothing either
  }, []);
  return isWaiting;
}

/* The browser's own offer of a passkey, in the field of the address: it waits until the person takes it, and makes room for
   the button. Its challenge is renewed before it is over. Returns {start, stop}. */
function useOffer(wanted, onAnswer, onError) {
  const offer = useRef({ wanted: false });
  const own = offer.current;
  own.onAnswer = onAnswer; // of the newest render: the browser may wait for minutes
  own.take = async ({ signal }) => {
    const { answer, error } = await givePasskey(SIGN_IN, { conditional: true, signal });
    if (signal.aborted) return;
    const refusal = answer ? await own.onAnswer(answer) : error;
    if (refusal) onError(refusal);
    if (error) own.start();
  };
  own.start = async () => {
    own.stop();
    const pending = new AbortController();
    own.pending = pending;
    if (!(await offersPasskeys()) || pending.signal.aborted) return;
    own.timer = setTimeout(own.start, RENEWED);
    own.take(pending);
  };
  own.stop = () => {
    clearTimeout(own.timer);
    own.pending?.abort();
  };
  useEffect(() => {
    if (!wanted) return undefined;
    own.start();
    return own.stop;
  }, [wanted]);
  return own;
}

/* Without the session cookie the next page would redirect back here, without any message. */
async function keepsCookies({ user }) {
  if (!navigator.cookieEnabled || !user) return navigator.cookieEnabled;
  return (await call("GET", "/api/auth/me")).status !== 401;
}
