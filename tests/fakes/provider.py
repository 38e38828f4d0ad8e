"""A local AI provider that speaks the OpenAI wire protocol and builds its answers from the audio and text it receives.

Run it alone with ``python -m tests.fakes.provider --port 9100`` or in a test::

    with FakeProvider() as provider:
        settings: SPEECH_BASE_URL = STRUCTURE_BASE_URL = provider.url   (any key)
        provider.control(endpoint="speech", fail="429", times=2, retry_after=1)

``POST /v1/audio/transcriptions`` decodes the sound and says ``woord001 woord002`` for the markers in it (see
``sound``), or the sentence given for that number with ``says``. Sound without a marker becomes 'geluid van 3 seconden',
silence ''. ``POST /v1/chat/completions`` returns the five headings, filled with the sentences of the transcript it was
sent (streamed when asked to).

``POST /control`` takes JSON, everything optional (``PLAN`` holds the defaults):

- ``endpoint``: ``speech`` or ``chat``; both when left out
- ``fail``: a status (``429``, ``500``, ``401``, ...) or ``hang``, ``drip``, ``cut``, ``broken``, ``html``, ``reset``,
  ``empty``; for chat also ``no_headings`` and ``length`` (finish_reason length); ``null`` ends it
- ``times``: how many requests fail before requests succeed again (null: until changed)
- ``retry_after``: seconds, sent with a failing status
- ``delay``: seconds before the answer, or before the first token; ``token_delay``: seconds between tokens
- ``says``: ``{"1": "The sentence of marker 1."}``; ``append``: words added to every transcription (an invented one)
- ``report``: the answer to every chat request, instead of one made from the transcript

``POST /reset`` restores all defaults and empties the log. ``GET /log`` returns the requests: what was heard, duration,
bytes, prompt, and the moments ``received_at``, ``first_token_at``, ``answered_at`` (Unix seconds).
"""

import argparse
import json
import re
import socket
import struct
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from . import sound

HEADINGS = ("Situatie", "Observaties", "Uitgevoerde zorg", "Evaluatie", "Afspraken en vervolg")
PLAN: dict[str, Any] = {
    "fail": None,
    "times": None,
    "retry_after": None,
    "delay": 0.0,
    "token_delay": 0.0,
    "says": {},
    "append": "",
    "report": "",
}
_DRIP_SECONDS = 0.5


