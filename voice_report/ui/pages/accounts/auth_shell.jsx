import { useEffect, useRef, useState } from "react";

/* Shared code of the account pages. */

const OFFLINE = "Geen verbinding. Probeer het opnieuw zodra je weer online bent.";

/** Call our API. Returns {answer} or {error, code, status}; `error` is the server's message, else the fallback. */
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

/** Whether a retry may succeed: the failure was the connection, the server, or a rate limit. */
export const isPassing = ({ answer, status }) => !answer && (!status || status === 408 || status === 429 || status >= 500);

/** The secret of the mailed link. A script in the head (head.py) moved it from the URL to sessionStorage, so that it
    survives a reload. */
export const takeToken = () => sessionStorage.getItem(place()) ?? "";

/** Delete the secret once it has been used or is invalid. */
export const dropToken = () => sessionStorage.removeItem(place());

const place = () => `mailed:${window.location.pathname.replace(/\/$/, "")}`;

/** A page's heading; with `announce` it takes the focus, so that screen readers announce the new content. */
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

/** Count down and then do a full load of `to`; returns the seconds left. */
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

/** Resends the verification mail, and shows that. */
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
