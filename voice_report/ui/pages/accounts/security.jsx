import { useState } from "react";
import { Card } from "$/public/external/voice_report/ui/kit/display/card.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { knowsPasskeys } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey.js";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { Devices, Remembered } from "$/public/external/voice_report/ui/pages/accounts/devices.jsx";
import { day, longDay } from "$/public/external/voice_report/ui/islands/sign_in/moments.js";
import { Passkeys } from "$/public/external/voice_report/ui/pages/accounts/passkeys.jsx";
import { Proof } from "$/public/external/voice_report/ui/pages/accounts/proof.jsx";

const DONE = { remove: "Verificatie-app uitgezet", "remove-passkey": "Toegangssleutel verwijderd" };

/* How the user's account is protected: passkeys, the authenticator app, recovery codes, and the devices that are signed in.
   `onStage` gets what needs the whole page: a set-up that began, or recovery codes to keep. */
export function Security({ account, organization, factor, passkeys, devices, remembered, onStage, onChanged }) {
  const [change, setChange] = useState({ name: "" });
  const ask = (name, about) => setChange({ name, about });
  const hasApp = Boolean(factor.setUpAt);
  const hasAny = hasApp || passkeys.length > 0;
  const done = (answer) => {
    setChange({ name: "" });
    const { name } = change;
    if (name === "begin") return onStage({ setup: answer });
    if (name === "recovery-codes") return onStage({ codes: answer.recoveryCodes });
    if (answer.recoveryCodes?.length) return onStage({ codes: answer.recoveryCodes, isFirstKey: true });
    showToast(DONE[name] ?? "Toegangssleutel toegevoegd");
    return onChanged();
  };
  return (
    <div className="security">
      {hasAny && (
        <div className="assurance">
          <span className="round green">
            <Icon name="shield" />
          </span>
          <p>
            <b>Je account is goed beschermd.</b> {howToSignIn(hasApp, passkeys.length > 0)}
          </p>
        </div>
      )}
      <div className="columns-2 even">
        <div className="stack">
          {hasAny ? <Passkeys passkeys={passkeys} onAsk={ask} onChanged={onChanged} /> : <NoFactor onAsk={ask} />}
          {hasAny && <Devices devices={devices} onChanged={onChanged} />}
        </div>
        <div className="stack">
          {!hasAny && <Devices devices={devices} onChanged={onChanged} />}
          {hasAny && <App factor={factor} onAsk={ask} />}
          {hasAny && <RecoveryCodesLeft left={factor.recoveryCodesLeft} onAsk={ask} />}
          {remembered.length > 0 && <Remembered devices={remembered} onChanged={onChanged} />}
          {factor.wanted !== "off" && <p className="last">{wanted(organization, factor)}</p>}
          <p className="quiet last">Bij elke wijziging hier krijg je een mail op {account.email}.</p>
        </div>
      </div>
      <Proof
        change={change.name}
        about={change.about}
        factor={factor}
        device={devices.find(({ current }) => current)?.name}
        onClose={() => setChange({ name: "" })}
        onDone={done}
      />
    </div>
  );
}

function howToSignIn(byApp, byPasskey) {
  if (!byPasskey) return "Je logt in met je wachtwoord en een code.";
  return byApp ? "Je logt in met één aanraking, en anders met een code." : "Je logt in met één aanraking.";
}

function wanted(organization, { wanted: choice, wantedFrom }) {
  const asks = choice === "required" ? `vraagt vanaf ${longDay(wantedFrom)} een tweede stap` : "raadt een tweede stap aan";
  return `${organization} ${asks}. Met een ${knowsPasskeys() ? "toegangssleutel" : "verificatie-app"} ben je klaar.`;
}

function NoFactor({ onAsk }) {
  const byPasskey = knowsPasskeys();
  return (
    <section className="card state-box" aria-labelledby="no-factor">
      <svg className="strokes art" viewBox="0 0 168 60" width="168" height="60" aria-hidden="true" strokeWidth="5">
        <circle className="art-petrol" cx="30" cy="30" r="21" />
        <path className="art-coral" strokeWidth="4" d="M22 26V34M30 21V39M38 26V34" />
        <path className="art-petrol" d="M51 30H150M112 30V44M130 30V40" />
        <path className="art-faint" d="M66 14H92M102 14H118" />
      </svg>
      <h2 className="subheading" id="no-factor">
        {byPasskey ? "Inloggen met één aanraking" : "Inloggen met een code erbij"}
      </h2>
      <p>
        {byPasskey
          ? "Maak een toegangssleutel: dan log je in met je vinger of gezicht, en heeft niemand iets aan alleen je wachtwoord."
          : "Stel een verificatie-app in: dan heeft niemand iets aan alleen je wachtwoord."}
      </p>
      {byPasskey && (
        <button type="button" className="button primary" onClick={() => onAsk("add-passkey")}>
          <Icon name="key" />
          Toegangssleutel maken
        </button>
      )}
      <button type="button" className={byPasskey ? "button plain small" : "button primary"} onClick={() => onAsk("begin")}>
        {byPasskey ? "Liever een code uit een app" : "Verificatie-app instellen"}
      </button>
    </section>
  );
}

function App({ factor, onAsk }) {
  if (!factor.setUpAt) return <NoApp onAsk={onAsk} />;
  const used = factor.lastUsedAt ? `, gebruikt op ${day(factor.lastUsedAt)}` : "";
  const isOn = (
    <span className="badge green">
      <Icon name="check" />
      Aan
    </span>
  );
  return (
    <Card id="app" title="Verificatie-app" beside={isOn} text="Zes cijfers uit een app op je telefoon, na je wachtwoord.">
      <p className="quiet num">
        Ingesteld op {day(factor.setUpAt)}
        {used}
      </p>
      <div className="tail">
        <button type="button" className="button plain small" onClick={() => onAsk("begin")}>
          Opnieuw instellen
        </button>
        {!factor.isRequired && (
          <button type="button" className="button remove small" onClick={() => onAsk("remove")}>
            Uitzetten
          </button>
        )}
      </div>
    </Card>
  );
}

function NoApp({ onAsk }) {
  return (
    <Card
      id="app"
      title="Verificatie-app"
      text="Zes cijfers uit een app op je telefoon, voor als je geen toegangssleutel bij de hand hebt."
    >
      <div className="tail">
        <button type="button" className="button plain small" onClick={() => onAsk("begin")}>
          Verificatie-app instellen
        </button>
      </div>
    </Card>
  );
}

function RecoveryCodesLeft({ left, onAsk }) {
  const strokes = Array.from({ length: 10 }, (_, index) => index);
  return (
    <Card id="recovery" title="Herstelcodes" text="Voor als je telefoon weg is. Elke code werkt één keer.">
      <div className="code-strokes" aria-hidden="true">
        {strokes.map((index) => (
          <i key={index} className={index < left ? undefined : "used"} />
        ))}
      </div>
      <p className="quiet num">Nog {left} van de 10 over</p>
      <button type="button" className="button secondary small" onClick={() => onAsk("recovery-codes")}>
        <Icon name="retry" />
        Nieuwe codes maken
      </button>
    </Card>
  );
}
