import { Activity, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { useKnownStep } from "$/public/external/voice_report/ui/components/keep_step.jsx";
import { snapshot, subscribe } from "$/public/external/voice_report/ui/recorder/live.js";

const isDictating = () => snapshot().dictation !== null;

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
 * effects run when it is shown.
 */
export function WizardSteps({ step, next, children }) {
  const shown = useKnownStep(step);
  const dictating = useSyncExternalStore(subscribe, isDictating, () => false);
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
