"""A real SMTP server on loopback (aiosmtpd) that can be set to refuse, to hang or to drop the connection."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session


@dataclass
class MailServer:
    """The mails that arrived, and a mode: "take", "refuse recipient", "refuse mail", "later", "hang" or "drop"."""

    behaviour: str = "take"
    port: int = 0
    accepted: list[EmailMessage] = field(default_factory=list)
    senders: list[str] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    encrypted: list[bool] = field(default_factory=list)
    logins: list[tuple[str, str]] = field(default_factory=list)

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options) -> str:
        if self.behaviour == "refuse recipient":
            return "550 5.1.1 no such mailbox"
        if self.behaviour == "later":
            return "451 4.7.1 greylisted, try again later"
        if self.behaviour == "hang":
            await asyncio.Event().wait()
        if self.behaviour == "drop":
            abort(server)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.behaviour == "refuse mail":
            return "554 5.7.1 not wanted"
        content = envelope.content
        assert isinstance(content, bytes)
        self.accepted.append(message_from_bytes(content, policy=policy.default))  # pyright: ignore[reportArgumentType]
        self.senders.append(envelope.mail_from or "")
        self.recipients += envelope.rcpt_tos
        self.encrypted.append(session.ssl is not None)
        if self.behaviour == "drop after taking":
            abort(server)
        return "250 OK"

    def check_login(self, _server, _session, _envelope, _mechanism, data) -> AuthResult:
        """Accept one password."""
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=data.password == b"geheim:/@1")


def abort(line: SMTP) -> None:
    """Drop the connection without a reply."""
    if isinstance(line.transport, asyncio.Transport):
        line.transport.abort()


@asynccontextmanager
async def serving(
    tls: ssl.SSLContext | None = None, *, passwords: bool = False, other_letters: bool = True
) -> AsyncIterator[MailServer]:
    """Run a server on a free port of this machine until the block ends; not all servers accept non-ASCII addresses."""
    told = MailServer()
    loop = asyncio.get_running_loop()
    open_lines: list[SMTP] = []

    def line() -> SMTP:
        smtp = SMTP(
            told,
            tls_context=tls,
            authenticator=told.check_login if passwords else None,
            auth_required=passwords,
            auth_require_tls=False,
            enable_SMTPUTF8=other_letters,
            loop=loop,
        )
        open_lines.append(smtp)
        return smtp

    server = await loop.create_server(line, "127.0.0.1", 0)
    told.port = server.sockets[0].getsockname()[1]
    yield told
    server.close()
    for smtp in open_lines:
        abort(smtp)
