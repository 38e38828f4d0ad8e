"""The mail outbox: mails are written in the same transaction as their cause, and delivered by a background worker.

A worker claims a row before sending it, with a lease longer than sending can take, so that two workers never send the
same mail. The mail's id is part of its Message-ID: if a server accepted a mail but its reply was lost, the second copy
can be recognized. After delivery the text is erased: links in a mail are secrets (security.md S10, S28). That of a mail
that was given up stays for a few days (``TEXT_KEPT``), in which it can be tried again (``by_hand``).

A few mails are sent in parallel, so that a slow one does not hold up the others. While the server is unreachable it is
polled every few seconds; as soon as it answers, the waiting mails are sent.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import event, or_
from sqlmodel import col, delete, func, select, update

from ... import clock
from ...core.process import process_singleton
from ...db.models import OutboxMail
from ...db.session import ReadSession, WriteSession, reading, run_in_transaction, transaction
from ...errors import Invalid, Unavailable
from ...integrations import mail
from ..shared import leases, locks, moments
from .templates import Email

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=5)  # sending takes mail.TIMEOUT at most
ATTEMPTS = 9
KEPT = timedelta(days=30)
TEXT_KEPT = timedelta(days=3)  # since a mail was written; of one that is waiting, as long as it waits
AT_ONCE = 5  # mails that one process sends in parallel
_LOOK_EVERY = 2.0  # seconds; a mail of this process is delivered at once, the poll is for retries and other processes
#: A mail that failed more often than this keeps its own retry time when the server is back: an unstable server must not
#: use up its attempts.
_ATTEMPTS_BROUGHT_FORWARD = 4
_LONGEST_WAIT = timedelta(hours=6)
_UNDELIVERABLE = "Naar dit adres kan niet worden gemaild. Gebruik een adres zonder letters als ü of é voor het @-teken."
_UNREACHABLE = "server unreachable: "  # prefix of the reason in ``last_error``

#: A mail that was refused for good, or failed at the last attempt.
GIVEN_UP = (col(OutboxMail.sent_at).is_(None), col(OutboxMail.attempts) >= ATTEMPTS)

_ENDED = or_(col(OutboxMail.sent_at).is_not(None), col(OutboxMail.attempts) >= ATTEMPTS)

_news: asyncio.Event | None = None


@dataclass(slots=True)
class _Server:
    """The mail server, as the last attempt found it."""

    is_down: bool = False


_server = process_singleton(_Server)


@dataclass(frozen=True, slots=True)
class ClaimedMail:
    id: uuid.UUID
    recipient: str
    letter: Email
    attempts: int
    lease: leases.Lease


def require_deliverable(email: str) -> None:
    """Raise ``Invalid`` for an address to which the mail server, as far as is known, cannot send."""
    if not mail.can_reach(email):
        raise Invalid(_UNDELIVERABLE, code="undeliverable_address")


def write(session: WriteSession, recipient: str, letter: Email) -> uuid.UUID:
    """Put a mail in the outbox and return its id; it is sent after this transaction commits, and never if it rolls
    back."""
    subject = " ".join(letter.subject.split())[:200]
    now = clock.now()
    row = OutboxMail(recipient=recipient, subject=subject, text=letter.text, html=letter.html, next_attempt_at=now)
    session.add(row)
    event.listen(session.sync_session, "after_commit", _wake, once=True)
    return row.id


async def undelivered(session: ReadSession, mail_ids: Iterable[uuid.UUID]) -> set[uuid.UUID]:
    """Return which of these mails were given up: refused for good, or failed at the last attempt."""
    return set(await session.exec(select(OutboxMail.id).where(col(OutboxMail.id).in_(mail_ids), *GIVEN_UP)))


async def unsent(session: ReadSession) -> tuple[int, int]:
    """Return how many mails wait, and how many were given up and are kept still."""
    is_given_up = col(OutboxMail.attempts) >= ATTEMPTS
    query = select(is_given_up, func.count()).where(col(OutboxMail.sent_at).is_(None)).group_by(is_given_up)
    found = {bool(given_up): number for given_up, number in (await session.exec(query)).all()}
    return found.get(False, 0), found.get(True, 0)


async def cancel(session: WriteSession, recipient: str, about: Callable[[str], bool]) -> None:
    """Delete the unsent mails to this address for whose text ``about`` returns true."""
    waiting = select(OutboxMail).where(OutboxMail.recipient == recipient, col(OutboxMail.sent_at).is_(None))
    for row in (await session.exec(waiting.order_by(col(OutboxMail.id)))).all():
        if about(row.text):
            await session.execute(delete(OutboxMail).where(col(OutboxMail.id) == row.id))


async def run() -> None:
    """Deliver mails until the process stops (a lifespan task)."""
    global _news
    _news = asyncio.Event()
    lanes: set[asyncio.Task[None]] = set()
    try:
        while True:
            _news.clear()
            lanes = {lane for lane in lanes if not lane.done()}
            # Add a lane only after a new mail or a timeout: usually one lane sends everything.
            if len(lanes) < AT_ONCE:
                lanes.add(asyncio.create_task(_lane()))
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK_EVERY):  # ``wait_for`` of Python 3.11 may swallow a cancellation
                    await _news.wait()
    finally:
        for lane in lanes:
            lane.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)


async def _lane() -> None:
    try:
        if not _server().is_down or await _is_back():
            await deliver_due()
    except Unavailable:  # of the database, which is logged where it is met; this comes again in seconds
        pass
    except Exception:
        logger.exception("the outbox could not be emptied")


async def deliver_due() -> int:
    """Send the mails that are due, one by one, until the server is unreachable; return how many were delivered."""
    delivered = 0
    while (claimed := await _claim()) is not None:
        delivered += await _deliver(claimed)
        if _server().is_down:
            break
    return delivered


async def _is_back() -> bool:
    """Check whether the server is reachable again; if so, make the mails that waited for it due now."""
    if not await mail.is_reachable():
        return False
    _note_server(down=False)
    waiting = (
        col(OutboxMail.sent_at).is_(None),
        col(OutboxMail.next_attempt_at) > clock.now(),
        col(OutboxMail.attempts) <= _ATTEMPTS_BROUGHT_FORWARD,
        col(OutboxMail.last_error).startswith(_UNREACHABLE),
    )
    async with transaction() as session:
        await session.execute(update(OutboxMail).where(*waiting).values(next_attempt_at=clock.now()))
    return True


async def stored() -> list[mail.StoredMail]:
    """Return the mails kept as files (development), newest first."""
    return await asyncio.to_thread(mail.stored)


async def stored_one(name: str) -> mail.StoredMail | None:
    """Return one of the stored mails by its name, or ``None``."""
    return await asyncio.to_thread(mail.stored_one, name)


async def forget(session: WriteSession, addresses: set[str]) -> None:
    """Delete every mail to these addresses, waiting or sent, and its file in development (security.md S29)."""
    listed = sorted(addresses)
    for start in range(0, len(listed), 500):
        some = listed[start : start + 500]
        theirs = await locks.all_of(session, OutboxMail, col(OutboxMail.recipient).in_(some))
        for portion in (theirs[at : at + locks.PORTION] for at in range(0, len(theirs), locks.PORTION)):
            await session.execute(delete(OutboxMail).where(col(OutboxMail.id).in_(portion)))
    event.listen(session.sync_session, "after_commit", lambda _session: mail.forget(addresses), once=True)


async def purge(session: WriteSession) -> int:
    """Delete old mails that were sent or given up, and the text of what was given up (hourly job); return how many."""
    old = await locks.free(session, OutboxMail, col(OutboxMail.created_at) <= clock.now() - KEPT, _ENDED)
    await session.execute(delete(OutboxMail).where(col(OutboxMail.id).in_(old)))
    late = (col(OutboxMail.created_at) <= clock.now() - TEXT_KEPT, col(OutboxMail.text) != "")
    spoken = await locks.free(session, OutboxMail, *GIVEN_UP, *late)
    await session.execute(update(OutboxMail).where(col(OutboxMail.id).in_(spoken)).values(text="", html=""))
    return len(old) + len(spoken)


async def _claim() -> ClaimedMail | None:
    """Lease the mail that has been due longest."""
    due = (
        col(OutboxMail.sent_at).is_(None),
        moments.is_over(col(OutboxMail.next_attempt_at), _LONGEST_WAIT),
        col(OutboxMail.attempts) < ATTEMPTS,
    )
    async with reading() as session:  # reading takes no write lock
        any_due = select(OutboxMail.id).where(*due, leases.is_free(OutboxMail)).limit(1)
        if (await session.exec(any_due)).first() is None:
            return None
    oldest = (col(OutboxMail.next_attempt_at), col(OutboxMail.id))
    async with transaction() as session:
        taken = await leases.take(session, OutboxMail, LEASE, *due, order_by=oldest)
        if taken is None:
            return None
        row, lease = taken
        row.attempts += 1
        return ClaimedMail(row.id, row.recipient, Email(row.subject, row.text, row.html), row.attempts, lease)


async def _deliver(claimed: ClaimedMail) -> bool:
    letter = claimed.letter
    try:
        await mail.send(str(claimed.id), claimed.recipient, letter.subject, letter.text, letter.html)
    except mail.Refused as refusal:
        logger.warning("mail %s refused for good: %s", claimed.id.hex[:8], refusal)
        await _note(claimed, attempts=ATTEMPTS, last_error=str(refusal)[:300])
        return False
    except mail.Failed as failure:
        logger.warning("mail %s, attempt %d: %s", claimed.id.hex[:8], claimed.attempts, failure)
        _note_server(down=isinstance(failure, mail.Unreachable))
        reason = f"{_UNREACHABLE if _server().is_down else ''}{failure}"
        again = clock.now() + wait_after(claimed.attempts)
        await _note(claimed, next_attempt_at=again, last_error=reason[:300])
        return False
    _note_server(down=False)
    await _note(claimed, sent_at=clock.now(), text="", html="", last_error=None)
    return True


def wait_after(attempts: int) -> timedelta:
    """Return the wait after so many failures: half a minute, then four times as long each time, at most 6 hours."""
    return min(timedelta(seconds=30) * 4 ** (attempts - 1), _LONGEST_WAIT)


def _note_server(*, down: bool) -> None:
    if down != _server().is_down:
        logger.warning(
            "mail: the server %s", "cannot be reached, mails wait for it" if down else "can be reached again"
        )
    _server().is_down = down


async def _note(claimed: ClaimedMail, **columns) -> None:
    """Store the outcome, unless the lease expired and another worker has leased the mail."""
    await run_in_transaction(leases.end, claimed.lease, **columns)


def _wake(_session) -> None:
    if _news is not None:
        _news.set()
