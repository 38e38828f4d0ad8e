import {
  Activity, createContext, useContext, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { useKnownStep } from "$/public/external/voice_report/ui/components/keep_step.jsx";
import { TextEditor } from "$/public/external/voice_report/ui/components/text_editor.jsx";
import { ahead, snapshot, subscribe } from "$/public/external/voice_report/ui/recorder/live.js";

const AHEAD_MS = 2_000; // the server adopts a dictation within a few hundredths of a second, unless it is away

const isDictating = () => snapshot().dictation !== null;

/** The text of the transcript step while it is shown ahead of the server; otherwise null. */
const Ahead = createContext(null);

/** Return an element outside of the document, which adds no box of its own once it is inside. */
function outside() {
  const element = document.createElement("div");
  element.className = "steps";
  return element;
}

/**
 * One step. A step that is drawn before its turn is kept outside of the document, where nobody and no screen reader can
 * find it; it is put in `place` in its turn, before its own effects measure it. `isAhead`: it can be seen, and not used,
 * before its turn. `isBehind`: such a step is seen instead of this one, which goes on.
 */
function Step({ current, isAhead, isBehind, place, children }) {
  const [apart] = useState(() => (current ? null : outside()));
  const isShown = current || isAhead;
  useInsertionEffect(() => {
    if (!apart || !isShown) return;
    place.current.append(apart);
    return () => apart.remove();
  }, [apart, isShown, place]);
  useInsertionEffect(() => {
    if (apart) apart.inert = isAhead;
  }, [apart, isAhead]);
  const shown = apart ? createPortal(children, apart) : <div className="steps" hidden={isBehind}>{children}</div>;
  return <Activity mode={isShown ? "visible" : "hidden"}>{shown}</Activity>;
}

/** Return what was dictated while the server is about to adopt it, for `AHEAD_MS` at most; otherwise null. */
function useAhead() {
  const text = useSyncExternalStore(subscribe, ahead, () => null);
  const [late, setLate] = useState(null);
  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(() => setLate(text), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === late ? null : text;
}

/**
 * Shows the child of the current step, which starts at its top with the focus on its heading. During a dictation React
 * draws child number `next` too (0: none), in spare time, and shows it with what was said as soon as that is there. Its
 * turn comes when the server has adopted the dictation: until then it is a picture, and the recorder goes on behind it.
 */
export function WizardSteps({ step, next, children }) {
  const current = useKnownStep(step);
  const dictating = useSyncExternalStore(subscribe, isDictating, () => false);
  const text = useAhead();
  const isAhead = text !== null && next > current;
  const place = useRef(null);
  const before = useRef(current);
  useEffect(() => {
    if (isAhead) window.scrollTo(0, 0);
  }, [isAhead]);
  useEffect(() => {
    if (before.current === current) return;
    before.current = current;
    window.scrollTo(0, 0);
    const heading = place.current.querySelector("h1");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [current]);
  const drawn = dictating && next > current ? [current, next] : [current];
  return (
    <Ahead value={isAhead ? text : null}>
      <div ref={place} className="steps">
        {drawn.map((number) => {
          const isNext = number !== current;
          return (
            <Step key={number} current={!isNext} isAhead={isNext && isAhead} isBehind={!isNext && isAhead} place={place}>
              {children[number - 1]}
            </Step>
          );
        })}
      </div>
    </Ahead>
  );
}

/** The field of the transcript, with what was dictated as soon as that is there. */
export function TranscriptEditor(props) {
  return <TextEditor {...props} ahead={useContext(Ahead)} />;
}
