import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";

/* A form that posts its fields as JSON and then leaves the page. Its button is disabled until the scripts have run, so
   that form data is never sent in a URL. Typed text stays when the server refuses. */
export function ApiForm({ action, submit, fallback, startPages, children }) {
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const [wrong, setWrong] = useState([]);
  useEffect(() => setReady(true), []);

  const send = async (event) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const found = wrongFields(form);
    setWrong(found);
    found[0]?.input.focus();
    if (found.length) return;
    setBusy(true);
    setError("");
    const [answer, refusal, code] = await post(action, Object.fromEntries(new FormData(form)), fallback);
    const sentence = answer && !(await keepsCookies()) ? NO_COOKIES : refusal;
    if (!sentence) {
      // sessionStorage may hold data of the previous user.
      sessionStorage.clear();
      window.location.assign(startPages[answer.user?.role] ?? startPages.other);
      return;
    }
    setBusy(false);
    setError(sentence);
    form.dispatchEvent(new CustomEvent("refused", { detail: code }));
    form.querySelector('input[type="password"]')?.select();
  };

  const mend = ({ target }) => wrong.length && setWrong(wrong.filter(({ input }) => input !== target));

  return (
    <form className="form" method="post" action={action} onSubmit={send} noValidate={ready} onInput={mend}>
      {error && (
        <div className="notice coral" role="alert">
          <Icon name="alert" />
          <p>{error}</p>
        </div>
      )}
      {children}
      {wrong.map(({ input, sentence }) =>
        createPortal(<FieldError input={input} sentence={sentence} />, input.closest(".field"), input.id),
      )}
      <button
        type="submit"
        className="button primary big full"
        disabled={!ready || busy}
        data-waiting={ready ? undefined : ""}
        aria-busy={busy || undefined}
      >
        {busy ? "Laden..." : submit}
      </button>
    </form>
  );
}

/* The browser's own validation messages are in the browser's language; these are the product's (spec section 5). */
function wrongFields(form) {
  return [...form.elements]
    .filter((input) => input.willValidate && !input.validity.valid && input.closest(".field"))
    .map((input) => ({ input, sentence: whatIsWrong(input) }));
}

function whatIsWrong(input) {
  if (input.type === "email") return "Ongeldig e-mailadres";
  const field = input.labels[0]?.textContent.trim() || "Dit veld";
  return input.validity.valueMissing ? `${field} is verplicht` : `${field} is niet goed ingevuld`;
}

/* Links the error message to its field for as long as it is shown. */
function FieldError({ input, sentence }) {
  const id = `${input.id}-wrong`;
  useEffect(() => {
    const before = input.getAttribute("aria-describedby");
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", [before, id].filter(Boolean).join(" "));
    return () => {
      input.removeAttribute("aria-invalid");
      if (before) input.setAttribute("aria-describedby", before);
      else input.removeAttribute("aria-describedby");
    };
  }, [input, id]);
  return (
    <p className="error" role="alert" id={id}>
      <Icon name="alert" />
      {sentence}
    </p>
  );
}

const NO_COOKIES = "Je browser bewaart geen cookies voor deze site. Sta ze toe, dan kun je inloggen.";

/* Without the session cookie the next page would redirect back here, without any message. */
async function keepsCookies() {
  if (!navigator.cookieEnabled) return false;
  const answer = await fetch("/api/auth/me", { credentials: "same-origin" }).catch(() => null);
  return answer?.status !== 401;
}

async function post(action, fields, fallback) {
  try {
    const response = await fetch(action, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    });
    const answer = await response.json().catch(() => ({}));
    return response.ok ? [answer, ""] : [null, answer.message || answer.error || fallback, answer.code];
  } catch {
    return [null, "Geen verbinding. Probeer het opnieuw zodra je weer online bent."];
  }
}
