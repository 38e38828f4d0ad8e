"""A recording sent over a websocket while it is made: an ordinary request, with everything that holds for one."""

import asyncio
import json
import logging
import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from limits import parse

from tests.support.fakes import sound
from voice_report.config import settings
from voice_report.core.shares import Bounds
from voice_report.errors import Unavailable
from voice_report.services.dictation import dictation
from voice_report.services.sessions import sessions
from voice_report.services.shared import rate_limits, tokens
from voice_report.web import edge
from voice_report.web.api import app as api
from voice_report.web.api.reports import uploads
from voice_report.web.edge import bodies, held, streamed

SPEECH = sound.encoded(sound.dictation(1), "webm")
BOUNDARY = "b0-_B"
HEAD = (
    f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="audio"; filename="opname-0.webm"\r\n'
    "Content-Type: audio/webm;codecs=opus\r\n\r\n"
).encode()
#: What browsers and proxies send along with one.
HANDSHAKE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-key": "x",
    "accept-encoding": "gzip, deflate, br, zstd",
    "content-type": "text/plain",
    "content-length": "0",
    "content-encoding": "gzip",
    "expect": "100-continue",
    "range": "bytes=0-9",
    "if-none-match": "*",
    "te": "trailers",
}


def tail(**fields: str) -> bytes:
    """Return the rest of the form behind its file."""
    parts = [
        f'\r\n--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}'
        for name, value in fields.items()
    ]
    return f"{''.join(parts)}\r\n--{BOUNDARY}--\r\n".encode()


class Stream:
    """The client end of a websocket on which a form is sent."""

    def __init__(
        self, built: Path, *, cookie: str = "", origin: str = "", query: str = f"boundary={BOUNDARY}", path="/api/stt"
    ) -> None:
        headers = {"origin": origin or settings().origin} | HANDSHAKE
        if cookie:
            headers["cookie"] = f"{sessions.cookie_name()}={cookie}"
        self._scope = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": "ws",
            "http_version": "1.1",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("192.0.2.1", 5),
            "server": ("localhost", 8000),
            "subprotocols": [],
        }
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.sent: list[dict[str, Any]] = []
        self._app = edge.around(built)(api.create())

    async def _send(self, message) -> None:
        if self._is_gone:
            raise RuntimeError("the client has left")
        self.sent.append(message)

    _is_gone = False

    def _receive(self, **message: Any) -> None:
        self._incoming.put_nowait(message)

    def add(self, *parts: bytes) -> None:
        for part in parts:
            self._receive(type="websocket.receive", bytes=part, text=None)

    def end(self) -> None:
        self._receive(type="websocket.receive", bytes=None, text="")

    def leave(self) -> None:
        self._is_gone = True
        self._receive(type="websocket.disconnect", code=1001)

    def open(self) -> asyncio.Future[None]:
        self._receive(type="websocket.connect")
        return asyncio.ensure_future(self._app(self._scope, self._incoming.get, self._send))

    async def sends(self, parts: Iterable[bytes]) -> dict[str, Any]:
        """Send a whole form, and return the answer."""
        running = self.open()
        self.add(*parts)
        self.end()
        await running
        return self.answer

    @property
    def answer(self) -> dict[str, Any]:
        """The one message, between accepting and closing, with its body read."""
        accepted, reply, closed = self.sent
        assert (accepted["type"], closed["type"], closed["code"]) == ("websocket.accept", "websocket.close", 1000)
        answer = json.loads(reply["text"])
        return {**answer, "body": json.loads(answer["body"])}


def in_parts(data: bytes, size: int = 1000) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@asynccontextmanager
async def speaking(stream: Stream) -> AsyncIterator[asyncio.Future[None]]:
    """A user has been speaking for a moment: the request is under way."""
    running = stream.open()
    stream.add(HEAD, *in_parts(SPEECH)[:3])
    while not stream._incoming.empty() or not held.pool.held:  # noqa: ASYNC110  the edge sets no event
        await asyncio.sleep(0)
    yield running
    await running


