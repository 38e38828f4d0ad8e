"""Each neighbour in turn accepts a connection and never answers, answers half, or drips.

Every call ends within its limit with a sentence, and works again by itself when the neighbour does.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from tests.conftest import DATABASE_LIMITS
from tests.support import environment, migrated, postgres
from tests.support import people as cast
from tests.support.fakes import sound
from tests.support.fakes.mail_server import MailServer, serving
from tests.support.fakes.provider import FakeProvider
from tests.support.silence import Behaviour, Line, line_to
from tests.unit.services.billing.buying import fake_stripe
from tests.unit.web.api.accounts.joining import register
from voice_report.config import settings
from voice_report.db import engine, session
from voice_report.integrations import mail, speech
from voice_report.integrations.payments import connection
from voice_report.services.mail import outbox
from voice_report.services.sessions import sessions
from voice_report.web import edge
from voice_report.web.api.app import create

__all__ = ["fake_stripe"]

# They wait out limits of up to 18 seconds with nothing to do: one process waits, while the others have work.
pytestmark = pytest.mark.xdist_group("test_silent_neighbours")

BUSY_MACHINE = 100.0  # seconds on top of a limit, for the other tests that run meanwhile
BACK_WITHIN = 25.0  # seconds from the neighbour's return that its users are told to wait
SILENT: tuple[Behaviour, ...] = ("hold", "swallow", "half", "drip")

SPEECH = sound.encoded(sound.dictation(1), "webm")
SAID = "Mevrouw heeft goed geslapen. Ik heb haar geholpen met douchen."


async def timed(call, limit: float) -> httpx.Response:
    """Await a call that must end within ``limit`` seconds."""
    began = time.monotonic()
    answer = await asyncio.wait_for(call, limit + BUSY_MACHINE + 30)
    assert time.monotonic() - began < limit + BUSY_MACHINE
    return answer


async def until_it_works(call, *, status: int = 200) -> httpx.Response:
    """Repeat a call as its Retry-After says, until it works again: within ``BACK_WITHIN``."""
    waited = 0.0
    while True:
        answer: httpx.Response = await call()
        if answer.status_code == status:
            return answer
        assert answer.status_code == 503, answer.text
        wait = float(answer.headers["Retry-After"])
        waited += wait
        assert waited <= BACK_WITHIN, "it says to come back later than promised"
        await asyncio.sleep(wait)


# Speech and structuring


@pytest.fixture
async def provider(monkeypatch) -> AsyncIterator[Line]:
    with FakeProvider() as provider:
        async with line_to(provider.port) as line:
            environment.use(
                monkeypatch,
                OPENAI_BASE_URL=provider.url.replace(str(provider.port), str(line.port)),
                OPENAI_API_KEY="only-for-tests",
                STRUCTURE_TIMEOUT="4",
            )
            yield line


@pytest.mark.parametrize("behaviour", SILENT)
async def test_s20_a_silent_speech_engine(provider: Line, monkeypatch, behaviour: Behaviour, user) -> None:

    async def send() -> httpx.Response:
        return await user.post("/api/stt", files={"audio": ("opname.webm", SPEECH, "audio/webm")})

    assert (await send()).json()["transcript"] == "woord001"
    with monkeypatch.context() as impatient:
        impatient.setattr(speech.engine(), "_timeout", 2)
        await provider.change(behaviour)
        answer = await timed(send(), 2 * 2)  # no attempt begins after the first time-out
    assert answer.status_code == 503
    assert "spraakherkenning is even niet bereikbaar" in answer.json()["error"]
    await provider.change("pass")
    assert (await until_it_works(send)).json()["transcript"] == "woord001"


@pytest.mark.parametrize("behaviour", SILENT)
async def test_s20_a_silent_structuring_engine(provider: Line, behaviour: Behaviour, user) -> None:

    async def ask() -> httpx.Response:
        return await user.post("/api/structure", json={"transcript": SAID})

    await provider.change(behaviour)
    answer = await timed(ask(), 4)
    assert answer.status_code == 200, "who waited has a report, in their own words"
    made = answer.json()["statements"]
    assert (len(made), made[-1]["asSpoken"]) == (2, True), "what had not come is there in their own words"
    assert (await user.get("/api/organization")).json()["currentCredits"] == 9


# Mail


@pytest.fixture
async def mail_line(monkeypatch) -> AsyncIterator[tuple[Line, MailServer]]:
    async with serving() as server, line_to(server.port) as line:
        environment.use(monkeypatch, MAIL_URL=f"smtp://127.0.0.1:{line.port}")
        yield line, server


@pytest.mark.parametrize("behaviour", [*SILENT, "reset", "refuse"])
async def test_a_silent_mail_server_holds_up_nobody_and_gets_its_mail_when_it_is_back(
    api, db, mail_line, monkeypatch, behaviour: Behaviour
) -> None:
    monkeypatch.setattr(outbox, "_LOOK_EVERY", 0.2)
    line, server = mail_line
    await line.change(behaviour)
    worker = asyncio.create_task(outbox.run())
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr(mail, "TIMEOUT", 6.0)
            answer = await timed(register(await api()), 2)
            assert answer.status_code == 201
            await asyncio.wait_for(until_true(lambda: outbox._server().is_down), 6 + BUSY_MACHINE)
        await line.change("pass")
        await asyncio.wait_for(until_true(lambda: len(server.accepted) == 1), BACK_WITHIN + BUSY_MACHINE)
    finally:
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)  # it may be in the middle of a transaction
    assert len(server.accepted) == 1


async def until_true(condition) -> None:
    while not condition():  # noqa: ASYNC110  the worker beside us sets no event
        await asyncio.sleep(0.02)


# Stripe


@pytest.mark.parametrize("behaviour", SILENT)
async def test_a_silent_stripe(api, people, fake_stripe, monkeypatch, behaviour: Behaviour) -> None:
    assert connection.DEADLINE <= 20
    async with line_to(urlsplit(fake_stripe.url).port or 0) as line:
        environment.use(monkeypatch, STRIPE_API_BASE=f"http://127.0.0.1:{line.port}")
        client = await api(people.admin)

        async def buy() -> httpx.Response:
            return await client.post("/api/create-checkout-session", json={"packageId": "zzp"})

        with monkeypatch.context() as impatient:
            impatient.setattr(connection, "DEADLINE", 3.0)
            impatient.setattr(connection, "TIMEOUT", 1.2)
            impatient.setattr(connection, "CONNECT_TIMEOUT", 0.5)
            await line.change(behaviour)
            answer = await timed(buy(), connection.DEADLINE)
        await connection.close()  # what works again is asked with the product's time-outs
        sentence = "Kon geen checkout sessie starten. Probeer het opnieuw."
        assert (answer.status_code, answer.json()["error"]) == (503, sentence)
        await line.change("pass")
        assert (await buy()).status_code == 200


# PostgreSQL


@pytest.fixture
async def database_line(monkeypatch) -> AsyncIterator[Line]:
    home = await asyncio.to_thread(migrated.cluster)
    name = await asyncio.to_thread(postgres.copy, home)
    for limit, seconds in DATABASE_LIMITS.items():
        monkeypatch.setattr(engine, limit, seconds)
    async with line_to(Path(home) / ".s.PGSQL.5432") as line:
        environment.use(monkeypatch, DATABASE_URL=f"postgresql://postgres@127.0.0.1:{line.port}/{name}?sslmode=disable")
        yield line
        await line.change("reset")
        await session.dispose()
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.mark.parametrize("behaviour", [*SILENT, "reset", "refuse"])
async def test_a_silent_postgresql(database_line: Line, tmp_path, behaviour: Behaviour) -> None:
    person = (await cast.make_people()).user
    transport = httpx.ASGITransport(edge.around(tmp_path)(create()))
    async with httpx.AsyncClient(
        transport=transport, base_url=settings().origin, cookies={sessions.cookie_name(): person.cookie}
    ) as client:

        async def look() -> httpx.Response:
            return await client.get("/api/drafts")

        assert (await look()).status_code == 200
        await database_line.change(behaviour)
        answers = await asyncio.gather(*(timed(look(), 20) for _ in range(3)))
        assert [answer.status_code for answer in answers] == [503] * 3
        assert all(answer.json()["error"] for answer in answers)
        await database_line.change("pass")
        assert (await until_it_works(look)).json()["drafts"] == []
