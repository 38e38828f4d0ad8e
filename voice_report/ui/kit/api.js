/** Calls from the browser to our own API. Everything from /api is fetched by `call`, or by `upload` where that takes long. */
const OFFLINE = "Geen verbinding. Probeer het opnieuw zodra je weer online bent.";
const STILL_MS = 120_000; // an hour of sound is looked at before it is accepted
const PASSING = [408, 425, 429];

/**
 * Call our API; never rejects. Resolves with {answer, status}, or with {error, code, status, retryAfter}: `error` is
 * the server's message, else `fallback`; `retryAfter` is in seconds. A refusal for want of a second factor has the
 * `reason` why one is asked. Without a whole response (no connection, or none within `timeoutMs`) `error` is `offline`,
 * `code` is "offline", and there is no status.
 *
 * `json` is sent as JSON; `body` (form data, a file) is sent as it is, with `type` as its content type if given. With
 * `keepalive` the request outlives the page; it has been handed to the browser when this function returns.
 */
export async function call(method, path, options = {}) {
  const { json, body, type, keepalive, timeoutMs, fallback, offline = OFFLINE } = options;
  const contentType = json ? "application/json" : type;
  try {
    const response = await fetch(path, {
      method,
      credentials: "same-origin",
      headers: contentType ? { "Content-Type": contentType } : {},
      body: json ? JSON.stringify(json) : body,
      keepalive,
      signal: timeoutMs && AbortSignal.timeout(timeoutMs),
    });
    return outcome(response.status, await response.text(), response.headers.get("Retry-After"), fallback);
  } catch {
    return { error: offline, code: "offline" };
  }
}

/**
 * Post form data to our API and tell how much of it has left, `onSent(share)` from 0 to 1; never rejects. Resolves as `call`
 * does; with `code` "offline" also when the connection stands still for `stillMs`, or when `signal` ends it.
 */
export function upload(path, body, { onSent, signal, stillMs = STILL_MS } = {}) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let still;
    const moves = () => {
      clearTimeout(still);
      still = setTimeout(() => request.abort(), stillMs);
    };
    const end = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => {
      moves();
      onSent?.(total ? loaded / total : 0);
    };
    request.onloadend = () => {
      clearTimeout(still);
      signal?.removeEventListener("abort", end);
      const { status, responseText: text } = request;
      const waits = status ? request.getResponseHeader("Retry-After") : null;
      resolve(status ? outcome(status, text, waits) : { error: OFFLINE, code: "offline" });
    };
    signal?.addEventListener("abort", end);
    request.open("POST", path);
    request.send(body);
    moves();
  });
}

/** Return what `call` resolves with for a response: its status, its text and its Retry-After. */
export function outcome(status, text, waits, fallback) {
  const answer = parse(text);
  if (status >= 200 && status < 300) return { answer, status };
  const error = answer.message || answer.error || fallback;
  const refusal = { error, code: answer.code, status, retryAfter: retryAfter(waits) };
  return answer.reason ? { ...refusal, reason: answer.reason } : refusal;
}

/** Whether a retry may succeed: the failure was the connection, the server, or a rate limit. */
export const isPassing = ({ answer, status }) => !answer && (!status || status >= 500 || PASSING.includes(status));

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // no content, or a page of a proxy
  }
}

function retryAfter(waits) {
  const seconds = Number.parseFloat(waits);
  return seconds >= 0 ? Math.min(300, Math.max(0.2, seconds)) : undefined; // a date is not a number of seconds
}
