"""What left this server and to where: counted before it does, and shown to platform admins (security.md S70).

Counts are per day, kind and host, so that they stay few. What engines get is counted for the organization as well, in
the transaction that counts it in the step's row. Whether that left is what the engine's region says, as in that row:
a gateway on the own network may stand before an engine elsewhere.
"""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, update
from sqlmodel import col, select

from ... import clock
from ...config import settings
from ...db.models import EgressCount, Organization
from ...db.session import ReadSession, WriteSession, run_in_transaction
from ...engines import TABLES, Profile, is_here
from ...errors import or_not_found
from ...integrations import egress
from ...integrations.egress import Kind
from ..shared import inserts, locks
from ..shared.identity import ORGANIZATION_NOT_FOUND, PLATFORM_ADMIN, CurrentUser, require

DAYS = 30  # that are shown
KEPT = timedelta(days=400)
#: Hosts of one kind on one day with a row of their own: organizations choose the hosts of their identity providers.
MOST_HOSTS = 100
OTHER_HOSTS = "andere hosts"
MOST_LINES = 200
_BEGIN = "begin"
_RESTORED = "restored"  # the host of that row, when counts begin at a backup that was put back

_COUNT: Any = EgressCount.__table__.c  # pyright: ignore[reportAttributeAccessIssue]


@dataclass(frozen=True, slots=True)
class Line:
    """The connections of one kind to one host; ``is_here``: they did not leave this machine and its private network."""

    kind: str
    host: str
    connections: int
    sent_bytes: int
    last_at: datetime
    is_here: bool


@dataclass(frozen=True, slots=True)
class Overview:
    """What left in the last ``DAYS`` days, the latest first. ``since``: nothing has left from then on, ``None`` when
    that is not known. ``counted_since``: counts are complete from then on, ``is_restored`` because a backup was put
    back then: what left between it and that moment is in no count."""

    since: datetime | None
    counted_since: datetime | None
    lines: tuple[Line, ...]
    engines: tuple[Profile, ...]
    is_restored: bool = False


@dataclass(frozen=True, slots=True)
class OwnEgress:
    """The same of one organization's speech and text: ``requests`` and ``sent_bytes`` of the last ``DAYS`` days."""

    since: datetime | None
    requests: int
    sent_bytes: int
    hosts: tuple[str, ...]
    is_restored: bool = False


def begin() -> None:
    """Keep the counts of this process from now on. Call it in its event loop."""
    egress.kept_by(_keep, asyncio.get_running_loop())


async def _keep(kind: Kind, host: str, size: int) -> None:
    await run_in_transaction(add, kind, host, size)


async def add(
    session: WriteSession, kind: Kind, host: str, size: int, organization_id: uuid.UUID | None = None
) -> None:
    """Count a connection that is about to be made, for the installation and for the organization if it has one."""
    for whose in (None, organization_id) if organization_id else (None,):
        await _add(session, whose, kind, host[:255], size)


async def _add(session: WriteSession, whose: uuid.UUID | None, kind: Kind, host: str, size: int) -> None:
    if await _is_added(session, whose, kind, host, size):
        return
    today = clock.now().date()
    known = select(func.count()).where(_COUNT.day == today, _COUNT.kind == kind, _of(whose))
    if (await session.exec(known)).one() >= MOST_HOSTS:
        host = OTHER_HOSTS
    await inserts.insert_once(
        session, EgressCount(organization_id=whose, day=today, kind=kind, host=host, last_at=clock.now())
    )
    await _is_added(session, whose, kind, host, size)


async def _is_added(session: WriteSession, whose: uuid.UUID | None, kind: Kind, host: str, size: int) -> bool:
    now = clock.now()
    this = (_COUNT.day == now.date(), _COUNT.kind == kind, _COUNT.host == host, _of(whose))
    more = {"connections": _COUNT.connections + 1, "sent_bytes": _COUNT.sent_bytes + size, "last_at": now}
    counted = await session.execute(update(EgressCount).where(*this).values(more))
    return counted.rowcount == 1  # type: ignore[attr-defined]


def _of(whose: uuid.UUID | None) -> Any:
    return _COUNT.organization_id.is_(None) if whose is None else _COUNT.organization_id == whose


