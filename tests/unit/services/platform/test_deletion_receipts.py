"""A deleted account or organization has a receipt that is true, and the administrators get it by mail (S62)."""

import json
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import delete, select

from tests.support import tables
from tests.unit.services.platform.test_deletion import CANARY, leave_traces, places_of_the_canary
from voice_report.db import session as database
from voice_report.db.models import AuditLog, DeletionReceipt, Erasure, Organization, OutboxMail, Report, User
from voice_report.services.audit import audited_reads, trail
from voice_report.services.platform import _deletion_receipts, deletion
from voice_report.services.privacy import receipts, restored


async def rows(table: Any, *where: Any) -> list[Any]:
    return await tables.rows(select(table).where(*where))


async def the_body() -> dict[str, Any]:
    (row,) = await rows(DeletionReceipt)
    return json.loads(row.body)


async def test_s62_a_deleted_account_has_a_receipt_for_its_organization(db, people):
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    admin = await people.admin.current()
    await deletion.delete_user(await people.platform_admin.current(), people.user.id)
    assert await places_of_the_canary() == []
    async with audited_reads.audited_read() as session:
        (told,) = (await receipts.list_receipts(session, admin)).items
    assert (told.scope, told.counts["user"], told.counts["report"]) == ("user", 1, 1)
    assert told.counts["draft"] == 2, "one that is deleted and can be restored"
    assert set(told.left_over.values()) == {0}
    assert [(one.party, one.requests) for one in told.outside] == []
    body = json.dumps(await the_body())
    assert not [one for one in (CANARY, str(people.user.id), people.user.email, "pending") if one in body]
    proof = await receipts.check(admin, told.id)
    assert (proof.holds, proof.left_over) == (True, 0)
    users = {row.id: row.model_dump() for row in await rows(User)}
    await tables.add(User(**(users[people.admin.id] | {"id": people.user.id, "email": "terug@zorg.example"})))
    assert (await receipts.check(admin, told.id)).left_over == 1, "an account that is there again is found"


async def test_s62_a_deleted_organization_mails_its_receipt_to_who_were_administrators(db, people):
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
    body = await the_body()
    assert (body["scope"], body["counts"]["user"], body["counts"]["organization"]) == ("organization", 2, 1)
    assert set(body["left_over"].values()) == {0}
    for secret in (str(people.organization_id), "De Linde", people.admin.email, "pending"):
        assert secret not in json.dumps(body), secret
    (row,) = await rows(DeletionReceipt)
    (mail,) = await rows(OutboxMail)
    assert mail.recipient == people.admin.email
    assert f"sha256: {row.digest}" in mail.text
    assert "Accounts: 2 gewist, 0 over." in mail.text
    assert people.user.email not in mail.text
    (issued,) = await rows(AuditLog, AuditLog.action == "issue")
    assert issued.error_message == f"sha256:{row.digest}"
    assert await database.run_reading(trail.first_broken, str(people.organization_id)) is None


async def test_s62_a_row_that_stays_is_found(db, people, monkeypatch):
    await leave_traces(people.user, people.organization_id)

    async def back(scope, row_id):
        if scope == receipts.USER:
            async with database.transaction() as session:
                if session.get_bind().dialect.name == "sqlite":
                    await session.execute(text("PRAGMA defer_foreign_keys=ON"))
                own = {"user_id": people.admin.id, "organization_id": people.organization_id}
                session.add(Report(**own, transcript=CANARY))
                await session.flush()
        return await real(scope, row_id)

    real, counted = _deletion_receipts.complete, _deletion_receipts._count

    async def count(session, scope, row_id):
        return await counted(session, scope, people.admin.id if await session.get(User, row_id) is None else row_id)

    monkeypatch.setattr(_deletion_receipts, "complete", back)
    monkeypatch.setattr(_deletion_receipts, "_count", count)
    await deletion.delete_user(await people.platform_admin.current(), people.user.id)
    assert (await the_body())["left_over"]["report"] == 1
    assert len(await rows(OutboxMail, OutboxMail.recipient == people.admin.email)) == 1, "and said"


async def test_s62_cut_off_before_the_second_count_it_is_finished_later(db, people, monkeypatch):
    async def stopped(*_):
        raise OSError("stopped")

    real = _deletion_receipts.complete
    monkeypatch.setattr(_deletion_receipts, "complete", stopped)
    with pytest.raises(OSError, match="stopped"):
        await deletion.delete_user(await people.platform_admin.current(), people.user.id)
    (row,) = await rows(DeletionReceipt)
    assert row.done_at is None
    monkeypatch.setattr(_deletion_receipts, "complete", real)
    await deletion.resume()
    assert (await the_body())["left_over"]["user"] == 0
    await deletion.resume()
    assert len(await rows(DeletionReceipt)) == 1


async def test_s62_after_a_backup_from_before_it_is_deleted_again_with_a_receipt(db, people):
    before = {row.id: row.model_dump() for row in await rows(Organization)}
    await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
    await restored.erase_again()
    async with database.transaction() as session:
        await session.exec(delete(Erasure))
        await session.exec(delete(DeletionReceipt))
        session.add(Organization(**before[people.organization_id]))
    await restored.erase_again()
    await deletion.resume()
    assert await rows(Organization, Organization.id == people.organization_id) == []
    assert (await the_body())["counts"]["organization"] == 1
