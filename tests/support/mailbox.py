"""A person's mailbox: the mails that were delivered as files, as a mail program shows them."""

import re
from dataclasses import dataclass
from datetime import datetime
from operator import itemgetter
from urllib.parse import parse_qs, urlsplit

from sqlmodel import select

from tests.support import tables
from voice_report.db.models import OutboxMail
from voice_report.integrations import mail
from voice_report.services.mail import outbox


@dataclass(frozen=True)
class Mail:
    """A mail that arrived."""

    recipient: str
    subject: str
    text: str
    html: str

    @property
    def links(self) -> list[str]:
        return re.findall(r"https?://\S+", self.text)

    def token(self, name: str = "token") -> str:
        """Return the token in the first link that has one."""
        found = [parse_qs(urlsplit(link).query).get(name) for link in self.links]
        return next(values[0] for values in found if values)


async def delivered(recipient: str | None = None) -> list[Mail]:
    """Deliver the queued mails and return the mails to this recipient (or all), in the order they were written."""
    return [one for _, one in await _dated(recipient)]


async def newest(recipient: str) -> Mail:
    """Return the last mail to this recipient.

    Raises ``AssertionError`` when two were written in the same moment: a clock set by hand stood still between them.
    """
    mails = await _dated(recipient)
    last = mails[-1]
    assert [moment for moment, _ in mails].count(last[0]) == 1, "advance the clock between two mails to one person"
    return last[1]


async def _dated(recipient: str | None) -> list[tuple[datetime, Mail]]:
    await outbox.deliver_due()
    rows = await tables.rows(select(OutboxMail.id, OutboxMail.created_at))
    written = {str(mail_id)[:8]: moment for mail_id, moment in rows}  # a file's name ends with this part of the id
    mails = [
        (written[one.name[-8:]], Mail(one.recipient, one.subject, one.text, one.html))
        for one in mail.stored()
        if recipient is None or one.recipient == recipient
    ]
    return sorted(mails, key=itemgetter(0))
