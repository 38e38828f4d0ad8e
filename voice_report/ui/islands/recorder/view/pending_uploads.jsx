/** On pages without a recorder: there is unsent audio on this device. The dashboard takes it by way of session/unsent_anywhere.jsx. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";

import { unfinished } from "../device/recovery.js";
import * as session from "../session/session.js";
import { isOnlyHere, recordedMs } from "../session/state.js";
import { howLong, moment, wait, waitsWhere } from "./texts.js";
import { Notice } from "./view.jsx";

/** Returns the user's dictations on this device with audio that still has to be sent, newest first. */
function useUnsent(userKey, changed) {
  const [list, setList] = useState([]);
  useEffect(() => {
    let isGone = false;
    setList([]);
    if (userKey) {
      unfinished(userKey)
        .then((all) => isGone || setList(all.filter(({ hasSound, isFinished }) => hasSound && !isFinished)))
        .catch(() => {}); // a browser without IndexedDB has stored nothing either
    }
    return () => {
      isGone = true;
    };
  }, [userKey, changed]);
  return list;
}

const when = ({ startedAt, ms }) => `${moment(startedAt)}, ${howLong(ms)}`;
const unsent = (dictation) => `Niet-verzonden opname van ${when(dictation)}`;

/** This draft's text is incomplete: a part of its recording is on this device. */
export function Unsent({ userKey = "", draftId = "", onGo }) {
  const dictation = useUnsent(draftId && userKey, draftId).find((one) => one.draftId === draftId);
  if (!dictation) return null;
  return (
    <Notice
      tone="petrol" icon="mic" what={unsent(dictation)}
      text="Hij hoort bij dit concept en staat nog veilig op dit toestel. Verstuur hem binnen 7 dagen."
      actions={[{ label: "Naar de opname", onClick: () => onGo() }]}
    />
  );
}

/** Any recording on this device, also the one that this tab left open. */
export function UnsentOnDevice({ userKey }) {
  const state = useSyncExternalStore(session.subscribe, session.snapshot, session.snapshot);
  const isOpen = state.dictation?.user === userKey && state.phase !== "finished";
  const list = useUnsent(userKey, state.phase);
  const navigate = useNavigate();
  const others = list.filter(({ id }) => id !== state.dictation?.id); // a browser without locks lists the own one too
  const all = isOpen ? [{ ...state.dictation, ms: recordedMs(state) }, ...others] : list;
  if (!all.length) return null;
  const [what, text] = wordsFor(all, isOpen && state.phase === "paused", isOpen && isOnlyHere(state));
  return (
    <div className="page">
      <Notice
        tone="petrol" icon="mic" what={what} text={text}
        actions={[{ label: "Naar de opname", onClick: () => navigate("/new-report") }]}
      />
    </div>
  );
}

function wordsFor([newest, ...others], isPaused, isOnly) {
  if (others.length && !isOnly) return [`${others.length + 1} niet-verzonden opnames`, wait];
  if (isPaused && !isOnly) return [`Opname van ${when(newest)}`, "Hij staat op pauze. Je kunt verdergaan."];
  return [unsent(newest), waitsWhere(isOnly)];
}
