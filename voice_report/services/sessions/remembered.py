"""Browsers in which a user signs in without a code, for as many days as the organization allows (security.md S43).

They are remembered as known devices (``devices``). It ends with everything that ends the user's other sessions, and
when the organization allows fewer days.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select, update

from ... import clock
from ...db.models import KnownDevice, Organization, User
from ...db.session import ReadSession, WriteSession
from ...errors import NotFound
from ..audit import trail
from ..shared.identity import CurrentUser, parse_id
from . import devices

MOST_DAYS = 30

NOT_FOUND = "Toestel niet gevonden"

_NOT_REMEMBERED = {"remembered_at": None, "remembered_until": None}


@dataclass(frozen=True, slots=True)
class RememberedDevice:
    """A browser in which the user signs in without a code until a moment."""

    id: uuid.UUID
    name: str
    last_seen_at: datetime
    remembered_until: datetime


async def days_allowed(session: ReadSession, organization_id: uuid.UUID | None) -> int:
    """Return for how many days an organization lets a device be remembered; 0 is not at all."""
    query = select(Organization.remember_days).where(Organization.id == organization_id)
    return (await session.exec(query)).first() or 0


async def is_remembered(session: ReadSession, user: User, token: str | None) -> bool:
    """Return whether the user needs no code in this browser."""
    device, days = await devices.find(session, user, token), await days_allowed(session, user.organization_id)
    if device is None or device.remembered_at is None or device.remembered_until is None or not days:
        return False
    return clock.now() < min(device.remembered_until, device.remembered_at + timedelta(days=days))


async def keep(session: WriteSession, user: User, token: str) -> None:
    """Remember the browser for as long as the organization allows; nothing when it does not."""
    days, now = await days_allowed(session, user.organization_id), clock.now()
    if not days:
        return
    this = update(KnownDevice).where(col(KnownDevice.token_hash) == devices.hashed(user.id, token))
    name = devices.device_name(trail.caller.get().user_agent)
    until = now + timedelta(days=days)
    await session.execute(this.values(remembered_at=now, remembered_until=until, name=name))
    of_user = {"user_id": user.id, "organization_id": user.organization_id}
    await trail.record(session, None, "remember device", "user", user.id, **of_user)


async def list_remembered(session: ReadSession, user: CurrentUser) -> list[RememberedDevice]:
    """Return the browsers in which the user needs no code, the last used one first."""
    days, now = await days_allowed(session, user.organization.id if user.organization else None), clock.now()
    query = select(KnownDevice).where(
        KnownDevice.user_id == user.id,
        col(KnownDevice.remembered_until) > now,
        col(KnownDevice.remembered_at) > now - timedelta(days=days),
    )
    rows = (await session.exec(query.order_by(col(KnownDevice.last_seen_at).desc()))).all()
    return [RememberedDevice(row.id, row.name, row.last_seen_at, row.remembered_until) for row in rows]  # pyright: ignore[reportArgumentType]


async def forget(session: WriteSession, user: CurrentUser, device_id: object) -> None:
    """Need a code again in one of the user's own browsers. Raises ``NotFound``."""
    own = (
        col(KnownDevice.id) == parse_id(device_id, NOT_FOUND),
        col(KnownDevice.user_id) == user.id,
        col(KnownDevice.remembered_until).is_not(None),
    )
    done = await session.execute(update(KnownDevice).where(*own).values(**_NOT_REMEMBERED))
    if not done.rowcount:  # pyright: ignore[reportAttributeAccessIssue]
        raise NotFound(NOT_FOUND)
    await trail.record(session, user, "forget device", "user", user.id)


async def forget_all(session: WriteSession, user_id: uuid.UUID) -> None:
    """Need a code again in all browsers of a user."""
    of_user = update(KnownDevice).where(
        col(KnownDevice.user_id) == user_id, col(KnownDevice.remembered_until).is_not(None)
    )
    await session.execute(of_user.values(**_NOT_REMEMBERED))


async def forget_all_of(session: WriteSession, organization_id: uuid.UUID) -> None:
    """Need a code again in all browsers of an organization's members."""
    members = select(User.id).where(User.organization_id == organization_id)
    remembered = col(KnownDevice.user_id).in_(members) & col(KnownDevice.remembered_until).is_not(None)
    await session.execute(update(KnownDevice).where(remembered).values(**_NOT_REMEMBERED))
