import { useEffect, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { keepAccepted } from "$/public/external/voice_report/ui/islands/sign_in/factors/passkey_signals.js";
import { callWithStepUp } from "$/public/external/voice_report/ui/islands/sign_in/factors/step_up.jsx";
import { Tabs } from "$/public/external/voice_report/ui/kit/display/tabs.jsx";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { missing, wrongEmail, wrongNames, wrongNewPassword } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import {
  EmailField,
  Names,
  Notice,
  PasswordField,
  Submit,
  useForm,
} from "$/public/external/voice_report/ui/islands/sign_in/form.jsx";
import { NewPassword } from "$/public/external/voice_report/ui/islands/sign_in/new_password.jsx";
import { HomeScreen } from "$/public/external/voice_report/ui/pages/accounts/home_screen.jsx";
import { SecondFactor } from "$/public/external/voice_report/ui/pages/accounts/second_factor.jsx";
import { Security } from "$/public/external/voice_report/ui/pages/accounts/security.jsx";

const TABS = [
  ["profile", "Profiel"],
  ["password", "Wachtwoord"],
  ["security", "Beveiliging"],
];

/* The user's own account: profile, password, and what protects it. */
export function Account({ rules, organization, mail, onSaved, children }) {
  const [tab, setTab] = useState("profile");
  const [account, setAccount] = useState(null);
  const [devices, setDevices] = useState([]);
  const [remembered, setRemembered] = useState([]);
  const [factor, setFactor] = useState(null);
  const [passkeys, setPasskeys] = useState([]);
  const [stage, setStage] = useState(null);
  const [problem, setProblem] = useState("");

  const load = async () => {
    setProblem("");
    const [mine, signedIn, kept, second, keys] = await Promise.all([
      call("GET", "/api/account", { fallback: "Kon je account niet laden. Probeer het later opnieuw." }),
      call("GET", "/api/account/devices", { fallback: "Kon je apparaten niet laden. Probeer het later opnieuw." }),
      call("GET", "/api/account/remembered-devices", { fallback: "Kon je apparaten niet laden. Probeer het later opnieuw." }),
      call("GET", "/api/account/second-factor", { fallback: "Kon je beveiliging niet laden. Probeer het later opnieuw." }),
      call("GET", "/api/account/passkeys", { fallback: "Kon je beveiliging niet laden. Probeer het later opnieuw." }),
    ]);
    if (mine.status === 401) return window.location.assign("/login");
    const failed = [mine, signedIn, kept, second, keys].find(({ error }) => error);
    setProblem(failed?.error ?? "");
    if (mine.answer) setAccount(mine.answer);
    if (signedIn.answer) setDevices(signedIn.answer.devices);
    if (kept.answer) setRemembered(kept.answer.devices);
    if (second.answer) setFactor(second.answer);
    if (keys.answer) setPasskeys(keys.answer.passkeys);
    return keys.answer?.signals;
  };
  useEffect(() => {
    if (window.location.hash === "#beveiliging") setTab("security");
    load();
  }, []);

  const saved = (changed) => {
    if (changed) setAccount(changed);
    onSaved?.();
    load().then(keepAccepted);
  };
  const closeStage = () => {
    setStage(null);
    saved();
  };
  if (stage) {
    return <SecondFactor stage={stage} onCodes={(codes) => setStage({ ...stage, codes })} onClose={closeStage} />;
  }
  return (
    <>
      <div className="page-head page">
        {children}
        <h1 className="title">Mijn account</h1>
      </div>
      <div className="page">
        {account && factor ? (
          <Tabs value={tab} label="Account" tabs={TABS} onChange={setTab} keep>
            <div className="account">
              <div className="card pad">
                <Profile account={account} onSaved={saved} />
              </div>
              <Copies account={account} onSaved={saved} />
              {account.hasReported && <HomeScreen />}
              <p className="quiet way-out">
                Account opheffen? Mail{" "}
                <a className="link" href={`mailto:${mail}`}>
                  {mail}
                </a>
                . Binnen 30 dagen zijn je gegevens weg.
              </p>
            </div>
            <div className="account">
              <div className="card pad">
                <Password rules={rules} onSaved={saved} />
              </div>
            </div>
            <Security
              account={account}
              organization={organization}
              factor={factor}
              passkeys={passkeys}
              devices={devices}
              remembered={remembered}
              onStage={setStage}
              onChanged={saved}
            />
          </Tabs>
        ) : (
          <Loading problem={problem} onAgain={load} />
        )}
      </div>
    </>
  );
}

function Loading({ problem, onAgain }) {
  if (problem) {
    return (
      <div className="card state-box" role="alert">
        <h2 className="subheading">Fout bij laden</h2>
        <p>{problem}</p>
        <button type="button" className="button secondary" onClick={onAgain}>
          Opnieuw proberen
        </button>
      </div>
    );
  }
  return (
    <div className="account waiting" role="status" aria-busy="true" aria-label="Laden...">
      <div className="card pad">
        <div className="skeleton" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  );
}

function Profile({ account, onSaved }) {
  const [email, setEmail] = useState(account.email);
  const moves = email.trim().toLowerCase() !== account.email;
  const check = (fields) => ({
    ...wrongNames(fields),
    email: wrongEmail(fields.email),
    currentPassword: moves && missing("Huidig wachtwoord", fields.currentPassword),
  });
  const send = async (fields) => {
    const fallback = "Kon profiel niet bijwerken.";
    const { answer, error } = await callWithStepUp("PUT", "/api/account", { json: fields, fallback });
    if (!answer) return error;
    setEmail(answer.email);
    onSaved(answer);
    showToast("Profiel bijgewerkt");
    return "";
  };
  const state = useForm(check, send);
  return (
    <form {...state.form}>
      {account.pendingEmail && (
        <Notice
          tone="petrol"
          title="Bevestig je nieuwe e-mailadres"
          text={`We stuurden een link naar ${account.pendingEmail}. Tot je die opent, log je in met ${account.email}.`}
        />
      )}
      <Names problems={state.problems} firstName={account.firstName} lastName={account.lastName} />
      <EmailField value={email} onChange={({ target }) => setEmail(target.value)} error={state.problems.email} />
      {moves && (
        <PasswordField
          label="Huidig wachtwoord"
          id="field-confirm-currentPassword"
          name="currentPassword"
          required
          hint="Nodig om je e-mailadres te wijzigen."
          error={state.problems.currentPassword}
        />
      )}
      <Submit state={state} words="Opslaan" />
    </form>
  );
}

function Password({ rules, onSaved }) {
  const [round, setRound] = useState(0);
  const check = (fields) => ({
    currentPassword: missing("Huidig wachtwoord", fields.currentPassword),
    ...wrongNewPassword(rules, fields),
  });
  const send = async (fields, form) => {
    const fallback = "Kon wachtwoord niet wijzigen.";
    const { answer, error } = await callWithStepUp("PUT", "/api/account/password", { json: fields, fallback });
    if (!answer) return error;
    form.reset();
    setRound(round + 1);
    onSaved();
    showToast("Wachtwoord gewijzigd");
    return "";
  };
  const state = useForm(check, send);
  return (
    <form {...state.form}>
      <PasswordField label="Huidig wachtwoord" name="currentPassword" required error={state.problems.currentPassword} />
      <NewPassword key={round} rules={rules} problems={state.problems} />
      <Submit state={state} words="Opslaan" />
    </form>
  );
}

function Copies({ account, onSaved }) {
  const choose = async ({ target }) => {
    const json = { copiesEmpty: target.checked };
    const { error } = await call("PUT", "/api/account/copies", { json, fallback: "Kon je keuze niet bewaren." });
    if (error) showToast("Fout", error, true);
    onSaved();
  };
  return (
    <section className="card pad" aria-labelledby="copies">
      <h2 className="subheading" id="copies">
        Naar je dossier
      </h2>
      <label className="switch-row">
        <span>
          <b className="label">Lege kopjes meenemen</b>
          <span className="hint" id="copies-hint">
            Een kopje met &apos;Niet besproken&apos; gaat mee als je kopieert, afdrukt of downloadt.
          </span>
        </span>
        <span className="switch">
          <input
            type="checkbox"
            role="switch"
            aria-label="Lege kopjes meenemen"
            aria-describedby="copies-hint"
            checked={account.copiesEmpty}
            onChange={choose}
          />
          <span />
        </span>
      </label>
    </section>
  );
}
