import {
  Activity, createContext, useContext, useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore,
} from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { useKnownStep } from "$/public/external/voice_report/ui/shell/browser/keep_step.jsx";
import { TextEditor } from "$/public/external/voice_report/ui/kit/text/text_editor.jsx";
import { snapshot, subscribe } from "$/public/external/voice_report/ui/islands/recorder/session/live.js";

const isDictating = () => snapshot().dictation !== null;
const previewText = () => snapshot().preview;

/** The text that the transcript step shows as a preview; null when it is not one. */
const Preview = createContext(null);

/** Return an element outside of the document, which adds no box of its own once it is inside. */
function outside() {
  const element = document.createElement("div");
  element.className = "steps";
  return element;
}

/**
 * One step. A step that is drawn before it is current is kept outside of the document, where no eye and no screen reader
 * can find it; it is put in `place` when it is shown, before its own effects measure it. With `isPreview` it is shown,
 * and inert, before it is current. With `isReplaced` it is hidden behind such a preview; its effects continue.
 */
function Step({ current, isPreview, isReplaced, place, children }) {
  const [apart] = useState(() => (current ? null : outside()));
  const isShown = current || isPreview;
  useInsertionEffect(() => {
    if (!apart || !isShown) return;
    place.current.append(apart);
    return () => apart.remove();
  }, [apart, isShown, place]);
  const step = (
    <div className="steps" hidden={isReplaced} inert={isPreview}>
      {children}
    </div>
  );
  return <Activity mode={isShown ? "visible" : "hidden"}>{apart ? createPortal(step, apart) : step}</Activity>;
}

/**
 * Shows the child of the current step, which starts at its top with the focus on its heading, or in the field that it
 * begins with (`data-begins`). During a dictation React
 * draws child number `next` too (0: none), in spare time. With the last words it is shown at once, as a read-only
 * preview: it becomes current when the server has adopted the dictation. Until then the recorder continues behind it, and
 * comes back with the focus when that takes too long (session.js).
 *
 * A visit has steps of its own: after Back or 'Volgende rapportage' nothing that a field has of the former draft is left.
 */
export function WizardSteps({ step, next, children }) {
  const { key: visit } = useLocation();
  const current = useKnownStep(step);
  const dictating = useSyncExternalStore(subscribe, isDictating, () => false);
  const text = useSyncExternalStore(subscribe, previewText, () => null);
  const isPreviewed = text !== null && next > current;
  const place = useRef(null);
  const before = useRef(current);
  const focused = useRef(null); // before the preview
  useEffect(() => {
    if (before.current !== current) {
      before.current = current;
      focused.current = null;
      window.scrollTo(0, 0);
      const heading = place.current.querySelector("h1");
      heading.tabIndex = -1;
      (place.current.querySelector("[data-begins]") ?? heading).focus({ preventScroll: true });
    } else if (isPreviewed) {
      focused.current = document.activeElement;
      window.scrollTo(0, 0);
    } else {
      if (document.activeElement === document.body) focused.current?.focus();
      focused.current = null;
    }
  }, [current, isPreviewed]);
  const drawn = dictating && next > current ? [current, next] : [current];
  return (
    <Preview value={isPreviewed ? text : null}>
      <div ref={place} className="steps">
        {drawn.map((number) => (
          <Step
            key={`${visit} ${number}`}
            current={number === current}
            isPreview={isPreviewed && number === next}
            isReplaced={isPreviewed && number === current}
            place={place}
          >
            {children[number - 1]}
          </Step>
        ))}
      </div>
    </Preview>
  );
}

/** The field of the transcript; in a preview it has what was dictated. */
export function TranscriptEditor(props) {
  return <TextEditor {...props} preview={useContext(Preview)} />;
}
