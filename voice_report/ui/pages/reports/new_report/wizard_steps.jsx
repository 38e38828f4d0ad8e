import { Activity, useEffect, useRef, useSyncExternalStore } from "react";
import { useKnownStep } from "$/public/external/voice_report/ui/components/keep_step.jsx";
import { snapshot, subscribe } from "$/public/external/voice_report/ui/recorder/live.js";

const isDictating = () => snapshot().dictation !== null;

/**
 * Shows the child of the current step, which starts at its top with the focus on its heading. During a dictation React
 * draws child number `next` too (0: none), hidden and in spare time: what was said is then on screen as soon as it is
 * there. Its effects run when it is shown.
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
        <Activity key={number} mode={number === shown ? "visible" : "hidden"}>
          {children[number - 1]}
        </Activity>
      ))}
    </div>
  );
}
