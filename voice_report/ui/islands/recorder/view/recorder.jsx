/** The recording step: the growing text, and the dock (logic in session.js). */
import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

import { ChooseButton, ChosenRecording, Problem, useChosen, useDrop } from "../chosen/chosen_recording.jsx";
import * as file from "../chosen/chosen.js";
import { Dock } from "./dock.jsx";
import { Covered } from "./headings_covered.jsx";
import { Notices } from "./notices.jsx";
import * as session from "../session/session.js";
import { hasNews } from "../session/state.js";
import { Guide, Speech } from "./view.jsx";

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
      <Dock state={state} isReady={userKey !== ""} onTypeInstead={onTypeInstead} choose={isChoosing && <ChooseButton />} />
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
