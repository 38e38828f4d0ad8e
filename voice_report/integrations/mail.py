"""Sending mail: over SMTP, or into files in development (``MAIL_URL``).

``smtps://user:password@host`` uses TLS from the start; ``smtp://`` must upgrade to TLS (STARTTLS) unless the server is
this machine or the address ends in ``?tls=off``: mails carry links that open accounts.
"""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import aiosmtplib
from email_validator import validate_email

from .. import clock
from ..config import settings
from ..core.process import process_singleton
from . import egress

TIMEOUT = 60.0  # seconds for one mail, from connecting to the last reply; a third of it for one reply
_LOOK = 4.0  # seconds for the check whether the server is reachable
_GOODBYE = 2.0  # seconds for closing a connection whose mail was accepted

_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_NAME = re.compile(r"[0-9A-Za-z-]{1,100}")


class Failed(Exception):
    """Not delivered, and a retry makes sense. The text is a reason of our own, without addresses or contents."""


class Unreachable(Failed):
    """No connection to the server was possible: this says nothing about the mail."""


class Refused(Exception):
    """The server rejects this mail for this recipient permanently."""


@dataclass(frozen=True, slots=True)
class StoredMail:
    """A mail kept as a file (development)."""

    name: str
    recipient: str
    subject: str
    date: str
    text: str
    html: str


@dataclass(slots=True)
class _Server:
    """What the mail server said when it was last connected to."""

    takes_utf8: bool = True


_known = process_singleton(_Server)


async def send(mail_id: str, recipient: str, subject: str, text: str, html: str) -> None:
    """Deliver one mail. Raises ``Failed``, ``Unreachable`` or ``Refused``, after ``TIMEOUT`` at the latest."""
    directory = _directory()
    try:
        recipient = recipient if directory else _for_servers(recipient)
        message = EmailMessage(policy=policy.SMTP)
        message["From"] = settings().mail_from
        message["To"] = recipient
        message["Subject"] = subject
        message["Date"] = format_datetime(clock.now())
        domain = parseaddr(settings().mail_from)[1].rpartition("@")[2] or "localhost"
        message["Message-ID"] = f"<{mail_id}@{domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message["Content-Language"] = "nl"
        message.set_content(text, cte="8bit")
        message.add_alternative(html.replace("><", ">\n<"), subtype="html", cte="8bit")
    except ValueError:  # a line break in a header, no address
        raise Refused("cannot be written as a mail") from None
    if directory:
        await asyncio.to_thread(_write, directory, mail_id, message)
        return
    server = _server(TIMEOUT / 3)
    try:
        async with asyncio.timeout(TIMEOUT):
            await _connect(server, len(bytes(message)))
            if not can_reach(recipient):
                raise Refused("the server takes no such address (SMTPUTF8)")
            await server.send_message(message, sender=parseaddr(settings().mail_from)[1], recipients=[recipient])
    except (aiosmtplib.SMTPRecipientsRefused, aiosmtplib.SMTPResponseException) as error:
        raise _outcome(error) from None
    except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
        raise Failed(type(error).__name__) from None
    else:
        await _leave(server)
    finally:
        server.close()


async def is_reachable() -> bool:
    """Return whether the mail server accepts a connection, password included; bounded by ``_LOOK``."""
    if _directory():
        return True
    server = _server(_LOOK)
    try:
        async with asyncio.timeout(_LOOK):
            await _connect(server)
    except (Failed, TimeoutError):
        return False
    else:
        await _leave(server)
        return True
    finally:
        server.close()


def is_in_files() -> bool:
    """Return whether mails become files, and none is sent."""
    return _directory() is not None


def can_reach(address: str) -> bool:
    """Return whether the server takes such an address, as its last connection said: not every server takes letters
    other than ASCII before the @ (RFC 6531). Before the first connection every address is."""
    return address.partition("@")[0].isascii() or _known().takes_utf8 or _directory() is not None


def stored() -> list[StoredMail]:
    """Return the mails kept as files, newest first; none when mail goes over SMTP. Blocks: call it in a thread."""
    directory = _directory()
    if directory is None or not directory.is_dir():
        return []
    return [_read(path) for path in sorted(directory.glob("*.eml"), reverse=True)[:200]]


