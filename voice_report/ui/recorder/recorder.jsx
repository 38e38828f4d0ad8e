/** The recording step: the growing text, and the dock with time, state, waveform and button (logic in session.js). */
import { useEffect, useRef, useState, useSyncExternalStore } from "react";

import { Icon } from "$/public/external/voice_report/ui/components/icon.jsx";
import { showToast } from "$/public/external/voice_report/ui/components/toast.jsx";
import { Covered } from "./covered.jsx";
import { Notices } from "./notices.jsx";
import * as session from "./session.js";
import { hasNews } from "./state.js";
import { clock, STATE, UNDER } from "./texts.js";
import { Guide, Speech, Wave } from "./view.jsx";

const DOUBLE_CLICK_MS = 600;
const nothing = () => {};

export function Recorder(props) {
  const { draftId = "", baseText = "", userKey = "", adopted = "", guide = [], covered } = props;
  const { onStarted = nothing, onFinished = nothing, onNotice = showToast, onTypeInstead } = props;
  const { cutAfter = 15, cutAtLatest = 45, pauseMs = 400 } = props;
  const state = useSyncExternalStore(session.subscribe, session.snapshot);

  useEffect(() => {
    const cuts = { after: cutAfter * 1000, latest: cutAtLatest * 1000, pause: pauseMs };
    session.setPage({ user: userKey, draftId, baseText, cuts, onStarted, onFinished, onNotice });
  });
  useEffect(() => session.attach(), []);
  useEffect(() => void session.adopt(adopted), [adopted]);

  const base = state.dictation ? state.dictation.base : baseText;
  const hasText = base.trim() !== "" || state.phase !== "idle";
  return (
    <>
      <section
        className="recorder-text narrow-page"
        aria-label={hasText ? "Transcript" : "Waarover je kunt vertellen"}
      >
        <Notices state={state} />
        {covered && state.dictation && <Covered guide={guide} covered={covered} segments={state.segments} onSaid={props.onSaid} />}
        {hasText && <Speech base={base} segments={state.segments} isPending={isPending(state)} />}
        {!hasText && !hasNews(state) && <Guide sections={guide} />}
      </section>
      <Dock state={state} isReady={userKey !== ""} onTypeInstead={onTypeInstead} />
    </>
  );
}

/** Renders nothing; reports that the page has adopted a dictation, also on steps that do not show the recorder. */
export function DictationAdopted({ adopted = "" }) {
  useEffect(() => void session.adopt(adopted), [adopted]);
  return null;
}

function isPending({ phase, segments }) {
  return phase === "recording" || segments.some(({ text, refused }) => text === null && refused === null);
}

function Dock({ state, isReady, onTypeInstead }) {
  const { phase } = state;
  const isLive = phase === "recording";
  return (
    <div className="dock narrow-page">
      <Timer isRunning={isLive} isShown={state.dictation !== null} />
      <p className={isLive ? "state live" : "state"} role="status">
        {isLive && <span className="dot" aria-hidden="true" />}
        {STATE[phase]}
      </p>
      <div className="record-line">
        <Wave side="left" isLive={isLive} subscribeLevel={session.subscribeLevel} />
        <RecordButton phase={phase} isReady={isReady} />
        <Wave side="right" isLive={isLive} subscribeLevel={session.subscribeLevel} />
      </div>
      <p className="record-label" aria-hidden="true">
        {canStop(phase) ? "Stop opname" : "Start opname"}
      </p>
      <Second phase={phase} onTypeInstead={onTypeInstead} />
      <p className="quiet under">{UNDER[phase]}</p>
    </div>
  );
}

const canStop = (phase) => phase === "recording" || phase === "paused";

function RecordButton({ phase, isReady }) {
  const clicked = useRef(-DOUBLE_CLICK_MS);
  const isOff = !isReady || !(phase === "idle" || canStop(phase));
  function click() {
    const now = performance.now();
    if (isOff || now - clicked.current < DOUBLE_CLICK_MS) return;
    clicked.current = now;
    if (canStop(phase)) session.stop();
    else session.start();
  }
  return (
    <button
      className={phase === "recording" ? "record live" : "record"}
      type="button"
      aria-label={canStop(phase) ? "Stop opname" : "Start opname"}
      aria-disabled={isOff}
      onClick={click}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      <Icon name={canStop(phase) ? "stop" : "mic"} />
    </button>
  );
}

/** The button under the record button; its space stays when it is absent, so that the record button does not move. */
function Second({ phase, onTypeInstead }) {
  if (phase === "recording") {
    return (
      <button className="button secondary small" type="button" onClick={() => session.pause()}>
        <Icon name="pause" />
        Pauzeren
      </button>
    );
  }
  if (phase === "paused") {
    return (
      <button className="button secondary small" type="button" onClick={() => session.resume()}>
        <Icon name="mic" />
        Hervatten
      </button>
    );
  }
  if (phase === "idle" && onTypeInstead) {
    return (
      <button className="button plain small" type="button" onClick={() => onTypeInstead()}>
        Liever typen
      </button>
    );
  }
  return <span className="button small" aria-hidden="true" />;
}

function Timer({ isRunning, isShown }) {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!isShown) {
    return (
      <p className="timer rest num" aria-hidden="true">
        00:00
      </p>
    );
  }
  return (
    <p className={isRunning ? "timer num" : "timer rest num"} role="timer" aria-label="Opnametijd">
      {clock(session.recorded())}
    </p>
  );
}
