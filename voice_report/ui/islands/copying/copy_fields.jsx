import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { copy } from "../../kit/clipboard.js";
import { copied as copiedForms } from "../../kit/text/copied.js";
import { fields, lengthOf } from "./fields.js";
import { Refused } from "./refused.jsx";
import { stateOf, tick, tickDraft, ticks } from "./ticks.js";
import { noteWay } from "./way.js";

const ONE_PRESS_MS = 600; // a double press is one
const [NO_HEADINGS, NO_TICKS] = [[], {}];

/**
 * 'Kopieer per kop': a report as fields, each copied by its own button, and a button below that copies the next one. It
 * stays the same element, with the focus on it: Enter, another window, paste, back, Enter.
 *
 * `stored` has the ticks that the server has of a draft (`isDraft`). `onCopied(reportId, isWhole)`: a field of an
 * archived report was copied, or (`isWhole`) nothing is left that was not. After that the button below is `onNext`, in
 * the words `next`; `begins` marks it as one that begins a recording. The children come next to it then; without a
 * child, or before, `onNext` stands there. With `level` the headings are of that level.
 */
export function CopyFields({
  reportId, markdown, headings = NO_HEADINGS, stored = NO_TICKS, isDraft, empty, level = 2, next, begins, onCopied, onNext, children,
}) {
  const titles = useMemo(() => headings.map(([title]) => title), [headings]);
  const all = useMemo(() => fields(markdown, titles), [markdown, titles]);
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
  const isDone = isDoneIn(known);
  const following = said.find((field) => stateIn(field, known) !== "copied");
  const count = said.filter((field) => stateIn(field, known) === "copied").length;
  const kinds = said.length === 1 ? "kop" : "koppen";

  const note = (chosen) => {
    const wasDone = isDoneIn(ticks.of(reportId));
    (isDraft ? tickDraft : tick)(reportId, chosen.fields);
    noteWay(chosen.way);
    setRefused(null);
    const isWhole = isDoneIn(ticks.of(reportId));
    if (!isDraft || (isWhole && !wasDone)) onCopied(reportId, isWhole);
  };
  // The clipboard first: Safari refuses it after anything else was waited for.
  const take = (chosen) => copy(chosen.plain, chosen.html).then(() => note(chosen), () => setRefused(chosen));
  const takeOne = (field) => take({ way: "heading", name: field.name, plain: field.text, html: field.html, fields: [field] });
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
        <ol className="copy-rows">
          {all.map((field) => (
            <Row
              key={field.id} {...{ field, Name }} state={stateIn(field, known)} isNext={field === following}
              onCopy={() => takeOne(field)}
            />
          ))}
        </ol>
        <p className="quiet honest">Wat je kopieert, staat even op het klembord van dit toestel. Wis het op een gedeeld toestel.</p>
      </div>
      <div className="action-bar copy-bar">
        <div className="narrow-page">
          <button
            ref={main} type="button" className="button primary big" data-records={following || isResting ? undefined : begins}
            onClick={press}
          >
            {following && <Icon name="copy" />}
            <span>{following ? `Kopieer ${following.name}` : next}</span>
            {!following && <Icon name="next" />}
          </button>
          <div className="copy-pair">
            {said.length > 0 && (
              <button type="button" className="button secondary" onClick={() => take({ way: "whole", name: "Rapportage", ...whole, fields: said })}>
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

function Row({ field, Name, state, isNext, onCopy }) {
  const [isOpen, setOpen] = useState(false);
  if (!field.text) {
    return (
      <li className="not-said">
        <Name>{field.name}</Name>
        <p className="count">Niet besproken</p>
      </li>
    );
  }
  const isCopied = state === "copied";
  return (
    <li className={isCopied ? "had" : isNext ? "is-next" : undefined}>
      <Name>{field.name}</Name>
      <button type="button" className="text" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{field.text}</span>
      </button>
      <p className="count num">
        {lengthOf(field)}
        {state === "changed" && <b>Gewijzigd na kopiëren</b>}
      </p>
      <button
        type="button" className={isCopied ? "copy-one did" : "copy-one"} onClick={onCopy}
        aria-label={isCopied ? `${field.name} gekopieerd. Nog een keer kopiëren` : `Kopieer ${field.name}`}
      >
        <Icon name={isCopied ? "check" : "copy"} />
        {isCopied ? "Gekopieerd" : "Kopieer"}
      </button>
    </li>
  );
}
