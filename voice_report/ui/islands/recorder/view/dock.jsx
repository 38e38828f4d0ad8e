/** The dock of the recording step: time, state, waveform and button. The offline page and the lock screen have it too. */
import { useEffect, useRef, useState } from "react";

import { Icon } from "$/public/external/voice_report/ui/kit/display/icon.jsx";
import { useOffline } from "../../../kit/use_offline.js";
import { Under } from "./progress.jsx";
import * as session from "../session/session.js";
import { shownState } from "../session/state.js";
import { useSinglePress } from "./single_press.js";
import { clock, LOCKED, SPOKEN, STATE } from "./texts.js";
import { Wave } from "./wave.jsx";

/** `choose` is a button beside 'Liever typen', if any; `under` is what stands below the buttons, else what the state says;
    `onStart` takes the place of a plain start. */
export function Dock({ state, isReady, onTypeInstead, choose, under, onStart = session.start }) {
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
        <RecordButton ref={record} phase={phase} isReady={isReady} onStart={onStart} />
        <Wave side="right" isLive={isLive} subscribeLevel={session.subscribeLevel} />
      </div>
      <p className="record-label" aria-hidden="true">
        {recordAction(phase).label}
      </p>
      <Second
        phase={phase} isAsking={shown === "asking"} onPause={pause} onCancel={cancel}
        onTypeInstead={onTypeInstead} choose={choose}
      />
      {state.isLocked || under ? (
        <p className="quiet under num">{state.isLocked ? LOCKED.under[phase] : under}</p>
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

function RecordButton({ ref, phase, isReady, onStart }) {
  const { press, isResting } = useSinglePress();
  const { label, icon, act } = recordAction(phase);
  const isOff = !isReady || !(phase === "idle" || phase in ACTIONS);
  return (
    <button
      ref={ref}
      className={phase === "recording" ? "record live" : "record key-talk"}
      type="button"
      aria-label={label}
      aria-disabled={isOff || isResting}
      onClick={(event) => isOff || press(event, phase === "idle" ? onStart : act)}
      onKeyDown={(event) => event.repeat && event.preventDefault()}
    >
      <Icon name={icon} />
    </button>
  );
}

/** The button under the record button; its space stays when it is absent, so that the record button does not move. */
function Second({ phase, isAsking, onPause, onCancel, onTypeInstead, choose }) {
  const { press, isResting } = useSinglePress();
  const common = { type: "button", "aria-disabled": isResting || undefined };
  if (phase === "recording") {
    return (
      <button className="button secondary small key-talk" {...common} onClick={(event) => press(event, onPause)}>
        <Icon name="pause" />
        Pauzeren
      </button>
    );
  }
  if (phase === "paused") {
    return (
      <button className="button secondary small" {...common} onClick={(event) => press(event, STOP.act)}>
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
        {choose}
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
