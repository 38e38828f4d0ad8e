import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { saveAs } from "$/public/external/voice_report/ui/kit/blobs.js";
import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";

const NUMBER = new Intl.NumberFormat("nl-NL");
const OUTCOMES = { new: "Nieuw", changed: "Wijziging", same: "Ongewijzigd" };
const FALLBACK = "Kon het bestand niet verwerken. Probeer het later opnieuw.";
const CHOOSE = "Kies een Excel- of CSV-bestand";
const KINDS = ".xlsx,.xlsm,.csv,.txt,text/csv,text/plain";
const EXAMPLE =
  "\ufeffid;voornaam;tussenvoegsel;achternaam;geboortedatum\r\nC-0001;Voornaam;van der;Achternaam;31-12-1940\r\n";
const CHANGED = "Kies het bestand opnieuw; het is intussen gewijzigd.";

/* Imports clients from a CSV file or an Excel workbook: first a preview, then, after a second click, the import itself. The same bytes are
   sent twice, the second time with the fingerprint of the preview. */
export function ClientImport({ largest, lines, onSaved }) {
  const [open, setOpen] = useState(false);
  const [file, setFile] = useState(null);
  const [preview, setPreview] = useState(null);
  const [century, setCentury] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const newest = useRef(0);

  const start = () => {
    newest.current += 1;
    setFile(null);
    setPreview(null);
    setCentury("");
    setProblem("");
    setBusy(false);
  };
  const close = () => {
    start();
    setOpen(false);
  };
  const choose = async (chosen) => {
    start();
    if (!chosen) return;
    if (chosen.size > largest) {
      setProblem(`Het bestand is te groot: er past ${largest / 1024 / 1024} MB in.`);
      return;
    }
    await look(chosen, "");
  };
  const look = async (chosen, wanted) => {
    const turn = newest.current;
    setBusy(true);
    const { answer, error } = await send("preview", chosen, { century: wanted });
    if (turn !== newest.current) return;
    setBusy(false);
    setProblem(error ?? "");
    if (!answer) return;
    setFile(chosen);
    setCentury(wanted);
    setPreview(answer);
  };
  const download = async () => {
    const { answer, error } = await send("mistakes", file, { century });
    setProblem(error ?? "");
    if (answer) saveAs("regels-met-een-fout.csv", answer.csv, "text/csv");
  };
  const save = async () => {
    if (busy) return;
    setBusy(true);
    const { answer, error } = await send("", file, { century, seen: preview.fingerprint });
    setBusy(false);
    if (error) {
      setProblem(error);
      return;
    }
    close();
    onSaved?.();
    showToast("Cliënten geïmporteerd", counted(answer, false));
  };

  return (
    <>
      <button type="button" className="button plain small" onClick={() => setOpen(true)}>
        <Icon name="upload" />
        Bestand importeren
      </button>
      <Dialog open={open} title="Cliënten importeren" onClose={close}>
        {open && (
          <div className="import">
            <div className="import-body">
              {!preview && <Explanation lines={lines} />}
              {problem && (
                <div className="notice coral" role="alert">
                  <Icon name="alert" />
                  <p>{problem}</p>
                </div>
              )}
              {preview ? (
                <Preview preview={preview} name={file.name} onMistakes={download}>
                  {preview.unclear > 0 && (
                    <Century preview={preview} chosen={century} onChoose={(wanted) => busy || look(file, wanted)} />
                  )}
                </Preview>
              ) : (
                <Chooser busy={busy} onChoose={choose} />
              )}
            </div>
            <div className="row way-out-first">
              <button type="button" className="button secondary" onClick={preview ? start : close}>
                {preview ? "Ander bestand" : "Annuleren"}
              </button>
              {preview && (
                <button
                  type="button"
                  className="button primary"
                  disabled={busy || !(preview.new + preview.changed)}
                  aria-busy={busy || undefined}
                  onClick={save}
                >
                  {busy ? "Laden..." : importing(preview.new + preview.changed)}
                </button>
              )}
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
}

function Explanation({ lines }) {
  return (
    <p className="soft">
      Een Excel- of CSV-bestand met de kolommen <b>id</b>, <b>voornaam</b>, <b>achternaam</b> en <b>geboortedatum</b>, tot{" "}
      {NUMBER.format(lines)} regels; <b>tussenvoegsel</b> mag erbij. Je ziet eerst een voorbeeld; er wordt nog niets opgeslagen.{" "}
      <button type="button" className="button plain small" onClick={() => saveAs("clienten-voorbeeld.csv", EXAMPLE, "text/csv")}>
        <Icon name="download" />
        Voorbeeldbestand
      </button>
    </p>
  );
}

/* The browser's own file button is in the browser's language. So it is laid, invisible, over the place that the preview
   will take: there a file can be dropped too. */
function Chooser({ busy, onChoose }) {
  return (
    <label className="file-place">
      <span className="button secondary">
        <Icon name="upload" />
        {busy ? "Laden..." : CHOOSE}
      </span>
      <span className="quiet">of sleep het hierheen</span>
      <input
        type="file"
        aria-label={CHOOSE}
        accept={KINDS}
        disabled={busy}
        onChange={({ target }) => onChoose(target.files[0])}
      />
    </label>
  );
}

/* Of a year of two digits that can be of both centuries the user says which. */
function Century({ preview, chosen, onChoose }) {
  const { unclear, unclearAs } = preview;
  return (
    <section className="notice" aria-label="Welke eeuw">
      <Icon name="alert" />
      <div>
        <p>
          {unclear === 1 ? "Bij 1 regel kan" : `Bij ${NUMBER.format(unclear)} regels kan`} het geboortejaar 19.. of 20.. zijn,
          bijvoorbeeld {unclearAs}. Welke eeuw is het?
        </p>
        <div className="row">
          {["1900", "2000"].map((century) => (
            <button
              key={century}
              type="button"
              className="button secondary small"
              aria-pressed={chosen === century}
              onClick={() => onChoose(chosen === century ? "" : century)}
            >
              {chosen === century && <Icon name="check" />}
              <span>{century.slice(0, 2)}..</span>
            </button>
          ))}
        </div>
        <p className="quiet">Kies je niet, dan worden deze regels overgeslagen.</p>
      </div>
    </section>
  );
}

function Preview({ preview, name, onMistakes, children }) {
  const heading = useRef(null);
  useEffect(() => heading.current.focus(), []);
  const hidden = preview.wrong - preview.mistakes.length;
  return (
    <>
      <h3 className="label" ref={heading} tabIndex={-1}>
        Voorbeeld van {name}
      </h3>
      {preview.otherSheets.length > 0 && (
        <p className="quiet">
          Gelezen is het werkblad {preview.sheet}. Niet gelezen: {preview.otherSheets.join(", ")}.
        </p>
      )}
      {preview.heading > 0 && (
        <p className="quiet">De koppen staan op regel {preview.heading}. Wat daarboven staat, is niet gelezen.</p>
      )}
      {preview.hidden > 0 && (
        <p className="quiet">
          {preview.hidden === 1 ? "1 verborgen rij is" : `${NUMBER.format(preview.hidden)} verborgen rijen zijn`} meegelezen,
          bijvoorbeeld door een filter in Excel.
        </p>
      )}
      {preview.unread.length > 0 && (
        <p className="quiet">
          Niet gelezen {preview.unread.length === 1 ? "is de kolom" : "zijn de kolommen"} {preview.unread.join(", ")}. Hoort
          een daarvan bij de naam, noem die kolom dan tussenvoegsel, voornaam of achternaam.
        </p>
      )}
      {preview.totals.length > 0 && (
        <p className="quiet">
          {preview.totals.length === 1 ? "Regel" : "Regels"} {preview.totals.join(", ")}{" "}
          {preview.totals.length === 1 ? "telt de andere en is" : "tellen de andere en zijn"} overgeslagen.
        </p>
      )}
      {preview.doubted && (
        <div className="notice" role="note">
          <Icon name="alert" />
          <p>
            Kloppen de letters met een accent, bijvoorbeeld in <b>{preview.doubted}</b>? Zo niet, bewaar de lijst dan als .xlsx
            of als ‘CSV UTF-8’ en kies dat bestand.
          </p>
        </div>
      )}
      <p>{counted(preview, true)}</p>
      {preview.turned > 0 && (
        <p className="quiet">
          {preview.turned === 1 ? "Bij 1 naam" : `Bij ${NUMBER.format(preview.turned)} namen`} stond het tussenvoegsel achteraan:{" "}
          {preview.turnedAs}.
        </p>
      )}
      {preview.serials > 0 && (
        <p className="quiet">
          {preview.serials === 1 ? "1 geboortedatum was" : `${NUMBER.format(preview.serials)} geboortedatums waren`} een getal
          van Excel: {preview.serialsAs}.
        </p>
      )}
      {preview.completed > 0 && (
        <p className="quiet">
          {preview.completed === 1 ? "Van 1 geboortedatum" : `Van ${NUMBER.format(preview.completed)} geboortedatums`} is de
          eeuw aangevuld: {preview.readAs}.
        </p>
      )}
      {children}
      {preview.changed > 0 && (
        <p className="quiet">Een id dat je al hebt, wijzigt die cliënt. Niets wordt verwijderd.</p>
      )}
      {preview.sample.length > 0 && <Sample lines={preview.sample} />}
      {preview.wrong > 0 && (
        <section className="mistakes" aria-label="Regels met een fout">
          <h3 className="label">Deze regels worden overgeslagen</h3>
          <ul tabIndex={0}>
            {preview.mistakes.map(({ number, sentence }) => (
              <li key={number}>
                <b className="num">Regel {number}:</b> {sentence}
              </li>
            ))}
            {hidden > 0 && <li>En nog {NUMBER.format(hidden)} regels.</li>}
          </ul>
          <button type="button" className="button plain small" onClick={onMistakes}>
            <Icon name="download" />
            Foute regels downloaden
          </button>
        </section>
      )}
    </>
  );
}

function Sample({ lines }) {
  return (
    <div className="sample" tabIndex={0} role="region" aria-label="De eerste regels">
      <table>
        <thead>
          <tr>
            {["Regel", "Id", "Naam", "Geboren", "Gevolg"].map((words) => (
              <th key={words} scope="col">
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="num">
          {lines.map(({ number, client, outcome }) => (
            <tr key={number}>
              <td>{number}</td>
              <td>{client.id}</td>
              <td>
                {client.firstName} {client.lastName}
              </td>
              <td>{client.dateOfBirth.split("-").reverse().join("-")}</td>
              <td>{OUTCOMES[outcome]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/* The result, or the preview, of the import in one sentence. */
function counted({ new: added, changed, same, wrong }, ahead) {
  const parts = [
    `${NUMBER.format(added)} nieuw`,
    `${NUMBER.format(changed)} gewijzigd`,
    same > 0 && `${NUMBER.format(same)} ongewijzigd`,
    wrong > 0 && `${NUMBER.format(wrong)} met een fout`,
  ];
  const sentence = parts.filter(Boolean).join(", ");
  return ahead && !(added + changed) ? `${sentence}. Er is niets om te importeren.` : `${sentence}.`;
}

/* What the button does: of nothing it says so without a number. */
const importing = (count) =>
  count === 0 ? "Importeren" : `${NUMBER.format(count)} ${count === 1 ? "cliënt" : "cliënten"} importeren`;

/* The kind of call, the file, and the query; empty values are left out. */
async function send(kind, file, query) {
  const asked = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const path = `/api/clients/import${kind && "/"}${kind}?${asked}`;
  const outcome = await call("POST", path, { body: file, type: file.type || "text/csv", fallback: FALLBACK });
  if (outcome.status === 401) window.location.assign("/login");
  // With a connection the file itself could not be read: browsers refuse one that changed since it was chosen.
  return outcome.code === "offline" && navigator.onLine ? { error: CHANGED } : outcome;
}
