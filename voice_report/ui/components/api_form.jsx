import { useEffect, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/components/icon/icon.jsx";

/* A form that posts its fields as JSON and then leaves the page. Until the scripts have run its button waits, so that
   nothing typed is ever sent in an address. What was typed stays when the answer is no. */
export function ApiForm({ action, submit, fallback, startPages, children }) {
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  useEffect(() => setReady(true), []);

  const send = async (event) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    setBusy(true);
    setError("");
    const [answer, sentence] = await post(action, Object.fromEntries(new FormData(form)), fallback);
    if (answer) {
      // The tab's own memory belongs to whoever used it before.
      sessionStorage.clear();
      window.location.assign(startPages[answer.user?.role] ?? startPages.other);
      return;
    }
    setBusy(false);
    setError(sentence);
    form.querySelector('input[type="password"]')?.select();
  };

  return (
    <form className="form" method="post" action={action} onSubmit={send} noValidate={false}>
      {error && (
        <div className="notice coral" role="alert">
          <Icon name="alert" />
          <p>{error}</p>
        </div>
      )}
      {children}
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

async function post(action, fields, fallback) {
  try {
    const response = await fetch(action, {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(fields),
    });
    const answer = await response.json().catch(() => ({}));
    return response.ok ? [answer, ""] : [null, answer.message || answer.error || fallback];
  } catch {
    return [null, "Geen verbinding. Probeer het opnieuw zodra je weer online bent."];
  }
}
