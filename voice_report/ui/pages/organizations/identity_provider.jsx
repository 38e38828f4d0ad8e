import { useEffect, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { FieldBox } from "$/public/external/voice_report/ui/kit/form/field_box.jsx";
import { FormError, Notice, SubmitButton, TextField, useForm } from "$/public/external/voice_report/ui/kit/form/form.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { day, when } from "$/public/external/voice_report/ui/islands/sign_in/moments.js";
import { callWithStepUp } from "$/public/external/voice_report/ui/islands/sign_in/factors/step_up.jsx";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { missing } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { takeOutcome } from "$/public/external/voice_report/ui/islands/sign_in/single_sign_on.jsx";
import { CopyField, Domains } from "$/public/external/voice_report/ui/pages/organizations/email_domains.jsx";
import { MembersOutside } from "$/public/external/voice_report/ui/pages/organizations/outsiders.jsx";

const PATH = "/api/organization/identity-provider";
const KINDS = [
  ["entra", "Microsoft Entra ID"],
  ["google", "Google"],
  ["surfconext", "SURFconext"],
  ["other", "Anders, bijvoorbeeld Keycloak"],
];
const HINTS = {
  entra: "Bij Entra ID heet dit de verlener: https://login.microsoftonline.com/TENANT-ID/v2.0",
  google: "https://accounts.google.com",
  surfconext: "https://connect.surfconext.nl",
  other: "Precies zoals de aanbieder zichzelf noemt.",
};
const USAGES = [
  ["off", "Uit"],
  ["recommended", "Aanbevolen"],
  ["required", "Verplicht"],
];
const FAILED = "Dit is niet gelukt. Probeer het opnieuw.";

/** Call the API; when the user must step up first, the page's dialog asks for that, and it continues by itself. */
const act = (method, path, json) => callWithStepUp(method, path, { json, fallback: FAILED });

/* The organization's own identity provider: its settings, the domains that lead to it, and the test of both. */
export function IdentityProvider({ sentences }) {
  const [provider, setProvider] = useState(null);
  const [domains, setDomains] = useState([]);
  const [problem, setProblem] = useState("");
  const [tested, setTested] = useState("");
  const load = async () => {
    const [one, all] = await Promise.all([
      call("GET", PATH, { fallback: "Kon de instellingen niet laden. Probeer het later opnieuw." }),
      call("GET", `${PATH}/domains`, { fallback: "Kon de domeinen niet laden. Probeer het later opnieuw." }),
    ]);
    setProblem(one.error || all.error || "");
    if (one.answer) setProvider(one.answer);
    if (all.answer) setDomains(all.answer.domains);
  };
  useEffect(() => {
    setTested(takeOutcome());
    load();
  }, []);
  if (!provider) {
    return problem ? <Notice tone="coral" text={problem} /> : <p role="status">Laden...</p>;
  }
  return (
    <section className="card pad" aria-labelledby="own-provider">
      <div className="card-head">
        <h2 className="subheading" id="own-provider">
          Eigen werkaccount
        </h2>
        {provider.usage !== "off" && (
          <span className="badge petrol">{USAGES.find(([usage]) => usage === provider.usage)[1]}</span>
        )}
      </div>
      <p className="card-text">
        Collega's gebruiken dan het account dat ze al hebben, bijvoorbeeld van Microsoft, Google of SURFconext.
      </p>
      <Settings
        key={provider.version}
        provider={provider}
        outcome={tested && tested !== "done" ? (sentences[tested] ?? sentences.unavailable) : ""}
        onSaved={(saved) => {
          setTested("");
          setProvider(saved);
          showToast("Inloggen opgeslagen", "Je wijziging staat in het logboek.");
        }}
      >
        <Domains path={`${PATH}/domains`} domains={domains} onAct={act} onChanged={load} />
      </Settings>
      {provider.version > 0 && <Removal onRemoved={load} />}
    </section>
  );
}

function Settings({ provider, outcome, onSaved, children }) {
  const [kind, setKind] = useState(provider.kind);
  const [secondStep, setSecondStep] = useState(provider.needsSecondStep);
  const [touched, setTouched] = useState(false);
  const [refused, setRefused] = useState(null);
  const check = ({ issuer, clientId }) => ({
    issuer: missing("Adres van de aanbieder", issuer.trim()),
    clientId: missing("Toepassings-id", clientId.trim()),
  });
  const send = async (fields) => {
    const { admitsMembers, needsSecondStep, ...rest } = fields;
    const json = {
      ...rest,
      admitsMembers: admitsMembers === "on",
      needsSecondStep: needsSecondStep === "on",
      version: provider.version,
    };
    const { answer, error, code } = await act("PUT", PATH, json);
    if (answer) onSaved(answer);
    if (code === "members_outside") setRefused({ json, error });
    return code === "members_outside" ? "" : error;
  };
  const goOn = async () => {
    const { answer, error } = await act("PUT", PATH, { ...refused.json, acceptsOutsiders: true });
    if (answer) onSaved(answer);
    else setRefused({ ...refused, problem: error });
  };
  const state = useForm(check, send);
  const onInput = (event) => {
    setTouched(true);
    state.form.onInput(event);
  };
  return (
    <form {...state.form} onInput={onInput} aria-labelledby="own-provider">
      <div className="settings-part form">
        <FieldBox id="field-kind" label="Aanbieder">
          <div className="select-box">
            <select
              className="select"
              id="field-kind"
              name="kind"
              value={kind}
              onChange={({ target }) => setKind(target.value)}
            >
              {KINDS.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
            <Icon name="down" />
          </div>
        </FieldBox>
        <TextField
          label="Adres van de aanbieder"
          name="issuer"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          hint={HINTS[kind]}
          defaultValue={provider.issuer}
          error={state.problems.issuer}
        />
        <div className="pair-fields">
          <TextField
            label="Toepassings-id"
            name="clientId"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            defaultValue={provider.clientId}
            error={state.problems.clientId}
          />
          <TextField
            label="Clientgeheim"
            name="clientSecret"
            type="password"
            autoComplete="new-password"
            maxLength={500}
            placeholder={provider.secretSetAt ? "Ongewijzigd" : undefined}
            hint={provider.secretSetAt ? `Bewaard op ${day(provider.secretSetAt)}, niet meer te lezen` : undefined}
          />
        </div>
        <CopyField
          label="Omleidingsadres"
          value={provider.redirectUri}
          hint="Plak dit adres bij de aanbieder, teken voor teken gelijk."
        />
      </div>
      {children}
      <div className="settings-part">
        <h3>Wie mag erin</h3>
        <div className="switches">
          <SwitchRow
            name="admitsMembers"
            label="Nieuwe collega's vanzelf toelaten"
            hint={`Zolang er plaats is: ${provider.members} van ${provider.maxMembers} in gebruik.`}
            defaultChecked={provider.admitsMembers}
          />
          <SwitchRow
            name="needsSecondStep"
            label="Tweede stap bij de aanbieder eisen"
            hint="De aanbieder moet melden dat die is gezet."
            checked={secondStep}
            onChange={({ target }) => setSecondStep(target.checked)}
          />
        </div>
        <div className="form">
          <FieldBox id="field-memberRole" label="Rol van nieuwe collega's">
            <div className="select-box">
              <select className="select" id="field-memberRole" name="memberRole" defaultValue={provider.memberRole}>
                <option value="user">Gebruiker</option>
                <option value="admin">Admin</option>
              </select>
              <Icon name="down" />
            </div>
          </FieldBox>
          <div hidden={!secondStep}>
            <TextField
              label="Zo meldt de aanbieder de tweede stap"
              name="acr"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={255}
              hint="Leeg: met 'mfa' in amr. Anders de waarde van acr, of van acrs bij Entra ID."
              defaultValue={provider.acr}
            />
          </div>
        </div>
      </div>
      <div className="settings-part form">
        <h3>Test de koppeling</h3>
        {outcome && <Notice tone="coral" text={`${outcome} De reden staat in het logboek.`} />}
        <Test provider={provider} disabled={touched || provider.version === 0} />
        <fieldset className="field">
          <legend>Gebruik van het werkaccount</legend>
          <div className="choice">
            {USAGES.map(([value, words]) => (
              <label key={value}>
                <input type="radio" name="usage" value={value} defaultChecked={provider.usage === value} />
                {words}
              </label>
            ))}
          </div>
          <span className="hint">{alwaysIn(provider.alwaysIn)}</span>
          {provider.outsiders > 0 && <span className="hint">{shutOut(provider)}</span>}
        </fieldset>
        <details>
          <summary>Uitloggen bij de aanbieder</summary>
          <div className="form">
            <CopyField
              label="Uitloggen via de server"
              value={provider.backChannelUri}
              hint="Wie bij de aanbieder uitlogt, is dan ook hier uitgelogd."
            />
            <CopyField label="Uitloggen via de browser" value={provider.frontChannelUri} />
          </div>
        </details>
        <FormError state={state} />
        <div className="save-row">
          <SubmitButton state={state} words="Opslaan" look="primary" />
          <p className="quiet">Je wijziging komt in het logboek.</p>
        </div>
      </div>
      <MembersOutside
        title="Toch verplicht maken?"
        action="Toch verplicht"
        refused={refused}
        onGoOn={goOn}
        onClose={() => setRefused(null)}
      />
    </form>
  );
}

function alwaysIn(names) {
  if (!names.length) return "Voor Verplicht moet een admin een tweede stap hebben: die komt altijd binnen.";
  const all = new Intl.ListFormat("nl", { type: "conjunction" }).format(names.slice(0, 3));
  return `Ook bij Verplicht ${names.length > 1 ? "komen" : "komt"} ${all} altijd binnen, met toegangssleutel of wachtwoord en code.`;
}

/** Whom 'Verplicht' would shut out, by name and address. */
function shutOut({ outsiders, outsidersShown }) {
  const rest = outsiders - outsidersShown.length;
  const all = new Intl.ListFormat("nl").format([...outsidersShown, ...(rest ? [`nog ${rest}`] : [])]);
  return `Buiten jullie domeinen: ${all}. Bij Verplicht ${outsiders > 1 ? "komen zij" : "komt die"} er niet meer in.`;
}

function SwitchRow({ label, hint, ...input }) {
  return (
    <label className="switch-row">
      <span>
        <b className="label">{label}</b>
        <span className="hint">{hint}</span>
      </span>
      <span className="switch">
        <input type="checkbox" role="switch" {...input} />
        <span />
      </span>
    </label>
  );
}

function Test({ provider, disabled }) {
  const [error, setError] = useState("");
  const begin = async () => {
    const { answer, error: refusal } = await act("POST", `${PATH}/test`);
    if (answer) window.location.assign(answer.url);
    else setError(refusal);
  };
  return (
    <>
      {error && <Notice tone="coral" text={error} />}
      {provider.testWarning && <Notice tone="coral" text={provider.testWarning} />}
      <div className="proof">
        <span className={provider.isTested ? "round green" : "round"}>
          <Icon name={provider.isTested ? "check" : "person"} />
        </span>
        {provider.isTested ? (
          <p>
            Gelukt als {provider.testedAs}
            <br />
            <span className="quiet num">
              {when(provider.testedAt)}, {provider.testedSecondStep ? "met" : "zonder"} tweede stap
            </span>
          </p>
        ) : (
          <p className="quiet">
            {disabled ? "Sla de instellingen op, en test ze dan." : "Nog niet gelukt met deze instellingen."}
          </p>
        )}
        <button type="button" className="button secondary small" disabled={disabled} onClick={begin}>
          Test de koppeling
        </button>
      </div>
    </>
  );
}

function Removal({ onRemoved }) {
  const [open, setOpen] = useState(false);
  const [error, setError] = useState("");
  const remove = async () => {
    const { answer, error: refusal } = await act("DELETE", PATH);
    setError(refusal || "");
    if (!answer) return;
    setOpen(false);
    showToast("Koppeling verwijderd");
    onRemoved();
  };
  return (
    <div className="tail">
      <button type="button" className="button remove small" onClick={() => setOpen(true)}>
        Koppeling verwijderen
      </button>
      <Dialog
        open={open}
        alert
        title="Koppeling verwijderen?"
        text="Wie met zijn werkaccount inlogde, wordt uitgelogd en heeft voortaan een wachtwoord nodig."
        onClose={() => setOpen(false)}
      >
        {error && <Notice tone="coral" text={error} />}
        <div className="row">
          <button type="button" className="button secondary" onClick={() => setOpen(false)}>
            Annuleren
          </button>
          <button type="button" className="button danger" onClick={remove}>
            Verwijderen
          </button>
        </div>
      </Dialog>
    </div>
  );
}
