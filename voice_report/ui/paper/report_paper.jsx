import { useEffect, useMemo, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/components/api.js";
import { showLive } from "$/public/external/voice_report/ui/components/live_text.js";
import { plainText } from "$/public/external/voice_report/ui/components/markdown.js";
import { useKeptText } from "$/public/external/voice_report/ui/components/use_kept_text.js";
import { Check, LeftOut } from "./beside.jsx";
import { Part } from "./part.jsx";
import { openPoints, pointAfter, shownPoints } from "./points.js";
import { corrected, fieldText, placeOf, sections, typed, withBody, withoutSentence, withSentence } from "./sections.js";
import { located } from "./sentences.js";
import { Source } from "./source.jsx";
import { stepOf, UndoButtons } from "./undo.jsx";
import { useChosen } from "./use_chosen.js";
import { useHistory } from "./use_history.js";
import { useReview } from "./use_review.js";

const EMPTY = { sentences: [], spoken: [], leftOut: [] };
const AGAIN_MS = 150_000; // the longest that an engine may take for one heading

/**
 * The concept on paper: read beside what was said, and changed on the paper itself, one field per heading. The two
 * children are what stands beside the paper and below it.
 */
export function ReportPaper({
  transcript, headings, heading, date, author, template, reviewed, savedLabel, isClosed, children, onVoice, onSign, ...kept
}) {
  const { value, draftId, userKey, fresh } = kept;
  const { text, change, saveUnsaved } = useKeptText({ field: "structuredReport", ...kept });
  const { review: found, trouble, isNew, compare, settle } = useReview({ draftId: isClosed ? "" : draftId, transcript, report: text });
  const put = (next) => change(next, Date.now());
  const note = useHistory({ text, draftId, userKey, template, fresh, isClosed, onMove: put });
  const review = found ?? EMPTY;
  const parts = useMemo(() => numbered(sections(text, headings.map(([title]) => title))), [text, headings]);
  const places = useMemo(() => located(parts, review.sentences.map((one) => one.text)), [parts, review]);
  const points = useMemo(() => openPoints(review.sentences), [review]);
  const marked = useMemo(() => new Map(shownPoints(points).map((point) => [point.index, point])), [points]);
  const statements = useMemo(() => statementsOf(review.sentences), [review]);
  const { chosen, choose } = useChosen(review.sentences);
  const [editing, setEditing] = useState("");
  const [message, setMessage] = useState({ of: "", text: "", isBusy: false });
  const sheet = useRef(null);

  const edit = (next, isTyping = false) => {
    note({ isTyping });
    put(next);
    if (!isTyping) saveUnsaved(); // no field is left that would save it
    return next;
  };
  const after = (act, ...values) => {
    saveUnsaved();
    act(...values);
  };
  const formOf = (title) => headings.find(([one]) => one.toLowerCase() === title.toLowerCase())?.[2] ?? "zinnen";
  useEffect(() => showLive(plainText(text)), [text]);
  const partOf = (title) => parts.find((one) => one.title.toLowerCase() === title.toLowerCase());
  const step = points.findIndex(({ index }) => index === chosen?.index);
  const place = chosen && placeOf(parts, places, chosen.index);
  const open = (id) => {
    setMessage({ of: "", text: "", isBusy: false });
    if (id) choose(null);
    setEditing(id);
    if (!id) saveUnsaved();
  };
  const close = () => {
    const before = chosen?.index;
    choose(null);
    sheet.current?.querySelector(`[data-sentence="${before}"]`)?.focus({ preventScroll: true });
  };
  const next = () => show(pointAfter(points, chosen?.index ?? null));
  const show = (point) => {
    choose(point?.index ?? null);
    sheet.current?.querySelector(`[data-sentence="${point?.index}"]`)?.scrollIntoView({ block: "center" });
  };
  const follow = (index) => show(points.length > 1 ? pointAfter(points, index) : null);

  const take = () => {
    const { index, sources } = chosen;
    const said = [...sources].sort((a, b) => a - b).map((at) => review.spoken[at]).join(" ");
    follow(index);
    edit(corrected(text, place, chosen.flags, said));
  };
  const confirm = async () => {
    const { index } = chosen;
    const error = await settle(index);
    setMessage({ of: "point", text: error, isBusy: false });
    if (!error) follow(index);
  };
  const move = (title) => {
    const without = withoutSentence(text, place);
    const target = sections(without, headings.map(([one]) => one)).find((one) => one.title === title);
    choose(null);
    edit(withSentence(without, target, chosen.text, formOf(title)));
  };
  const again = async (part, key) => {
    setMessage({ of: part.id, text: "", isBusy: true });
    const { answer, error } = await call("POST", `/api/drafts/${draftId}/sections/${key}/again`, {
      json: { report: text }, timeoutMs: AGAIN_MS, fallback: "Kon dit kopje niet opnieuw maken.",
    });
    setMessage({ of: part.id, text: error ?? "", isBusy: false });
    if (!answer) return;
    setEditing("");
    edit(withBody(text, part, answer.markdown));
  };
  const keys = (event) => {
    const step = stepOf(event);
    if (!step || event.target.matches("input, select")) return;
    event.preventDefault();
    sheet.current.querySelector(`.undo button:nth-child(${step < 0 ? 1 : 2})`)?.click();
  };

  return (
    <div className="papers page" onKeyDown={keys}>
      <div className="papers-main" ref={sheet}>
        <Check
          {...{ trouble, points }} onSign={() => after(onSign)} review={found} reviewed={text === value ? reviewed : ""} canSign={Boolean(found) && isNew}
          onNext={next} onCompare={compare}
        />
        <article className="paper" aria-label="Rapportage">
          <header>
            <h2>{heading}</h2>
            <p className="meta">{date && <span>{date}</span>} {author && <span>{author}</span>}</p>
          </header>
          {parts.map((part, at) => (
            <Part
              key={part.id} section={part} sentences={places[at]} {...{ review, marked }} chosen={chosen?.index ?? null}
              isEditing={editing === part.id} onChoose={(index) => choose(index === chosen?.index ? null : index)}
              onEdit={(isOpen) => open(isOpen ? part.id : "")} onVoice={() => after(onVoice, part.title)}
              onType={(words) => fieldText(sameAs(part, edit(typed(text, part, words), true), headings))}
              onAgain={keyOf(headings, part.title) && (() => again(part, keyOf(headings, part.title)))}
              onBlur={saveUnsaved} isBusy={message.of === part.id && message.isBusy} trouble={message.of === part.id ? message.text : ""}
            />
          ))}
          <p className="paper-foot num"><span role="status">{savedLabel}</span><UndoButtons /></p>
        </article>
        <LeftOut
          sentences={review.leftOut} spoken={review.spoken} titles={headings.map(([title]) => title)}
          onAdd={(said, title) => edit(withSentence(text, partOf(title), said, formOf(title)))}
        />
        <p className="quiet honest">We leggen het verslag naast je dictaat. Is een woord verkeerd verstaan, dan zien we dat hier niet.</p>
        {children[1]}
      </div>
      <div className="papers-side">
        {children[0]}
        <Source
          spoken={review.spoken} chosen={chosen && { ...chosen, flags: points[step]?.flags ?? [] }}
          step={step < 0 ? null : [step + 1, points.length]} statements={statements}
          titles={place ? headings.map(([title]) => title).filter((title) => title.toLowerCase() !== place.section.title.toLowerCase()) : []}
          trouble={message.of === "point" ? message.text : ""} onChoose={choose} onNext={next} onClose={close}
          onTake={take} onSettle={confirm} onMove={move}
          onEdit={() => open(place?.section.id ?? "")}
        />
      </div>
    </div>
  );
}

/** Give every section an id that stays when others come and go. */
const numbered = (found) =>
  found.map((one, at) => ({ ...one, id: `${one.title.toLowerCase()}#${found.slice(0, at).filter(({ title }) => title === one.title).length}` }));

const sameAs = ({ id }, text, headings) => numbered(sections(text, headings.map(([title]) => title))).find((one) => one.id === id);

const keyOf = (headings, title) => headings.find(([one]) => one.toLowerCase() === title.toLowerCase())?.[1];

/** By spoken sentence, the first sentence of the report that is made of it. */
function statementsOf(sentences) {
  const found = new Map();
  sentences.forEach(({ sources }, index) => sources.forEach((at) => found.has(at) || found.set(at, index)));
  return found;
}
