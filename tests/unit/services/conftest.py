"""Who dictates, the engine that structures, and an organization with an identity provider."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from tests.support import environment
from tests.support.fakes.identity_provider import FakeIdentityProvider
from tests.support.fakes.structure_engine import ScriptedEngine
from tests.unit.services.sso.provider import connect
from voice_report.integrations import resilience
from voice_report.services.concepts import structuring
from voice_report.services.dictation import segments


@pytest.fixture
def renewals(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[Callable[[], None]]":
    """Nothing waits: retries go on at once, and a claim is renewed when the test calls one of these."""
    asked: asyncio.Queue[Callable[[], None]] = asyncio.Queue()

    async def at_once(seconds: float) -> None:
        """Time passes at once."""

    async def on_demand(seconds: float) -> None:
        event = asyncio.Event()
        asked.put_nowait(event.set)
        await event.wait()

    monkeypatch.setattr(resilience, "pause", at_once)
    monkeypatch.setattr(segments, "pause", on_demand)
    return asked


@pytest.fixture
async def user(people, fake_provider, renewals):
    """The care worker who dictates."""
    return await people.user.current()


@pytest.fixture
async def outsider(people):
    """A user of another organization."""
    return await people.outsider.current()


@pytest.fixture
async def engine(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ScriptedEngine]:
    """The structuring engine, controlled by the test. No request waits, and no work is left running."""
    scripted = ScriptedEngine()
    monkeypatch.setattr(structuring, "engine", lambda *_: scripted)
    monkeypatch.setattr(structuring, "pause", lambda seconds: asyncio.sleep(0))
    yield scripted
    await structuring.finish_all()


@pytest.fixture
def no_limits(monkeypatch, db):
    environment.use(monkeypatch, RATE_LIMITS="off")


@pytest.fixture
async def connected(people, identity_provider, name_server) -> FakeIdentityProvider:
    """De Linde with a proven domain and the fake provider, recommended; new members are admitted."""
    await connect(people.admin, identity_provider, name_server)
    return identity_provider
