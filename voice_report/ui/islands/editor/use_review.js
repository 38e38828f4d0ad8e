import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";

const PAUSE_MS = 500; // in typing, before the report is compared again
const TIMEOUT_MS = 30_000;
const TROUBLE = "Kon het verslag niet naast je dictaat leggen.";

/**
 * The report compared with the dictation, again after every change: {review, trouble, isNew, compare, settle}.
 * `review` is the answer of POST /api/drafts/{id}/review, or null before the first; `isNew` when it is about `report`
 * as it is. `trouble` says why there is no newer one; `compare()` tries again. `settle({section, text, kinds})` answers
 * points with 'Klopt' and resolves to an error message, or ''. `isSaved`: the server has a change of this page.
 */
export function useReview({ draftId, transcript, report, isSaved }) {
  const [found, setFound] = useState({ review: null, of: null, trouble: "" });
  const [attempt, setAttempt] = useState(0);
  const compare = useCallback(() => setAttempt((one) => one + 1), []);
  const isFirst = useRef(true);

  useEffect(() => {
    if (!draftId || !report.trim() || !transcript.trim()) return undefined;
    let isGone = false;
    let timer = setTimeout(ask, isFirst.current ? 0 : PAUSE_MS);
    isFirst.current = false;
    async function ask() {
      const json = { transcript, report };
      const { answer, error, retryAfter } = await call("POST", `/api/drafts/${draftId}/review`, {
        json, timeoutMs: TIMEOUT_MS, fallback: TROUBLE, offline: `${TROUBLE} Er is geen verbinding.`,
      });
      if (isGone) return;
      if (answer) setFound({ review: answer, of: report, trouble: "" });
      else setFound((before) => ({ ...before, trouble: error }));
      if (!answer && retryAfter) timer = setTimeout(ask, retryAfter * 1000);
    }
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [draftId, transcript, report, attempt, isSaved]);

  useEffect(() => {
    window.addEventListener("online", compare);
    return () => window.removeEventListener("online", compare);
  }, [compare]);

  const settle = async (json) => {
    const path = `/api/drafts/${draftId}/review/settled`;
    const { answer, error } = await call("POST", path, { json, timeoutMs: TIMEOUT_MS, fallback: "Kon 'Klopt' niet bewaren." });
    if (!answer) return error;
    setFound(({ review, ...rest }) => ({ ...rest, review: settled(review, json) }));
    compare();
    return "";
  };

  return { ...found, isNew: found.of === report, compare, settle };
}

/** Return a review with these points answered, until the next comparison says so. */
function settled(review, { section, text }) {
  const isIt = (one) => one.section === section && one.text === text;
  return {
    ...review,
    sentences: review.sentences.map((one) => (isIt(one) ? { ...one, settled: true, unsaid: [] } : one)),
    leftOut: review.leftOut.filter(({ sentence }) => section !== "" || review.spoken[sentence] !== text),
  };
}
