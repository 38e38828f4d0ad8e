"""The outbox: with its cause or not at all, once whoever delivers, again after a failure, and then without words."""

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import select

from tests.support import environment, tables
from tests.support.fakes.mail_server import serving
from voice_report import lifespan
from voice_report.config import settings
from voice_report.db.models import OutboxMail
from voice_report.errors import Invalid, Unavailable
from voice_report.integrations import mail
from voice_report.services.mail import by_hand, outbox, templates


def letter(subject: str = "Bevestig") -> templates.Email:
    return templates.Email(subject, "Hallo", "<p>Hallo</p>")


async def put(db, count: int = 1) -> None:
    async with db.transaction() as session:
        for number in range(count):
            outbox.write(session, f"gast.{number}@zorg.example", letter())


async def purged(db) -> int:
    return await db.run_in_transaction(outbox.purge)


async def ended(worker: asyncio.Task[None]) -> None:
    """Cancel the worker and wait for it: a connection that it is still closing outlives no test."""
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)


async def rows(db) -> list[OutboxMail]:
    return await tables.rows(select(OutboxMail))


@pytest.fixture
async def server(monkeypatch):
    async with serving() as running:
        environment.use(monkeypatch, MAIL_URL=f"smtp://127.0.0.1:{running.port}")
        yield running


async def test_a_mail_leaves_with_its_cause_or_not_at_all(db, server) -> None:
    with pytest.raises(RuntimeError):  # noqa: PT012  the transaction is what is tested
        async with db.transaction() as session:
            outbox.write(session, "gast@zorg.example", letter())
            await session.flush()
            raise RuntimeError
    assert await outbox.deliver_due() == 0
    await put(db)
    assert await outbox.deliver_due() == 1
    assert await outbox.deliver_due() == 0
    assert server.recipients == ["gast.0@zorg.example"]
    [row] = await rows(db)
    assert row.sent_at is not None
    assert (row.text, row.html, row.claimed_until) == ("", "", None)


async def test_workers_at_once_send_every_mail_once(db, server) -> None:
    await put(db, 12)
    counts = await asyncio.gather(*(outbox.deliver_due() for _ in range(4)))
    assert sum(counts) == 12
    assert sorted(server.recipients) == sorted(f"gast.{number}@zorg.example" for number in range(12))


async def test_a_claimed_mail_is_left_alone_until_its_worker_must_be_dead(db, wall_clock, server) -> None:
    await put(db)
    assert await outbox._claim() is not None
    assert await outbox.deliver_due() == 0
    wall_clock.advance(outbox.LEASE + timedelta(seconds=1))
    assert await outbox.deliver_due() == 1


def test_the_claim_outlasts_the_sending() -> None:
    assert outbox.LEASE.total_seconds() > 2 * mail.TIMEOUT


async def test_who_comes_too_late_writes_nothing_over_the_other(db, wall_clock, server) -> None:
    await put(db)
    slow = await outbox._claim()
    assert slow is not None
    wall_clock.advance(outbox.LEASE + timedelta(seconds=1))
    assert await outbox.deliver_due() == 1
    await outbox._note(slow, last_error="too late", sent_at=None)
    [row] = await rows(db)
    assert row.sent_at is not None
    assert row.last_error is None


@pytest.mark.parametrize("behaviour", ["later", "drop", "hang"])
async def test_a_failure_is_tried_again_later_and_later(db, wall_clock, server, monkeypatch, behaviour: str) -> None:
    monkeypatch.setattr(mail, "TIMEOUT", 0.5 if behaviour == "hang" else 30.0)
    server.behaviour = behaviour
    await put(db)
    assert await outbox.deliver_due() == 0
    [row] = await rows(db)
    assert row.last_error
    assert "zorg.example" not in row.last_error
    server.behaviour = "take"
    wall_clock.advance(seconds=29)
    assert await outbox.deliver_due() == 0
    wall_clock.advance(seconds=2)
    monkeypatch.setattr(mail, "TIMEOUT", 30.0)
    assert await outbox.deliver_due() == 1


