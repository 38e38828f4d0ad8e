/**
 * Sends a segment to the server while it is recorded, so that only its last second is left when the speaking stops.
 *
 * The same form that upload.js posts goes over a websocket (`edge/streamed.py`), its sound first. This is an attempt,
 * and the only one for its segment: whatever goes wrong, upload.js posts the whole segment.
 */
import { outcome } from "../components/api.js";

const ANSWERED_WITHIN_MS = 30_000; // after the end; the server itself answers within 20 s that it is at it
const MOST_WAITING_BYTES = 64 * 1024; // ten seconds of sound that the connection has not carried

/** Open a stream for a form of which `name` is the file in its field `audio`, of this type. */
export function openStream(url, name, type) {
  const boundary = crypto.randomUUID();
  const part = (disposition, content) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${content}`;
  const bytes = (text) => new TextEncoder().encode(text);
  const waiting = [bytes(part(`name="audio"; filename="${name}"`, `Content-Type: ${type}\r\n\r\n`))];
  let size = 0; // of the sound
  let socket = null;
  let ended;
  const answer = new Promise((resolve) => {
    ended = resolve;
  });

  function end(found = null) {
    ended(found);
    window.removeEventListener("offline", abort);
    socket?.close();
    socket = null;
  }
  const abort = () => end();

  function send(data) {
    if (waiting.length || socket?.readyState === WebSocket.CONNECTING) waiting.push(data);
    else socket?.send(data);
  }

  function open() {
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${url}?boundary=${boundary}`);
    socket.onopen = () => {
      for (const data of waiting.splice(0)) socket?.send(data);
    };
    socket.onmessage = ({ data }) => {
      const { status, retryAfter, body } = JSON.parse(data);
      end(outcome(status, body, retryAfter));
    };
    socket.onclose = abort;
    window.addEventListener("offline", abort);
  }
  open();

  return {
    /** Send the next part of the sound, a Blob. */
    add(sound) {
      size += sound.size;
      send(sound);
      if (socket?.bufferedAmount > MOST_WAITING_BYTES) abort();
    },

    /** Whether it sends more slowly than somebody speaks. */
    isBehind: () => (socket?.bufferedAmount ?? 0) > 0,

    /**
     * Send the fields, {name: value}, and resolve with the outcome as `call` does, or with null: send it in another
     * way. `total` is the size of the whole sound.
     */
    finish(fields, total) {
      if (size !== total) abort();
      const rest = Object.entries(fields).map(([key, value]) => `\r\n${part(`name="${key}"`, `\r\n${value}`)}`);
      send(bytes(`${rest.join("")}\r\n--${boundary}--\r\n`));
      send("");
      const timer = setTimeout(abort, ANSWERED_WITHIN_MS);
      return answer.finally(() => clearTimeout(timer));
    },

    /** Give up. */
    abort,
  };
}
