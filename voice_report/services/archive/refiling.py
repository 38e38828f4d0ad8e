"""Mending a report that was archived for the wrong client: taken back at first, moved to another client from then on.

The words of an archived report never change. Both actions are rows in the audit trail with each client they are about.
"""

import uuid
from datetime import datetime, timedelta

from sqlmodel import col, select

from ... import clock
from ...core import texts
from ...db.models import Client, Report
from ...db.session import WriteSession
from ...errors import Conflict, Invalid, NotAllowed, NotFound
from ..audit import trail
from ..drafts import news
from ..measurements import archived as _measured
from ..shared import locks
from ..shared.identity import ADMIN, CurrentUser, parse_id
from ..shared.text import lookup_id
from . import archive, dossier

#: How long a report can be taken out of the archive again by its author.
TAKE_BACK_WITHIN = timedelta(minutes=10)

_NOT_TAKEN_BACK = "Kon rapportage niet terughalen"
_NOT_MOVED = "Kon rapportage niet verplaatsen"


def until(user: CurrentUser, author_id: uuid.UUID, archived_at: datetime) -> datetime | None:
    """Return until when this user may take a report back, or ``None``: its author alone, and not any more."""
    end = archived_at + TAKE_BACK_WITHIN
    return end if user.id == author_id and clock.is_coming(end, TAKE_BACK_WITHIN) else None


def may_move(user: CurrentUser, author_id: uuid.UUID) -> bool:
    """Return whether this user may move a report of the organization: its author, or an administrator."""
    return user.id == author_id or user.role == ADMIN


async def take_back(session: WriteSession, user: CurrentUser, report_id: uuid.UUID | str) -> None:
    """Make an archived report a draft again, with the words and the client it has.

    Taken back twice, it is a draft once. Raises ``NotFound`` for a report that is not the user's own, and ``Conflict``
    (``too_late``) when it was archived longer ago than ``TAKE_BACK_WITHIN``.
    """
    report, _ = await _locked(session, user, report_id)
    if report.user_id != user.id:
        raise NotFound(dossier.NOT_FOUND, title=_NOT_TAKEN_BACK)
    if report.is_draft:
        return
    if until(user, report.user_id, report.created_at) is None:
        raise Conflict(
            "Dit kan tot 10 minuten na het opslaan. Daarna kun je de rapportage nog bij een andere cliënt zetten.",
            code="too_late",
            title=_NOT_TAKEN_BACK,
        )
    now = clock.now()
    report.is_draft, report.title = True, texts.draft_title(now)
    report.version, report.updated_at = report.version + 1, now
    report.refiled_by = report.refiled_at = None
    await session.flush()
    await _measured.remove(session, [report.id])
    news.publish(session, user.id)
    await _recount(session, user, {report.client_id})
    await trail.record(session, user, "take back", "report", report.id, client_id=report.client_id)


async def move(session: WriteSession, user: CurrentUser, report_id: uuid.UUID | str, client_id: str) -> str:
    """Move an archived report to another client of the organization, and return that client's name.

    Its author and administrators may. The report keeps who did it, and when. Raises ``NotFound`` (the report, the
    client), ``NotAllowed``, and ``Invalid`` for the client that it is about already.
    """
    client_id = lookup_id(client_id)
    report, client = await _locked(session, user, report_id, client_id)
    if report.is_draft:
        raise NotFound(dossier.NOT_FOUND, title=_NOT_MOVED)
    if not may_move(user, report.user_id):
        raise NotAllowed("Alleen wie de rapportage maakte of een administrator kan hem verplaatsen.", title=_NOT_MOVED)
    if client is None:
        raise NotFound(archive.UNKNOWN_CLIENT, title=_NOT_MOVED)
    former = report.client_id
    if former == client.id:
        raise Invalid("De rapportage staat al bij deze cliënt.", code="same_client", title=_NOT_MOVED)
    report.client_id, report.refiled_by, report.refiled_at = client.id, user.name, clock.now()
    await session.flush()
    await _measured.move(session, report.id, client.id)
    await _recount(session, user, {former, client.id})
    home = user.organization_id
    moves = (("refile from", former), ("refile to", client.id))
    await trail.record_many(
        session, [trail.Entry(what, "report", report.id, whose, home, user.id) for what, whose in moves]
    )
    return f"{client.first_name} {client.last_name}"


async def _locked(
    session: WriteSession, user: CurrentUser, report_id: uuid.UUID | str, client_id: str = ""
) -> tuple[Report, Client | None]:
    """Lock and return a report of the organization, and the client with this id; both clients before the report.

    The report that is locked may be about another client than the one that was locked for it, when it was moved
    at the same moment: that is a ``Conflict``, and the call can be repeated.
    """
    home = user.organization_id
    await locks.caller(session, user)
    wanted = (Report.id == parse_id(report_id, dossier.NOT_FOUND), col(Report.organization_id) == home)
    present = (await session.exec(select(Report.client_id).where(*wanted))).first()
    await locks.clients(session, home, filter(None, (present, client_id)))
    report = await locks.row(session, select(Report).where(*wanted), dossier.NOT_FOUND, locked=True)
    if report.client_id != present:
        raise Conflict("Deze rapportage is net door iemand anders verplaatst.", code="moved")
    return report, await session.get(Client, (home, client_id), populate_existing=True)


async def _recount(session: WriteSession, user: CurrentUser, client_ids: set[str | None]) -> None:
    await archive.recount(session, user.organization_id, filter(None, client_ids))