async def test_one_bad_mailbox_does_not_hold_up_the_others(db, server) -> None:
    server.behaviour = "refuse recipient"
    await put(db)
    assert await outbox.deliver_due() == 0
    server.behaviour = "take"
    await put(db, 2)
    assert await outbox.deliver_due() == 2


async def test_a_refusal_is_final_and_keeps_no_words_for_long(db, wall_clock, server) -> None:
    server.behaviour = "refuse mail"
    await put(db)
    await outbox.deliver_due()
    server.behaviour = "take"
    wall_clock.advance(days=2)
    assert await outbox.deliver_due() == 0
    [row] = await rows(db)
    assert (row.text, row.html, row.sent_at) == ("Hallo", "<p>Hallo</p>", None)
    assert row.last_error == "SMTPDataError (554)"
    assert await purged(db) == 0
    wall_clock.advance(days=1)
    assert (await purged(db), await purged(db)) == (1, 0)
    [row] = await rows(db)
    assert (row.text, row.html, row.attempts) == ("", "", outbox.ATTEMPTS)


async def test_an_address_that_the_server_cannot_write_is_refused_at_once_and_then_at_the_door(db, monkeypatch) -> None:
    """Not after nine attempts in a day, of which nobody hears."""
    async with serving(other_letters=False) as plain:
        environment.use(monkeypatch, MAIL_URL=f"smtp://127.0.0.1:{plain.port}")
        async with db.transaction() as session:
            outbox.write(session, "müller@zorg.example", letter())
        outbox.require_deliverable("müller@zorg.example")  # what the server takes is not known yet
        assert await outbox.deliver_due() == 0
        [row] = await rows(db)
        assert (row.attempts, "SMTPUTF8" in (row.last_error or "")) == (outbox.ATTEMPTS, True)
        with pytest.raises(Invalid, match="ü of é voor het @-teken"):
            outbox.require_deliverable("müller@zorg.example")
        outbox.require_deliverable("muller@bücher.example")  # a domain has a form that every server takes


async def test_mails_that_were_given_up_are_named_without_addresses(db, server) -> None:
    assert await by_hand.given_up() == []
    server.behaviour = "refuse recipient"
    await put(db, 2)
    await outbox.deliver_due()
    server.behaviour = "take"
    await put(db)
    await outbox.deliver_due()
    assert await by_hand.given_up() == ["2 keer een mail die niet bezorgd is: recipient refused (550)"]


async def test_the_last_attempt_ends_within_two_days_and_keeps_no_words_for_long(db, wall_clock, server) -> None:
    server.behaviour = "later"
    await put(db)
    began = wall_clock.now
    for number in range(1, outbox.ATTEMPTS + 1):
        assert await outbox.deliver_due() == 0
        [row] = await rows(db)
        assert row.attempts == number
        wall_clock.set(row.next_attempt_at)
    assert wall_clock.now - began < timedelta(days=2)
    server.behaviour = "take"
    wall_clock.advance(days=2)
    assert await outbox.deliver_due() == 0
    assert await purged(db) == 1
    assert ((await rows(db))[0].text, (await rows(db))[0].html) == ("", "")


async def test_a_mail_that_was_given_up_is_listed_and_tried_again(db, wall_clock, server) -> None:
    server.behaviour = "refuse mail"
    await put(db, 2)
    await outbox.deliver_due()
    server.behaviour = "take"
    first, second = await by_hand.failed()
    assert (first.domain, first.reason, first.can_again) == ("zorg.example", "SMTPDataError (554)", True)
    assert await by_hand.try_again([first.id]) == 1
    assert await outbox.deliver_due() == 1
    assert [one.id for one in await by_hand.failed()] == [second.id]
    wall_clock.advance(outbox.TEXT_KEPT)
    await purged(db)
    [late] = await by_hand.failed()
    assert (late.id, late.can_again, await by_hand.try_again([late.id])) == (second.id, False, 0)
    assert await outbox.deliver_due() == 0


async def test_a_mail_that_waits_or_was_sent_is_not_sent_again(db, server) -> None:
    await put(db)
    [row] = await rows(db)
    assert (await by_hand.failed(), await by_hand.try_again([row.id])) == ([], 0)
    assert await outbox.deliver_due() == 1
    assert (await by_hand.failed(), await by_hand.try_again([row.id])) == ([], 0)