async def test_it_is_answered_as_one_that_is_posted(built, db, people, fake_provider, site) -> None:
    fields = {"dictationId": str(uuid.uuid4()), "segment": "0", "userKey": tokens.device_key(people.user.id)}
    answer = await Stream(built, cookie=people.user.cookie).sends([HEAD, *in_parts(SPEECH), tail(**fields)])
    assert (answer["status"], answer["retryAfter"], answer["body"]["transcript"]) == (200, "", "woord001")
    site.cookies.set(sessions.cookie_name(), people.user.cookie)
    headers = {"origin": settings().origin}
    posted = await site.post("/api/stt", files={"audio": ("x.webm", SPEECH)}, data=fields, headers=headers)
    assert posted.json() == answer["body"]
    assert len(fake_provider.requests("speech")) == 1
    assert not held.pool.held


async def test_a_long_answer_is_text(built, db, people, fake_provider) -> None:
    said = " ".join(f"Om {minute} minuten over acht at mevrouw." for minute in range(40))
    fake_provider.control(endpoint="speech", says={"1": said})
    answer = await Stream(built, cookie=people.user.cookie).sends([HEAD, *in_parts(SPEECH), tail()])
    assert (answer["status"], answer["body"]["transcript"]) == (200, said)


@pytest.mark.parametrize("origin", ["null", "https://kwaad.example", "http://localhost:8000.kwaad.example"])
async def test_s04_nobody_elses_page_opens_one(built, db, people, origin: str) -> None:
    stream = Stream(built, cookie=people.user.cookie, origin=origin)
    await stream.open()
    assert stream.sent == [{"type": "websocket.close", "code": 4403}]


@pytest.mark.parametrize(
    "query", ["", "boundary=", "boundary=a%0d%0ax-evil:1", "boundary=" + "b" * 71, 'boundary="b"', "boundary=é"]
)
async def test_without_a_plain_boundary_none_is_opened(built, query: str) -> None:
    stream = Stream(built, query=query)
    await stream.open()
    assert stream.sent == [{"type": "websocket.close", "code": 4403}]


async def test_s23_a_visitor_opens_none(built, db, fake_provider) -> None:
    for cookie in ("", "x" * 43):
        stream = Stream(built, cookie=cookie)
        stream.add(HEAD, SPEECH)
        await stream.open()
        assert stream.sent == [{"type": "websocket.close", "code": 4401}]
    assert fake_provider.log == []


async def test_s06_a_session_that_ends_while_somebody_speaks_gets_no_words(
    built, db, people, fake_provider, monkeypatch
) -> None:
    monkeypatch.setattr(uploads, "_LOOKED_WITHIN", 0.0)
    stream = Stream(built, cookie=people.user.cookie)
    async with speaking(stream):
        await db.run_in_transaction(sessions.log_out, people.user.cookie)
        stream.add(SPEECH[3000:], tail(dictationId=str(uuid.uuid4()), segment="0"))
        stream.end()
    assert (stream.answer["status"], stream.answer["body"]["code"]) == (401, "not_signed_in")
    assert fake_provider.log == []


async def test_the_recording_of_who_was_signed_in_before_waits_for_its_owner(built, db, people, fake_provider) -> None:
    key = tokens.device_key(people.outsider.id)
    answer = await Stream(built, cookie=people.user.cookie).sends([HEAD, SPEECH, tail(userKey=key)])
    assert (answer["status"], answer["body"]["code"]) == (401, "other_account")


async def test_who_leaves_while_speaking_leaves_nothing(built, db, people, fake_provider, caplog) -> None:
    stream = Stream(built, cookie=people.user.cookie)
    with caplog.at_level(logging.WARNING):
        async with speaking(stream):
            stream.leave()
    assert caplog.records == []
    assert fake_provider.log == []
    assert not held.pool.held


