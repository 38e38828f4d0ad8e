import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { showLive } from "$/public/external/voice_report/ui/kit/text/live_text.js";
import { wordsOf } from "$/public/external/voice_report/ui/kit/text/markdown.js";
import { useKeptText } from "$/public/external/voice_report/ui/kit/text/use_kept_text.js";
import { look as heardIn } from "../playback/placing.js";
import * as player from "../playback/player.js";
import { usePieces } from "../playback/use_pieces.js";
import { noteAdding, takeAdding } from "./model/adding.js";
import { Check, LeftOut } from "./beside.jsx";
import { Changes } from "./changes.jsx";
import { keepFocus } from "./focus.js";
import { Part } from "./part.jsx";
import { noteOpenPoints } from "./open_points.js";
import { isUnsure, missingIn, openPoints, pointAfter, shownPoints } from "./model/points.js";
import { fieldText, placeOf, replaced, sections, typed, withBody, withoutSentence, withSentence, withValues } from "./model/sections.js";
import { located } from "./model/sentences.js";
import { Source } from "./source.jsx";
import { MeasuredRows } from "../measurements/section.jsx";
import { useMeasured } from "../measurements/use_measured.js";
import { stepOf, UndoButtons } from "./undo.jsx";
import { useChosen } from "./use_chosen.js";
import { useHistory } from "./use_history.js";
import { useReview } from "./use_review.js";

const EMPTY = { sentences: [], spoken: [], leftOut: [], changes: [] };
const AGAIN_MS = 150_000; // the longest that an engine may take for one heading
const CHECK_MS = 5_000;
const QUIET = { of: "", text: "" };
const NO_NEWS = { of: "", text: "", before: "" };

const beside = () => window.matchMedia("(min-width: 1200px)");
const onWidth = (listener) => {
  const media = beside();
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
};

/**
 * The concept on paper: read next to what was said, and changed on the paper itself, one field per heading. The two
 * children are what stands next to the paper and below it. What stands next to it comes before it in the order of the
 * keyboard: the way to 'Kopiëren' does not lead through every sentence.
 */
