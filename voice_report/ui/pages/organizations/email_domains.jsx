import { useId, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { DialogButtons, FormError, Notice, TextField, useForm } from "$/public/external/voice_report/ui/kit/form/form.jsx";
import { copy as copyText } from "$/public/external/voice_report/ui/kit/clipboard.js";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { day, when } from "$/public/external/voice_report/ui/islands/sign_in/moments.js";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { missing } from "$/public/external/voice_report/ui/islands/sign_in/checks.js";
import { MembersOutside } from "$/public/external/voice_report/ui/pages/organizations/outsiders.jsx";

/* The organization's domains of mail addresses, proven or waiting for their TXT record. `onAct(method, path, json)` calls
   the API. */
export function Domains({ path, domains, onAct, onChanged }) {
  const [adding, setAdding] = useState(false);
  const [problem, setProblem] = useState({});
  const [refused, setRefused] = useState(null);
  const [removing, setRemoving] = useState(null);
  const change = async (domain, method, rest, words) => {
    setRemoving(null);
    const { answer, error, code } = await onAct(method, `${path}/${domain.id}${rest}`);
    const isAsked = code === "members_outside";
    setRefused(isAsked ? { domain, error } : null);
    setProblem(error && !isAsked ? { id: domain.id, error } : {});
    if (answer) showToast(words);
    onChanged();
  };
  return (
    <div className="settings-part">
      <h3>Domeinen</h3>
      <ul className="list">
        {domains.map((domain) => (
          <li key={domain.id} className="domain">
            <div className="line">
              <b id={`domain-${domain.id}`}>{domain.domain}</b>
              <Proof domain={domain} />
            </div>
            {isSeen(domain) ? (
              <p className="quiet num">Gezien op {when(domain.checkedAt ?? domain.provenAt)}</p>
            ) : (
              <>
                <p className="quiet num">{domain.provenAt ? lost(domain) : TO_PROVE}</p>
                <CopyField label="TXT-regel" isHidden value={domain.record} />
              </>
            )}
            {problem.id === domain.id && <Notice tone="coral" text={problem.error} />}
            <div className="tail">
              {!isSeen(domain) && (
                <button
                  type="button"
                  className="button plain small"
                  aria-describedby={`domain-${domain.id}`}
                  onClick={() => change(domain, "POST", "/prove", domain.provenAt ? "TXT-regel gezien" : "Domein bewezen")}
                >
                  Nu controleren
                </button>
              )}
              <button
                type="button"
                className="button remove small"
                aria-describedby={`domain-${domain.id}`}
                onClick={() => setRemoving(domain)}
              >
                Verwijderen
              </button>
            </div>
          </li>
        ))}
      </ul>
      <div className="tail">
        <button type="button" className="button plain small" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          Domein toevoegen
        </button>
      </div>
      <Dialog open={Boolean(removing)} alert title="Domein verwijderen?" text={removing && gone(removing)} onClose={() => setRemoving(null)}>
        <div className="row">
          <button type="button" className="button secondary" onClick={() => setRemoving(null)}>
            Annuleren
          </button>
          <button type="button" className="button danger" onClick={() => change(removing, "DELETE", "", "Domein verwijderd")}>
            Verwijderen
          </button>
        </div>
      </Dialog>
      <MembersOutside
        title="Domein toch verwijderen?"
        action="Toch verwijderen"
        refused={refused}
        onGoOn={() => change(refused.domain, "DELETE", "?acceptsOutsiders=true", "Domein verwijderd")}
        onClose={() => setRefused(null)}
      />
      {createPortal(
        <Dialog
          open={adding}
          title="Domein toevoegen"
          text="Wat bij jullie adressen achter de @ staat. Daarna krijg je een TXT-regel die bewijst dat het van jullie is."
          onClose={() => setAdding(false)}
        >
          {adding && (
            <Adding
              path={path}
              onAct={onAct}
              onClose={() => setAdding(false)}
              onAdded={() => {
                setAdding(false);
                onChanged();
              }}
            />
          )}
        </Dialog>,
        document.body,
      )}
    </div>
  );
}

const TO_PROVE = "Zet deze TXT-regel bij het domein. Daarna is het meestal binnen een uur klaar.";

const gone = ({ domain }) =>
  `${domain} geldt dan niet meer als jullie domein. Voeg je het later weer toe, dan krijg je een nieuwe TXT-regel om het te bewijzen.`;

const isSeen = ({ provenAt, missingSince }) => Boolean(provenAt) && !missingSince;

function lost({ missingSince, closesAt, isClosed }) {
  const from = isClosed ? "Niemand kan" : `Zet hem terug voor ${day(closesAt)}: daarna kan niemand`;
  const then = closesAt ? `${from} met dit domein zijn werkaccount nog voor het eerst gebruiken.` : "Zet hem terug.";
  return `De TXT-regel is weg sinds ${day(missingSince)}. ${then}`;
}

function Proof({ domain }) {
  if (domain.missingSince) return <span className={domain.isClosed ? "badge coral" : "badge amber"}>TXT-regel weg</span>;
  if (!domain.provenAt) return <span className="badge amber">Wacht op bewijs</span>;
  return (
    <span className="badge green">
      <Icon name="check" />
      Bewezen
    </span>
  );
}

/* In the page's body, because forms cannot be nested; its events do not reach the form around it. */
function Adding({ path, onAct, onClose, onAdded }) {
  const check = ({ domain }) => ({ domain: missing("Domein", domain.trim()) });
  const send = async (fields) => {
    const { answer, error } = await onAct("POST", path, fields);
    if (answer) onAdded();
    return error;
  };
  const state = useForm(check, send);
  return (
    <form {...state.form} onSubmit={alone(state.form.onSubmit)} onInput={alone(state.form.onInput)}>
      <FormError state={state} />
      <TextField
        label="Domein"
        name="domain"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        error={state.problems.domain}
      />
      <DialogButtons state={state} words="Toevoegen" onClose={onClose} />
    </form>
  );
}

const alone = (handle) => (event) => {
  event.stopPropagation();
  handle(event);
};

/** A value that is there to be copied. */
export function CopyField({ label, value, hint, isHidden }) {
  const id = useId();
  const copy = async () => {
    try {
      await copyText(value);
      showToast(`${label} gekopieerd`);
    } catch {
      showToast("Fout", "Kopiëren is niet gelukt. Selecteer de tekst en kopieer die.", true);
    }
  };
  return (
    <div className="field">
      {!isHidden && (
        <span className="label" id={id}>
          {label}
        </span>
      )}
      <div className="copy-field" role="group" aria-labelledby={isHidden ? undefined : id} aria-label={isHidden ? label : undefined}>
        <code>{value}</code>
        <button type="button" className="icon-button" aria-label={`${label} kopiëren`} onClick={copy}>
          <Icon name="copy" />
        </button>
      </div>
      {hint && <span className="hint">{hint}</span>}
    </div>
  );
}
