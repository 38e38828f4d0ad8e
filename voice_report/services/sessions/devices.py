"""Browsers from which an account signed in before: a lockout or failed attempts by others do not block them.

A browser has one random token in an HttpOnly cookie; the database stores its hash per account, so that one shared
computer can be known to many accounts (decisions/0002, security.md S08).
"""

import hmac
import uuid
from datetime import timedelta

from sqlmodel import col, delete, select

from ... import clock
from ...config import settings
from ...db.models import KnownDevice, User
from ...db.session import ReadSession, WriteSession
from ..shared import inserts, locks, tokens

KEPT = timedelta(days=365)  # since the last sign-in
_RANDOM = 22  # characters of a token of 6 bits each; the others, of 4 bits, are a digest of them


def cookie_name() -> str:
    """Return the name of the cookie with the browser's token. ``__Host-`` binds it to this host and requires HTTPS."""
    return "__Host-device" if settings().is_https else "device"


async def find(session: ReadSession, user: User | None, token: str | None) -> KnownDevice | None:
    """Return the device if this account has signed in from it before, else ``None``."""
    if user is None or not _may_be_ours(token):
        return None
    statement = select(KnownDevice).where(
        KnownDevice.user_id == user.id, KnownDevice.token_hash == hashed(user.id, token or "")
    )
    device = (await session.exec(statement)).first()
    return device if device and device.last_seen_at + KEPT > clock.now() else None


async def remember(session: WriteSession, user: User, token: str | None) -> str:
    """Store the browser as known to the account, and return its token: the present one, or a new one.

    Two first sign-ins at once from one browser (two tabs, a retry) write the same row; the second finds the first.
    """
    kept = token if token and _may_be_ours(token) else _signed(tokens.new()[:_RANDOM])
    now = clock.now()
    row = KnownDevice(user_id=user.id, token_hash=hashed(user.id, kept), created_at=now, last_seen_at=now)
    upsert = (
        inserts.insert(session, KnownDevice)
        .values(row.model_dump())
        .on_conflict_do_update(index_elements=["token_hash"], set_={"last_seen_at": now})
    )
    await session.execute(upsert)
    return kept


def browser_name(user_agent: str) -> str:
    """Return the family of a browser: 'Chrome'."""
    browsers = (("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
                ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"))  # fmt: skip
    return next((name for mark, name in browsers if mark in user_agent), "Onbekende browser")


def device_name(user_agent: str) -> str:
    """Return a readable name of a browser and its system: 'Chrome op Windows'."""
    systems = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
               ("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"))  # fmt: skip
    browser = browser_name(user_agent)
    system = next((name for mark, name in systems if mark in user_agent), "")
    return f"{browser} op {system}" if system else browser


async def purge(session: WriteSession) -> int:
    """Delete the devices without a sign-in for ``KEPT`` (hourly job); return how many."""
    unused = await locks.free(session, KnownDevice, col(KnownDevice.last_seen_at) <= clock.now() - KEPT)
    gone = await session.execute(delete(KnownDevice).where(col(KnownDevice.id).in_(unused)))
    return gone.rowcount  # pyright: ignore[reportAttributeAccessIssue]


def is_signed(token: str) -> bool:
    """Return whether we made this token: at a sign-in, in this or another account, which an attacker has to pay for."""
    return _may_be_ours(token) and hmac.compare_digest(_signed(token[:_RANDOM]).encode(), token.encode())


def _signed(random: str) -> str:
    """Return a token that begins with this, and has the length of every other."""
    return (random + tokens.signed("known device", random))[: len(tokens.new())]


def _may_be_ours(token: str | None) -> bool:
    return token is not None and len(token) == len(tokens.new())


def hashed(user_id: uuid.UUID, token: str) -> str:
    """Return by what a browser is stored for one of its accounts."""
    return tokens.hashed(f"{user_id}:{token}")
