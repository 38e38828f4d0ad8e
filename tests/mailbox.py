"""A person's mailbox: the mails that were delivered as files, as a mail program shows them."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

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
    """Deliver the queued mails and return the mails to this recipient (or all), oldest first."""
    await outbox.deliver_due()
    mails = [Mail(one.recipient, one.subject, one.text, one.html) for one in reversed(mail.stored())]
    return [one for one in mails if recipient is None or one.recipient == recipient]


async def newest(recipient: str) -> Mail:
    """Return the last mail to this recipient."""
    return (await delivered(recipient))[-1]
