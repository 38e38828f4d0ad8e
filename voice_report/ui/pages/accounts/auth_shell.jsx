import { useEffect, useRef, useState } from "react";

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

/** Whether asking again may get another answer: it was the line, the server, or too much at once. */
export const isPassing = ({ answer, status }) => !answer && (!status || status === 408 || status === 429 || status >= 500);

/** The secret of the mailed link. It left the address before this page began (document.py), and waits in the tab's own
    memory, so that a reload still has it. */
export const takeToken = () => sessionStorage.getItem(place()) ?? "";

/** It was used, or is of no use: it stays nowhere. */
export const dropToken = () => sessionStorage.removeItem(place());

const place = () => `mailed:${window.location.pathname.replace(/\/$/, "")}`;

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
