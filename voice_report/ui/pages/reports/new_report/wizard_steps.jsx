import { Activity, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useKnownStep } from "$/public/external/voice_report/ui/components/keep_step.jsx";
import { TextEditor } from "$/public/external/voice_report/ui/components/text_editor.jsx";
import { finishedText, snapshot, subscribe } from "$/public/external/voice_report/ui/recorder/live.js";

const isDictating = () => snapshot().dictation !== null;
const isFinished = () => snapshot().phase === "finished";

/** Return an element outside of the document, which adds no box of its own once it is inside. */
function outside() {
  const element = document.createElement("div");
  element.className = "steps";
  return element;
}

/**
 * One step. A step that is drawn before its turn is kept outside of the document, where nobody and no screen reader can
 * find it; it is put in `place` in its turn, before its own effects measure it.
 */
function Step({ current, place, children }) {
  const [apart] = useState(() => (current ? null : outside()));
  useInsertionEffect(() => {
    if (!apart || !current) return;
    place.current.append(apart);
    return () => apart.remove();
  }, [apart, current, place]);
  return (
    <Activity mode={current ? "visible" : "hidden"}>{apart ? createPortal(children, apart) : children}</Activity>
  );
}

/**
 * Shows the child of the current step, which starts at its top with the focus on its heading. During a dictation React
 * draws child number `next` too (0: none), in spare time: what was said is then on screen as soon as it is there. Its
 * effects run when it is shown: as soon as the last words are there, before the server knows that the page has them.
 */
export function WizardSteps({ step, next, children }) {
  const known = useKnownStep(step);
  const dictating = useSyncExternalStore(subscribe, isDictating, () => false);
  const finished = useSyncExternalStore(subscribe, isFinished, () => false);
  const shown = finished && known < next ? next : known;
  const place = useRef(null);
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
    const heading = place.current.querySelector("h1");
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [shown]);
  const drawn = dictating && next > shown ? [shown, next] : [shown];
  return (
    <div ref={place} className="steps">
      {drawn.map((number) => (
        <Step key={number} current={number === shown} place={place}>
          {children[number - 1]}
        </Step>
      ))}
    </div>
  );
}

/** The field of the transcript, which has what was dictated as soon as the last words are there. */
export function TranscriptEditor(props) {
  const ahead = useSyncExternalStore(subscribe, finishedText, () => null);
  return <TextEditor {...props} ahead={ahead} />;
}
