import { useState } from "react";
import { call } from "$/public/external/voice_report/ui/components/api.js";
import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { showToast } from "$/public/external/voice_report/ui/components/toast.jsx";
import { Proof } from "$/public/external/voice_report/ui/pages/accounts/proof.jsx";

const DAY = new Intl.DateTimeFormat("nl-NL", {
  timeZone: "Europe/Amsterdam",
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
});
const TIME = new Intl.DateTimeFormat("nl-NL", { timeZone: "Europe/Amsterdam", hour: "2-digit", minute: "2-digit" });
const LEVELS = {
  password: "met wachtwoord",
  two_factor: "met wachtwoord en code",
  single_sign_on: "met werkaccount",
};
const PHONES = /iPhone|iPad|Android/;

const day = (moment) => DAY.format(new Date(moment));
const when = (moment) => `${day(moment)}, ${TIME.format(new Date(moment)).replace(":", ".")} uur`;

/* How the user's account is protected: the second factor, and the devices that are signed in. `onSetup` gets a set-up that
   began, `onCodes` new recovery codes. */
export function Security({ account, factor, devices, remembered, onSetup, onCodes, onChanged }) {
  const [change, setChange] = useState("");
  const isOn = Boolean(factor.setUpAt);
  const done = (answer) => {
    setChange("");
    if (change === "begin") return onSetup(answer);
    if (change === "recovery-codes") return onCodes(answer.recoveryCodes);
    showToast("Verificatie-app uitgezet");
    return onChanged();
  };
  return (
    <div className="security">
      {isOn && (
        <div className="assurance">
          <span className="round green">
            <Icon name="shield" />
          </span>
          <p>
            <b>Je account is goed beschermd.</b> Je logt in met je wachtwoord en een code.
          </p>
        </div>
      )}
      <div className="columns-2 even">
        <div className="stack">
          {isOn ? <App factor={factor} onAsk={setChange} /> : <NoApp onAsk={setChange} />}
          {isOn && <RecoveryCodesLeft left={factor.recoveryCodesLeft} onAsk={setChange} />}
        </div>
        <div className="stack">
          <Devices devices={devices} onChanged={onChanged} />
          {remembered.length > 0 && <Remembered devices={remembered} onChanged={onChanged} />}
          <p className="quiet last">Bij elke wijziging van je verificatie-app krijg je een mail op {account.email}.</p>
        </div>
      </div>
      <Proof change={change} hasFactor={isOn} onClose={() => setChange("")} onDone={done} />
    </div>
  );
}

function NoApp({ onAsk }) {
  return (
    <section className="card state-box" aria-labelledby="no-app">
      <svg className="strokes art" viewBox="0 0 168 60" width="168" height="60" aria-hidden="true" strokeWidth="5">
        <circle className="art-petrol" cx="30" cy="30" r="21" />
        <path className="art-coral" strokeWidth="4" d="M22 26V34M30 21V39M38 26V34" />
        <path className="art-petrol" d="M51 30H150M112 30V44M130 30V40" />
        <path className="art-faint" d="M66 14H92M102 14H118" />
      </svg>
      <h2 className="subheading" id="no-app">
        Inloggen met een code erbij
      </h2>
      <p>Stel een verificatie-app in: dan heeft niemand iets aan alleen je wachtwoord.</p>
      <button type="button" className="button primary" onClick={() => onAsk("begin")}>
        <Icon name="phone" />
        Verificatie-app instellen
      </button>
    </section>
  );
}

function App({ factor, onAsk }) {
  const used = factor.lastUsedAt ? `, gebruikt op ${day(factor.lastUsedAt)}` : "";
  return (
    <section className="card pad" aria-labelledby="app">
      <div className="card-head">
        <h2 className="subheading" id="app">
          Verificatie-app
        </h2>
        <span className="badge green">
          <Icon name="check" />
          Aan
        </span>
      </div>
      <p className="card-text">Zes cijfers uit een app op je telefoon, na je wachtwoord.</p>
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
    </section>
  );
}

function RecoveryCodesLeft({ left, onAsk }) {
  const strokes = Array.from({ length: 10 }, (_, index) => index);
  return (
    <section className="card pad" aria-labelledby="recovery">
      <div className="card-head">
        <h2 className="subheading" id="recovery">
          Herstelcodes
        </h2>
      </div>
      <p className="card-text">Voor als je telefoon weg is. Elke code werkt één keer.</p>
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
    </section>
  );
}

/* The devices on which no code is needed after the password. */
function Remembered({ devices, onChanged }) {
  const forget = async ({ id }) => {
    const { error } = await call("DELETE", `/api/account/remembered-devices/${id}`, { fallback: "Kon apparaat niet vergeten." });
    if (error) showToast("Fout", error, true);
    onChanged();
  };
  return (
    <section className="card pad" aria-labelledby="remembered">
      <div className="card-head">
        <h2 className="subheading" id="remembered">
          Onthouden apparaten
        </h2>
      </div>
      <p className="card-text">Hier log je in zonder code.</p>
      <ul className="list">
        {devices.map((device) => (
          <li key={device.id} className="thing">
            <span className="round">
              <Icon name={PHONES.test(device.name) ? "phone" : "laptop"} />
            </span>
            <div className="text">
              <b id={`remembered-${device.id}`}>{device.name}</b>
              <p className="quiet num">
                Ingelogd op {when(device.lastSeenAt)}, onthouden tot {day(device.rememberedUntil)}
              </p>
            </div>
            <button
              type="button"
              className="button plain small"
              aria-describedby={`remembered-${device.id}`}
              onClick={() => forget(device)}
            >
              Vergeten
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Devices({ devices, onChanged }) {
  const signOut = async (path) => {
    const { error } = await call("DELETE", path, { fallback: "Kon apparaat niet afmelden." });
    if (error) showToast("Fout", error, true);
    onChanged();
  };
  return (
    <section className="card pad" aria-labelledby="devices">
      <div className="card-head">
        <h2 className="subheading" id="devices">
          Aangemelde apparaten
        </h2>
      </div>
      <ul className="list">
        {devices.map((device) => (
          <li key={device.id} className="thing">
            <span className="round">
              <Icon name={PHONES.test(device.name) ? "phone" : "laptop"} />
            </span>
            <div className="text">
              <span className="named">
                <b id={`device-${device.id}`}>{device.name}</b>
                {device.current && <span className="badge green">Dit apparaat</span>}
              </span>
              <p className="quiet num">
                {device.current ? "Nu" : when(device.lastSeenAt)}, {LEVELS[device.level]}
              </p>
            </div>
            {!device.current && (
              <button
                type="button"
                className="button plain small"
                aria-describedby={`device-${device.id}`}
                onClick={() => signOut(`/api/account/devices/${device.id}`)}
              >
                Afmelden
              </button>
            )}
          </li>
        ))}
      </ul>
      {devices.length > 2 && (
        <div className="tail">
          <button type="button" className="button plain small" onClick={() => signOut("/api/account/devices")}>
            Alle andere apparaten afmelden
          </button>
        </div>
      )}
    </section>
  );
}
