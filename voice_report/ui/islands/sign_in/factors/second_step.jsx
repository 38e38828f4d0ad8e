import { useState } from "react";
import { CodeForm } from "$/public/external/voice_report/ui/islands/sign_in/factors/code_form.jsx";
import { knowsPasskeys } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey.js";
import { PasskeyButton } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey_button.jsx";

const OTHERWISE = {
  passkey: "Liever met een toegangssleutel",
  code: "Code uit verificatie-app",
  recovery: "Ik heb mijn telefoon niet bij me",
  beside: "Herstelcode gebruiken", // next to a passkey, which need not be on a phone
};

/* Which second factor is asked for, of `ways` ({byApp, byPasskey}): 'passkey', 'code' or 'recovery'; and a setter. */
export function useWay(ways) {
  const [chosen, choose] = useState("");
  return [chosen || open(ways)[0], choose];
}

function open({ byApp, byPasskey }) {
  return [byPasskey && knowsPasskeys() && "passkey", byApp && "code", "recovery"].filter(Boolean);
}

/* One second factor, sent to its path in `paths` ({code, passkey}); `onDone` gets the answer. After a code this device may
   need none for `rememberDays`, if any; a passkey is as quick. */
export function SecondStep({ way, paths, hint, describedBy, rememberDays, onExpired, onDone }) {
  if (way === "passkey") {
    return (
      <PasskeyButton
        path={paths.passkey}
        words="Bevestigen met toegangssleutel"
        className="primary big"
        takesFocus
        onExpired={onExpired}
        onDone={onDone}
      />
    );
  }
  return (
    <CodeForm
      key={way}
      path={paths.code}
      hint={hint}
      describedBy={describedBy}
      rememberDays={rememberDays}
      byRecovery={way === "recovery"}
      onExpired={onExpired}
      onDone={onDone}
    />
  );
}

/* A button for every other way there is. */
export function OtherWays({ ways, way, onChoose, className }) {
  return open(ways)
    .filter((one) => one !== way)
    .map((one) => (
      <button key={one} type="button" className={className} onClick={() => onChoose(one)}>
        {OTHERWISE[one === "recovery" && ways.byPasskey ? "beside" : one]}
      </button>
    ));
}