async def test_s23_a_recording_that_is_too_large_is_refused_while_it_is_sent(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(dictation, "MAX_AUDIO_BYTES", 1000)
    monkeypatch.setattr(uploads, "_FORM", 1000)
    answer = await Stream(built, cookie=people.user.cookie).sends([HEAD, *in_parts(SPEECH), tail()])
    assert (answer["status"], answer["body"]["code"]) == (413, "too_large")


async def test_what_comes_behind_the_end_is_no_part_of_it(built, db, people, fake_provider) -> None:
    stream = Stream(built, cookie=people.user.cookie)
    running = stream.open()
    stream.add(HEAD, SPEECH, tail())
    stream.end()
    stream.add(b"x" * 100_000, HEAD)
    await running
    assert (stream.answer["status"], stream.answer["body"]["transcript"]) == (200, "woord001")


async def test_a_form_that_is_cut_off_is_refused(built, db, people, fake_provider) -> None:
    answer = await Stream(built, cookie=people.user.cookie).sends([HEAD, SPEECH[:3000]])
    assert (answer["status"], answer["body"]["code"]) == (422, "no_audio")
    assert fake_provider.log == []


async def test_s33_opening_them_is_counted_before_anything_is_looked_up(built, db, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "stream", parse("2 per minute"))
    codes = []
    for number in range(4):
        stream = Stream(built, cookie=f"{number}" * 43)
        await stream.open()
        codes += [message["code"] for message in stream.sent]
    assert codes == [4401, 4401, 4429, 4429]


async def test_without_a_database_none_is_opened_and_nothing_is_logged(built, db, people, monkeypatch, caplog) -> None:
    async def away(*_args, **_more):
        raise Unavailable("De database is even weg.")

    monkeypatch.setattr(sessions, "holder", away)
    stream = Stream(built, cookie=people.user.cookie)
    with caplog.at_level(logging.ERROR):
        await stream.open()
    assert stream.sent == [{"type": "websocket.close", "code": 1013}]
    assert caplog.records == []


async def test_s33_a_session_has_so_many_at_once(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(streamed, "_STREAMS_PER_ACCOUNT", 1)
    first, second = (Stream(built, cookie=people.user.cookie) for _ in range(2))
    async with speaking(first):
        await second.open()
        assert second.sent == [{"type": "websocket.close", "code": 4429}]
        first.leave()
    assert not streamed._open


@pytest.mark.parametrize("message", [b"", b"x" * (1024 * 1024 + 1)])
async def test_s33_a_message_that_is_no_piece_of_a_recording_ends_it(built, db, people, message: bytes) -> None:
    stream = Stream(built, cookie=people.user.cookie)
    async with speaking(stream):
        stream.add(message)
    assert stream.sent[1:] == [{"type": "websocket.close", "code": 4400}]
    assert not held.pool.held


async def test_s33_its_messages_have_a_pace_and_waiting_is_counted(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(streamed, "_MESSAGES", (100, 5))
    monkeypatch.setattr(bodies, "_WAITS_FOR", 0.1)
    answer = await Stream(built, cookie=people.user.cookie).sends([HEAD, *[b"x"] * 60, tail()])
    assert (answer["status"], answer["body"]["code"]) == (408, "too_slow")


async def test_s33_who_says_nothing_is_not_waited_for(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(bodies, "_WAITS_FOR", 0.05)
    stream = Stream(built, cookie=people.user.cookie)
    await stream.open()
    assert (stream.answer["status"], stream.answer["body"]["code"]) == (408, "too_slow")


async def test_s33_its_bytes_count_with_those_of_the_account(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(held, "BODIES", Bounds(4000, 2**30, 2**30))
    stream = Stream(built, cookie=people.user.cookie)
    async with speaking(stream):
        second = await Stream(built, cookie=people.user.cookie).sends([HEAD, SPEECH[:3000]])
        assert (second["status"], second["retryAfter"]) == (429, "10")
        stream.leave()
