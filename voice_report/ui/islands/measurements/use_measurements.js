import { useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";

const PAUSE_MS = 500; // after a change of the transcript
const TIMEOUT_MS = 30_000;
const TROUBLE = "Kon de metingen niet laden.";
const NONE = { rows: [], sentences: [], line: "", isWhole: true };

/** Where the rows are: of a draft, or of the report it became. */
export const pathOf = (id, isArchived) => (isArchived ? `/api/dossier/reports/${id}/measurements` : `/api/drafts/${id}/measurements`);

/** Note that measured values of a draft were copied. */
export const noteCopied = (draftId) => call("POST", `${pathOf(draftId, false)}/copied`, { keepalive: true });

/**
 * The measured values of a draft or an archived report: {found, isRead, trouble, answer, again}. `found` is the answer of
 * the API, without rows before the first. `answer(key, said, parts)` resolves to an error message, or ''; `again()` reads
 * them once more after `trouble`. They are read again after a change of the `transcript`.
 */
export function useMeasurements({ id, isArchived = false, transcript = "" }) {
  const [found, setFound] = useState({ of: "", ...NONE });
  const [trouble, setTrouble] = useState("");
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  const path = pathOf(id, isArchived);
  useEffect(() => {
    if (!id) return undefined;
    let isGone = false;
    let timer = setTimeout(read, isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    async function read() {
      const { answer, error, retryAfter } = await call("GET", path, { timeoutMs: TIMEOUT_MS, fallback: TROUBLE });
      if (isGone) return;
      setTrouble(answer ? "" : error);
      if (answer) setFound({ of: path, ...NONE, ...answer });
      else if (retryAfter) timer = setTimeout(read, retryAfter * 1000);
    }
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [id, path, transcript, attempt]);

  const answer = async (key, said, parts = {}) => {
    const put = await call("PUT", `${path}/${key}`, {
      json: { answer: said, parts }, timeoutMs: TIMEOUT_MS, fallback: "Kon je antwoord niet bewaren.",
    });
    if (put.status === 404) setAttempt((one) => one + 1); // changed in another tab: what is there now is shown
    if (!put.answer) return put.error;
    setFound((before) => (before.of === path ? { of: path, ...NONE, ...put.answer } : before));
    return "";
  };
  const isRead = found.of === path;
  return { found: isRead ? found : NONE, isRead, trouble, answer, again: () => setAttempt((one) => one + 1) };
}
