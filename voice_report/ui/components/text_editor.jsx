import { useCallback, useEffect, useRef, useState } from "react";
import { fromPlainText } from "$/public/external/voice_report/ui/components/markdown.js";
import { dropText, keepText, readText } from "$/public/external/voice_report/ui/recorder/unsaved.js";

const TELL_AFTER_MS = 300; // typing pause before the server hears of it
const AUTOSAVE_MS = 30_000; // spec section 9
const AUTOSAVES = 120; // an hour of them after the last change: a page left alone does not keep its session alive (S05)
const KEEPALIVE_LIMIT = 60_000; // browsers refuse more bytes in a keepalive request

/** A browser without memory (IndexedDB is off in some private windows): the words still reach the server. */
const asFarAsPossible = (kept) => kept.catch(() => {});

const countWords = (text) => text.split(/\s+/).filter(Boolean).length;

/**
 * A textarea whose words survive anything. Typing is at once kept, encrypted, on this device; a moment later the server
 * hears it; it is saved every 30 s, on leaving the field, the page or the connection. Text that never reached the
 * server is put back when the page opens again.
 *
 * `savedAt` is the moment (ms) of the newest change the server has saved; anything newer here is ours to defend.
 */
export function TextEditor({
  value, field, others, headings, draftId, version, userKey, savedAt, savedLabel, label, showCount, autoFocus, fresh,
  onText, onAutosave, onRestored, onLeftover,
}) {
  const [text, setText] = useState(value);
  const latest = useRef({ text: value, changedAt: 0, toldAt: 0, autosaves: 0 });
  const saved = useRef(0);
  saved.current = Math.max(saved.current, savedAt); // a server that restarted has forgotten what it saved
  const props = useRef({});
  // The address knows the draft also while the server does not.
  const draft = draftId || new URLSearchParams(window.location.search).get("draft") || "nieuw";
  const name = `${draft}/${field}`;
  props.current = {
    field, others, headings, draftId, version, userKey, name, onText, onAutosave, onRestored, onLeftover,
  };

  const tell = useCallback(() => {
    const { text: words, changedAt, toldAt } = latest.current;
    if (changedAt > toldAt) {
      latest.current.toldAt = changedAt;
      props.current.onText(words, changedAt);
    }
  }, []);

  const isUnsaved = () => latest.current.changedAt > saved.current;

  // Told again even when it was told before: the server that heard it may have died before it saved. What is clicked next
  // (leaving the field comes before the click) then works on these words.
  const saveUnsaved = useCallback(() => {
    if (!isUnsaved()) return;
    latest.current.toldAt = 0;
    tell();
    props.current.onAutosave();
  }, []);

  // On the device at once, not after the next drawing: the page may be gone by then.
  const change = useCallback((words, at) => {
    latest.current = { ...latest.current, text: words, changedAt: at, autosaves: 0 };
    const { userKey, name, version } = props.current;
    asFarAsPossible(keepText(userKey, name, { text: words, at, version }));
    setText(words);
  }, []);

  // Text from the server replaces ours, unless ours is newer than what the server has saved. What was put back from this
  // device is not newer when the server turns out to have more: the page's last words got there. Until the page has read
  // the draft (`fresh`), `value` is nothing to go by: of a server that was started again it is empty, and who types then
  // would type over the words that are about to come back. Words told meanwhile may be lost, so they are compared again.
  useEffect(() => {
    if (!fresh) return;
    const { text: ours, changedAt, restoredAt } = latest.current;
    if (changedAt > 0 && changedAt === restoredAt && value !== ours && value.includes(ours.trim())) {
      latest.current.changedAt = 0;
      asFarAsPossible(dropText(userKey, name));
    }
    if (latest.current.changedAt <= saved.current) {
      if (value !== latest.current.text) {
        latest.current.text = value;
        setText(value);
      }
    } else if (value !== latest.current.text) {
      latest.current.toldAt = 0;
      tell();
    }
  }, [value, savedAt, fresh]);

  // What a crash left behind on this device comes back once. Not before the page has read the draft (`fresh`): until
  // then `value` is what the server remembers of before, and the page's last words may have reached the draft since.
  useEffect(() => {
    if (!fresh) return undefined;
    let gone = false;
    const restore = async () => {
      const kept = await readText(userKey, name);
      if (gone || !kept || latest.current.changedAt > 0) return;
      if (value.includes(kept.text.trim())) {
        await dropText(userKey, name);
      } else if (kept.version === version || kept.text.startsWith(value)) {
        latest.current.restoredAt = kept.at;
        change(kept.text, kept.at);
        props.current.onRestored();
      } else {
        await dropText(userKey, name);
        props.current.onLeftover(kept.text);
      }
    };
    asFarAsPossible(restore());
    return () => { gone = true; };
  }, [name, userKey, fresh]);

  useEffect(() => {
    if (!isUnsaved()) return undefined;
    const timer = setTimeout(tell, TELL_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);

  // What the server has saved leaves the device; what it has not is kept beside the version that it belongs to now. Also
  // what was typed while a server that was started again did not know yet who is here (`userKey`).
  useEffect(() => {
    const { text: ours, changedAt } = latest.current;
    if (!changedAt) return;
    if (isUnsaved()) {
      asFarAsPossible(keepText(userKey, name, { text: ours, at: changedAt, version }));
    } else {
      asFarAsPossible(dropText(userKey, name, changedAt));
      asFarAsPossible(dropText(userKey, `nieuw/${field}`, changedAt));
    }
  }, [savedAt, name, userKey]);

  useEffect(() => {
    const autosave = () => {
      if (!isUnsaved() || latest.current.autosaves >= AUTOSAVES) return;
      latest.current.autosaves += 1;
      saveUnsaved();
    };
    const timer = setInterval(autosave, AUTOSAVE_MS);
    const hidden = () => document.visibilityState === "hidden" && saveUnsaved();
    const leaving = () => isUnsaved() && saveWithoutAnswer(props.current, latest.current.text);
    window.addEventListener("offline", saveUnsaved);
    window.addEventListener("online", saveUnsaved);
    window.addEventListener("pagehide", leaving);
    // Before the framework's own listener closes the websocket: what is sent now still arrives, and in order.
    window.addEventListener("beforeunload", saveUnsaved, { capture: true });
    document.addEventListener("visibilitychange", hidden);
    return () => {
      clearInterval(timer);
      window.removeEventListener("offline", saveUnsaved);
      window.removeEventListener("online", saveUnsaved);
      window.removeEventListener("pagehide", leaving);
      window.removeEventListener("beforeunload", saveUnsaved, { capture: true });
      document.removeEventListener("visibilitychange", hidden);
      saveUnsaved();
    };
  }, []);

  const words = countWords(text);
  return (
    <div className="sheet">
      <textarea
        aria-label={label} name={field} spellCheck="true" value={text} autoFocus={autoFocus}
        onChange={(event) => change(event.target.value, Date.now())}
        onBlur={saveUnsaved}
      />
      <p className="sheet-foot num">
        <span>{showCount ? `${words} ${words === 1 ? "woord" : "woorden"}` : ""}</span>
        <span role="status">{savedLabel}</span>
      </p>
    </div>
  );
}

/**
 * The last words of a page that is going away: sent without waiting for an answer, refused when the draft moved on. Only
 * when `others` says what is stored beside it; any text is on the device besides. With `headings` the text is a report in
 * plain words, and stored as markdown.
 */
function saveWithoutAnswer({ field, others, headings, draftId, version }, text) {
  const stored = headings ? fromPlainText(text, headings) : text;
  const body = JSON.stringify({ ...others, [field]: stored, version });
  if (!others || !draftId || body.length > KEEPALIVE_LIMIT) return;
  fetch(`/api/drafts/${draftId}`, {
    method: "PUT", keepalive: true, credentials: "same-origin",
    headers: { "Content-Type": "application/json" }, body,
  }).catch(() => {});
}
