"""Nothing is lost and nothing happens twice, wherever the process ends or the database fails (``crashes``)."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from sqlmodel import col, select

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.structure_engine import ScriptedEngine, report_of
from tests.unit.services import crashes
from tests.unit.services.billing import buying
from tests.unit.services.billing.buying import fake_stripe
from tests.unit.services.concepts import concepts
from tests.unit.services.crashes import Mode, Story
from tests.unit.services.platform.test_deletion import leave_traces, places_of_the_canary
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import AuditLog, Client, Dictation, DictationSegment, Organization, Report, User
from voice_report.errors import Conflict, NotFound
from voice_report.integrations import speech
from voice_report.services.archive import archive
from voice_report.services.billing import webhooks
from voice_report.services.concepts import structuring
from voice_report.services.dictation import dictation, segments
from voice_report.services.platform import deletion

__all__ = ["fake_stripe"]

pytestmark = pytest.mark.parametrize("mode", Mode)

SAID = "Mevrouw heeft goed geslapen."


async def audited(*subjects: tuple[str, str]) -> None:
    """Assert that these things, and no others but looks, were written in the audit trail, once each."""
    async with database.reading() as session:
        rows = await session.exec(select(AuditLog.action, AuditLog.resource).where(AuditLog.action != "view"))
        assert sorted(tuple(row) for row in rows) == sorted(subjects)


def _not_for_long() -> Callable[[float], Awaitable[None]]:
    """Return the pause between two looks at a report that another request makes, which nobody makes here."""
    looks = count()

    async def pause(_seconds: float) -> None:
        assert next(looks) < 200, "it waits for a lease"
        await asyncio.sleep(0)

    return pause


@pytest.fixture
async def a_concept(people, monkeypatch) -> Story:
    """A report is made of a draft: one credit, and the report is in the draft."""
    monkeypatch.setattr(structuring, "engine", lambda *_: ScriptedEngine())
    monkeypatch.setattr(structuring, "pause", _not_for_long())
    draft = await concepts.new_draft(database, await people.user.current(), SAID)

    async def act() -> None:
        made = await structuring.generate_whole(await people.user.current(), SAID, draft.id)
        assert made.report == report_of(SAID)

    async def check() -> None:
        assert await concepts.ledger(database, people.organization_id) == (9, 1, 1)
        assert await concepts.job_states(database) == ["settled"]
        found = await concepts.read_draft(database, await people.user.current(), draft.id)
        assert (found.transcript, found.structured_report) == (SAID, report_of(SAID))
        await audited(("create", "draft"), ("create", "concept by AI"))

    return await crashes.prepared(Story(act, check))


@pytest.mark.one_database
def test_a_concept(a_concept, mode) -> None:
    assert crashes.everywhere(a_concept, mode) == []


#: The first segment makes the dictation, and each further one finds it: two have every statement.
WORDS = ("Mevrouw heeft goed geslapen.", "Morgen komt de huisarts.")


@pytest.fixture
async def a_dictation(people, monkeypatch) -> Story:
    """Two segments are spoken: each of their words is in one draft, once and in order."""
    dictation_id = uuid.uuid4()
    monkeypatch.setattr(dictation, "_examine", _examined)
    monkeypatch.setattr(dictation, "_heard", _heard)
    monkeypatch.setattr(segments, "pause", lambda _seconds: asyncio.Event().wait())  # a lease is renewed by the clock

    async def act() -> None:
        user = await people.user.current()
        for position, words in enumerate(WORDS):
            result = await _until_free(dictation.transcribe_segment, user, dictation_id, position, words.encode())
            assert result.text == words
        await database.run_in_transaction(dictation.finish, user, dictation_id)

    async def check() -> None:
        assert await tables.rows(select(Report.transcript)) == [" ".join(WORDS)]
        texts = select(DictationSegment.text).order_by(col(DictationSegment.position))
        assert await tables.rows(texts) == [*WORDS]
        assert await tables.row(select(Dictation.finished_at)) is not None
        await audited(("create", "draft"))

    return await crashes.prepared(Story(act, check))


@dataclass(frozen=True)
class _Sound:
    """A segment as it was examined, which a model would hear these words in."""

    words: str
    seconds: float = 2.0


async def _examined(_user, audio: bytes) -> _Sound:
    """What is examined and heard is no matter of the database."""
    return _Sound(audio.decode())


async def _heard(sound: _Sound, *_) -> speech.Answer:
    return speech.Answer(sound.words)


async def _until_free(ask, *args) -> Any:
    """Ask until nobody else is at it, as the recorder does: for as long as the lease of a lost claim lasts."""
    for _ in range(3):
        try:
            return await ask(*args)
        except Conflict:
            later = clock.now() + timedelta(seconds=20)
            clock.use(lambda: later)  # noqa: B023
    raise AssertionError("the lease never ends")


def test_a_dictation(a_dictation, mode) -> None:
    assert crashes.everywhere(a_dictation, mode) == []


@pytest.fixture
async def an_archived_report(people) -> Story:
    """A draft goes into the archive of a client: it is one report, and counted once."""
    await tables.change(Organization, people.organization_id, save_reports_to_archive=True)
    draft = await concepts.new_draft(database, await people.user.current(), SAID)

    async def act() -> None:
        user = await people.user.current()
        await archive.save(user, client_id=people.client_id, transcript=SAID, draft_id=draft.id)

    async def check() -> None:
        async with database.reading() as session:
            client = await session.get_one(Client, (people.organization_id, people.client_id))
            assert client.report_count == 1
            [report] = (await session.exec(select(Report))).all()
            assert (report.id, report.is_draft, report.transcript) == (draft.id, False, SAID)
        await audited(("create", "draft"), ("create", "report"))

    return await crashes.prepared(Story(act, check))


def test_an_archived_report(an_archived_report, mode) -> None:
    assert crashes.everywhere(an_archived_report, mode) == []


@pytest.fixture
async def a_purchase(people, fake_stripe) -> Story:
    """Stripe says that 25 credits were paid for: they come once."""
    fake_stripe.state.pay(await buying.buy(fake_stripe, people.user))
    return await crashes.prepared(_told(people, fake_stripe, "paid", ("purchase", 25, 0)))


def _told(people: cast.People, fake_stripe, status: str, *ledger: tuple[str, int, int]) -> Story:
    """Stripe delivers all events that it has; one that got no answer, again."""

    async def act() -> None:
        await buying.deliver(*fake_stripe.state.events)
        await webhooks.handle_waiting(all_of_them=True)

    async def check() -> None:
        assert await buying.ledger(people.organization_id) == [*ledger]
        assert [payment.status for payment in await buying.payments()] == [status]
        assert all(event.handled_at for event in await buying.stored_events())

    return Story(act, check)


@pytest.mark.one_database
def test_a_purchase(a_purchase, mode) -> None:
    assert crashes.everywhere(a_purchase, mode) == []


@pytest.fixture
async def a_refund(people, fake_stripe) -> Story:
    """Stripe says that the money went back: so do the credits, once."""
    intent = (await buying.paid(fake_stripe, people.user))["payment_intent"]
    fake_stripe.state.refund(intent, 1000)
    return await crashes.prepared(_told(people, fake_stripe, "refunded", ("purchase", 25, 0), ("refund", -25, 0)))


@pytest.mark.one_database
def test_a_refund(a_refund, mode) -> None:
    assert crashes.everywhere(a_refund, mode) == []


@pytest.fixture
async def a_deletion(people) -> Story:
    """An organization with something in every table is deleted: nothing of it is left, and nobody else's is gone."""
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)

    async def act() -> None:
        with suppress(NotFound):  # what a client hears that asks again after the answer was lost
            await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
        await deletion.resume()

    async def check() -> None:
        assert await places_of_the_canary() == []
        async with database.reading() as session:
            everybody = {people.outsider.id, people.other_admin.id, people.platform_admin.id}
            assert set(await session.exec(select(User.id))) == everybody
            assert (await session.exec(select(Organization.id))).all() == [people.other_organization_id]
        await audited(
            ("begin to delete", "organization"),
            ("delete", "organization"),
            *[("delete", "user")] * 2,
            ("issue", "deletion receipt"),
        )

    return await crashes.prepared(Story(act, check, keeps_nothing=True))


@pytest.mark.one_database
def test_a_deletion(a_deletion, mode) -> None:
    assert crashes.everywhere(a_deletion, mode) == []
