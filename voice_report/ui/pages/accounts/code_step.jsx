import { useState } from "react";
import { call } from "$/public/external/voice_report/ui/components/api.js";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { missing } from "$/public/external/voice_report/ui/pages/accounts/checks.js";
import { CodeField, selectCode, wrongDigits } from "$/public/external/voice_report/ui/pages/accounts/code_field.jsx";
import { FormError, SubmitButton, TextField, useForm } from "$/public/external/voice_report/ui/pages/accounts/form.jsx";

const FAILED = "Inloggen mislukt. Probeer het opnieuw.";

/* The second step of signing in: a code of the authenticator app, or a recovery code. `onExpired` gets the sentence when
   it took too long. */
export function CodeStep({ onBack, onExpired, onDone }) {
  const [byRecovery, setByRecovery] = useState(false);
  return (
    <>
      <div>
        <button type="button" className="way-back" onClick={onBack}>
          <Icon name="back" />
          Terug naar inloggen
        </button>
        <h1 className="title">Nog één stap</h1>
        <p className="soft" id="code-step">
          {byRecovery
            ? "Vul een van je herstelcodes in. Elke code werkt één keer."
            : "Open je verificatie-app en vul de zes cijfers bij Spraakrapport in."}
        </p>
      </div>
      <CodeForm key={byRecovery} byRecovery={byRecovery} onExpired={onExpired} onDone={onDone} />
      <div className="links">
        <button type="button" className="link tap" onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? "Toch een code uit mijn app" : "Ik heb mijn telefoon niet bij me"}
        </button>
      </div>
    </>
  );
}

function CodeForm({ byRecovery, onExpired, onDone }) {
  const check = ({ code }) => ({ code: byRecovery ? missing("Herstelcode", code.trim()) : wrongDigits(code) });
  const send = async (fields, form) => {
    const { answer, error, code } = await call("POST", "/api/auth/login/code", { json: fields, fallback: FAILED });
    if (answer) return onDone(answer.user);
    if (code === "sign_in_expired") onExpired(error);
    else selectCode(form);
    return error;
  };
  const state = useForm(check, send);
  const own = { error: state.problems.code, autoFocus: true };
  return (
    <form {...state.form}>
      <FormError state={state} />
      {byRecovery ? (
        <TextField
          label="Herstelcode"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          {...own}
        />
      ) : (
        <CodeField label="Code" hint="Na de zesde ga je vanzelf verder." describedBy="code-step" goesOn {...own} />
      )}
      <SubmitButton state={state} words="Bevestigen" />
    </form>
  );
}
