"""What a restored backup brings back is erased again, and that is said (S62)."""

import json
import uuid
from pathlib import Path

import pytest
from sqlmodel import delete, select

from voice_report import clock
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import Client, DeletionReceipt, Dictation, Erasure, Organization, Report, User
from voice_report.services.audit import erasures
from voice_report.services.drafts import deleted, drafts
from voice_report.services.platform import deletion
from voice_report.services.privacy import restored, retention
from voice_report.services.shared.identity import CurrentUser


@pytest.fixture(autouse=True)
def marks_file() -> Path:
    return Path(settings().erasures_file)


@pytest.fixture
async def user(people, wall_clock) -> CurrentUser:
    return await people.user.current()


async def a_draft(user: CurrentUser, draft_id: uuid.UUID | None = None) -> uuid.UUID:
    async with database.transaction() as session:
        own = {"user_id": user.id, "organization_id": user.organization_id, "is_draft": True}
        row = Report(id=draft_id or uuid.uuid4(), **own, transcript="Mevrouw sliep goed.")
        session.add(row)
    return row.id


async def restore(*rows) -> None:
    """Do what restoring a backup does to these tables: the rows are back, and what was noted since is gone."""
    async with database.transaction() as session:
        await session.exec(delete(Erasure))
        await session.exec(delete(DeletionReceipt))
        session.add_all(rows)


async def all_of(table) -> list:
    async with database.reading() as session:
        return list((await session.exec(select(table))).all())


async def test_s62_a_draft_that_its_author_erased_is_erased_again(db, people, wall_clock, user, caplog):
    stays, goes = await a_draft(user), await a_draft(user)
    for action in (deleted.delete_draft, deleted.erase):
        async with database.transaction() as session:
            await action(session, user, goes)
    assert await restored.erase_again() == 0
    own = {"user_id": user.id, "organization_id": user.organization_id, "is_draft": True}
    await restore(Report(id=goes, **own, transcript="Mevrouw sliep goed."))
    assert await restored.erase_again() == 1
    assert [row.id for row in await all_of(Report)] == [stays]
    assert "a backup was restored: 1 rows" in caplog.text
    (receipt,) = await all_of(DeletionReceipt)
    body = json.loads(receipt.body)
    assert (body["scope"], body["counts"], body["left_over"]) == ("restored", {"draft": 1}, {"draft": 0})
    (said,) = await restored.lately()
    assert "opnieuw gewist" in said
    assert await restored.erase_again() == 0, "once"


async def test_s62_what_the_night_erased_is_erased_again(db, people, wall_clock, user):
    async with database.transaction() as session:
        client = await session.get_one(Client, (user.organization_id, people.client_id))
        own = {"user_id": user.id, "organization_id": user.organization_id, "client_id": client.id}
        gone = Report(**own, transcript="Een.", structured_report="## Situatie\n\nEen.")
        bare = Report(**own, transcript="Twee.", structured_report="## Situatie\n\nTwee.")
        client.report_count = 2
        organization = await session.get_one(Organization, user.organization_id)
        organization.archive_days, organization.transcript_days = 30, 7
        session.add_all([gone, bare, client, organization])
    wall_clock.advance(days=20)
    async with database.transaction() as session:
        row = await session.get_one(Report, bare.id)
        row.created_at = clock.now()
        session.add(row)
    for _ in range(11):
        wall_clock.advance(days=1)
        await retention.run()
    await restored.erase_again()
    assert [(row.id, row.transcript) for row in await all_of(Report)] == [(bare.id, "")]
    async with database.transaction() as session:
        row = await session.get_one(Report, bare.id)
        row.transcript, row.transcript_removed_at = "Twee.", None
        organization = await session.get_one(Organization, user.organization_id)
        organization.archive_days = organization.transcript_days = None  # the backup is of before the terms too
        session.add_all([row, organization])
    await restore(Report(id=gone.id, **own, transcript="Een.", structured_report="## Situatie\n\nEen."))
    assert await restored.erase_again() == 2
    assert [(row.id, row.transcript) for row in await all_of(Report)] == [(bare.id, "")]
    (client,) = [row for row in await all_of(Client) if row.organization_id == user.organization_id]
    assert client.report_count == 1


