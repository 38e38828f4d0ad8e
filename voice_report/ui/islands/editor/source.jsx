import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Change } from "./changes.jsx";
import { GONE } from "../playback/again.js";
import { PlayButton } from "../playback/play_button.jsx";
import * as player from "../playback/player.js";
import { isUnsure } from "./model/points.js";
import { useRoving } from "./use_roving.js";
import { HeardAs } from "../measurements/heard.jsx";
import { Lit } from "../measurements/lit.jsx";
import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";

/**
 * 'Wat je zei': the dictation, sentence by sentence, with those lit that the chosen sentence of the report is made of,
 * and what can be done about it. Next to the paper on a wide screen; else a sheet from below, open while one is chosen.
 *
 * `chosen` is {index, text, sources, flags (open ones), unsaid, own, turn (of choosing)}, or a measured value with its
 * `row` (`measured`, use_measured.js); `step` is [place, number] of the point.
 */
export function Source({ spoken, chosen, changes, step, statements, measured, onOff, titles, canTake, onChoose, onNext, onClose, ...acts }) {
  const heading = useRef(null);
  const lit = useRef(null);
  useEffect(() => {
    if (!chosen) return;
    if (!chosen.isEditing) heading.current.focus({ preventScroll: true });
    lit.current?.scrollIntoView({ block: "nearest" });
  }, [chosen?.turn]);
  const row = chosen?.row;
  const sources = (chosen?.sources ?? []).filter((at) => !row || spoken[at] === row.words);
  const { stop, around } = useRoving(spoken.map((_, at) => at).filter((at) => statements.has(at) && !sources.includes(at)));
  const last = Math.max(...sources);
  const spare = new Set(changes.filter(({ stands, isOff }) => !stands && !isOff).map(({ sentence }) => sentence));
  const answers = row ? (
    <HeardAs row={row} isEditing={chosen.isEditing} onEdit={measured.setEditing} onAnswer={(said, parts) => measured.answer(row.key, said, parts)} />
  ) : (
    <Point {...{ chosen, titles, canTake }} {...acts} />
  );
  const own = row ? [] : changes.filter(({ sentence }) => sources.includes(sentence));
  return (
    <aside
      className={chosen ? "source open" : "source"} aria-labelledby="bron-kop"
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <div className="source-head">
        <h2 id="bron-kop" ref={heading} tabIndex={-1}>Wat je zei</h2>
        {step && <p className="num">{`Punt ${step[0]} van ${step[1]}`}</p>}
        {step && step[1] > 1 && <button type="button" className="button plain small" onClick={onNext}>Volgende</button>}
        {chosen && (
          <button type="button" className="icon-button" aria-label="Sluiten" onClick={onClose}><Icon name="x" /></button>
        )}
      </div>
      {chosen && sources.length === 0 && answers}
      <ol className="source-lines" {...around}>
        {spoken.map((text, at) => (
          <Line
            key={at} at={at} isSpare={spare.has(at)} isStop={at === stop} text={text} isLit={sources.includes(at)} isNear={sources.some((one) => Math.abs(one - at) <= 1)}
            spans={row?.spans} said={chosen?.flags.map((flag) => flag.said).filter(Boolean) ?? []} place={at === last ? lit : undefined}
            onChoose={statements.has(at) ? () => onChoose(statements.get(at)) : undefined}
          >
            {at === last && own.length > 0 && (
              <ul className="own-changes" aria-label="Wat er netjes is gezet">
                {own.map((one) => <Change key={one.key} {...{ one, changes, onOff }} />)}
              </ul>
            )}
            {at === last && answers}
          </Line>
        ))}
      </ol>
    </aside>
  );
}

function Line({ at, isStop, text, isLit, isNear, isSpare, spans, said, place, onChoose, children }) {
  const shown = isLit && spans ? (
    <Lit {...{ text, spans }} />
  ) : (
    <span className={isLit ? "heard" : undefined}>{isLit ? emphasized(text, said) : text}</span>
  );
  return (
    <li ref={place} className={`${isLit ? "lit" : ""} ${isNear ? "near" : ""} ${isSpare ? "spare" : ""}`}>
      {onChoose && !isLit ? (
        <button
          type="button" className="line" data-stop={at} tabIndex={isStop ? 0 : -1} onClick={onChoose}
          aria-description="Toont de zin in het verslag"
        >
          {shown}
        </button>
      ) : (
        shown
      )}
      {children}
    </li>
  );
}

