"""A receipt is true, and what was changed in it is found (S62)."""

import hashlib
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text

from tests.unit.services.privacy.keeping import CANARY, a_draft, a_night, an_archived, ids, keep, rows, the_receipt
from voice_report.db import session as database
from voice_report.db.models import AuditLog, DeletionReceipt, Organization, OutboxMail, ProcessingStep, Report
from voice_report.errors import NotAllowed, NotFound
from voice_report.services.drafts import drafts
from voice_report.services.privacy import receipts, retention


async def test_s62_a_receipt_has_no_name_text_or_plain_id(db, people, wall_clock, user):
    await keep(people, drafts=7, archive=30)
    draft, report = await a_draft(user), await an_archived(user, people.client_id)
    wall_clock.advance(days=40)
    await a_night(wall_clock)
    (row,) = await rows(DeletionReceipt)
    (organization,) = await rows(Organization, Organization.id == people.organization_id)
    secrets = [CANARY, organization.name, people.user.first_name, people.user.last_name, people.client_id, "Cor"]
    secrets += [str(one) for one in (draft, report, user.id, people.organization_id)]
    secrets += [one.hex for one in (draft, report, user.id, people.organization_id)]
    assert [one for one in secrets if one in row.body] == []
    (logged,) = await rows(AuditLog, AuditLog.action == "issue")
    assert logged.error_message == f"sha256:{hashlib.sha256(row.body.encode()).hexdigest()}"


async def test_s62_the_second_count_finds_a_row_that_stayed(db, people, wall_clock, monkeypatch, caplog, admin, user):
    await keep(people, drafts=7)
    stays, goes = await a_draft(user), await a_draft(user)
    wall_clock.advance(days=8)
    remove = drafts.remove

    async def all_but_one(session, ids):
        await remove(session, [one for one in ids if one != stays])

    async def once(session, organization_id, lease, step):
        return await portion(session, organization_id, lease, step) and 0

    portion = retention._portion
    monkeypatch.setattr(drafts, "remove", all_but_one)
    monkeypatch.setattr(retention, "_portion", once)  # else it would try for ever
    assert await retention.run() == 1
    assert goes not in await ids(Report)
    receipt = await the_receipt(admin)
    assert (receipt.counts, receipt.left_over) == ({"draft": 2}, {"draft": 1})
    assert "still there" in caplog.text
    (mail,) = await rows(OutboxMail)
    assert (mail.recipient, mail.subject) == (people.admin.email, "Niet alles is gewist bij Zorggroep De Linde")
    proof = await receipts.check(admin, receipt.id)
    assert (proof.holds, proof.left_over) == (False, 1)


async def test_s62_a_receipt_that_was_edited_is_found(db, people, wall_clock, admin, user):
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    proof = await receipts.check(admin, receipt.id)
    assert proof.holds
    assert proof.left_over == 0
    (row,) = await rows(DeletionReceipt)
    edited = row.body.replace('"draft": 1', '"draft": 2')
    assert edited != row.body
    for digest in (row.digest, hashlib.sha256(edited.encode()).hexdigest()):
        async with database.transaction() as session:
            stored = await session.get_one(DeletionReceipt, row.id)
            stored.body, stored.digest = edited, digest
            session.add(stored)
        assert not (await receipts.check(admin, receipt.id)).holds


async def test_s62_a_log_row_that_was_edited_is_found(db, db_kind, people, wall_clock, admin, user):
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    guard = (
        "ALTER TABLE audit_logs DISABLE TRIGGER USER"
        if db_kind == "postgresql"
        else "DROP TRIGGER audit_logs_no_update"
    )
    async with database.transaction() as session:
        await session.execute(text(guard))
        await session.execute(text("UPDATE audit_logs SET ip_address = '::1' WHERE action = 'issue'"))
    proof = await receipts.check(admin, receipt.id)
    assert (proof.digest, proof.logged, proof.holds) == (True, False, False)
    if db_kind == "sqlite":
        async with database.transaction() as session:
            await session.execute(
                text(
                    "CREATE TRIGGER audit_logs_no_update BEFORE UPDATE ON audit_logs "
                    "BEGIN SELECT RAISE(ABORT, 'audit_logs is append-only'); END"
                )
            )


@pytest.mark.parametrize("who", ["outsider", "other_admin", "user"])
async def test_s62_receipts_are_the_administrators_own(db, people, wall_clock, who, admin, user):
    stranger = await getattr(people, who).current()
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    async with database.transaction() as session:
        with pytest.raises((NotAllowed, NotFound)):
            await receipts.get(session, stranger, receipt.id)
    with pytest.raises((NotAllowed, NotFound)):
        await receipts.check(stranger, receipt.id)


async def test_s62_a_receipt_says_what_had_been_outside(db, people, wall_clock, user, admin):
    await keep(people, drafts=7)
    first, second = await a_draft(user), await a_draft(user)
    wall_clock.advance(days=1)
    about: dict[str, Any] = {"organization_id": user.organization_id, "engine": "taal", "config_hash": "0"}
    about["input_unit"] = "characters"
    where: dict[str, Any] = {"party": "Taaldienst Voorbeeld", "country": "Duitsland", "region": "eu", "form": "plain"}
    async with database.transaction() as session:
        for row_id, attempts in ((first, 2), (second, 1)):
            step = ProcessingStep(**about, **where, report_id=row_id, step="report", attempts=attempts)
            session.add(step)
        session.add(ProcessingStep(**about, report_id=first, region="local", form="here", step="section"))
    wall_clock.advance(days=8)
    await retention.run()
    (outside,) = (await the_receipt(admin)).outside
    assert outside == receipts.Outside("Taaldienst Voorbeeld", "Duitsland", "plain", 3, "2026-03-03")
    assert await rows(ProcessingStep) == []


@pytest.mark.parametrize("edited", [{"night": -300}, {"done_at": -1}, {"scope": "restored"}])
async def test_s62_a_column_of_a_receipt_that_was_edited_is_found(db, people, wall_clock, admin, user, edited):
    await keep(people, drafts=7)
    await a_draft(user)
    wall_clock.advance(days=8)
    await retention.run()
    receipt = await the_receipt(admin)
    assert (await receipts.check(admin, receipt.id)).holds
    async with database.transaction() as session:
        stored = await session.get_one(DeletionReceipt, receipt.id)
        for name, value in edited.items():
            unit = timedelta(days=1) if name == "night" else timedelta(minutes=1)
            setattr(stored, name, value if name == "scope" else getattr(stored, name) + value * unit)
        session.add(stored)
    assert not (await receipts.check(admin, receipt.id)).holds
