"""Drafts and archived reports whose time comes, and the nights that erase them."""

import uuid

from sqlmodel import select

from tests.support import people as cast
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import Client, Organization, Report
from voice_report.services.audit import audited_reads
from voice_report.services.privacy import receipts, retention, terms
from voice_report.services.shared.identity import CurrentUser

CANARY = "kanarie7f3a"


async def a_draft(user: CurrentUser, words: str = CANARY, **columns) -> uuid.UUID:
    own = {"user_id": user.id, "organization_id": user.organization_id, "is_draft": True}
    columns.setdefault("created_at", columns.get("updated_at", clock.now()))
    draft = Report(**own, transcript=words, structured_report=words, title=words, **columns)
    async with database.transaction() as session:
        session.add(draft)
    return draft.id


async def an_archived(user: CurrentUser, client_id: str, report: str | None = f"## Situatie\n\n{CANARY}") -> uuid.UUID:
    async with database.transaction() as session:
        client = await session.get_one(Client, (user.organization_id, client_id))
        row = Report(
            user_id=user.id,
            organization_id=user.organization_id,
            client_id=client_id,
            transcript=CANARY,
            structured_report=report,
            tidying="{}",
        )
        client.report_count += 1
        session.add_all([row, client])
    return row.id


async def keep(people: cast.People, **days) -> None:
    """Set the terms of De Linde, long ago."""
    async with database.transaction() as session:
        row = await session.get_one(Organization, people.organization_id)
        for name in terms.LIMITS:
            setattr(row, f"{name}_days", days.get(name))
        session.add(row)


async def rows(table, *where) -> list:
    async with database.reading() as session:
        return list((await session.exec(select(table).where(*where))).all())


async def ids(table) -> set:
    return {row.id for row in await rows(table)}


async def a_night(wall_clock) -> int:
    """Let the next night begin, and do its work."""
    wall_clock.advance(days=1)
    return await retention.run()


async def the_receipt(admin: CurrentUser) -> receipts.Receipt:
    async with audited_reads.audited_read() as session:
        return (await receipts.list_receipts(session, admin)).items[0]
