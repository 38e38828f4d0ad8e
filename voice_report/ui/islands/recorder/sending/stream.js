/**
 * Sends a segment to the server while it is recorded, so that only its last second is left when the speaking stops.
 *
 * The form that upload.js posts goes over a websocket (`edge/streamed.py`), the sound first. It is one attempt, without
 * a retry: whatever goes wrong, upload.js posts the whole segment.
 */
import { outcome } from "../../../kit/api.js";

const ANSWERED_WITHIN_MS = 30_000; // after the end; the server itself answers within 20 s that it is at it
const MOST_WAITING_BYTES = 64 * 1024; // ten seconds of sound that the connection has not carried

/** Open a stream for a form whose field `audio` has a file with this name and type. */
export function openStream(url, name, type) {
  const boundary = crypto.randomUUID();
  const form = createForm(boundary);
  const waiting = [form.file("audio", name, type)]; // until the connection is open
  let resolve;
  const answer = new Promise((found) => {
    resolve = found;
  });
  let size = 0; // of the sound
  let isWhole = false;

  const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${url}?boundary=${boundary}`);
  socket.onopen = () => {
    for (const data of waiting.splice(0)) socket.send(data);
  };
  // An answer before the end says nothing about the whole.
  socket.onmessage = ({ data }) => end(isWhole ? reply(data) : null);
  socket.onclose = abort;
  window.addEventListener("offline", abort);

  function send(data) {
    if (socket.readyState === WebSocket.CONNECTING) waiting.push(data);
    else if (socket.readyState === WebSocket.OPEN) socket.send(data);
  }

  function end(found) {
    resolve(found);
    window.removeEventListener("offline", abort);
    waiting.length = 0;
    socket.close();
  }

  function abort() {
    end(null);
  }

  return {
    /** Send the next part of the sound, a Blob. */
    add(sound) {
      size += sound.size;
      send(sound);
      if (socket.bufferedAmount > MOST_WAITING_BYTES) abort();
    },

    /** Whether the connection carries less than is recorded. */
    isBehind: () => socket.readyState === WebSocket.OPEN && socket.bufferedAmount > 0,

    /**
     * Send the other fields, {name: value}. Resolves with an outcome as of `call`, or with null when the form has to be
     * sent in another way. `total` is the size of the whole sound.
     */
    finish(fields, total) {
      if (size !== total || socket.readyState !== WebSocket.OPEN) abort();
      isWhole = true;
      send(form.rest(fields));
      send("");
      const timer = setTimeout(abort, ANSWERED_WITHIN_MS);
      return answer.finally(() => clearTimeout(timer));
    },

    /** Give up. */
    abort,
  };
}

/** The bytes of a form, as multipart/form-data (RFC 7578): its file first. */
function createForm(boundary) {
  const bytes = (text) => new TextEncoder().encode(text);
  const part = (disposition) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  return {
    file: (field, name, type) => bytes(`${part(`name="${field}"; filename="${name}"`)}Content-Type: ${type}\r\n\r\n`),
    rest(fields) {
      const parts = Object.entries(fields).map(([name, value]) => `\r\n${part(`name="${name}"`)}\r\n${value}`);
      return bytes(`${parts.join("")}\r\n--${boundary}--\r\n`);
    },
  };
}

function reply(text) {
  try {
    const { status, body, retryAfter } = JSON.parse(text);
    // The user who is signed in by now may be: this connection has the cookie with which it was opened.
    return status === 401 ? null : outcome(status, body, retryAfter);
  } catch {
    return null;
  }
}