async def test_s62_accounts_that_come_back_are_deleted_again(db, people, wall_clock):
    platform_admin = await people.platform_admin.current()
    users = {row.id: row.model_dump() for row in await all_of(User)}
    organizations = {row.id: row.model_dump() for row in await all_of(Organization)}
    await deletion.delete_user(platform_admin, people.user.id)
    await deletion.delete_organization(platform_admin, people.other_organization_id)
    await restored.erase_again()
    await restore(Organization(**organizations[people.other_organization_id]))
    async with database.transaction() as session:
        session.add_all([User(**users[one]) for one in (people.user.id, people.outsider.id)])
    assert await restored.erase_again() == 2 + 1
    await deletion.resume()
    there = {row.id for row in await all_of(User)} | {row.id for row in await all_of(Organization)}
    assert there.isdisjoint({people.user.id, people.outsider.id, people.other_organization_id})


async def test_s62_amarks_file_that_was_changed_erases_nothing(db, people, wall_clock, user, marks_file, caplog):
    draft = await a_draft(user)
    await restored.erase_again()
    forged = {erasures.mark("draft", draft): ("draft", str(user.organization_id), clock.now().isoformat())}
    marks_file.parent.mkdir(exist_ok=True)
    marks_file.write_text(json.dumps({"erased": forged, "signature": "0" * 64}))
    assert await restored.erase_again() == 0
    assert [row.id for row in await all_of(Report)] == [draft]
    assert "damaged" in caplog.text


async def test_marks_go_when_no_backup_has_the_row(db, people, wall_clock, user, marks_file):
    draft = await a_draft(user)
    async with database.transaction() as session:
        await erasures.note(session, erasures.DRAFT, [draft], user.organization_id)
        await drafts.remove(session, [draft])
    await restored.erase_again()
    assert len(json.loads(marks_file.read_text())["erased"]) == 1
    wall_clock.advance(days=37)
    async with database.transaction() as session:
        assert await erasures.purge(session) == 1
    assert await restored.erase_again() == 0
    assert json.loads(marks_file.read_text())["erased"] == {}
    assert await all_of(Erasure) == []


async def test_s62_a_report_that_comes_back_as_the_draft_it_was_keeps_its_words(db, people, wall_clock, user):
    """Its transcript was erased after archiving; in a backup of before, the transcript is all that there is."""
    own = {"user_id": user.id, "organization_id": user.organization_id}
    report = Report(**own, client_id=people.client_id, transcript="Een.", structured_report="## Situatie\n\nEen.")
    async with database.transaction() as session:
        session.add(report)
        await session.flush()
        spoken = Dictation(**own, draft_id=report.id, base_text="Een.", finished_at=clock.now())
        session.add(spoken)
        organization = await session.get_one(Organization, user.organization_id)
        organization.transcript_days = 0
        session.add(organization)
    wall_clock.advance(days=1)
    assert await retention.run() == 1
    await restored.erase_again()
    async with database.transaction() as session:
        row = await session.get_one(Report, report.id)
        row.is_draft, row.transcript, row.structured_report, row.transcript_removed_at = True, "Een.", None, None
        row.updated_at = clock.now()
        session.add(row)
    await restore(Dictation(**own, id=spoken.id, draft_id=report.id, base_text="Een."))
    assert await restored.erase_again() == 0
    assert [row.transcript for row in await all_of(Report)] == ["Een."]
    assert [row.base_text for row in await all_of(Dictation)] == ["Een."]


async def test_a_clock_that_is_ahead_empties_no_file_of_marks(db, people, wall_clock, user, marks_file):
    async with database.transaction() as session:
        await erasures.note(session, erasures.DRAFT, [uuid.uuid4()], user.organization_id)
    await restored.erase_again()
    wall_clock.advance(days=1500)
    await restored.erase_again()
    assert len(json.loads(marks_file.read_text())["erased"]) == 1