async def test_a_test_mail_says_what_the_server_said(db, server) -> None:
    assert "nam de mail aan" in await by_hand.send_test("beheer@zorg.example")
    assert server.recipients == ["beheer@zorg.example"]
    server.behaviour = "refuse mail"
    with pytest.raises(Unavailable, match="554"):
        await by_hand.send_test("beheer@zorg.example")
    with pytest.raises(Invalid):
        await by_hand.send_test("geen adres")
    assert await rows(db) == []


async def test_what_is_a_month_old_is_forgotten(db, wall_clock, server) -> None:
    await put(db)
    await outbox.deliver_due()
    wall_clock.advance(days=31)
    await put(db)
    assert await db.run_in_transaction(outbox.purge) == 1
    assert len(await rows(db)) == 1
    assert outbox.purge in lifespan._ROUND


async def test_the_worker_delivers_at_once_and_survives_a_failure(db, server, monkeypatch) -> None:
    failed, taken = asyncio.Event(), asyncio.Event()
    deliver = outbox.deliver_due

    async def noticed() -> int:
        if not failed.is_set():
            failed.set()
            raise RuntimeError("the database is away")
        count = await deliver()
        if count:
            taken.set()
        return count

    monkeypatch.setattr(outbox, "deliver_due", noticed)
    worker = asyncio.create_task(outbox.run())
    try:
        await asyncio.wait_for(failed.wait(), 100)
        await put(db)
        await asyncio.wait_for(taken.wait(), 100)
    finally:
        await ended(worker)
    assert server.recipients == ["gast.0@zorg.example"]


async def test_a_mail_that_hangs_does_not_hold_up_the_others(db, server, monkeypatch) -> None:
    """The server takes one recipient's mail and never answers it; the others arrive meanwhile."""
    monkeypatch.setattr(outbox, "_LOOK_EVERY", 0.05)
    hanging, arrived = asyncio.Event(), asyncio.Event()
    send = mail.send

    async def one_hangs(mail_id: str, recipient: str, *words: str) -> None:
        if recipient.startswith("gast.0@"):
            hanging.set()
            await asyncio.Event().wait()
        await send(mail_id, recipient, *words)
        if len(server.accepted) == 4:
            arrived.set()

    monkeypatch.setattr(mail, "send", one_hangs)
    worker = asyncio.create_task(outbox.run())
    try:
        await put(db)
        await asyncio.wait_for(hanging.wait(), 100)
        async with db.transaction() as session:
            for number in range(1, 5):
                outbox.write(session, f"gast.{number}@zorg.example", letter())
        await asyncio.wait_for(arrived.wait(), 100)
    finally:
        await ended(worker)
    assert sorted(server.recipients) == [f"gast.{number}@zorg.example" for number in range(1, 5)]


async def test_no_more_than_a_few_are_under_way(db, server, monkeypatch) -> None:
    monkeypatch.setattr(outbox, "_LOOK_EVERY", 0.01)
    under_way, full = 0, asyncio.Event()

    async def hangs(*_mail: str) -> None:
        nonlocal under_way
        under_way += 1
        if under_way == outbox.AT_ONCE:
            full.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(mail, "send", hangs)
    await put(db, outbox.AT_ONCE + 3)
    worker = asyncio.create_task(outbox.run())
    try:
        await asyncio.wait_for(full.wait(), 100)
        for _ in range(20):
            outbox._wake(None)
            await asyncio.sleep(0)
        assert under_way == outbox.AT_ONCE
    finally:
        await ended(worker)


async def test_what_waited_for_an_unreachable_server_leaves_when_it_is_back(db, wall_clock, server) -> None:
    port, settings().mail_url = settings().mail_url, "smtp://127.0.0.1:1"
    await put(db, 3)
    assert await outbox.deliver_due() == 0
    assert [row.attempts for row in await rows(db)].count(1) == 1, "the others are not tried in vain"
    assert not await outbox._is_back()
    settings().mail_url = port
    assert await outbox._is_back()
    assert await outbox.deliver_due() == 3
