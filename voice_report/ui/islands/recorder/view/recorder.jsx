/** The recording step: the growing text, and the dock with time, state, waveform and button (logic in session.js). */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useOffline } from "../../../kit/use_offline.js";
import { ChooseButton, ChosenRecording, Problem, useChosen, useDrop } from "../chosen/chosen_recording.jsx";
import * as file from "../chosen/chosen.js";
import { Covered } from "./headings_covered.jsx";
import { Notices } from "./notices.jsx";
import { Under } from "./progress.jsx";
import * as session from "../session/session.js";
import { hasNews, shownState } from "../session/state.js";
import { useSinglePress } from "./single_press.js";
import { clock, LOCKED, SPOKEN, STATE } from "./texts.js";
import { Guide, Speech } from "./view.jsx";
import { Wave } from "./wave.jsx";

export { Unsent } from "./pending_uploads.jsx";

const nothing = () => {};

export function Recorder(props) {
  const { draftId = "", baseText = "", userKey = "", adopted = "", visit = 0, guide = [], covered, canPreview = false } = props;
  const { onStarted = nothing, onResumed = nothing, onFinished = nothing, onTypeInstead } = props;
  const { canChoose = false, recording, onSent = nothing } = props;
  const state = useSyncExternalStore(session.subscribe, session.snapshot);

  // Before the button is on screen: a press on it, however early, needs them.
  useLayoutEffect(() => {
    session.setPage({ user: userKey, draftId, baseText, visit, canPreview, onStarted, onResumed, onFinished });
  });
  useEffect(() => void session.beginIfAsked(), [visit, userKey]);
  useEffect(() => session.attach(), []);
  useEffect(() => void session.adopt(adopted), [adopted]);

  const chosen = useChosen({ user: userKey, draftId, baseText, visit, onSent, onFinished }, recording);
  const isChoosing = canChoose && userKey !== "" && state.phase === "idle";
  const isOver = useDrop(isChoosing && (chosen.phase === "none" || chosen.phase === "picked"));
  useEffect(() => {
    if (state.phase !== "idle") file.dismiss();
  }, [state.phase]);
  if (chosen.phase !== "none") return <ChosenRecording state={chosen} />;

  const onSaid = state.phase === "finished" ? undefined : props.onSaid; // the page looks at the whole text then
  const base = state.dictation ? state.dictation.base : baseText;
  const hasText = base.trim() !== "" || state.phase !== "idle";
  return (
    <>
      <section
        className="recorder-text narrow-page"
        aria-label={hasText ? "Transcript" : "Waarover je kunt vertellen"}
      >
        {isOver && <p className="drop-here">Laat los om deze opname te kiezen.</p>}
        {chosen.problem && <Problem problem={chosen.problem} />}
        <Notices state={state} />
        {covered && state.dictation && <Covered guide={guide} covered={covered} segments={state.segments} onSaid={onSaid} />}
        {hasText && <Speech base={base} state={state} isPending={isPending(state)} />}
        {!hasText && !hasNews(state) && <Guide sections={guide} />}
      </section>
      <Dock state={state} isReady={userKey !== ""} onTypeInstead={onTypeInstead} canChoose={isChoosing} />
    </>
  );
}

/** Renders nothing; reports that the page has adopted a dictation, also on steps that do not show the recorder. */
export function DictationAdopted({ adopted = "" }) {
  useEffect(() => {
    session.adopt(adopted);
    file.adopt(adopted);
  }, [adopted]);
  return null;
}

function isPending({ phase, segments }) {
  return phase === "recording" || segments.some(({ text, refused }) => text === null && refused === null);
}

export function Dock({ state, isReady, onTypeInstead, canChoose }) {
  const { phase } = state;
  const shown = shownState(state);
  const isLive = phase === "recording";
  const isHearing = shown === "recording";
  const isAlone = useOffline() && isHearing;
  const record = useRef(null);
  const pause = () => {
    session.pause();
    record.current.focus(); // the button to continue with; the one that was pressed now stops
  };
  const cancel = () => {
    session.cancel();
    record.current.focus();
  };
  return (
    <div className="dock narrow-page">
      <Timer isRunning={isLive} isHearing={isHearing} isShown={state.dictation !== null} />
      <p className={isHearing ? "state live" : "state"} role="status">
        {isHearing && <span className="dot" aria-hidden="true" />}
        <span>{`${(state.isLocked && LOCKED.state[phase]) || STATE[shown]} `}</span>
        <span className="visually-hidden">{state.isLocked ? "" : SPOKEN[shown]}</span>
      </p>
      <div className="record-line">
        <Wave side="left" isLive={isLive} subscribeLevel={session.subscribeLevel} />
        <RecordButton ref={record} phase={phase} isReady={isReady} />
        <Wave side="right" isLive={isLive} subscribeLevel={session.subscribeLevel} />
      </div>
      <p className="record-label" aria-hidden="true">
        {recordAction(phase).label}
      </p>
      <Second
        phase={phase} isAsking={shown === "asking"} onPause={pause} onCancel={cancel}
        onTypeInstead={onTypeInstead} canChoose={canChoose}
      />
      {state.isLocked ? (
        <p className="quiet under">{LOCKED.under[phase]}</p>
      ) : (
        <Under phase={phase} shown={shown} unkept={state.unkept} isOffline={isAlone} />
      )}
    </div>
  );
}

const STOP = { label: "Stop opname", icon: "stop", act: session.stop };
const ACTIONS = { recording: STOP, paused: { label: "Hervatten", icon: "mic", act: session.resume } };
const START = { label: "Start opname", icon: "mic", act: session.start };
const recordAction = (phase) => ACTIONS[phase] ?? START;

function RecordButton({ ref, phase, isReady }) {
  const press = useSinglePress();
  const { label, icon, act } = recordAction(phase);
  const isOff = !isReady || !(phase === "idle" || phase in ACTIONS);
  return (
    <button
      ref={ref}
      className={phase === "recording" ? "record live" : "record key-talk"}
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={(event) => isOff || press(event, act)}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The button under the record button; its space stays when it is absent, so that the record button does not move. */
function Second({ phase, isAsking, onPause, onCancel, onTypeInstead, canChoose }) {
  const press = useSinglePress();
  if (phase === "recording") {
    return (
      <button className="button secondary small key-talk" type="button" onClick={(event) => press(event, onPause)}>
        <Icon name="pause" />
        Pauzeren
      </button>
    );
  }
  if (phase === "paused") {
    return (
      <button className="button secondary small" type="button" onClick={(event) => press(event, STOP.act)}>
        <Icon name={STOP.icon} />
        {STOP.label}
      </button>
    );
  }
  if (isAsking) {
    return (
      <button className="button secondary small" type="button" onClick={onCancel}>
        Annuleren
      </button>
    );
  }
  if (phase === "idle" && onTypeInstead) {
    return (
      <div className="row two-ways">
        <button className="button plain small" type="button" onClick={() => onTypeInstead()}>
          Liever typen
        </button>
        {canChoose && <ChooseButton />}
      </div>
    );
  }
  return <span className="button small" aria-hidden="true" />;
}

function Timer({ isRunning, isHearing, isShown }) {
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
    <p className={isHearing ? "timer num" : "timer rest num"} role="timer" aria-label="Opnametijd">
      {clock(session.recorded())}
    </p>
  );
}
