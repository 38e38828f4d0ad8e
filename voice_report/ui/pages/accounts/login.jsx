import { useEffect, useState } from "react";
import { Link } from "react-router";
import { call } from "$/public/external/voice_report/ui/components/api.js";
import { lastPage } from "$/public/external/voice_report/ui/components/last_page.js";
import { enter, Resend, takeEmail, takeToken } from "$/public/external/voice_report/ui/pages/accounts/auth_shell.jsx";
import { missing, ownPage, wrongEmail } from "$/public/external/voice_report/ui/pages/accounts/checks.js";
import { CodeStep } from "$/public/external/voice_report/ui/pages/accounts/code_step.jsx";
import {
  EmailField,
  FormError,
  Notice,
  PasswordField,
  SubmitButton,
  useForm,
} from "$/public/external/voice_report/ui/pages/accounts/form.jsx";
import { SetupStep } from "$/public/external/voice_report/ui/pages/accounts/setup_step.jsx";

const RESET = "Log in. Daarna stel je je tweede stap opnieuw in.";
const FAILED = "Inloggen mislukt. Controleer je gegevens.";
const SIGNED_OUT =
  "Je bent uitgelogd, bijvoorbeeld op een ander toestel. Log in en ga verder waar je was. Je tekst is bewaard.";
const NO_COOKIES = "Je browser bewaart geen cookies voor deze site. Sta ze toe, dan kun je inloggen.";

/* The sign-in form, and its second step for who has one or must set one up; `children` come below the first. A user who is
   refused because of an unverified email address can request the mail again. */
export function Login({ startPages, children }) {
  const [unverified, setUnverified] = useState("");
  const [arrival, setArrival] = useState({ email: "" });
  const [step, setStep] = useState(null);
  const [resetToken, setResetToken] = useState("");
  const [expired, setExpired] = useState("");
  useEffect(() => {
    const last = lastPage();
    setResetToken(takeToken());
    setArrival({ page: ownPage(last.page, window.location.origin), name: last.name, email: takeEmail() });
  }, []);
  const check = ({ email, password }) => ({
    email: wrongEmail(email),
    password: missing("Wachtwoord", password),
  });
  const goOn = ({ email }, answer) => {
    setArrival({ ...arrival, email: email.trim() });
    setExpired("");
    setStep(answer);
    return "";
  };
  const backToPassword = (sentence) => {
    setExpired(sentence);
    setStep(null);
  };
  const open = (user) => enter(pageFor(user) || (startPages[user?.role] ?? startPages.other));
  const pageFor = (user) => (`${user?.firstName} ${user?.lastName}` === arrival.name ? arrival.page : "");
  const send = async (fields, form) => {
    const json = resetToken ? { ...fields, resetToken } : fields;
    const { answer, error, code } = await call("POST", "/api/auth/login", { json, fallback: FAILED });
    const refusal = answer && !(await keepsCookies(answer)) ? NO_COOKIES : error;
    if (!refusal && (answer.codeNeeded || answer.setupNeeded)) return goOn(fields, answer);
    if (!refusal) return open(answer.user);
    setUnverified(code === "email_not_verified" ? fields.email.trim() : "");
    form.elements.password.select();
    return refusal;
  };
  const state = useForm(check, send);
  if (step?.setupNeeded) return <SetupStep onExpired={backToPassword} onDone={open} />;
  if (step) {
    const back = { onBack: () => backToPassword(""), onExpired: backToPassword };
    return <CodeStep rememberDays={step.rememberDays} {...back} onDone={open} />;
  }
  return (
    <>
      <h1 className="title">Inloggen</h1>
      <form {...state.form}>
        {expired && <Notice tone="coral" text={expired} />}
        {resetToken && <Notice tone="petrol" icon="shield" text={RESET} />}
        {arrival.page && <Notice tone="petrol" icon="logout" text={SIGNED_OUT} />}
        <FormError state={state} />
        <EmailField key={arrival.email} defaultValue={arrival.email} error={state.problems.email} />
        <PasswordField
          label="Wachtwoord"
          name="password"
          autoComplete="current-password"
          required
          error={state.problems.password}
        />
        <p className="forgot">
          <Link className="link tap" to="/forgot-password">
            Wachtwoord vergeten?
          </Link>
        </p>
        <div className="stack-small">{unverified && <Resend key={unverified} email={unverified} />}</div>
        <SubmitButton state={state} words="Inloggen" />
      </form>
      {children}
    </>
  );
}

/* Without the session cookie the next page would redirect back here, without any message. */
async function keepsCookies({ user }) {
  if (!navigator.cookieEnabled || !user) return navigator.cookieEnabled;
  return (await call("GET", "/api/auth/me")).status !== 401;
}
