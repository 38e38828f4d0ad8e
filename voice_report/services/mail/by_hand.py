"""What the operator of an installation does with mails: see which were given up, try them again, send a test."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, func, select, update

from ... import clock
from ...db.models import OutboxMail
from ...db.session import reading, transaction
from ...errors import Invalid, Unavailable
from ...integrations import mail
from . import outbox, templates

_LATELY = timedelta(days=2)  # an attempt is made for about a day
_MOST = 500  # mails that are listed

_ACCEPTED = "De mailserver nam de mail aan. Kijk of hij aankomt, en niet bij de ongewenste mail."
_WRITTEN = "De mail is een bestand geworden: MAIL_URL verstuurt niets."
_NOT_ACCEPTED = "De mailserver nam de mail niet aan: {}."
_NO_ADDRESS = "Dat is geen e-mailadres."


@dataclass(frozen=True, slots=True)
class FailedMail:
    """A mail that was given up. ``domain`` is what follows the @; ``can_again``: its text is still there."""

    id: uuid.UUID
    written_at: datetime
    domain: str
    reason: str
    can_again: bool


async def given_up() -> list[str]:
    """Return a Dutch sentence for each reason for which mails of the last day were given up, without addresses."""
    lately = col(OutboxMail.created_at) > clock.now() - _LATELY
    query = select(OutboxMail.last_error, func.count()).where(*outbox.GIVEN_UP, lately)
    query = query.group_by(col(OutboxMail.last_error)).order_by(col(OutboxMail.last_error))
    async with reading() as session:
        found = (await session.exec(query)).all()
    return [f"{number} keer een mail die niet bezorgd is: {reason}" for reason, number in found]


async def failed() -> list[FailedMail]:
    """Return the mails that were given up and whose row is still there, the newest first."""
    newest = (col(OutboxMail.created_at).desc(), col(OutboxMail.id))
    async with reading() as session:
        rows = (await session.exec(select(OutboxMail).where(*outbox.GIVEN_UP).order_by(*newest).limit(_MOST))).all()
    return [
        FailedMail(one.id, one.created_at, one.recipient.rpartition("@")[2], one.last_error or "", bool(one.text))
        for one in rows
    ]


async def try_again(ids: Collection[uuid.UUID]) -> int:
    """Let mails that were given up be sent again, as if they were new; return how many have their text yet."""
    these = (col(OutboxMail.id).in_(ids), *outbox.GIVEN_UP, col(OutboxMail.text) != "")
    again = update(OutboxMail).where(*these).values(attempts=0, next_attempt_at=clock.now(), claimed_until=None)
    async with transaction() as session:
        return (await session.execute(again)).rowcount  # pyright: ignore[reportAttributeAccessIssue]


async def send_test(address: str) -> str:
    """Send a mail at once, without the outbox, and return a Dutch sentence about it.

    Raises ``Invalid`` for no address, and ``Unavailable`` with the server's reason.
    """
    if address.count("@") != 1:
        raise Invalid(_NO_ADDRESS)
    letter = templates.test()
    try:
        await mail.send(str(uuid.uuid4()), address, letter.subject, letter.text, letter.html)
    except (mail.Failed, mail.Refused) as failure:
        raise Unavailable(_NOT_ACCEPTED.format(failure), code="mail_not_accepted") from None
    return _WRITTEN if mail.is_in_files() else _ACCEPTED
