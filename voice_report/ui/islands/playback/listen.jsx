/** Above the transcript: what was not understood or is unsure, to listen to and to try again (child of TextEditor). */
import { useContext, useDeferredValue, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";

import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { TextField } from "$/public/external/voice_report/ui/kit/text/text_field.js";
import { again, GONE } from "./again.js";
import { around, look, unlisted } from "./placing.js";
import { PlayButton } from "./play_button.jsx";
import * as player from "./player.js";
import { usePieces } from "./use_pieces.js";

const MOST_ROWS = 20;
const BUSY = "Wordt opnieuw geprobeerd...";
const SILENT = "Je toestel speelt nu niets af. Probeer het zo opnieuw.";
const REMOVED = "De plek in je tekst is er niet meer, dus er is niets veranderd.";

const keyOf = ({ dictation, number }) => `${dictation}/${number}`;
const isWithin = (offset) => ({ start, end }) => start <= offset && offset <= end;

export function Listen({ userKey = "", draftId = "" }) {
  const { text, latest, replace, setMarks, onTap } = useContext(TextField);
  const [pieces, readPieces, areRead] = usePieces(userKey, draftId);
  const shown = useDeferredValue(text);
  const { missed, unsure } = useMemo(() => look(shown, pieces), [shown, pieces]);
  const playing = useSyncExternalStore(player.subscribe, player.snapshot);
  const [said, say] = useState("");
  const [busy, setBusy] = useState([]);
  const asked = useRef(new Set()); // at once, unlike state: the second press of a double tap comes before a render
  const status = useRef(null);

  useEffect(() => setMarks(marksOf(missed, unsure, playing)), [missed, unsure, playing]);
  useEffect(() => player.keepOnly(pieces), [pieces]);
  useEffect(() => player.forget, []);

  async function play(id, piece, from, to) {
    if (player.snapshot() === id) return player.stop();
    say("");
    const isPlayed = piece ? await player.play(id, piece, from, to) : false;
    if (isPlayed) return;
    say(isPlayed === null ? SILENT : GONE);
    readPieces();
  }
  onTap.current = (offset) => {
    const word = unsure.find(isWithin(offset));
    const mark = missed.find(isWithin(offset));
    if (word) play(idOf(word), word.piece, word.from, word.to);
    else if (mark?.piece) play(idOf(mark), mark.piece);
  };

  async function retry(piece) {
    const key = keyOf(piece);
    if (asked.current.has(key)) return;
    asked.current.add(key);
    setBusy([...asked.current]);
    say(BUSY);
    const { words, sentence } = await again(piece);
    asked.current.delete(key);
    setBusy([...asked.current]);
    if (!words) say(sentence);
    else fill(piece, words);
    await readPieces();
  }

  /** The text may have been edited while the server listened: its place is looked up again. */
  function fill(piece, words) {
    const isOf = (mark) => mark.canRetry && keyOf(mark.piece) === keyOf(piece);
    const place = look(latest(), pieces).missed.find(isOf);
    if (!place) return say(`Verstaan: “${words}”. ${REMOVED}`);
    replace(place, words);
    say(`Verstaan: “${words}”.`);
    status.current?.focus(); // the button that was pressed is gone
  }

  if (!missed.length && !unsure.length && !said) return null;
  return (
    <section className="listen" aria-label="Naluisteren">
      {missed.length > 0 && (
        <ul>
          {missed.slice(0, MOST_ROWS).map((mark) => (
            <Missed
              key={mark.piece ? keyOf(mark.piece) : mark.start} text={shown} mark={mark} isGone={areRead && !mark.piece}
              isPlaying={playing === idOf(mark)} isBusy={mark.piece !== null && busy.includes(keyOf(mark.piece))}
              onPlay={() => play(idOf(mark), mark.piece)} onRetry={() => retry(mark.piece)}
            />
          ))}
        </ul>
      )}
      {missed.length > MOST_ROWS && <p className="quiet">{unlisted(missed.length, MOST_ROWS)}</p>}
      <p ref={status} className="listen-said" role="status" tabIndex={-1}>
        {said}
      </p>
      {unsure.length > 0 && <Unsure unsure={unsure} playing={playing} onPlay={play} />}
    </section>
  );
}

const idOf = ({ piece, start, from }) => (piece ? `${keyOf(piece)}/${from ?? "all"}/${start}` : null);

function marksOf(missed, unsure, playing) {
  const marks = [
    ...missed.map((mark) => ({ ...mark, kind: "missed" })),
    ...unsure.map((word) => ({ ...word, kind: "unsure" })),
  ];
  marks.sort((one, other) => one.start - other.start);
  return marks.map((mark) => {
    const isPlaying = playing !== null && idOf(mark) === playing;
    return { start: mark.start, end: mark.end, className: isPlaying ? `${mark.kind} playing` : mark.kind };
  });
}

function Missed({ text, mark, isGone, isPlaying, isBusy, onPlay, onRetry }) {
  const id = useId();
  const [before, after] = around(text, mark);
  return (
    <li>
      <p id={id}>
        <span>{before}</span>
        <b>[onverstaanbaar]</b>
        <span>{after}</span>
      </p>
      {mark.piece && (
        <div className="row">
          <PlayButton isPlaying={isPlaying} onPress={onPlay} aria-describedby={id} />
          {mark.canRetry && (
            <button
              type="button" className="button plain small" aria-describedby={id} aria-disabled={isBusy}
              onClick={() => isBusy || onRetry()}
            >
              <Icon name="retry" />
              Opnieuw proberen
            </button>
          )}
        </div>
      )}
      {isGone && <p className="quiet">{GONE}</p>}
    </li>
  );
}

/** The unsure words as buttons: for users who do not see the dots, or cannot tap them. */
function Unsure({ unsure, playing, onPlay }) {
  const count = unsure.length === 1 ? "1 onzeker woord" : `${unsure.length} onzekere woorden`;
  return (
    <details className="unsure-words">
      <summary>{`${count} om na te luisteren`}</summary>
      <p className="quiet">Ze hebben een stippellijn in de tekst. Tik erop om ze te horen.</p>
      <div className="row">
        {unsure.map((word) => (
          <button
            key={word.start} type="button" className="heard-word" aria-pressed={playing === idOf(word)}
            aria-label={`${word.word}, afspelen`} onClick={() => onPlay(idOf(word), word.piece, word.from, word.to)}
          >
            {word.word}
          </button>
        ))}
      </div>
    </details>
  );
}
