import { call } from "$/public/external/voice_report/ui/components/api.js";
import { selectCode } from "$/public/external/voice_report/ui/components/code_field.jsx";
import { Dialog } from "$/public/external/voice_report/ui/components/dialog.jsx";
import { missing } from "$/public/external/voice_report/ui/pages/accounts/checks.js";
import { FormError, PasswordField, TextField, useForm } from "$/public/external/voice_report/ui/pages/accounts/form.jsx";

const CHANGES = {
  begin: {
    title: "Even bevestigen dat jij het bent",
    text: "Daarna scan je een vierkant met je telefoon.",
    words: "Verder",
  },
  remove: {
    title: "Verificatie-app uitzetten?",
    text: "Je logt dan in met alleen je wachtwoord. Je herstelcodes vervallen.",
    words: "Uitzetten",
  },
  "recovery-codes": {
    title: "Nieuwe herstelcodes maken?",
    text: "Je oude codes werken daarna niet meer.",
    words: "Codes maken",
  },
};

/* Asks for the password, and a code if there is a second factor, and then makes the change: a key of CHANGES, '' for none.
   `onDone` gets the server's answer. */
export function Proof({ change, hasFactor, onClose, onDone }) {
  const { title, text } = CHANGES[change] ?? {};
  return (
    <Dialog open={Boolean(change)} title={title} text={text} onClose={onClose}>
      {change && <ProofForm change={change} hasFactor={hasFactor} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function ProofForm({ change, hasFactor, onClose, onDone }) {
  const check = ({ currentPassword, code }) => ({
    currentPassword: missing("Huidig wachtwoord", currentPassword),
    code: hasFactor && missing("Code", code.trim()),
  });
  const send = async (fields, form) => {
    const options = { json: fields, fallback: "Dit is niet gelukt. Probeer het opnieuw." };
    const { answer, error, code } = await call("POST", `/api/account/second-factor/${change}`, options);
    if (answer) onDone(answer);
    else if (code === "wrong_code") selectCode(form);
    return error;
  };
  const state = useForm(check, send);
  return (
    <form {...state.form}>
      <FormError state={state} />
      <PasswordField
        label="Huidig wachtwoord"
        id="field-proof-currentPassword"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={state.problems.currentPassword}
      />
      {hasFactor && (
        <TextField
          label="Code uit je app, of een herstelcode"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          error={state.problems.code}
        />
      )}
      <div className="row">
        <button type="button" className="button secondary" onClick={onClose}>
          Annuleren
        </button>
        <button
          type="submit"
          className={change === "remove" ? "button danger" : "button primary"}
          disabled={state.busy}
          aria-busy={state.busy || undefined}
        >
          {state.busy ? "Laden..." : CHANGES[change].words}
        </button>
      </div>
    </form>
  );
}
