"""What one client asks at the same moment is spread: others' events stand behind little of it (S33, S56)."""

import asyncio
from asyncio import sleep  # as it is before it is replaced

import pytest

from tests.unit.web.edge.site import nothing
from voice_report.core import fair_lock
from voice_report.services.sessions import sessions
from voice_report.web import edge
from voice_report.web.edge import token_buckets, turns


@pytest.fixture(autouse=True)
def _at_a_pace(at_once, monkeypatch) -> None:
    """Undo ``at_once``: eight may begin at once, and eight each second."""
    monkeypatch.setattr(turns, "_OF_AN_ACCOUNT", (8, 8))
    monkeypatch.setitem(turns._visitors, "http", token_buckets.SharedTokenBucket(8, 8))


class Waiting:
    """Calls through the edge, of which only those begin that need not wait."""

    def __init__(self, built, monkeypatch) -> None:
        self.begun: list[str] = []
        self.waited: list[float] = []
        self._gate = asyncio.Semaphore(0)
        self._app = edge.around(built)(self._begin)
        monkeypatch.setattr(token_buckets.time, "monotonic", lambda: 1_000.0)
        monkeypatch.setattr(token_buckets.asyncio, "sleep", self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        await self._gate.acquire()

    async def _begin(self, scope, receive, send) -> None:
        self.begun.append(scope["client"][0])
        await nothing(scope, receive, send)

    def call(self, address: str, cookie: str = "") -> asyncio.Task[int]:
        return asyncio.create_task(self._answer(address, cookie))

    async def _answer(self, address: str, cookie: str) -> int:
        """Return the status; whoever is refused reads when to come back."""
        answers: list[int] = []

        async def send(message) -> None:
            answers.append(message.get("status", 0))
            assert (answers[0] == 429) == (b"retry-after" in dict(message.get("headers", ()))) or len(answers) > 1

        async def receive():
            return {"type": "http.request", "body": b""}

        headers = [(b"cookie", f"{sessions.cookie_name()}={cookie}".encode())] if cookie else []
        scope = {"type": "http", "method": "GET", "path": "/api/auth/me", "query_string": b"", "client": (address, 1)}
        await self._app({**scope, "headers": headers}, receive, send)
        return answers[0]

    def go_on(self, calls: int) -> None:
        for _ in range(calls):
            self._gate.release()


async def test_s56_the_calls_of_an_account_begin_at_its_pace_and_nobody_else_waits(
    built, db, people, monkeypatch
) -> None:
    waiting = Waiting(built, monkeypatch)
    flood = [waiting.call("192.0.2.1", people.user.cookie) for _ in range(40)]
    assert await waiting.call("192.0.2.2", people.outsider.cookie) == 204
    assert waiting.begun.count("192.0.2.1") == 8
    assert waiting.waited == [number / 8 for number in range(1, 33)]
    waiting.go_on(32)
    assert await asyncio.gather(*flood) == [204] * 40, "nothing is lost"


async def test_s56_the_calls_of_an_organization_begin_at_its_pace_and_no_other_waits(
    built, db, people, monkeypatch
) -> None:
    """Of two accounts twelve may begin at once, where each alone has eight."""
    monkeypatch.setattr(turns, "_organizations", token_buckets.OfOrganizations((8, 8), (2, 2)))
    waiting = Waiting(built, monkeypatch)
    accounts = people.user.cookie, people.admin.cookie
    flood = [waiting.call("192.0.2.1", accounts[number % 2]) for number in range(16)]
    assert await waiting.call("192.0.2.2", people.outsider.cookie) == 204
    assert waiting.begun.count("192.0.2.1") == 12
    assert waiting.waited == pytest.approx([number / 12 for number in range(1, 5)]), "at the pace of two accounts"
    waiting.go_on(4)
    assert await asyncio.gather(*flood) == [204] * 16, "nothing is lost"


async def test_s56_visitors_take_turns_by_site(built, db, monkeypatch) -> None:
    waiting = Waiting(built, monkeypatch)
    flood = [waiting.call(f"2001:db8::{number:x}") for number in range(60)]
    await asyncio.wait(flood, return_when=asyncio.FIRST_COMPLETED)
    visitor = waiting.call("192.0.2.7")
    while not visitor.done():
        waiting.go_on(1)
        for _ in range(50):
            await sleep(0)
    assert len(waiting.begun) <= 8 + 4, "of the site that floods, a call or two began before it"
    waiting.go_on(60)
    assert await asyncio.gather(visitor, *flood) == [204] * 61


async def test_s56_who_would_wait_too_long_is_refused_at_once(built, db, people, monkeypatch) -> None:
    waiting = Waiting(built, monkeypatch)
    flood = [waiting.call("192.0.2.1", people.user.cookie) for _ in range(100)]
    visitors = [waiting.call("192.0.2.2") for _ in range(100)]
    while sum(one.done() for one in flood) < 8 + 28 or sum(one.done() for one in visitors) < 8 + 27:  # noqa: ASYNC110
        await sleep(0)
    for _ in range(50):
        await sleep(0)
    of_account, of_visitors = sum(one.done() for one in flood), sum(one.done() for one in visitors)
    assert (of_account, of_visitors) == (8 + 28, 8 + 27), "begun, and refused: who waits for more than eight seconds"
    waiting.go_on(200)
    assert (await asyncio.gather(*flood)).count(429) == 28
    assert (await asyncio.gather(*visitors)).count(429) == 27


async def test_s56_visitors_take_turns_at_writing_by_network_and_users_by_organization(
    built, db, people, monkeypatch
) -> None:
    waiting, whose = Waiting(built, monkeypatch), []

    async def app(scope, receive, send) -> None:
        whose.append(fair_lock.whose.get())
        await nothing(scope, receive, send)

    waiting._app = edge.around(built)(app)
    for address, cookie in (("192.0.2.1", ""), ("2001:db8::1", ""), ("192.0.2.1", people.user.cookie)):
        assert await waiting.call(address, cookie) == 204
    assert whose == ["192.0.2.1", "site 2001:db8::/48", f"organization {people.organization_id}"]
