import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { CodeField, selectCode, wrongDigits } from "$/public/external/voice_report/ui/islands/sign_in/factors/code_field.jsx";
import { saveAs } from "$/public/external/voice_report/ui/kit/blobs.js";
import { copy as copyText } from "$/public/external/voice_report/ui/kit/clipboard.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { PrintButton } from "$/public/external/voice_report/ui/kit/display/print_button.jsx";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { Heading } from "$/public/external/voice_report/ui/islands/sign_in/auth_shell.jsx";
import { FormError, SubmitButton, useForm } from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";

/* Setting up an authenticator app, and showing recovery codes once. `stage`: {setup} (the secret, as text and drawn), then
   {setup, codes}; {codes} alone after new ones were made, with `isFirstKey` after the first passkey. */
export function SecondFactor({ stage, onCodes, onClose }) {
  const { setup, codes, isFirstKey } = stage;
  const title = isFirstKey ? "Toegangssleutel gemaakt" : "Nieuwe herstelcodes";
  return (
    <>
      <div className="page-head page">
        <button type="button" className="way-back" onClick={onClose}>
          <Icon name="back" />
          Terug naar Beveiliging
        </button>
        <Heading key={codes ? "codes" : "setup"} announce>
          {setup ? "Verificatie\u2011app instellen" : title}
        </Heading>
      </div>
      <div className="page columns-2 even">
        {setup && !codes && (
          <Scan
            setup={setup}
            path="/api/account/second-factor/confirm"
            onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
            onClose={onClose}
          />
        )}
        {codes && (setup || isFirstKey) && <Done isKey={isFirstKey} />}
        {codes ? <RecoveryCodes codes={codes} onClose={onClose} /> : <CodesFollow />}
      </div>
    </>
  );
}

/** The secret, drawn and to type over, and its first code, which is sent to `path`; `onDone` gets the answer. In the middle
    of signing in `onExpired` gets the sentence when it took too long, and `onAgain` begins again; else it is `onClose`. */
export function Scan({ setup, path, onDone, onClose, onExpired, onAgain, children }) {
  const check = ({ code }) => ({ code: wrongDigits(code) });
  const send = async (fields, form) => {
    const options = { json: fields, fallback: "Instellen is niet gelukt. Probeer het opnieuw." };
    const { answer, error, code } = await call("POST", path, options);
    if (answer) onDone(answer);
    else if (code === "sign_in_expired") onExpired?.(error);
    else if (code === "setup_expired" && onAgain) onAgain();
    else selectCode(form);
    return error;
  };
  const state = useForm(check, send);
  const copy = async () => {
    try {
      await copyText(setup.secret);
      showToast("Sleutel gekopieerd");
    } catch {
      showToast("Fout", "Kopiëren is niet gelukt. Typ de sleutel over.", true);
    }
  };
  return (
    <section className="card pad" aria-labelledby="scan">
      <h2 className="subheading" id="scan">
        Scan en vul de code in
      </h2>
      <p className="card-text">Open een verificatie-app op je telefoon en scan dit vierkant.</p>
      <div className="scan">
        <div
          className="qr"
          role="img"
          aria-label="QR-code voor je verificatie-app"
          dangerouslySetInnerHTML={{ __html: setup.svg }}
        />
        <form {...state.form}>
          <FormError state={state} />
          {children}
          <div className="field">
            <span className="label" id="by-hand">
              Lukt scannen niet? Typ dan over
            </span>
            <div className="copy-field" role="group" aria-labelledby="by-hand">
              <code className="num">{setup.secret.match(/.{1,4}/g).join(" ")}</code>
              <button type="button" className="icon-button" aria-label="Sleutel kopiëren" onClick={copy}>
                <Icon name="copy" />
              </button>
            </div>
          </div>
          <CodeField label="Code uit de app" error={state.problems.code} />
          <div className="row">
            <SubmitButton state={state} words="Bevestigen" look="primary" />
            {onClose && (
              <button type="button" className="button plain" onClick={onClose}>
                Annuleren
              </button>
            )}
          </div>
        </form>
      </div>
    </section>
  );
}

function CodesFollow() {
  return (
    <section className="card pad" aria-labelledby="codes-follow">
      <h2 className="subheading" id="codes-follow">
        Je herstelcodes
      </h2>
      <p className="card-text">Die krijg je zodra je de code uit de app hebt bevestigd.</p>
    </section>
  );
}

function Done({ isKey }) {
  return (
    <section className="card pad" role="status">
      <div className="assurance">
        <span className="round green">
          <Icon name="shield" />
        </span>
        <p>
          <b>{isKey ? "Je toegangssleutel werkt." : "Je verificatie-app staat aan."}</b>{" "}
          {isKey ? "Je logt voortaan in met één aanraking." : "Na je wachtwoord vul je voortaan een code in."} Op andere
          apparaten ben je uitgelogd.
        </p>
      </div>
    </section>
  );
}

/** New recovery codes, which are readable here only. */
export function RecoveryCodes({ codes, onClose }) {
  const save = () => {
    const text = `Herstelcodes van filled_5d1c0a8e9b7f4c23_name__\nElke code werkt één keer.\n\n${codes.join("\n")}\n`;
    saveAs("herstelcodes.txt", text, "text/plain");
  };
  return (
    <section className="card pad recovery" aria-labelledby="codes">
      <h2 className="subheading" id="codes">
        Je herstelcodes
      </h2>
      <p className="card-text">Je ziet ze alleen nu. Bewaar ze buiten dit toestel.</p>
      <ol className="codes num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="row">
        <button type="button" className="button secondary small" onClick={save}>
          <Icon name="download" />
          Downloaden
        </button>
        <PrintButton within=".recovery" className="button plain small">
          <Icon name="print" />
          Afdrukken
        </PrintButton>
      </div>
      <button type="button" className="button primary full" onClick={onClose}>
        Ik heb ze bewaard
      </button>
    </section>
  );
}