async def overview(session: ReadSession, user: CurrentUser) -> Overview:
    """Return what left this installation, and its engines. For platform admins. Raises ``NotAllowed``."""
    require(user, PLATFORM_ADMIN)
    counted_since, is_restored = await _counted_since(session)
    engines = tuple(one for task in TABLES for one in settings().profiles(task))
    left = [one.last_at for one in await _lines(session, None, counted_since) if not one.is_here]
    lines = await _lines(session, None, clock.now() - timedelta(days=DAYS))
    left += [counted_since] if counted_since else []
    return Overview(max(left, default=None), counted_since, tuple(lines[:MOST_LINES]), engines, is_restored)


async def of_organization(session: ReadSession, user: CurrentUser) -> OwnEgress:
    """Return what left of the caller's organization to engines. Raises ``NotFound``."""
    organization = or_not_found(await session.get(Organization, user.organization_id), ORGANIZATION_NOT_FOUND)
    counted_since, is_restored = await _counted_since(session)
    outside = [one for one in await _lines(session, organization.id, counted_since) if not one.is_here]
    first = [max(counted_since, organization.created_at)] if counted_since else []
    since = max([*(one.last_at for one in outside), *first], default=None)
    lately = await _lines(session, organization.id, clock.now() - timedelta(days=DAYS))
    recent = [one for one in lately if not one.is_here]
    requests, size = sum(one.connections for one in recent), sum(one.sent_bytes for one in recent)
    return OwnEgress(since, requests, size, tuple(one.host for one in recent), is_restored)


async def _counted_since(session: ReadSession) -> tuple[datetime | None, bool]:
    """Return from when on counts are complete, and whether a backup was put back then, in the days that are shown."""
    query = select(col(EgressCount.last_at), col(EgressCount.host)).where(_COUNT.kind == _BEGIN)
    row = (await session.exec(query)).first()
    return (row[0], row[1] == _RESTORED and row[0] > clock.now() - timedelta(days=DAYS)) if row else (None, False)


async def begin_again(session: WriteSession) -> None:
    """Let counts be complete from now on: a backup was put back, which knows nothing of what left after it was made."""
    again = {"last_at": clock.now(), "host": _RESTORED}
    await session.execute(update(EgressCount).where(_COUNT.kind == _BEGIN).values(**again))


async def _lines(session: ReadSession, whose: uuid.UUID | None, since: datetime | None) -> Sequence[Line]:
    """Return the counts of these days by kind and host, the latest first."""
    sums: Any = (
        _COUNT.kind,
        _COUNT.host,
        func.sum(_COUNT.connections),
        func.sum(_COUNT.sent_bytes),
        func.max(_COUNT.last_at),
    )
    mine = [_of(whose), _COUNT.kind != _BEGIN]
    mine += [_COUNT.day >= since.date()] if since else []
    query = select(*sums).where(*mine).group_by(_COUNT.kind, _COUNT.host)
    found = (await session.exec(query.order_by(func.max(_COUNT.last_at).desc(), _COUNT.host))).all()
    return [
        Line(kind, host, int(number), int(size), last, _is_here(kind, host)) for kind, host, number, size, last in found
    ]


def _is_here(kind: str, host: str) -> bool:
    if kind in ("engine", "own_engine"):
        return kind == "own_engine"
    return is_here(f"//[{host}]" if ":" in host else f"//{host}")


async def purge(session: WriteSession) -> int:
    """Delete counts past their term (hourly job), and store from when on they are complete; return how many."""
    if (await _counted_since(session))[0] is None:  # the first process that counts
        now = clock.now()
        await inserts.insert_once(session, EgressCount(day=now.date(), kind=_BEGIN, host="", last_at=now))
    first = (clock.now() - KEPT).date()
    old = await locks.free(session, EgressCount, _COUNT.day < first, _COUNT.kind != _BEGIN)
    await session.execute(delete(EgressCount).where(_COUNT.id.in_(old)))
    if old:
        begun = (_COUNT.kind == _BEGIN, _COUNT.last_at < clock.now() - KEPT)
        await session.execute(update(EgressCount).where(*begun).values(last_at=clock.now() - KEPT, host=""))
    return len(old)
