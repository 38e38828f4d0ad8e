"""How much a body may bring along, in bytes and in values, and how much of them is in memory at once (S33)."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.support.people import PASSWORD
from tests.unit.web.edge.site import nothing
from voice_report.config import settings
from voice_report.core import logs
from voice_report.core.shares import Bounds
from voice_report.services.sessions import sessions
from voice_report.services.sign_in import signing_in
from voice_report.web import edge
from voice_report.web.edge import held

KIB = 1024
LONG = (
    "/api/drafts",
    "/api/drafts/x",
    "/api/evidence",
    "/api/measurements",
    "/api/tidy",
    "/api/structure",
    "/api/dossier",
    "/api/stt",
    "/api/clients/import",
)


@pytest.fixture(autouse=True)
def _nothing_is_held() -> None:
    held.pool.held.clear()


class Call:
    """One request through the edge, of which parts come when they are sent."""

    def __init__(
        self, built: Path, path: str, *, cookie: str = "", address: str = "192.0.2.1", length: str = ""
    ) -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.parts: asyncio.Queue[dict] = asyncio.Queue()
        self.read = asyncio.Event()
        given = {"origin": settings().origin, "cookie": f"{sessions.cookie_name()}={cookie}" if cookie else ""}
        given |= {"content-length": length} if length else {"transfer-encoding": "chunked"}
        self._scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "query_string": b"",
            "client": (address, 1),
            "headers": [(name.encode(), value.encode()) for name, value in given.items() if value],
        }
        self._app = edge.around(built)(self._reads)
        self.reached = False

    async def _reads(self, scope, receive, send) -> None:
        self.reached = True
        while (message := await receive()).get("more_body"):
            pass
        if message["type"] == "http.disconnect":
            raise ConnectionError("the client went away")
        await nothing(scope, receive, send)

    async def _receive(self) -> dict:
        if self.parts.empty():
            self.read.set()
        return await self.parts.get()

    async def _send(self, message) -> None:
        self.status = message.get("status", self.status)
        self.headers |= dict(message.get("headers", []))

    def send(self, part: bytes, *, more: bool = False) -> None:
        self.parts.put_nowait({"type": "http.request", "body": part, "more_body": more})

    async def answer(self, *parts: bytes) -> int:
        for number, part in enumerate(parts, 1):
            self.send(part, more=number < len(parts))
        await self._app(self._scope, self._receive, self._send)
        return self.status

    async def hangs(self, part: bytes) -> asyncio.Future:
        """Send a part and then nothing; return when the edge waits for more, or has answered for the rest to come."""
        self.send(part, more=True)
        running = asyncio.ensure_future(self._app(self._scope, self._receive, self._send))
        await self.read.wait()
        return running


@pytest.mark.parametrize("path", ["/api/auth/register", "/api/auth/login", "/api/account", "/api/clients"])
async def test_s33_a_body_is_small_where_no_long_text_belongs(built, db, people, path: str) -> None:
    for cookie in ("", people.user.cookie):
        assert await Call(built, path, cookie=cookie).answer(b"x" * 64 * KIB) == 204
        call = Call(built, path, cookie=cookie)
        assert await call.answer(*[b"x" * KIB] * 65) == 413
        assert await Call(built, path, cookie=cookie, length=str(64 * KIB + 1)).answer(b"x") == 413


@pytest.mark.parametrize("path", LONG)
async def test_s33_only_somebody_who_is_signed_in_sends_a_long_text_or_a_file(built, db, people, path: str) -> None:
    for cookie in ("", "x" * 43):
        call = Call(built, path, cookie=cookie)
        assert await call.answer(b"x" * KIB) == 401
        assert not call.reached
    assert await Call(built, path, cookie=people.user.cookie).answer(*[b"x" * KIB] * 4 * KIB) == 204


async def test_a_webhook_of_stripe_needs_no_session(built) -> None:
    assert await Call(built, "/api/stripe/webhook").answer(*[b"x" * KIB] * 256) == 204
    assert await Call(built, "/api/stripe/webhook").answer(*[b"x" * KIB] * 257) == 413


async def test_s33_a_body_of_empty_lists_is_refused_before_it_is_parsed(built, db, people) -> None:
    assert await Call(built, "/api/auth/register").answer(b'{"email":[' + b"[]," * 5_000 + b"[]]}") == 413
    for worst in (b"[],", b"{},", b"1,", b'{"a":'):
        call = Call(built, "/api/drafts", cookie=people.user.cookie)
        assert await call.answer(*[worst * 10_000] * 6) == 413


async def test_the_longest_honest_texts_are_taken(built, db, people) -> None:
    sentence = "Mevrouw sliep goed, at weinig [zie vorige rapportage] en is daarna, zoals altijd, gaan wandelen.\n"
    body = json.dumps({"transcript": sentence * 2_000, "structuredReport": sentence * 6_000})
    assert len(body) > 780_000
    call = Call(built, "/api/drafts", cookie=people.user.cookie, length=str(len(body)))
    assert await call.answer(body.encode()) == 204


async def test_sound_and_files_of_clients_may_hold_any_byte(built, db, people) -> None:
    for path in ("/api/stt", "/api/clients/import"):
        assert await Call(built, path, cookie=people.user.cookie).answer(b"[{,\n" * 100_000) == 204


@pytest.mark.parametrize(
    "length", ["9" * 5_000, "1" * 16, "-1", "1.5"], ids=["5,000 digits", "16 digits", "negative", "a fraction"]
)
async def test_s33_a_length_that_is_no_sensible_number_is_too_large(built, caplog, length: str) -> None:
    assert await Call(built, "/api/auth/login", length=length).answer(b"{}") == 413
    assert {one.name for one in caplog.records} == {logs.ACCESS}


async def test_s33_the_visitors_of_a_network_hold_a_bounded_part_of_the_memory(built, db, people) -> None:
    part = b"x" * 64 * KIB
    calls = [Call(built, "/api/auth/login", address=f"2001:db8::{number:x}") for number in range(256)]
    running = [await call.hangs(part) for call in calls]
    surplus = Call(built, "/api/auth/login", address="2001:db8::ffff")
    assert await surplus.answer(b"{}", b"") == 429
    assert surplus.headers[b"retry-after"] == b"10"
    assert await Call(built, "/api/auth/login", address="2001:db8:0:1::1").answer(b"{}") == 204
    member = Call(built, "/api/account", cookie=people.user.cookie, address="2001:db8::ffff")
    assert await member.answer(b"{}") == 204, "who is signed in has a part of their own"
    for call in calls:
        call.send(b"")
    await asyncio.gather(*running)
    assert {call.status for call in calls} == {204}
    assert not held.pool.held, "what was answered is given back"


async def test_s33_one_session_holds_a_bounded_part_of_the_memory(built, db, people) -> None:
    running = await Call(built, "/api/stt", cookie=people.user.cookie).hangs(b"x" * 26 * 1024 * KIB)
    assert await Call(built, "/api/stt", cookie=people.user.cookie).answer(b"x" * 7 * 1024 * KIB) == 429
    assert await Call(built, "/api/drafts", cookie=people.user.cookie).answer(b" " * 5 * 1024 * KIB) == 204
    assert await Call(built, "/api/stt", cookie=people.admin.cookie).answer(b"x" * 7 * 1024 * KIB) == 204
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert not held.pool.held, "what was cut off is given back"


async def test_s33_what_cannot_be_taken_whole_is_not_begun(built, db, people) -> None:
    running = await Call(built, "/api/stt", cookie=people.user.cookie).hangs(b"x" * 8 * 1024 * KIB)
    recording = str(25 * 1024 * KIB)
    surplus = Call(built, "/api/stt", cookie=people.user.cookie, length=recording)
    assert await surplus.answer(b"x") == 429
    assert not surplus.reached
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert await Call(built, "/api/stt", cookie=people.user.cookie, length=recording).answer(b"x") == 204


async def test_s56_an_account_holds_no_more_by_other_sessions(built, db, people) -> None:
    cookies = [people.user.cookie, *[(await signing_in.log_in(people.user.email, PASSWORD)).token for _ in range(3)]]
    large = [Call(built, "/api/stt", cookie=cookie) for cookie in cookies]
    running = [await one.hangs(b"x" * 8 * 1024 * KIB) for one in large]
    assert await Call(built, "/api/drafts", cookie=cookies[-1]).answer(b" " * KIB) == 429
    assert await Call(built, "/api/drafts", cookie=people.admin.cookie).answer(b" " * KIB) == 204
    for one in running:
        one.cancel()
    await asyncio.gather(*running, return_exceptions=True)
    assert not held.pool.held


async def test_s56_large_bodies_leave_room_for_what_everybody_types_and_says(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(held, "BODIES", Bounds(2**30, 2**30, 8 * 1024 * KIB))
    monkeypatch.setattr(held, "_KEPT_FOR_SMALL", 4 * 1024 * KIB)
    large = [Call(built, "/api/stt", cookie=people.user.cookie) for _ in range(2)]
    running = [await one.hangs(b"x" * size * KIB) for one, size in zip(large, (3000, 1000), strict=True)]
    assert await Call(built, "/api/stt", cookie=people.user.cookie).answer(b"x" * 3000 * KIB) == 503
    assert await Call(built, "/api/stt", cookie=people.outsider.cookie).answer(b"x" * 500 * KIB) == 204
    for one in running:
        one.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def test_s56_one_organization_leaves_room_for_the_others(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(held, "BODIES", Bounds(2**30, 64 * KIB, 2**30))
    member = Call(built, "/api/drafts", cookie=people.user.cookie)
    running = await member.hangs(b" " * 64 * KIB)
    assert await Call(built, "/api/drafts", cookie=people.admin.cookie).answer(b" ") == 429
    assert await Call(built, "/api/drafts", cookie=people.outsider.cookie).answer(b" ") == 204
    member.send(b"")
    await running


async def test_s33_visitors_leave_room_for_people_who_are_signed_in(built, db, people, monkeypatch) -> None:
    monkeypatch.setattr(held, "_OF_VISITORS", 2 * 64 * KIB)
    monkeypatch.setattr(held, "BODIES", Bounds(2**30, 2**30, 3 * 64 * KIB))
    part = b"x" * 64 * KIB
    visitors = [Call(built, "/api/auth/login", address=f"192.0.2.{number}") for number in (1, 2)]
    running = [await one.hangs(part) for one in visitors]
    surplus = Call(built, "/api/auth/login", address="192.0.2.3")
    assert await surplus.answer(b"{}") == 503
    assert surplus.headers[b"retry-after"] == b"10"
    member = Call(built, "/api/stt", cookie=people.user.cookie)
    running.append(await member.hangs(part))
    assert await Call(built, "/api/stt", cookie=people.admin.cookie).answer(b"x") == 503
    for call in (*visitors, member):
        call.send(b"")
    await asyncio.gather(*running)
    assert await Call(built, "/api/stt", cookie=people.admin.cookie).answer(b"x") == 204


async def test_s88_a_chosen_file_fits_and_leaves_its_sender_all_else(built, db, people) -> None:
    file = b"x" * 64 * 1024 * KIB
    call = Call(built, "/api/recordings", cookie=people.user.cookie)
    running = await call.hangs(file)
    assert await Call(built, "/api/recordings", cookie=people.user.cookie).answer(file) == 429
    assert await Call(built, "/api/stt", cookie=people.user.cookie).answer(b"x" * 25 * 1024 * KIB) == 204
    assert await Call(built, "/api/recordings").answer(file) == 401
    call.send(b"")
    await running
    assert call.status == 204
    assert await Call(built, "/api/recordings", cookie=people.user.cookie).answer(file + b"x" * 2 * 1024 * KIB) == 413


async def test_a_change_of_shifts_fits(built, db, people) -> None:
    """Twenty people behind one address each send a dictated sentence of half a megabyte, one with a long recording."""
    cookies = [person.cookie for person in (people.user, people.admin, people.outsider)]
    calls = [Call(built, "/api/stt", cookie=cookies[number % 3]) for number in range(20)]
    running = [await call.hangs(b"x" * 512 * KIB) for call in calls]
    assert await Call(built, "/api/stt", cookie=people.user.cookie).answer(b"x" * 25 * 1024 * KIB) == 204
    for call in calls:
        call.send(b"")
    await asyncio.gather(*running)
    assert {call.status for call in calls} == {204}
