import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { OtherWays, SecondStep, useWay } from "$/public/external/voice_report/ui/islands/sign_in/factors/second_step.jsx";

export const PATHS = { code: "/api/auth/login/code", passkey: "/api/auth/login/passkey" };
/* A placeholder is filled in when the pages are served (core/placeholders.py). */
export const WORDS = {
  passkey: "Bevestig met je vinger, je gezicht of de pincode van je toestel.",
  code: "Open je verificatie-app en vul de zes cijfers bij filled_5d1c0a8e9b7f4c23_name__ in.",
  recovery: "Vul een van je herstelcodes in. Elke code werkt één keer.",
};

/* The second step of signing in: a passkey, a code of the authenticator app, or a recovery code; `ways` says which there
   are. After a code this device may need none for `rememberDays`, if any. `onExpired` gets the sentence when it took too
   long. */
export function CodeStep({ ways, rememberDays, onBack, onExpired, onDone }) {
  const [way, choose] = useWay(ways);
  return (
    <>
      <div>
        <button type="button" className="way-back" onClick={onBack}>
          <Icon name="back" />
          Terug naar inloggen
        </button>
        <h1 className="title">Nog één stap</h1>
        <p className="soft" id="code-step">
          {WORDS[way]}
        </p>
      </div>
      <SecondStep
        way={way}
        paths={PATHS}
        hint={rememberDays ? "" : "Na de zesde ga je vanzelf verder."}
        rememberDays={rememberDays}
        describedBy="code-step"
        onExpired={onExpired}
        onDone={({ user }) => onDone(user)}
      />
      <div className="links">
        <OtherWays ways={ways} way={way} onChoose={choose} className="link tap" />
      </div>
    </>
  );
}
