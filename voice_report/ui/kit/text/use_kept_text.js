import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import { isOwn, nextChange } from "$/public/external/voice_report/ui/kit/text/changes.js";
import { compareWithDevice, compareWithServer } from "$/public/external/voice_report/ui/kit/text/text_sync.js";
import { showToast } from "$/public/external/voice_report/ui/kit/overlay/toast.jsx";
import { dropText, keepText, readText } from "$/public/external/voice_report/ui/islands/recorder/device/unsaved.js";

const SEND_AFTER_MS = 300; // typing pause before the text is sent to the server
const AUTOSAVE_MS = 30_000; // decisions/0001
const AUTOSAVES = 120; // one hour after the last change: an unattended page must not keep its session alive (S05)
const KEEPALIVE_LIMIT = 60_000; // browsers refuse more bytes in a keepalive request

/** Ignores a failing IndexedDB (it is off in some private windows): the text still reaches the server. */
export const asFarAsPossible = (work) => work.catch(() => {});

/** The name under which this device keeps a field of a draft. The URL names the draft even while the server does not
 * know it. */
export const nameOnDevice = (draftId, field) =>
  `${draftId || new URLSearchParams(window.location.search).get("draft") || "nieuw"}/${field}`;

/** Save a text that no longer fits its draft, as a draft of its own; resolves with whether it was. */
async function savedApart(transcript) {
  const { answer, error } = await call("POST", "/api/drafts", { json: { transcript }, fallback: "Kon de tekst niet opslaan." });
  if (answer) showToast("Concept opgeslagen", "Niet-bewaarde tekst van dit toestel staat nu bij je concepten.");
  else showToast("Niet opgeslagen", `Er staat nog niet-bewaarde tekst op dit toestel. ${error}`, true);
  return Boolean(answer);
}

/**
 * A text that is not lost while it is edited: {text, change(text), saveUnsaved()}. Each change is stored on this
 * device at once, encrypted, and sent to the server after a pause. Text is saved every 30 s, when `saveUnsaved` is
 * called (on leaving a field), on leaving the page, and when the connection is lost or back. Text that never reached
 * the server is restored when the page opens again.
 *
 * `savedAt` is the number (changes.js) of the newest change the server has saved; newer local text must not be
 * overwritten. The server may still have that of the page before.
 */
export function useKeptText({
  value, field, others, draftId, version, userKey, savedAt, fresh, onText, onAutosave, onRestored,
}) {
  const [text, setText] = useState(value);
  const latest = useRef({ text: value, changedAt: 0, sentAt: 0, autosaves: 0 });
  const saved = useRef(0);
  if (isOwn(savedAt)) saved.current = Math.max(saved.current, savedAt); // a restarted server knows nothing of it
  const props = useRef({});
  const name = nameOnDevice(draftId, field);
  props.current = { field, others, draftId, version, userKey, name, onText, onAutosave, onRestored };

  const send = useCallback(() => {
    const { text: words, changedAt, sentAt } = latest.current;
    if (changedAt > sentAt) {
      latest.current.sentAt = changedAt;
      props.current.onText(words, changedAt, props.current.draftId);
    }
  }, []);

  const isUnsaved = () => latest.current.changedAt > saved.current;

  // Sends the text again even if it was sent before: the server may have crashed before it saved. Leaving the field
  // comes before the click that caused it, so the click's handler works on this text.
  const saveUnsaved = useCallback(() => {
    if (!isUnsaved()) return;
    latest.current.sentAt = 0;
    send();
    props.current.onAutosave();
  }, []);

  // Store on the device immediately, not after the next render: the page may be gone by then.
  const change = useCallback((words) => {
    const number = nextChange();
    latest.current = { ...latest.current, text: words, changedAt: number, autosaves: 0 };
    const { userKey, name, version } = props.current;
    asFarAsPossible(keepText(userKey, name, { text: words, change: number, version }));
    setText(words);
    return number;
  }, []);

  // Text from the server replaces ours, unless ours is newer than what the server has saved. Text restored from this
  // device is not newer if the server's text contains it: then the page's last change did arrive. Until the page has
  // read the draft (`fresh`), ignore `value`: after a server restart it is empty, and the user would type over text
  // that is about to come back. Text sent in the meantime may be lost, so it is compared again.
  useEffect(() => {
    if (!fresh) return;
    const action = compareWithServer(latest.current, value, saved.current);
    if (action === "send") {
      latest.current.sentAt = 0;
      send();
    } else if (action !== "same") {
      if (action === "arrived") {
        latest.current.changedAt = 0;
        asFarAsPossible(dropText(userKey, name));
      }
      latest.current.text = value;
      setText(value);
    }
  }, [value, savedAt, fresh]);

  // Restore text that a crash left on this device, once. Not before the page has read the draft (`fresh`): until then
  // `value` may be stale, and the page's last words may have reached the draft since.
  useEffect(() => {
    if (!fresh) return undefined;
    let gone = false;
    const restore = async () => {
      const stored = await readText(userKey, name);
      if (gone || !stored || latest.current.changedAt > 0) return;
      const action = compareWithDevice(stored, value, version);
      if (action === "restore") {
        latest.current.restoredAt = change(stored.text);
        props.current.onRestored();
        return;
      }
      if (action === "leftover" && !(await savedApart(stored.text))) return; // it stays on the device
      await dropText(userKey, name);
    };
    asFarAsPossible(restore());
    return () => { gone = true; };
  }, [name, userKey, fresh]);

  useEffect(() => {
    if (!isUnsaved()) return undefined;
    const timer = setTimeout(send, SEND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);

  // Delete from the device what the server has saved; keep the rest with the version it now belongs to. This includes
  // text typed while a restarted server did not know the user yet (`userKey`).
  useEffect(() => {
    const { text: ours, changedAt } = latest.current;
    if (!changedAt) return;
    if (isUnsaved()) {
      asFarAsPossible(keepText(userKey, name, { text: ours, change: changedAt, version }));
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
    // Runs before the framework's own listener closes the websocket: what is sent now still arrives, in order.
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
      leaving(); // without a websocket the events above come when the next page is there, which takes no more of them
    };
  }, []);

  // Until the user types, the text is the server's at once: an effect would show it a frame later.
  return { text: fresh && latest.current.changedAt === 0 ? value : text, change, saveUnsaved };
}

/**
 * Sends the last text of a page that is closing, without waiting for a response; the server rejects it if the draft has
 * a newer version. Only if `others` has the other stored fields; the text is on the device as well.
 */
function saveWithoutAnswer({ field, others, draftId, version }, text) {
  const body = JSON.stringify({ ...others, [field]: text, version });
  if (!others || !draftId || body.length > KEEPALIVE_LIMIT) return;
  call("PUT", `/api/drafts/${draftId}`, { body, type: "application/json", keepalive: true });
}