def stored_one(name: str) -> StoredMail | None:
    """Return one stored mail by its name. Blocks: call it in a thread."""
    directory = _directory()
    path = directory / f"{name}.eml" if directory and _NAME.fullmatch(name) else None
    return _read(path) if path and path.is_file() else None


def forget(addresses: set[str]) -> None:
    """Remove the files of mails to these addresses; nothing when mail goes over SMTP."""
    directory = _directory()
    for path in directory.glob("*.eml") if directory and addresses else ():
        recipient = message_from_bytes(path.read_bytes(), policy=policy.default)["To"]
        if str(recipient or "").lower() in addresses:
            path.unlink(missing_ok=True)


def _for_servers(recipient: str) -> str:
    """Return the address in the form every server accepts: 'info@xn--bcher-kva.example' for a non-ASCII domain."""
    found = validate_email(recipient, check_deliverability=False, test_environment=True)
    return found.ascii_email or recipient


def _server(timeout: float) -> aiosmtplib.SMTP:
    url = urlsplit(settings().mail_url)
    host, secure = url.hostname or "localhost", url.scheme == "smtps"
    plain = host in _THIS_MACHINE or parse_qs(url.query).get("tls") == ["off"]
    return aiosmtplib.SMTP(
        hostname=host,
        port=url.port or (465 if secure else 587),
        local_hostname=urlsplit(settings().app_url).hostname,
        username=unquote(url.username) if url.username else None,
        password=unquote(url.password) if url.password else None,
        use_tls=secure,
        start_tls=False if secure else (None if plain else True),
        timeout=timeout,
    )


async def _connect(server: aiosmtplib.SMTP, size: int = 0) -> None:
    """Open the connection, for a mail of so many bytes. Raises ``Unreachable``; our own time-out passes through."""
    try:
        await egress.count("mail", urlsplit(settings().mail_url).hostname or "localhost", size)
        await server.connect()
    except (aiosmtplib.SMTPException, OSError) as error:
        code = f" ({error.code})" if isinstance(error, aiosmtplib.SMTPResponseException) else ""
        raise Unreachable(f"{type(error).__name__}{code}") from None
    _known().takes_utf8 = server.supports_extension("smtputf8")


async def _leave(server: aiosmtplib.SMTP) -> None:
    """Send QUIT; a server that does not answer it has accepted the mail all the same."""
    with suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
        async with asyncio.timeout(_GOODBYE):
            await server.quit()


def _outcome(error: aiosmtplib.SMTPRecipientsRefused | aiosmtplib.SMTPResponseException) -> Failed | Refused:
    """Distinguish a permanent rejection of a mailbox or mail (5xx) from a passing failure, also of our own settings."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused):
        code = error.recipients[0].code if error.recipients else 0
        return Refused(f"recipient refused ({code})") if 500 <= code < 600 else Failed(f"recipient refused ({code})")
    reason = f"{type(error).__name__} ({error.code})"
    if isinstance(error, aiosmtplib.SMTPDataError) and 500 <= error.code < 600:
        return Refused(reason)
    return Failed(reason)


def _directory() -> Path | None:
    url = settings().mail_url
    return Path(unquote(urlsplit(url).path)) if url.startswith("file:") else None


def _write(directory: Path, mail_id: str, message: EmailMessage) -> None:
    """Store the mail as a file that appears in one piece, readable by its owner alone. Raises ``Failed``."""
    moment = clock.now().strftime("%Y%m%d-%H%M%S-%f")
    path = directory / f"{moment}-{mail_id[:8]}.eml"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_suffix(".part")
        unfinished.write_bytes(message.as_bytes())
        unfinished.chmod(0o600)
        unfinished.rename(path)
    except OSError as error:
        raise Failed(type(error).__name__) from None


def _read(path: Path) -> StoredMail:
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    parts = {part: message.get_body(preferencelist=(part,)) for part in ("plain", "html")}
    contents = {part: body.get_content().replace("\r\n", "\n") if body else "" for part, body in parts.items()}
    header = {name: str(message.get(name, "")) for name in ("To", "Subject", "Date")}
    return StoredMail(path.stem, header["To"], header["Subject"], header["Date"], contents["plain"], contents["html"])
