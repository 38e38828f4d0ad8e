import { useState } from "react";
import { CodeForm } from "$/public/external/voice_report/ui/components/code_form.jsx";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";

/* The second step of signing in: a code of the authenticator app, or a recovery code. For `rememberDays`, if any, this
   device may need none. `onExpired` gets the sentence when it took too long. */
export function CodeStep({ rememberDays, onBack, onExpired, onDone }) {
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
      <CodeForm
        key={byRecovery}
        path="/api/auth/login/code"
        hint={rememberDays ? "" : "Na de zesde ga je vanzelf verder."}
        rememberDays={rememberDays}
        describedBy="code-step"
        byRecovery={byRecovery}
        onExpired={onExpired}
        onDone={({ user }) => onDone(user)}
      />
      <div className="links">
        <button type="button" className="link tap" onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? "Toch een code uit mijn app" : "Ik heb mijn telefoon niet bij me"}
        </button>
      </div>
    </>
  );
}
