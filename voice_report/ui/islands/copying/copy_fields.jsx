import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { copy } from "../../kit/clipboard.js";
import { copied as copiedForms, withLine, withMark } from "../../kit/text/copied.js";
import { MeasuredRows } from "../measurements/section.jsx";
import { noteCopied, useMeasurements } from "../measurements/use_measurements.js";
import { useOpenPoints } from "../editor/open_points.js";
import { PER_HEADING, fields, withoutField } from "./fields.js";
import { Refused } from "./refused.jsx";
import { Row } from "./rows.jsx";
import { stateOf, tick, tickDraft, ticks } from "./ticks.js";
import { noteWay } from "./way.js";

const ONE_PRESS_MS = 600; // a double press is one
const [NO_HEADINGS, NO_TICKS] = [[], {}];

/**
 * 'Kopieer per kop': a report as fields, each copied by its own button, and a button below that copies the next one. It
 * stays the same element, with the focus on it: Enter, another window, paste, back, Enter.
 *
 * With a `profile` (fields.js) the fields are those of the organization's record system; what is longer than one takes
 * is copied in parts by the button below. Measured values that it gives no field stand below, to be copied one by one;
 * they are no part of what is copied as a whole. `stored` has the ticks that the server has of a draft (`isDraft`).
 * `onCopied(reportId, isWhole)`: a field of an archived report was copied, or (`isWhole`) nothing is left that was not.
 * After that the button below is `onNext`, in the words `next`; `begins` marks it as one that begins a recording. The
 * children come next to it then; without a child, or before, `onNext` stands there. With `level` the headings are of
 * that level. `onPoints` is the way to the points of the draft that are still to be checked.
 */
