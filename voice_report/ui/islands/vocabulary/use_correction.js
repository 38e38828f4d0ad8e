import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "$/public/external/voice_report/ui/kit/api.js";
import * as locked from "../recorder/session/is_locked.js";
import { createAsking } from "./asking.js";
import { correction } from "./correction.js";
import { afterwards, alsoAsked, createRemembering, NOTHING, shownBeside } from "./remembering.js";

const PAUSE_MS = 1200; // without typing, after which a word is done

const asking = createAsking(async (found) => {
  const { answer } = await call("POST", "/api/words/correction/question", { json: found });
  return answer;
});
const send = createRemembering((json) => call("POST", "/api/words/correction", { json }));
locked.subscribe(() => locked.snapshot() && asking.forget());

/**
 * A correction of one word in a text, which the server may be asked to remember: {asked: {heard, word} | null, told,
 * remember(scope), dismiss()}; `told` says what became of the last one; one that failed is asked about still. It stays
 * until it is answered, or until its word is gone from the text.
 */
export function useCorrection(text) {
  const [state, setState] = useState(NOTHING);
  const { asked, told } = shownBeside(state, text);
  const before = useRef(null);
  const latest = useRef(text);

  useEffect(() => {
    latest.current = text;
    if (text === undefined) {
      setState(NOTHING); // the next text may be of another client
      before.current = null;
      return undefined;
    }
    if (!before.current?.trim()) before.current = text; // it has only just arrived
    let gone = false;
    const look = async () => {
      const found = before.current !== text && correction(before.current, text);
      before.current = text;
      if (found && (await asking.isWorth(found)) && !gone) setState((now) => alsoAsked(now, found));
    };
    const timer = setTimeout(look, PAUSE_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text]);

  const remember = useCallback(async (scope) => {
    const outcome = await send(asked, scope);
    if (outcome) setState((now) => afterwards(now, asked, outcome, latest.current));
  }, [asked]);

  const dismiss = () => setState((now) => afterwards(now, asked, { told: "Niet onthouden.", isDone: true }, text));
  return { asked, told, remember, dismiss };
}