export function ReportPaper({
  transcript, headings, heading, date, author, template, reviewed, savedLabel, isClosed, children, onVoice, onSign, onDate, onTidy, ...kept
}) {
  const { value, draftId, userKey, fresh, savedAt } = kept;
  const { text, change, saveUnsaved } = useKeptText({ field: "structuredReport", ...kept });
  const { review: found, trouble, isNew, compare, settle } = useReview({
    draftId: isClosed ? "" : draftId, transcript, report: text, isSaved: savedAt > 0,
  });
  const note = useHistory({ text, draftId, userKey, template, fresh, isClosed, onMove: change });
  const review = found ?? EMPTY;
  const titles = useMemo(() => headings.map(([title]) => title), [headings]);
  const parts = useMemo(() => numbered(sections(text, titles)), [text, titles]);
  const places = useMemo(() => located(parts, review.sentences), [parts, review]);
  const points = useMemo(
    () => openPoints(review.sentences).filter(({ index }) => placeOf(parts, places, index)), [parts, places, review],
  );
  const sheet = useRef(null);
  const measured = useMeasured({ draftId, isClosed, transcript, sheet });
  const openCount = points.filter(({ level }) => level !== "unsure").length + missingIn(review) + measured.asked;
  useEffect(() => noteOpenPoints(draftId, openCount), [draftId, openCount]);
  const marked = useMemo(() => new Map(shownPoints(points).map((point) => [point.index, point])), [points]);
  const [pieces] = usePieces(userKey, draftId);
  const heard = useMemo(() => heardIn(transcript, pieces).unsure, [transcript, pieces]);
  useEffect(() => player.keepOnly(pieces), [pieces]);
  useEffect(() => player.forget, []);
  const statements = useMemo(() => statementsOf(review.sentences), [review]);
  const { chosen, choose } = useChosen(review.sentences);
  const [editing, setEditing] = useState("");
  const [message, setMessage] = useState(QUIET);
  const [busy, setBusy] = useState("");
  const isBeside = useSyncExternalStore(onWidth, () => beside().matches, () => false);
  const [news, setNews] = useState(NO_NEWS); // what was just done under a heading, and what stood there `before`
  const cards = useRef(0); // how many of the places below the points 'Volgende' has led to
  const now = useRef(null); // what is on screen, for answers that come later
  now.current = { text, parts, places, draftId };
  useEffect(() => () => { now.current = null; }, []);
  useEffect(() => showLive(text), [text]);
  useEffect(() => {
    const was = takeAdding(draftId);
    const there = was && partOf(was.title);
    if (there && there.body !== was.body) setNews({ of: there.id, text: `Toegevoegd bij ${there.title}.`, before: was.body });
  }, []);
  useEffect(() => {
    // A sheet, which covers what is below, where the sources do not stand next to the paper.
    sentenceOf(chosen?.index)?.scrollIntoView({ block: isBeside ? "nearest" : "start" });
  }, [chosen?.turn]);

  const sentenceOf = (index) => sheet.current?.querySelector(`[data-sentence="${index}"]`);
  const toCheck = () => keepFocus(() => sheet.current?.querySelector(".check [role=status]"));
  const step = points.findIndex(({ index }) => index === chosen?.index);
  const place = chosen && placeOf(parts, places, chosen.index);
  const flags = points[step]?.flags ?? [];
  const missing = missingIn(review);
  const inTemplate = (title) => headings.find(([one]) => one.toLowerCase() === title.toLowerCase());
  const formOf = (title) => inTemplate(title)?.[2] ?? "zinnen";
  const partOf = (title, all = parts) => all.find((one) => one.title.toLowerCase() === title.toLowerCase());

  const edit = (next, isTyping = false) => {
    note({ isTyping });
    setNews(NO_NEWS);
    change(next);
    if (!isTyping) saveUnsaved(); // no field is left that would save it
    return next;
  };
  const after = (act, ...values) => {
    saveUnsaved();
    act(...values);
  };
  const open = (id) => {
    setMessage(QUIET);
    setNews(NO_NEWS);
    if (id) choose(null);
    setEditing(id);
    if (!id) saveUnsaved();
  };
  const look = (index) => {
    setMessage(QUIET);
    measured.choose(null);
    choose(index);
    if (index === null) toCheck();
  };
  const close = () => {
    if (measured.chosen) measured.close();
    const before = chosen?.index;
    if (before === undefined) return;
    choose(null);
    sentenceOf(before)?.focus({ preventScroll: true });
  };
  const next = () => {
    const isLast = points.length === 0 || step === points.length - 1 || cards.current > 0;
    const below = isLast ? [".left-out .red button", ".unsure .ask button"].map((one) => sheet.current.querySelector(one)).filter(Boolean) : [];
    const card = below[cards.current] ?? (points.length === 0 ? below[0] : undefined);
    cards.current = card ? below.indexOf(card) + 1 : 0;
    look(card ? null : (pointAfter(points, chosen?.index ?? null)?.index ?? null));
    card?.focus();
  };
  const follow = () => look(points.length > 1 ? pointAfter(points, chosen.index).index : null);

  /* The wrong values alone, when the result follows from what was said; else the spoken sentences. */
  const take = async () => {
    const { index, text: sentence, sources } = chosen;
    const said = [...sources].sort((a, b) => a - b).map((at) => review.spoken[at]).join(" ");
    const written = wordsOf(place.block).slice(place.start, place.end);
    const mended = withValues(written, flags.filter((flag) => !isUnsure(flag)));
    follow();
    const isRight = mended && (await follows(transcript, mended));
    if (!now.current || now.current.draftId !== draftId) return;
    const there = placeOf(now.current.parts, now.current.places, index);
    if (!there || wordsOf(there.block).slice(there.start, there.end) !== written) return;
    edit(replaced(now.current.text, there.section, there, isRight ? mended : said || sentence));
  };
  const read = (sentence) => {
    follow();
    edit(replaced(text, place.section, place, sentence));
  };
  const confirm = async () => {
    const { section, text: sentence } = chosen;
    const kinds = [...new Set(flags.map(({ kind }) => kind))];
    const error = await settle({ section, text: sentence, kinds });
    if (error) setMessage({ of: "point", text: error });
    else follow();
  };
  const move = (title) => {
    const without = withoutSentence(text, place);
    look(null);
    edit(withSentence(without, partOf(title, sections(without, titles)), chosen.text, formOf(title)));
  };
  const again = async (part, key) => {
    setBusy(part.id);
    const { answer, error } = await call("POST", `/api/drafts/${draftId}/sections/${key}/again`, {
      json: { report: text }, timeoutMs: AGAIN_MS, fallback: "Kon dit kopje niet opnieuw maken.",
    });
    if (!now.current || now.current.draftId !== draftId) return; // it is another report by now
    setBusy("");
    const there = now.current.parts.find(({ id }) => id === part.id);
    const isChanged = there?.body !== part.body;
    if (!answer || isChanged) {
      setMessage({ of: part.id, text: error ?? "Je hebt hier intussen iets veranderd; dat is blijven staan." });
      return;
    }
    setEditing((id) => (id === part.id ? "" : id));
    edit(withBody(now.current.text, there, answer.markdown));
    setNews({ of: part.id, text: "Terug naar wat je zei.", before: part.body });
  };
  const putBack = ({ id }) => {
    const there = parts.find((one) => one.id === id);
    edit(withBody(text, there, news.before));
    keepFocus(() => sheet.current?.querySelector(`[data-part="${CSS.escape(id)}"] .edit`));
  };
  /* The sound of an unsure word: of several that are the same, the one nearest to where its sentence begins. */
  const soundOf = (word, sources) => {
    const from = transcript.indexOf(review.spoken[sources[0]]?.slice(0, 20));
    const far = ({ start }) => (start < from ? from - start + transcript.length : start - from);
    return heard.filter((one) => one.word.includes(word)).sort((a, b) => far(a) - far(b))[0];
  };
  const tidy = (off, all) => after(onTidy, off, all);
  const add = (said, title) => edit(withSentence(text, partOf(title), said, formOf(title)));
  const skip = async (said) => {
    const error = await settle({ section: "", text: said, kinds: ["omission"] });
    if (error) setMessage({ of: "left out", text: error });
  };
  const keys = (event) => {
    const by = stepOf(event);
    if (!by || event.target.matches("input, select")) return;
    event.preventDefault();
    sheet.current.querySelector(`.undo button:nth-child(${by < 0 ? 1 : 2})`)?.click();
  };

  const side = (
    <div key="side" className="papers-side">
      {children[0]}
      <Source
        spoken={review.spoken.length ? review.spoken : measured.found.sentences} changes={review.changes} {...{ statements }}
        chosen={measured.chosen ?? (chosen && { ...chosen, flags })} measured={measured}
        step={step < 0 || measured.chosen ? null : [step + 1, points.length + missing + measured.asked]} canTake={Boolean(place)}
        titles={place ? titles.filter((title) => title.toLowerCase() !== place.section.title.toLowerCase()) : []}
        trouble={message.of === "point" ? message.text : ""} onChoose={look} onNext={next} onClose={close}
        onOff={tidy} soundOf={soundOf} onTake={take} onRead={read} onSettle={confirm} onMove={move} onEdit={() => open(place?.section.id ?? "")}
      />
    </div>
  );
  const paper = (
    <div key="main" className="papers-main" ref={sheet}>
      <Check
        {...{ trouble, points }} asked={measured.asked} review={found} reviewed={text === value ? reviewed : ""} canSign={Boolean(found) && isNew}
        onNext={next} onCompare={compare} onSign={() => { after(onSign); toCheck(); }}
      />
      <article className="paper" aria-label="Rapportage">
        <header>
          <h2>{heading}</h2>
          <p className="meta">
            {date && <span>{`${date} `}</span>}
            {date && !isClosed && (
              <button type="button" className="change-date" aria-haspopup="dialog" aria-label="Datum en tijd wijzigen" onClick={onDate}>
                Wijzig
              </button>
            )}
            {author && <span>{author}</span>}
          </p>
          {!isClosed && <Changes changes={review.changes} onOff={tidy} />}
        </header>
        {parts.map((part, at) => {
          const [title, key] = inTemplate(part.title) ?? [];
          return (
            <Part
              key={part.id} section={part} sentences={places[at]} {...{ review, marked }} chosen={chosen?.index ?? null}
              isEditing={editing === part.id} onChoose={(index) => look(index === chosen?.index ? null : index)}
              onEdit={(isOpen) => open(isOpen ? part.id : "")} onVoice={title && (() => { noteAdding(draftId, part); after(onVoice, title); })}
              onType={(words) => fieldText(sameAs(part, edit(typed(text, part, words, formOf(part.title)), true), titles))}
              onAgain={key && (() => again(part, key))} onBlur={saveUnsaved} isBusy={busy === part.id}
              trouble={message.of === part.id ? message.text : ""}
              news={news.of === part.id ? news.text : ""} onPutBack={() => putBack(part)}
            />
          );
        })}
        <MeasuredRows
          found={measured.found} trouble={measured.trouble} chosen={measured.chosen?.row.key} onAgain={measured.again}
          onChoose={isClosed ? undefined : (key) => { look(null); measured.choose(key); }}
          onAnswer={isClosed ? undefined : measured.answer} onEdit={(key) => { look(null); measured.edit(key); }} onCopied={measured.noteCopied}
        />
        <p className="paper-foot num"><span role="status">{savedLabel}</span><UndoButtons /></p>
      </article>
      <LeftOut
        sentences={review.leftOut} spoken={review.spoken} titles={titles} onAdd={add} onSkip={skip}
        trouble={message.of === "left out" ? message.text : ""} onEmpty={toCheck}
      />
      <p className="quiet honest">We leggen het verslag naast je dictaat. Een woord dat verkeerd is verstaan, zien we alleen als de spraakherkenning twijfelde.</p>
      {children[1]}
    </div>
  );
  return (
    <div className="papers page" onKeyDown={keys}>
      {isBeside ? [side, paper] : [paper, side]}
    </div>
  );
}

/** Whether a sentence holds next to the dictation: nothing in it is left to check. */
async function follows(transcript, sentence) {
  const json = { transcript, report: sentence };
  const { answer } = await call("POST", "/api/evidence", { json, timeoutMs: CHECK_MS });
  return Boolean(answer) && answer.sentences.every(({ flags }) => flags.every(({ level }) => level === "note"));
}

/** Give every section an id that stays when others come and go. */
const numbered = (found) =>
  found.map((one, at) => ({ ...one, id: `${one.title.toLowerCase()}#${found.slice(0, at).filter(({ title }) => title === one.title).length}` }));

const sameAs = ({ id }, text, titles) => numbered(sections(text, titles)).find((one) => one.id === id);

/** By spoken sentence, the first sentence of the report that is made of it. */
function statementsOf(sentences) {
  const found = new Map();
  sentences.forEach(({ sources }, index) => sources.forEach((at) => found.has(at) || found.set(at, index)));
  return found;
}
