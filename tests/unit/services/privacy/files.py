"""The privacy file of De Linde, as tests read, change and fill it in."""

from typing import Any

from sqlmodel import select, update

from voice_report.db import session as database
from voice_report.db.models import Organization, PrivacyFile
from voice_report.services.privacy import _file_facts, privacy_file
from voice_report.services.privacy.privacy_file import Chapter, File


async def the_chapters(people, *, other: bool = False) -> tuple[Chapter, ...]:
    async with database.reading() as session:
        home = people.other_organization_id if other else people.organization_id
        organization = await session.get_one(Organization, home)
        return privacy_file._chapters(await _file_facts.gather(session, organization))


async def let(people, **columns: Any) -> None:
    """Set columns of De Linde, and count the change as services do."""
    async with database.transaction() as session:
        mine = Organization.id == people.organization_id
        counted = {"version": Organization.version + 1}
        await session.exec(update(Organization).where(mine).values(**columns, **counted))


async def versions(people) -> list[PrivacyFile]:
    async with database.reading() as session:
        query = select(PrivacyFile).where(PrivacyFile.organization_id == people.organization_id)
        return list((await session.exec(query.order_by(PrivacyFile.number))).all())  # pyright: ignore[reportArgumentType]


async def changed_since(people, before: tuple[Chapter, ...]) -> set[str]:
    return {one.key for one in privacy_file.differences(before, await the_chapters(people))}


async def fill_in(user, fields: dict[str, str], version: int = 1) -> int:
    return await database.run_in_transaction(privacy_file.change, user, fields, version=version)


def line(file: File | tuple[Chapter, ...], key: str):
    chapters = file.chapters if isinstance(file, File) else file
    return next(one for chapter in chapters for one in chapter.lines if one.key == key)
