import { useEffect, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/components/icon/icon.jsx";

/* What the pages around an account share. */

const OFFLINE = "Geen verbinding. Probeer het opnieuw zodra je weer online bent.";

/** Ask our API. Returns {answer} or {error, code}: the server's sentence, else the fallback. */
export async function call(method, path, fields, fallback, offline = OFFLINE) {
  try {
    const response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: fields ? { "Content-Type": "application/json" } : {},
      body: fields ? JSON.stringify(fields) : undefined,
    });
    const answer = await response.json().catch(() => ({}));
    if (response.ok) return { answer };
    return { error: answer.message || answer.error || fallback, code: answer.code, status: response.status };
  } catch {
    return { error: offline, code: "offline" };
  }
}

/** The token of the mailed link, taken out of the address bar at once. The tab's history entry keeps it for a reload. */
export function takeToken(name) {
  const url = new URL(window.location.href);
  const found = url.searchParams.get(name);
  if (found === null) return window.history.state?.mailed ?? "";
  url.searchParams.delete(name);
  window.history.replaceState({ ...window.history.state, mailed: found }, "", url);
  return found;
}

/** A form that checks first and then sends; what was typed stays. `check` returns {field: sentence}; `send` a refusal. */
export function useForm(check, send) {
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [problems, setProblems] = useState({});
  useEffect(() => setReady(true), []);

  const onSubmit = async (event) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const fields = Object.fromEntries(new FormData(form));
    const found = Object.fromEntries(Object.entries(check(fields)).filter(([, sentence]) => sentence));
    setProblems(found);
    setError("");
    const [first] = Object.keys(found);
    if (first) {
      form.elements[first]?.focus();
      return;
    }
    setBusy(true);
    const refusal = await send(fields, form);
    setBusy(false);
    setError(refusal || "");
  };
  const onInput = ({ target }) => {
    if (problems[target.name]) setProblems({ ...problems, [target.name]: "" });
  };
  return { form: { onSubmit, onInput, noValidate: true, method: "post", className: "form" }, ready, busy, error, problems };
}

/** The form's refusal and its one button. */
export function Submit({ state, words, disabled }) {
  return (
    <>
      {state.error && <Notice tone="coral" text={state.error} />}
      <button
        type="submit"
        className="button primary big full"
        disabled={!state.ready || state.busy || disabled}
        data-waiting={state.ready ? undefined : ""}
        aria-busy={state.busy || undefined}
      >
        {state.busy ? "Laden..." : words}
      </button>
    </>
  );
}

export function Notice({ tone, title, text, children }) {
  return (
    <div className={`notice ${tone}`} role={tone === "coral" ? "alert" : "status"}>
      <Icon name={tone === "coral" ? "alert" : "mail"} />
      <div>
        {title && <b className="label">{title}</b>}
        <p>{text}</p>
        {children}
      </div>
    </div>
  );
}

export function TextField({ label, name, error, hint, ...props }) {
  const id = `field-${name}`;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        name={name}
        required
        aria-invalid={error ? "true" : undefined}
        aria-describedby={described || undefined}
        {...props}
      />
      {hint && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error && (
        <p className="error" role="alert" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </div>
  );
}

/** The password rule, checked while one types. */
export function PasswordRules({ rules, password }) {
  return (
    <ul className="password-rules" aria-label="Eisen aan het wachtwoord">
      {rules.map(([pattern, sentence]) => {
        const met = meets(pattern, password);
        return (
          <li key={sentence} data-met={met || undefined}>
            <Icon name={met ? "check" : "right"} />
            <span>
              {met && <span className="visually-hidden">Voldaan: </span>}
              {sentence}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The first sentence of the rule that the password does not meet. */
export const unmet = (rules, password) => rules.find(([pattern]) => !meets(pattern, password))?.[1] ?? "";

const meets = (pattern, password) => new RegExp(pattern, "su").test(password);

export const wrongEmail = (email) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? "" : "Ongeldig e-mailadres");

/** A page's heading; when the page has changed into another one it gets the focus, so that a screen reader says so. */
export function Heading({ children, announce }) {
  const heading = useRef(null);
  useEffect(() => {
    if (announce) heading.current.focus({ preventScroll: true });
  }, []);
  return (
    <h1 className="title" ref={heading} tabIndex={announce ? -1 : undefined}>
      {children}
    </h1>
  );
}

/** Counts down and then loads `to` anew; returns the seconds left. */
export function useCountdown(seconds, to) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) {
      window.location.assign(to);
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

/** Sends the verification mail again, and says so. */
export function Resend({ email }) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState(null);
  const send = async () => {
    if (busy) return;
    setBusy(true);
    const path = "/api/auth/resend-verification";
    setSaid(await call("POST", path, { email }, "Er is iets misgegaan. Probeer het later opnieuw."));
    setBusy(false);
  };
  return (
    <>
      {said && <p role={said.error ? "alert" : "status"}>{said.error || said.answer.message}</p>}
      <button type="button" className="button secondary full" onClick={send} aria-busy={busy || undefined}>
        {busy ? "Laden..." : "Verstuur de e-mail opnieuw"}
      </button>
    </>
  );
}
