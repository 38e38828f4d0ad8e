import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";

/* Shared code of the account pages. */

/** The secret of the mailed link. A script in the head (head.py) moved it from the URL to sessionStorage, so that it
    survives a reload. */
export const takeToken = () => sessionStorage.getItem(key()) ?? "";

/** Delete the secret once it has been used or is invalid. */
export const dropToken = () => sessionStorage.removeItem(key());

/** Keep an address for the sign-in page, and what to say there, which takes them once. They are not in a URL, because
    those are logged. */
export const keepArrival = (email, said = "") => sessionStorage.setItem("login", JSON.stringify({ email, said }));

export function takeArrival() {
  const kept = sessionStorage.getItem("login");
  sessionStorage.removeItem("login");
  return kept ? JSON.parse(kept) : { email: "", said: "" };
}

const key = () => `mailed:${window.location.pathname.replace(/\/$/, "")}`;

/** A page's heading; with `announce` it takes the focus, so that screen readers announce the new content, which begins at
    the top also where the former was scrolled. */
export function Heading({ children, announce }) {
  const heading = useRef(null);
  useEffect(() => {
    if (!announce) return;
    heading.current.focus({ preventScroll: true });
    if (heading.current.getBoundingClientRect().top < 0) window.scrollTo(0, 0);
  }, []);
  return (
    <h1 className="title" ref={heading} tabIndex={announce ? -1 : undefined}>
      {children}
    </h1>
  );
}

/** Load a page again after signing in. The form stays busy until it is gone, or for ten seconds. */
export function enter(page) {
  sessionStorage.clear(); // it may hold data of the previous user
  window.location.assign(page);
  return new Promise((resolve) => {
    setTimeout(resolve, 10_000);
  });
}

/** Resends the verification mail, and shows that. */
export function Resend({ email }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(null);
  const send = async () => {
    if (busy) return;
    setBusy(true);
    const fallback = "Er is iets misgegaan. Probeer het later opnieuw.";
    setOutcome(await call("POST", "/api/auth/resend-verification", { json: { email }, fallback }));
    setBusy(false);
  };
  return (
    <>
      {outcome && <p role={outcome.error ? "alert" : "status"}>{outcome.error || outcome.answer.message}</p>}
      <button type="button" className="button secondary full" onClick={send} aria-busy={busy || undefined}>
        {busy ? "Laden..." : "Verstuur de e-mail opnieuw"}
      </button>
    </>
  );
}
