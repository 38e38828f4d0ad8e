/** Whether speech can be written out now, asked of the server's health check before the user talks. */
import { call } from "../../../kit/api.js";

const URL = "/readyz";
const TIMEOUT_MS = 5000;
const AGAIN_MS = 5000;
/** States that the person hears about; kinds of texts.js TROUBLE. */
const TOLD = ["loading", "missing"];

/**
 * Ask now, and again every few seconds until it is ready. `onEngine({kind, percent} | null)`: what keeps it from
 * working, and how much of a model has arrived ('42%', undefined when that is not known). Returns the function that
 * stops asking.
 */
export function watchEngine(onEngine) {
  let timer;
  let isStopped = false;
  let isTold = false;
  async function ask() {
    const { answer } = await call("GET", URL, { timeoutMs: TIMEOUT_MS });
    if (isStopped) return;
    if (answer) isTold = TOLD.includes(answer.speech);
    if (answer) onEngine(isTold ? { kind: answer.speech, percent: /\d+%/.exec(answer.speechStatus)?.[0] } : null);
    if (isTold) timer = setTimeout(ask, AGAIN_MS);
  }
  ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
