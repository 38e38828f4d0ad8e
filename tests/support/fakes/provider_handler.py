"""How the fake AI provider answers one request, or fails to."""

import json
import re
import socket
import struct
import time
import uuid
from http.server import BaseHTTPRequestHandler
from typing import Any

import numpy as np

from voice_report.integrations.structuring.chat.ability import CANARY

from . import sound
from .provider_server import ProviderServer

HEADINGS = ("Situatie", "Observaties", "Uitgevoerde zorg", "Evaluatie", "Afspraken en vervolg")
_DRIP_SECONDS = 0.5


class Handler(BaseHTTPRequestHandler):
    """One connection: speech, chat, and the control of both."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: ProviderServer  # pyright: ignore[reportIncompatibleVariableOverride]

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
        self.server.wait_while_held("speech", 0)
        answer: dict[str, Any] = {"text": text}
        if fields.get("response_format") == "verbose_json":
            answer["words"] = _sure(text, entry["seconds"]) if plan["words"] is None else plan["words"]
        self._answer_json(plan["fail"], answer)
        entry["answered_at"] = time.time()

    def _chat(self, body: bytes, received: float) -> None:
        plan = self.server.next_plan("chat")
        raw = f"{self.path}\n{self.headers}\n{body.decode()}"
        self.server.record(raw)
        request = json.loads(body)
        sent = fenced(request["messages"][-1]["content"])
        sections = re.findall(r"^- (\S+): .+$", request["messages"][0]["content"], re.MULTILINE)
        wants_lines = re.match(r"\[1\] ", sent) is not None and bool(sections)
        transcript = re.sub(r"^\[\d+\] ", "", sent, flags=re.MULTILINE).replace("\n", " ") if wants_lines else sent
        entry = self._entry("chat", received, plan, len(body))
        entry |= {"model": request.get("model"), "stream": bool(request.get("stream")), "transcript": transcript}
        entry |= {"messages": len(request["messages"]), "tools": request.get("tools")}
        entry |= {"first_token_at": None, "lines_ended_at": [], "raw": raw}
        if self._fails_before_answering(plan, sent):
            return
        text = plan["report"] or (lines(sent, sections) if wants_lines else report(transcript))
        if plan["fail"] == "empty":
            text = ""
        if plan["fail"] == "no_headings":
            text = transcript
        self._wait(plan["delay"])
        self.server.wait_while_held("chat", 0)
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

    def _fails_before_answering(self, plan: dict[str, Any], sent: str = "") -> bool:
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
            headers = {"Retry-After": str(wait)} if wait is not None else {}
            headers |= {"Location": plan["location"]} if plan["location"] else {}
            self._json(int(fail), _error(sent if plan["repeats"] else "told to fail"), headers)
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
                self.server.wait_while_held("chat", number)
            if token.endswith("}"):
                entry["lines_ended_at"].append(time.time())
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


def _sure(text: str, seconds: float) -> list[dict[str, Any]]:
    words = text.split()
    each = seconds / max(1, len(words))
    return [
        {"word": word, "start": at * each, "end": (at + 1) * each, "probability": 0.95} for at, word in enumerate(words)
    ]


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


def lines(numbered: str, sections: list[str]) -> str:
    """Distribute numbered sentences over the sections, in order, as JSON Lines with the sentences as they were said.

    The sentences by which the product knows a model that can do the work are placed as such a model places them.
    """
    sentences = re.findall(r"^\[(\d+)\] (.+)$", numbered, re.MULTILINE)
    share = max(1, -(-len(sentences) // len(sections)))
    return "".join(
        json.dumps({"s": [int(number)], "h": CANARY.get(text, sections[place // share]), "t": text}, ensure_ascii=False)
        + "\n"
        for place, (number, text) in enumerate(sentences)
    )


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
