import { Fragment, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { wordsOf } from "$/public/external/voice_report/ui/kit/text/markdown.js";
import { Blocks, styled } from "$/public/external/voice_report/ui/kit/display/paper.jsx";
import { keepFocus } from "./focus.js";
import { isUnsure } from "./model/points.js";
import { fieldText } from "./model/sections.js";
import { pieces, places } from "./model/sentences.js";
import { useRoving } from "./use_roving.js";

/**
 * A heading of the report with the text under it: to read, sentence by sentence, or to change in one field.
 *
 * `sentences` has for each block where its sentences are; `review` what was found about these; `marked` the points that
 * are shown, by sentence. `chosen` is the sentence whose sources are shown. The sentences are one tab stop: whoever reads
 * them hears a text with one button in it, and the arrows go from one to the next.
 */
export function Part({ section, sentences, review, marked, chosen, isEditing, news, onPutBack, onChoose, onEdit, onVoice, ...field }) {
  const id = useId();
  const { title } = section;
  const pencil = useRef(null);
  const wasEditing = useRef(isEditing);
  const { stop, around } = useRoving(sentences.flatMap((found) => found.map(({ index }) => index)));
  useEffect(() => {
    if (wasEditing.current && !isEditing) keepFocus(() => pencil.current);
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <section className={news ? "part new" : "part"} data-part={section.id} aria-labelledby={title ? id : undefined}>
      <div className="part-head">
        {title && <h3 id={id}>{title}</h3>}
        {onVoice && (
          <button type="button" className="add" aria-label={`Aanvullen bij ${title}`} onClick={onVoice}>
            <Icon name="mic" />
            Aanvullen
          </button>
        )}
        <button
          ref={pencil} type="button" className="icon-button edit" aria-label={isEditing ? `Klaar met ${title}` : `${title} aanpassen`}
          aria-expanded={isEditing} onClick={() => onEdit(!isEditing)}
        >
          <Icon name={isEditing ? "check" : "pencil"} />
        </button>
      </div>
      {news && <News text={news} onPutBack={onPutBack} />}
      {isEditing && <Field section={section} onDone={() => onEdit(false)} onVoice={onVoice} {...field} />}
      {!isEditing && section.isEmpty && (
        <button type="button" className="spot" onClick={() => onEdit(true)} aria-label={`${title}: niet besproken. Toch iets zeggen of typen`}>
          <span>Niet besproken</span>
          <b>Toch iets zeggen of typen</b>
        </button>
      )}
      {!isEditing && !section.isEmpty && (
        <div {...around}>
          <Blocks
            blocks={section.blocks}
            render={(block) => (
              <Sentences
                block={block} sentences={sentences[section.blocks.indexOf(block)] ?? []}
                {...{ review, marked, chosen, stop, onChoose }}
              />
            )}
          />
        </div>
      )}
    </section>
  );
}

/* What was just done under this heading, with the way back; it takes the focus, so it is seen and read out. */
function News({ text, onPutBack }) {
  const line = useRef(null);
  useEffect(() => {
    const show = () => {
      line.current?.scrollIntoView({ block: "center" });
      line.current?.focus({ preventScroll: true });
    };
    const timer = setTimeout(show, 0); // after the step that came on screen has gone to its top
    return () => clearTimeout(timer);
  }, []);
  return (
    <p className="news" ref={line} tabIndex={-1}>
      <span>{text}</span>
      <button type="button" className="button plain small" onClick={onPutBack}>Ongedaan maken</button>
    </p>
  );
}

/* One text field with what stands under the heading. It keeps what is typed as it is typed: the report that comes back
   has no spaces at the ends of lines. */
function Field({ section, onType, onAgain, onVoice, onBlur, onDone, isBusy, trouble }) {
  const text = fieldText(section);
  const [words, setWords] = useState(text);
  const known = useRef(text);
  const place = useRef(null);
  useEffect(() => {
    if (text === known.current) return;
    known.current = text;
    setWords(text);
  }, [text]);
  useEffect(() => {
    place.current.focus();
    place.current.setSelectionRange(words.length, words.length);
  }, []);
  useFittingHeight(place, words);
  const type = (event) => {
    setWords(event.target.value);
    known.current = onType(event.target.value);
  };
  return (
    <div className="write">
      <textarea
        ref={place} aria-label={section.title || "Tekst"} spellCheck="true" value={words} placeholder="Typ hier…" rows={2}
        onChange={type} onBlur={onBlur} onKeyDown={(event) => event.key === "Escape" && onDone()}
      />
      {trouble && <p className="error" role="alert">{trouble}</p>}
      <div className="write-row">
        <button type="button" className="button secondary small" onClick={onDone}>Klaar</button>
        {section.isEmpty && onVoice && (
          <button type="button" className="button plain small" onClick={onVoice}><Icon name="mic" />Inspreken</button>
        )}
        {onAgain && (
          <button type="button" className="button plain small" disabled={isBusy} onClick={onAgain}>
            <Icon name="retry" />
            <span>{isBusy ? "Laden..." : "Terug naar wat ik zei"}</span>
            <span className="visually-hidden">, alleen dit kopje</span>
          </button>
        )}
      </div>
    </div>
  );
}

/** Make the field as high as its text in a browser that does not do so by itself (report_paper.css). */
function useFittingHeight(place, words) {
  const fit = () => {
    if (CSS.supports("field-sizing", "content")) return;
    const { style } = place.current;
    style.height = "auto";
    style.height = `${place.current.scrollHeight}px`;
  };
  useLayoutEffect(fit, [words]);
  useEffect(() => {
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, []);
}

function Sentences({ block, sentences, review, marked, chosen, stop, onChoose }) {
  const marks = sentences.flatMap(({ index, start, end }) => marksOf(marked.get(index), review.sentences[index].unsaid, block, start, end));
  const cut = pieces(block, sentences, marks);
  return cut.map(({ index, runs }, at) => {
    const words = runs.map(({ text, style, level }, run) =>
      level ? <mark key={run} className={level}>{styled(text, style)}</mark> : <span key={run}>{styled(text, style)}</span>,
    );
    if (index === null) return <span key={at} className={marked.get(cut[at - 1]?.index) && "after-point"}>{words}</span>;
    const next = cut.slice(at + 1).find((piece) => piece.index !== null);
    return (
      <Sentence
        key={at} {...{ index, chosen, onChoose }} isStop={index === stop} point={marked.get(index)}
        note={noteOf(review.sentences, index, next?.index)} unsaid={review.sentences[index].unsaid}
      >
        {words}
      </Sentence>
    );
  });
}

function Sentence({ index, isStop, point, note, unsaid, chosen, onChoose, children }) {
  const id = useId();
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    onChoose(index);
  };
  const asides = point ? point.flags.map((flag) => ({ text: flag.text, level: flag.level, isHeard: isUnsure(flag) })) : note ? [note] : [];
  return (
    <>
      <span
        {...(isStop ? { role: "button", tabIndex: 0, "aria-pressed": chosen === index } : { tabIndex: -1 })}
        data-sentence={index} data-stop={index}
        aria-describedby={asides.length || unsaid.length ? id : undefined}
        className={`said ${point?.level ?? ""} ${chosen === index ? "chosen" : ""}`}
        onClick={() => onChoose(index)} onKeyDown={press}
      >
        {children}
      </span>
      {(asides.length > 0 || unsaid.length > 0) && (
        <span id={id} className="asides">
          {unsaid.length > 0 && <span className="visually-hidden">{` (niet gezegd: ${unsaid.join(", ")}) `}</span>}
          {asides.map(({ text, level, sign, isHeard }) => (
            <Fragment key={text}>
              {!isHeard && <span> </span>}
              <small className={isHeard ? "visually-hidden" : sign ? "aside whole" : `aside ${level}`}>{sign && <Sign name={sign} />}<span>{text}</span></small>
            </Fragment>
          ))}
          {point && point.level !== "unsure" && <br />}
        </span>
      )}
    </>
  );
}

/** Where the words of a point are in the block, the whole sentence when it is about no words of it; then those that were not said. */
function marksOf(point, unsaid, block, start, end) {
  const words = wordsOf(block);
  const differing = (point?.flags ?? []).map((flag) => {
    const [[from, to]] = [...(flag.here ? places(words, flag.here, start, end) : []), [start, end]];
    return { start: from, end: to, level: isUnsure(flag) ? "unsure" : flag.level };
  });
  const others = unsaid.flatMap((word) => places(words, word, start, end)).filter(([from]) => differing.every((one) => from < one.start || one.end <= from));
  return [...differing, ...others.map(([from, to]) => ({ start: from, end: to, level: "unsaid" }))];
}

/** What is said softly after a sentence without a point; once after several sentences of the same kind. */
function noteOf(sentences, index, next) {
  const one = sentences[index];
  const after = sentences[next];
  if (one.own) return after?.own ? null : { text: "eigen tekst", level: "", sign: "text" };
  if (one.asSpoken) return after?.asSpoken ? null : { text: "in je eigen woorden", level: "", sign: "voice" };
  const note = one.settled ? null : one.flags.find(({ level }) => level === "note");
  return note ? { text: note.text, level: "" } : null;
}

const SIGNS = { voice: "M5 9v6M12 4v16M19 8v8", text: "M4 7h16M4 13h16M4 19h9" };

function Sign({ name }) {
  return (
    <svg viewBox="0 0 24 24" className={`strokes ${name}`} aria-hidden="true">
      <path d={SIGNS[name]} />
    </svg>
  );
}