function emphasized(text, said) {
  const found = said.find((one) => text.includes(one));
  if (!found) return <span>{text}</span>;
  const at = text.indexOf(found);
  return <><span>{text.slice(0, at)}</span><b>{found}</b><span>{text.slice(at + found.length)}</span></>;
}

/* What differs in the chosen sentence, and the ways to settle it. */
function Point({ chosen, titles, canTake, trouble, soundOf, onTake, onRead, onSettle, onEdit, onMove }) {
  const { flags, own, sources, unsaid } = chosen;
  const readings = canTake ? chosen.readings : [];
  const differing = flags.filter((flag) => !isUnsure(flag));
  const isOfSomebody = readings.length > 0 && differing.every(({ kind }) => kind === "who");
  return (
    <div className="point">
      {differing.length > 0 && (
        <dl>
          {differing.map(({ kind, level, text, here, said }) => (
            <Difference key={`${kind}${text}`} {...{ level, text, here, said }} />
          ))}
        </dl>
      )}
      {flags.filter(isUnsure).map(({ said }) => (
        <div key={said} className="heard-again">
          <p>Niet zeker verstaan: <b>{said}</b></p>
          <Hear sound={soundOf(said, sources)} word={said} />
        </div>
      ))}
      {!flags.length && !sources.length && <p>{own ? "Dit is eigen tekst; het komt niet uit je dictaat." : "Dit staat zo niet in je dictaat."}</p>}
      {unsaid.length > 0 && <p>{`Niet gezegd: ${unsaid.join(", ")}.`}</p>}
      {trouble && <p className="error" role="alert">{trouble}</p>}
      <div className="row">
        {readings.map(({ words, text }) => (
          <button key={text} type="button" className="button choose" aria-description={text} onClick={() => onRead(text)}>{words}</button>
        ))}
        {isOfSomebody && <button type="button" className="button choose" onClick={onEdit}>Iemand anders</button>}
        {differing.some(({ kind }) => kind !== "value") && sources.length > 0 && canTake && readings.length === 0 && (
          <button type="button" className="button choose" onClick={onTake}>Neem over wat ik zei</button>
        )}
        {flags.length > 0 && <button type="button" className="button secondary small" onClick={onSettle}>{readings.length > 0 && flags.length === 1 ? "Zoals gezegd" : "Klopt"}</button>}
      </div>
      <div className="also">
        <button type="button" className="button plain small" onClick={onEdit}><Icon name="pencil" />Zelf aanpassen</button>
        {titles.length > 0 && (
          <select className="select move" aria-label="Verplaats zin naar een ander kopje" value="" onChange={(event) => onMove(event.target.value)}>
            <option value="" disabled>Verplaats naar…</option>
            {titles.map((title) => <option key={title}>{title}</option>)}
          </select>
        )}
      </div>
    </div>
  );
}

/* The word as it was said, while the sound of it is on this device. */
function Hear({ sound, word }) {
  const playing = useSyncExternalStore(player.subscribe, player.snapshot);
  const [isGone, setGone] = useState(false);
  if (isGone || !sound) return <p className="quiet">{GONE}</p>;
  const { piece, from, to } = sound;
  const id = `${piece.dictation}/${piece.number}/${from}`;
  const press = async () => {
    if (playing === id) player.stop();
    else if (!(await player.play(id, piece, from, to))) setGone(true);
  };
  return <PlayButton isPlaying={playing === id} onPress={press} aria-description={word} />;
}

function Difference({ level, text, here, said }) {
  if (!here || !said) return <><dt className="visually-hidden">Let op</dt><dd className={`whole ${level}`}>{text}</dd></>;
  return (
    <>
      <dt>Er staat</dt>
      <dd><mark className={level}>{here}</mark></dd>
      <dt>Je zei</dt>
      <dd>{said}</dd>
    </>
  );
}