export function CopyFields({
  reportId, markdown, mark, headings = NO_HEADINGS, profile, stored = NO_TICKS, isDraft, empty, level = 2, next, begins, onCopied, onNext,
  onPoints, children,
}) {
  const titles = useMemo(() => headings.map(([title]) => title), [headings]);
  const shape = profile?.id ? profile : PER_HEADING;
  const measured = useMeasurements({ id: reportId, isArchived: !isDraft, transcript: markdown });
  const values = measured.found.rows;
  const all = useMemo(() => fields(markdown, titles, shape, values), [markdown, titles, shape, values]);
  const isPending = !measured.isRead && all.some(({ isMeasured }) => isMeasured);
  const whole = useMemo(() => copiedForms(markdown, { empty }), [markdown, empty]);
  const known = useSyncExternalStore(ticks.subscribe, () => ticks.of(reportId), () => ticks.of(reportId));
  const [refused, setRefused] = useState(null);
  const [isResting, rest] = useRest();
  const pressedAt = useRef(-Infinity);
  const main = useRef(null);
  useEffect(() => {
    if (isDraft) window.scrollTo(0, 0); // it takes the place of a longer page
    main.current.focus({ preventScroll: true });
  }, []);

  const said = all.filter(({ text }) => text);
  const stateIn = (field, { own, stored: answered }) => stateOf(field, own, answered, stored);
  const isDoneIn = (those) => said.length > 0 && said.every((field) => stateIn(field, those) === "copied");
  const isDone = isDoneIn(known) && !isPending;
  const isOpen = (field) => stateIn(field, known) !== "copied";
  const [first] = said.filter(isOpen);
  const following = first?.parts.find(isOpen) ?? first;
  const count = said.filter((field) => stateIn(field, known) === "copied").length;
  const kinds = (shape.fields.length ? ["veld", "velden"] : ["kop", "koppen"])[said.length === 1 ? 0 : 1];

  const note = (chosen) => {
    const wasDone = isDoneIn(ticks.of(reportId));
    (isDraft ? tickDraft : tick)(reportId, chosen.fields);
    noteWay(chosen.way);
    setRefused(null);
    const isWhole = isDoneIn(ticks.of(reportId));
    if (!isDraft || (isWhole && !wasDone)) onCopied(reportId, isWhole);
    if (isDraft && chosen.fields.some(({ isMeasured }) => isMeasured)) noteCopied(reportId);
  };
  const noteValue = () => (isDraft ? noteCopied(reportId) : onCopied(reportId, false));
  // The clipboard first: Safari refuses it after anything else was waited for.
  const take = (chosen) => copy(chosen.plain, withMark(chosen.html, mark)).then(() => note(chosen), () => setRefused(chosen));
  const takeOne = (field) => take({ way: "heading", name: field.name, plain: field.text, html: field.html, fields: [field] });
  const takeWhole = () => take({
    way: "whole", name: "Rapportage", ...whole, plain: withLine(whole.plain, mark), fields: said.filter(({ isMeasured }) => !isMeasured),
  });
  const press = ({ timeStamp }) => {
    if (timeStamp - pressedAt.current < ONE_PRESS_MS) return;
    pressedAt.current = timeStamp;
    rest();
    if (following) takeOne(following);
    else onNext();
  };

  const [Title, Name] = [`h${level}`, `h${level + 1}`];
  return (
    <>
      <div className="narrow-page copy-page">
        <div className="copy-head">
          <Title>{isDone ? "Alles gekopieerd" : "Kopieer per kop"}</Title>
          <p className="soft num" role="status">
            {said.length
              ? `${count} van ${said.length} ${kinds} gekopieerd.${isDone ? "" : " Plak ze in je dossier."}`
              : "Er is nog niets om te kopiëren."}
          </p>
        </div>
        {isDraft && onPoints && <OpenPoints draftId={reportId} onPoints={onPoints} />}
        <ol className="copy-rows">
          {all.map((field) => (
            <Row
              key={field.id} {...{ Name }} field={{ ...field, isPending: isPending && field.isMeasured }}
              stateIn={(one) => stateIn(one, known)} next={following?.id} onCopy={takeOne}
            />
          ))}
        </ol>
        <MeasuredRows
          found={{ ...measured.found, rows: withoutField(values, shape) }} trouble={measured.trouble} level={level + 1} isCopy
          onAgain={measured.again} onCopied={noteValue}
        />
        <p className="quiet honest">Wat je kopieert, staat even op het klembord van dit toestel. Wis het op een gedeeld toestel.</p>
      </div>
      <div className="action-bar copy-bar">
        <div className="narrow-page">
          <button
            ref={main} type="button" className="button primary big" data-records={following || isResting ? undefined : begins}
            onClick={press}
            onKeyDown={(event) => event.repeat && event.preventDefault()} // a key that is held is one press
          >
            {following && <Icon name="copy" />}
            <span>{following ? `Kopieer ${following.name}` : next}</span>
            {!following && <Icon name="next" />}
          </button>
          <div className="copy-pair">
            {said.length > 0 && (
              <button type="button" className="button secondary" onClick={takeWhole}>
                Alles in één keer
              </button>
            )}
            {following ? <button type="button" className="button plain" data-records={begins} onClick={onNext}>{next}</button> : children}
          </div>
        </div>
      </div>
      <Refused refused={refused} onAgain={() => take(refused)} onCopied={() => note(refused)} onClose={() => setRefused(null)} />
    </>
  );
}

/* [whether a press was just now, the function to call at a press]. */
function useRest() {
  const [isResting, setResting] = useState(false);
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);
  const rest = () => {
    setResting(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResting(false), ONE_PRESS_MS);
  };
  return [isResting, rest];
}

/* Points of the report that are not looked at yet: copying is possible nevertheless. */
function OpenPoints({ draftId, onPoints }) {
  const number = useOpenPoints(draftId);
  if (!number) return null;
  return (
    <div className="notice amber copy-note">
      <Icon name="alert" />
      <p>
        <b>{number === 1 ? "1 punt om na te kijken." : `${number} punten om na te kijken.`}</b>
        <span>{" Kopiëren kan al wel. "}</span>
        <button type="button" className="link" onClick={onPoints}>Bekijk ze</button>
      </p>
    </div>
  );
}