class FakeProvider:
    """The server on a thread of its own; ``url`` is the base URL for the client (ends in ``/v1``)."""

    def __init__(self, port: int = 0) -> None:
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self.port = self._server.server_address[1]
        self.root = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.root}/v1"

    def __enter__(self) -> "FakeProvider":
        self._thread.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop; hanging requests are released."""
        self._server.let_go()
        self._server.shutdown()
        self._server.server_close()

    def control(self, **changes: Any) -> None:
        """The same as ``POST /control``."""
        self._server.change(changes)

    def reset(self) -> None:
        """The same as ``POST /reset``."""
        self._server.start_afresh()

    @property
    def log(self) -> list[dict[str, Any]]:
        """The same as ``GET /log``."""
        return self._server.entries()

    def wait_for(self, requests: int, seconds: float = 20) -> None:
        """Block until that many requests have come in. Raises ``TimeoutError``."""
        self._server.wait_for(requests, seconds)

    def requests(self, endpoint: str) -> list[dict[str, Any]]:
        """Return the log of one endpoint: ``speech`` or ``chat``."""
        return [entry for entry in self.log if entry["endpoint"] == endpoint]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._lock = threading.Condition()
        self.start_afresh()
        super().__init__(address, handler)

    def start_afresh(self) -> None:
        with self._lock:
            if hasattr(self, "_released"):
                self._released.set()
            self._released = threading.Event()
            self._plans = {"speech": dict(PLAN), "chat": dict(PLAN)}
            self._log: list[dict[str, Any]] = []

    def let_go(self) -> None:
        self._released.set()

    def change(self, changes: dict[str, Any]) -> None:
        endpoint = changes.pop("endpoint", None)
        unknown = set(changes) - set(PLAN)
        if unknown or endpoint not in (None, "speech", "chat"):
            raise ValueError(f"unknown: {sorted(unknown) or endpoint}")
        with self._lock:
            for name, plan in self._plans.items():
                if endpoint in (None, name):
                    plan.update(changes)

    def next_plan(self, endpoint: str) -> dict[str, Any]:
        """Return the plan for this request, counting it against ``times``."""
        with self._lock:
            plan = self._plans[endpoint]
            now = dict(plan)
            if plan["fail"] is not None and plan["times"] is not None:
                if plan["times"] <= 0:
                    now["fail"] = None
                plan["times"] -= 1
            return now

    def note(self, entry: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            self._log.append(entry)
            self._lock.notify_all()
        return entry

    def wait_for(self, requests: int, seconds: float) -> None:
        with self._lock:
            if not self._lock.wait_for(lambda: len(self._log) >= requests, seconds):
                raise TimeoutError(f"{len(self._log)} of {requests} requests came in")

    def entries(self) -> list[dict[str, Any]]:
        with self._lock:
            return [dict(entry) for entry in self._log]

    def wait_until_released(self, seconds: float) -> bool:
        return self._released.wait(seconds)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore the error: a client that closed the connection is normal here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: the log is at /log."""

    def do_GET(self) -> None:
        if self.path == "/log":
            self._json(200, {"requests": self.server.entries()})
        else:
            self._json(200 if self.path == "/healthz" else 404, {})

    def do_POST(self) -> None:
        received = time.time()
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/control":
            self._control(body)
        elif self.path == "/reset":
            self.server.start_afresh()
            self._json(200, {})
        elif self.path == "/v1/audio/transcriptions":
            self._transcribe(body, received)
        elif self.path == "/v1/chat/completions":
            self._chat(body, received)
        else:
            self._json(404, _error("unknown path"))

    def _control(self, body: bytes) -> None:
        try:
            self.server.change(json.loads(body or b"{}"))
        except (ValueError, TypeError) as error:
            self._json(400, _error(str(error)))
        else:
            self._json(200, {})

    def _transcribe(self, body: bytes, received: float) -> None:
        plan = self.server.next_plan("speech")
        fields, audio, filename = _multipart(self.headers["Content-Type"], body)
        entry = self._entry("speech", received, plan, len(audio))
        entry |= {key: fields.get(key) for key in ("model", "language", "prompt", "response_format")}
        entry |= {"filename": filename, "seconds": None, "heard": [], "text": None}
        if self._fails_before_answering(plan):
            return
        try:
            samples = sound.decode(audio)
        except Exception:  # noqa: BLE001  whatever PyAV raises, to a client it means one thing
            self._json(400, _error("Audio file might be corrupted or unsupported"))
            return
        numbers = sound.heard(samples)
        text = "" if plan["fail"] == "empty" else _words(samples, numbers, plan)
        entry |= {"seconds": round(len(samples) / sound.RATE, 2), "heard": numbers, "text": text}
        self._wait(plan["delay"])
        self._answer_json(plan["fail"], {"text": text})
        entry["answered_at"] = time.time()

    def _chat(self, body: bytes, received: float) -> None:
        plan = self.server.next_plan("chat")
        request = json.loads(body)
        transcript = fenced(request["messages"][-1]["content"])
        entry = self._entry("chat", received, plan, len(body))
        entry |= {"model": request.get("model"), "stream": bool(request.get("stream")), "transcript": transcript}
        entry |= {"messages": len(request["messages"]), "tools": request.get("tools"), "first_token_at": None}
        if self._fails_before_answering(plan):
            return
        text = "" if plan["fail"] == "empty" else plan["report"] or report(transcript)
        if plan["fail"] == "no_headings":
            text = transcript
        self._wait(plan["delay"])
        if not request.get("stream"):
            message = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
            self._answer_json(plan["fail"], _completion("chat.completion", [message]))
        else:
            self._stream(plan, text, entry)
        entry["answered_at"] = time.time()

    def _entry(self, endpoint: str, received: float, plan: dict[str, Any], size: int) -> dict[str, Any]:
        return self.server.note(
            {
                "endpoint": endpoint,
                "received_at": received,
                "answered_at": None,
                "fail": plan["fail"],
                "bytes": size,
                "authorized": bool(self.headers.get("Authorization")),
            }
        )

    def _fails_before_answering(self, plan: dict[str, Any]) -> bool:
        fail = plan["fail"]
        if fail is None or fail in ("empty", "cut", "broken", "html", "drip", "no_headings", "length"):
            return False
        if fail == "hang":
            self.server.wait_until_released(600)
            self.close_connection = True
        elif fail == "reset":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
        else:
            wait = plan["retry_after"]
            self._wait(plan["delay"])
            self._json(int(fail), _error("told to fail"), {"Retry-After": str(wait)} if wait is not None else {})
        return True

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self.server.wait_until_released(seconds)

    def _answer_json(self, fail: str | None, answer: dict[str, Any]) -> None:
        data = json.dumps(answer).encode()
        if fail == "broken":
            self._send(200, data[: len(data) // 2])
        elif fail == "html":
            self._send(200, b"<!doctype html><title>Bad gateway</title>", {"Content-Type": "text/html"})
        elif fail == "cut":
            self._head(200, {"Content-Length": str(len(data))})
            self.wfile.write(data[: len(data) // 2])
            self.close_connection = True
        elif fail == "drip":
            self._head(200, {"Content-Length": str(len(data))})
            for byte in data:
                self.wfile.write(bytes([byte]))
                if self.server.wait_until_released(_DRIP_SECONDS):
                    break
            self.close_connection = True
        else:
            self._send(200, data)

    def _stream(self, plan: dict[str, Any], text: str, entry: dict[str, Any]) -> None:
        fail = plan["fail"]
        self._head(200, {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})
        tokens = re.findall(r"\s*\S+\s*?", text)
        if fail in ("cut", "broken", "length"):
            tokens = tokens[: len(tokens) // 2]
        for number, token in enumerate(tokens):
            if number:
                self._wait(_DRIP_SECONDS if fail == "drip" else plan["token_delay"])
            self._event(_completion("chat.completion.chunk", [_delta({"content": token})]))
            entry["first_token_at"] = entry["first_token_at"] or time.time()
        if fail == "cut":
            self.close_connection = True
            return
        if fail == "broken":
            self._chunk(b'data: {"id": "x", "choices": [{"delta": {"cont\n\n')
        self._event(_completion("chat.completion.chunk", [_delta({}, "length" if fail == "length" else "stop")]))
        self._chunk(b"data: [DONE]\n\n")
        self._chunk(b"")

    def _event(self, payload: dict[str, Any]) -> None:
        self._chunk(f"data: {json.dumps(payload)}\n\n".encode())

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def _json(self, status: int, payload: dict[str, Any], headers: dict[str, str] | None = None) -> None:
        self._send(status, json.dumps(payload).encode(), headers)

    def _send(self, status: int, data: bytes, headers: dict[str, str] | None = None) -> None:
        self._head(status, {"Content-Length": str(len(data)), **(headers or {})})
        self.wfile.write(data)

    def _head(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.end_headers()


def _multipart(content_type: str, body: bytes) -> tuple[dict[str, str], bytes, str | None]:
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    fields: dict[str, str] = {}
    audio, filename = b"", None
    for part in body.split(b"--" + boundary)[1:-1]:
        head, _, payload = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        payload = payload.removesuffix(b"\r\n")
        options = dict(re.findall(r'(\w+)="([^"]*)"', head.decode()))
        if options["name"] == "file":
            audio, filename = payload, options.get("filename")
        else:
            fields[options["name"]] = payload.decode()
    return fields, audio, filename


def _words(samples: np.ndarray, numbers: list[int], plan: dict[str, Any]) -> str:
    seconds = len(samples) / sound.RATE
    if numbers:
        words = [plan["says"].get(str(number), f"woord{number:03d}") for number in numbers]
    elif len(samples) and float(np.sqrt(np.mean(samples**2))) > 0.003:
        words = [f"geluid van {round(seconds)} seconden"]
    else:
        words = []
    return " ".join([*words, plan["append"]]).strip()


def fenced(content: Any) -> str:
    """Return the transcript inside a prompt: the text between its fences, or all of it when there are none."""
    text = content if isinstance(content, str) else "".join(part.get("text", "") for part in content)
    for pattern in (r"<(\w+)[^<>]*>\n?(.*)\n?</\1>", r"(`{3,})\w*\n(.*)\n\1", r"^(\S{3,}[^\n]*)\n(.*)\n\1\s*$"):
        found = re.search(pattern, text, re.DOTALL | re.MULTILINE)
        if found:
            return found.group(2).strip()
    return text.strip()


def report(transcript: str) -> str:
    """Distribute the transcript's sentences (its words, if it is one sentence) over the five headings, in order.

    Nothing is added but 'Niet besproken'.
    """
    sentences = re.findall(r"[^.!?\n]+[.!?]*", transcript)
    if len(sentences) < 2:
        sentences = transcript.split()
    share = max(1, -(-len(sentences) // len(HEADINGS)))
    parts = []
    for place, heading in enumerate(HEADINGS):
        own = [sentence.strip() for sentence in sentences[place * share : (place + 1) * share] if sentence.strip()]
        parts.append(f"## {heading}\n\n{' '.join(own) or 'Niet besproken'}\n")
    return "\n".join(parts)


def _delta(delta: dict[str, str], finish: str | None = None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": finish}


def _completion(kind: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex[:12]}",
        "object": kind,
        "created": int(time.time()),
        "model": "fake",
        "choices": choices,
    }


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "fake_error", "code": None}}


def main() -> None:
    """Serve until the process ends."""
    parser = argparse.ArgumentParser(description="A local AI provider that speaks the OpenAI wire protocol.")
    parser.add_argument("--port", type=int, default=9100)
    with FakeProvider(parser.parse_args().port) as provider:
        print(f"listening on {provider.url}", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
