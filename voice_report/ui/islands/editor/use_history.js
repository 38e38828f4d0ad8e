import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createStore } from "$/public/external/voice_report/ui/kit/external_store.js";
import { asFarAsPossible, nameOnDevice } from "$/public/external/voice_report/ui/kit/text/use_kept_text.js";
import { dropTexts, keepText, readText } from "$/public/external/voice_report/ui/islands/recorder/device/unsaved.js";
import { begun, canRedo, canUndo, changed, current, moved, restored } from "./model/history.js";

const FIELD = "geschiedenis";
const KEPT_MS = 7 * 24 * 3600 * 1000; // on the device, after the last change
const NONE = { canUndo: false, canRedo: false, move: () => {} };

const shown = createStore(NONE); // of the report on screen, for buttons elsewhere on the page

/** What the buttons 'Ongedaan maken' and 'Opnieuw doen' need: {canUndo, canRedo, move(-1 | 1)}. */
export const useUndo = () => useSyncExternalStore(shown.subscribe, shown.snapshot, () => NONE);

/**
 * Keep the versions of `text`, on this device too: they are there after a reload. Returns `note({isTyping})`, to call
 * before a change of the person; other changes (of the server) become versions of their own. `onMove(text)` shows a
 * version. Another `template` begins again: its own former reports come back by choosing it again. A report that `isClosed` (archived) leaves none.
 */
export function useHistory({ text, draftId, userKey, template, fresh, isClosed, onMove }) {
  const [history, setHistory] = useState(null);
  const typing = useRef(false);
  const latest = useRef(text);
  latest.current = text;
  const name = nameOnDevice(draftId, `${FIELD}/${template}`);

  useEffect(() => {
    if (!fresh || !draftId) return undefined;
    let isGone = false;
    setHistory(null);
    const read = async () => {
      await asFarAsPossible(dropTexts(userKey, `/${FIELD}/`, Date.now() - KEPT_MS));
      const stored = await readText(userKey, name).catch(() => null);
      if (!isGone) setHistory(restored(stored?.text, latest.current));
    };
    read();
    return () => { isGone = true; };
  }, [name, userKey, fresh]);

  useEffect(() => {
    if (isClosed) asFarAsPossible(dropTexts(userKey, `${draftId}/${FIELD}/`, Infinity));
  }, [isClosed]);

  useEffect(() => {
    const isTyping = typing.current;
    typing.current = false;
    setHistory((before) => before && changed(before, text, { now: Date.now(), isTyping }));
  }, [text]);

  useEffect(() => {
    if (!history) return undefined;
    if (history.versions.length > 1 && !isClosed) {
      asFarAsPossible(keepText(userKey, name, { text: JSON.stringify(history) }));
    }
    const move = (by) => {
      const next = moved(history, by);
      if (current(next) === undefined) return;
      setHistory(next);
      onMove(current(next));
    };
    shown.set({ canUndo: canUndo(history), canRedo: canRedo(history), move });
    return () => shown.set(NONE);
  }, [history]);

  return ({ isTyping }) => { typing.current = isTyping; };
}
