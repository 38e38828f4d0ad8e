/** Notices by severity, worst first: no microphone, no sound heard, not sent, unfinished dictations. */
import { useState } from "react";

import { Dialog } from "$/public/external/voice_report/ui/kit/overlay/dialog.jsx";
import { useOffline } from "../../../kit/use_offline.js";
import * as session from "../session/session.js";
import { ConfirmLeaving } from "./confirm_leaving.jsx";
import { about, howLong, leavingWords, MICROPHONE, moment, shownWords, TROUBLE, waitsWhere, WARNING } from "./texts.js";
import { Notice } from "./view.jsx";

export function Notices({ state, onLater = session.leave }) {
  const { phase, microphone, warning, unkept, segments, nothingHeard, unfinished } = state;
  const trouble = (state.trouble || state.engine) && { ...state.engine, ...state.trouble };
  const isSaidBelow = useOffline() && phase === "recording" && trouble?.kind === "offline"; // in the dock
  const [removing, setRemoving] = useState(null);
  const refused = segments.filter((segment) => segment.refused !== null);
  return (
    <div className="recorder-notices">
      {microphone && <NotStarted words={MICROPHONE[microphone]} />}
      {WARNING[warning] && <Words words={shownWords(WARNING[warning], unkept)} tone="coral" role="alert" />}
      {unkept && <Words words={WARNING.unkept} tone="coral" role="alert" />}
      {nothingHeard && (
        <Notice icon="mic" what="Geen spraak herkend" text="Er is niets verstaan. Spreek wat dichter bij de microfoon." />
      )}
      {refused.length > 0 && (
        <Notice tone="coral" role="alert" what="Kon audio niet verwerken" text={refused[0].refused} actions={[
          { label: "Opnieuw proberen", onClick: session.retry },
          { label: "Verwijderen", isRemoval: true, onClick: () => setRemoving(REFUSED) },
        ]} />
      )}
      {trouble && !isSaidBelow && <Trouble trouble={trouble} phase={phase} unkept={unkept} onLater={onLater} />}
      {phase === "idle" && unfinished.map((dictation) => (
        <Unfinished key={dictation.id} dictation={dictation} onRemove={() => setRemoving(dictation)} />
      ))}
      <ConfirmRemoval
        text={removalWords(removing)} onClose={() => setRemoving(null)}
        onRemove={() => (removing === REFUSED ? session.dropRefused() : session.removeUnfinished(removing))}
      />
      <ConfirmLeaving isAsked={state.leaving !== null} words={leavingWords(unkept)} onStay={session.stayOnPage} onLeave={session.leavePage} />
    </div>
  );
}

const REFUSED = { refused: true };

const removalWords = (removing) =>
  removing === REFUSED
    ? "Het geluid dat niet verwerkt kon worden, wordt definitief verwijderd. De rest van je opname blijft."
    : removing && `De opname van ${whenAndHowLong(removing)} wordt definitief verwijderd.`;

/** Asks for confirmation before audio is discarded, while there is a `text`; Escape and 'Annuleren' keep it. */
export function ConfirmRemoval({ text, onRemove, onClose }) {
  function remove() {
    onClose();
    onRemove();
  }
  return (
    <Dialog alert open={text !== null} title="Opname verwijderen?" text={text} onClose={onClose}>
      <div className="row">
        <button className="button secondary" type="button" onClick={onClose}>
          Annuleren
        </button>
        <button className="button danger" type="button" onClick={remove}>
          Verwijderen
        </button>
      </div>
    </Dialog>
  );
}

function NotStarted({ words: [why, text] }) {
  return <Notice what="Kon opname niet starten" text={`${why}. ${text}`} tone="coral" role="alert" />;
}

function Words({ words: [what, text], ...rest }) {
  return <Notice what={what} text={text} {...rest} />;
}

const INSTEAD = { idle: "Begin gerust.", processing: "" };

function Trouble({ trouble, phase, unkept, onLater }) {
  const [title, text] = shownWords(TROUBLE[trouble.kind], unkept);
  const what = trouble.percent && trouble.kind === "loading" ? title.replace("...", ` (${trouble.percent})`) : title;
  const actions = [];
  if (trouble.kind === "signedOut" || trouble.kind === "otherAccount") actions.push({ label: "Inloggen", href: "/login" });
  if (trouble.kind !== "loading" && phase === "processing") {
    actions.push({ label: "Opnieuw proberen", onClick: session.retry });
    if (!unkept) actions.push({ label: "Later verwerken", onClick: onLater });
  }
  const words = text
    .replace("Praat gerust door.", INSTEAD[phase] ?? "Praat gerust door.")
    .replace("{wait}", () => about(trouble.seconds))
    .trim();
  const sentence = trouble.sentence && !unkept ? `${trouble.sentence} ${words}` : words; // the server's promises it is kept
  const icon = trouble.kind === "offline" ? "offline" : "alert";
  return <Notice icon={icon} what={what} text={sentence} actions={actions} />;
}

const whenAndHowLong = ({ startedAt, ms }) => `${moment(startedAt)}, ${howLong(ms)}`;

/** An earlier dictation: it stays on this device until the user decides. */
function Unfinished({ dictation, onRemove }) {
  const { id, isFinished } = dictation;
  const go = (label) => ({ label, onClick: () => session.continueUnfinished(id) });
  const words = isFinished
    ? { what: `Opname van ${whenAndHowLong(dictation)}`, text: "Hij is verwerkt en staat bij je concepten." }
    : { what: `Niet-verzonden opname van ${whenAndHowLong(dictation)}`, text: waitsWhere(false) };
  const actions = isFinished
    ? [go("Verder gaan"), { label: "Sluiten", onClick: () => session.removeUnfinished(dictation) }]
    : [
        go("Verder praten"),
        { label: "Uitschrijven", onClick: () => session.processUnfinished(id) },
        { label: "Verwijderen", isRemoval: true, onClick: onRemove },
      ];
  return <Notice tone="petrol" icon="mic" {...words} actions={actions} />;
}
