import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { CodeField, selectCode, wrongDigits } from "$/public/external/voice_report/ui/islands/sign_in/factors/code_field.jsx";
import { FormError, SecondStepField, SubmitButton, useForm } from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";

const FAILED = "Dit is niet gelukt. Probeer het opnieuw.";

/* A code of the authenticator app, or a recovery code, sent to `path`; `onDone` gets the answer. `onExpired` gets the
   sentence when a pending sign-in took too long. With `rememberDays` this device can be remembered, and the sixth digit
   does not send the form, so that there is time to choose. */
export function CodeForm({ path, hint, describedBy, byRecovery, rememberDays, onExpired, onDone }) {
  const check = ({ code }) => ({ code: byRecovery ? !code.trim() && "Herstelcode is verplicht" : wrongDigits(code) });
  const send = async (fields, form) => {
    const json = rememberDays ? { ...fields, remember: fields.remember === "on" } : fields;
    const { answer, error, code } = await call("POST", path, { json, fallback: FAILED });
    if (answer) return onDone(answer);
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
        <SecondStepField label="Herstelcode" autoComplete="off" {...own} />
      ) : (
        <CodeField label="Code" hint={hint} describedBy={describedBy} goesOn={!rememberDays} {...own} />
      )}
      {rememberDays > 0 && (
        <label className="tick-row">
          <input type="checkbox" name="remember" />
          <span>
            Dit toestel {rememberDays === 1 ? "één dag" : `${rememberDays} dagen`} onthouden
            <small>Alleen op een toestel dat van jou is.</small>
          </span>
        </label>
      )}
      <SubmitButton state={state} words="Bevestigen" />
    </form>
  );
}
