"""Deletion is complete (S29): a string put in every column is gone from every table and file afterwards."""

import asyncio
import json
import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import func, text
from sqlmodel import SQLModel, select

from tests.support import canaries
from tests.support import people as cast
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import (
    AuditLog,
    Client,
    ConceptJob,
    CreditEntry,
    DeletedDraft,
    Dictation,
    DictationSegment,
    EmailDomain,
    FactorReset,
    FieldProfile,
    IdentityProvider,
    Invitation,
    KnownDevice,
    LinkedIdentity,
    LoginSession,
    MaskingWord,
    MeasuredValue,
    Organization,
    OutboxMail,
    OwnTemplate,
    OwnWord,
    Passkey,
    PendingLink,
    PendingSignIn,
    PrivacyFile,
    PrivacyInput,
    ProcessingStep,
    RecoveryCode,
    Report,
    ReportUsage,
    SingleSignOnRequest,
    SingleSignOnSession,
    TotpFactor,
    User,
)
from voice_report.errors import Conflict, NotAllowed, NotFound
from voice_report.integrations.structuring import local
from voice_report.reporting.templates import DEFAULT
from voice_report.services.archive import archive
from voice_report.services.audit import trail
from voice_report.services.billing import credits
from voice_report.services.mail import outbox
from voice_report.services.platform import deletion, overview

CANARY = "kanarie7f3a"


async def leave_traces(person: cast.Person, organization_id, *, client_id: str | None = None) -> None:
    """Put the canary in every column that belongs to a user, and a row in every table."""
    now, own = clock.now(), {"user_id": person.id, "organization_id": organization_id}
    async with database.transaction() as session:
        user = await session.get_one(User, person.id)
        user.first_name = user.last_name = CANARY
        user.email, user.pending_email = f"{CANARY}@zorg.example", f"nieuw-{CANARY}@zorg.example"
        user.email_verification_token = user.password_reset_token = user.passkey_handle = CANARY
        report = Report(**own, transcript=CANARY, structured_report=CANARY, title=CANARY, report_label=CANARY)
        report.client_id = client_id
        draft = Report(**own, transcript=CANARY, structured_report=CANARY, is_draft=True, title=CANARY)
        draft.generated = draft.former = draft.settled = draft.measured = draft.reviewed_by = CANARY
        session.add_all([report, draft])
        await session.flush()
        said: dict[str, Any] = {"client_id": CANARY, "kind": CANARY, "parts": CANARY, "context": CANARY}
        said |= {"words": CANARY, "position": 0, "measured_at": now, "rules_version": 1}
        session.add(MeasuredValue(organization_id=organization_id, report_id=report.id, **said))
        if client_id:
            await archive.recount(session, organization_id, [client_id])
        dictation = Dictation(**own, draft_id=draft.id, base_text=CANARY)
        loose = Dictation(**own, base_text=CANARY)
        session.add_all([dictation, loose])
        await session.flush()
        rows = [
            DictationSegment(dictation_id=one.id, position=0, text=CANARY, heard=CANARY) for one in (dictation, loose)
        ]
        rows += [ConceptJob(**own, key=f"{CANARY}1", draft_id=draft.id, expires_at=now, structured_report=CANARY)]
        rows += [ConceptJob(**own, key=f"{CANARY}2", expires_at=now, structured_report=CANARY), ReportUsage(**own)]
        rows += [DeletedDraft(**own, transcript=CANARY, structured_report=CANARY, rest=CANARY)]
        rows += [_step(**own, report_id=report.id), _step(organization_id=organization_id, job_id=report.id)]
        session.add_all(
            [*rows, *_of_an_account(person.id), *_of_an_organization(organization_id, person.id), *_mails()]
        )
        user.personal_current_credits = 5
        await leave_traces_of_a_provider(session, person, organization_id)


def _of_an_account(user_id) -> list[SQLModel]:
    now = clock.now()
    return [
        LoginSession(user_id=user_id, token_hash=CANARY, expires_at=now, user_agent=CANARY, ip_address=CANARY),
        KnownDevice(user_id=user_id, token_hash=CANARY),
        PendingSignIn(user_id=user_id, token_hash=CANARY, expires_at=now),
        TotpFactor(user_id=user_id, secret=CANARY, confirmed_at=now),
        RecoveryCode(user_id=user_id, sealed_hash=CANARY),
        Passkey(user_id=user_id, credential_id=CANARY, public_key=CANARY, name=CANARY),
        FactorReset(user_id=user_id, token_hash=CANARY, expires_at=now),
        CreditEntry(user_id=user_id, change=5, balance_after=5, reason=CANARY, key=CANARY),
    ]


def _of_an_organization(organization_id, user_id) -> list[SQLModel]:
    now = clock.now()
    own: dict[str, Any] = {"organization_id": organization_id}
    word: dict[str, Any] = {
        "word": f"van {str(organization_id)[:30]}",
        "word_key": str(organization_id),
        "rule": "replace",
    }
    asked: dict[str, Any] = {"token": f"{CANARY}1", "created_by_id": user_id, "expires_at": now + timedelta(days=7)}
    rows: list[SQLModel] = [
        FieldProfile(**own, name="Eigen", fields="[]", updated_by_id=user_id),
        OwnTemplate(**own, name="Eigen", sections="[]", updated_by_id=user_id),
        PrivacyFile(**own, number=1, made_at=now, digest="", body="[]", seen_by_id=user_id),
        PrivacyInput(**own),
        _word(organization_id, user_id=user_id, word=CANARY),
        _word(organization_id, word=f"van {organization_id}"),
        MaskingWord(**own, added_by_id=user_id, **word),
        Invitation(**own, email=f"vriend-{CANARY}@zorg.example", **asked),
    ]
    return rows


def _mails() -> list[SQLModel]:
    body: dict[str, Any] = {"text": CANARY, "html": CANARY}
    mails: list[SQLModel] = [
        OutboxMail(recipient=f"{CANARY}@zorg.example", subject=CANARY, **body),
        OutboxMail(
            recipient=f"nieuw-{CANARY}@zorg.example", subject="Nieuw", text=CANARY, html="", sent_at=clock.now()
        ),
        OutboxMail(recipient=f"vriend-{CANARY}@zorg.example", subject="Vriend", **body),
    ]
    return mails


def _step(**values: Any) -> ProcessingStep:
    party = CANARY if "report_id" in values else "Taaldienst"
    about = {"step": "report", "engine": "taal", "region": "eu", "config_hash": "1", "form": "plain"}
    return ProcessingStep(**about, party=party, input_unit="characters", **values)


def _word(organization_id, **values: Any) -> OwnWord:
    content = {"word_key": values["word"], "search_key": values["word"], "heard_as": f'["{values["word"]}"]'}
    return OwnWord(organization_id=organization_id, kind="term", status="actief", **content, **values)


async def leave_traces_of_a_provider(session: database.WriteSession, person: cast.Person, organization_id) -> None:
    now = clock.now()
    of_person: dict[str, Any] = {"issuer": CANARY, "subject": CANARY}
    login = LoginSession(user_id=person.id, token_hash=f"{CANARY}2", expires_at=now)
    link = LinkedIdentity(user_id=person.id, organization_id=organization_id, **of_person)
    provider = IdentityProvider(
        organization_id=organization_id, kind="other", issuer="https://inloggen.example", client_id="ons",
        client_secret="", secret_set_at=now,
    )  # fmt: skip
    domain = EmailDomain(organization_id=organization_id, domain=f"{organization_id}.example", token="een")
    session.add_all([login, link, provider, domain])
    await session.flush()
    asked: dict[str, Any] = {"organization_id": organization_id, "session_id": login.id, "expires_at": now}
    hashes: dict[str, Any] = {"state_hash": CANARY, "browser_hash": CANARY, "configuration": CANARY}
    session.add_all(
        [
            SingleSignOnSession(session_id=login.id, identity_id=link.id, provider_session=CANARY),
            PendingLink(user_id=person.id, token_hash=CANARY, **of_person, expires_at=now),
            SingleSignOnRequest(purpose="step_up", **asked, **hashes),
        ]
    )


async def invite_from(person: cast.Person, organization_id) -> None:
    """Let another user have invited the person whose address has the canary."""
    async with database.transaction() as session:
        session.add(
            Invitation(
                email=f"{CANARY}@zorg.example",
                organization_id=organization_id,
                token="anders",
                created_by_id=person.id,
                expires_at=clock.now(),
                accepted_at=clock.now(),
            )
        )


async def places_of_the_canary() -> list[str]:
    """Return the tables that still hold the canary anywhere."""
    found = []
    async with database.reading() as session:
        for table in SQLModel.metadata.tables.values():
            rows = (await session.execute(sa.select(table))).mappings().all()
            found += [table.name for row in rows if CANARY in json.dumps(dict(row), default=str)]
    return found


def mails_in(directory: Path) -> list[Path]:
    return list((directory / "mail").glob("*.eml"))


async def is_nowhere_else(directory: Path, records: list[logging.LogRecord]) -> None:
    """In no file, journal or line of the log, nor in what the modules of this process lead to."""
    assert await canaries.files(CANARY, directory) == []
    assert canaries.logged(CANARY, records) == []
    assert await asyncio.to_thread(canaries.in_process, CANARY) == []


async def remove_user(people, user_id) -> None:
    await deletion.delete_user(await people.platform_admin.current(), user_id)


async def remove_organization(people, organization_id) -> None:
    await deletion.delete_organization(await people.platform_admin.current(), organization_id)


async def test_s29_a_deleted_user_is_gone_from_every_table_and_file(people, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    local.place(f"Mevrouw {CANARY} sliep goed.", DEFAULT)
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    await invite_from(people.admin, people.organization_id)
    await outbox.deliver_due()
    assert {"users", "reports", "deleted_drafts", "dictations", "dictation_segments", "concept_jobs", "sessions",
            "known_devices", "pending_sign_ins", "passkeys", "recovery_codes", "totp_factors", "credit_ledger",
            "invitations", "factor_resets", "outbox", "measurements"} <= set(await places_of_the_canary())  # fmt: skip
    assert len(mails_in(tmp_path)) == 2

    await remove_user(people, people.user.id)

    assert await places_of_the_canary() == []
    assert not mails_in(tmp_path)
    await is_nowhere_else(tmp_path, caplog.records)
    async with database.reading() as session:
        usage = (await session.exec(select(ReportUsage))).one()
        assert (usage.user_id, usage.organization_id) == (None, people.organization_id)
        client = await session.get_one(Client, (people.organization_id, people.client_id))
        assert (client.report_count, client.last_report_at) == (0, None)
        assert await credits.audit_balances(session) == []
        rows = (await session.exec(select(AuditLog).where(AuditLog.resource_id == str(people.user.id)))).all()
        assert sorted((row.action, row.organization_id) for row in rows) == [
            ("begin to delete", people.organization_id), ("delete", people.organization_id),
        ]  # fmt: skip
        assert await trail.first_broken(session, str(people.organization_id)) is None


async def test_s29_a_deleted_organization_is_gone_with_all_its_people_and_clients(people, tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    local.place(f"Mevrouw {CANARY} sliep goed.", DEFAULT)
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    await invite_from(people.admin, people.organization_id)
    async with database.transaction() as session:
        organization = await session.get_one(Organization, people.organization_id)
        organization.name = organization.stripe_customer_id = organization.stripe_subscription_id = CANARY
        client = await session.get_one(Client, (people.organization_id, people.client_id))
        client.first_name = client.last_name = client.search_key = CANARY
    await outbox.deliver_due()

    await remove_organization(people, people.organization_id)

    assert await places_of_the_canary() == []
    assert not mails_in(tmp_path)
    await is_nowhere_else(tmp_path, caplog.records)
    async with database.reading() as session:
        assert (await session.exec(select(func.count()).select_from(ReportUsage))).one() == 1
        assert {row.email for row in (await session.exec(select(User))).all()} == {
            people.outsider.email, people.other_admin.email, people.platform_admin.email,
        }  # fmt: skip
        left = (await session.exec(select(Client))).all()
        assert [row.organization_id for row in left] == [people.other_organization_id]
        rows = await session.exec(select(AuditLog).where(AuditLog.organization_id == people.organization_id))
        assert sorted((row.action, row.resource) for row in rows) == [
            ("begin to delete", "organization"), ("delete", "organization"), ("delete", "user"), ("delete", "user"),
            ("issue", "deletion receipt"),
        ]  # fmt: skip


async def test_s29_what_somebody_wrote_in_a_former_organization_goes_too(people):
    await leave_traces(people.user, people.organization_id, client_id=people.client_id)
    async with database.transaction() as session:
        (await session.get_one(User, people.user.id)).organization_id = people.other_organization_id
    await remove_organization(people, people.other_organization_id)
    assert await places_of_the_canary() == []
    async with database.reading() as session:
        client = await session.get_one(Client, (people.organization_id, people.client_id))
        assert client.report_count == 0


async def test_s29_the_other_organization_keeps_everything(people):
    await leave_traces(people.outsider, people.other_organization_id, client_id=people.other_client_id)
    before = sorted(await places_of_the_canary())
    await remove_user(people, people.user.id)
    await remove_organization(people, people.organization_id)
    assert sorted(await places_of_the_canary()) == before


async def test_s06_deletion_ends_the_sessions_of_who_is_signed_in(people):
    assert await people.user.current()
    await remove_organization(people, people.organization_id)
    for person in (people.user, people.admin):
        with pytest.raises(AssertionError, match="is not signed in"):
            await person.current()


async def test_a_platform_admin_in_a_deleted_organization_stays(people):
    async with database.transaction() as session:
        (await session.get_one(User, people.platform_admin.id)).organization_id = people.organization_id
    await remove_organization(people, people.organization_id)
    assert (await people.platform_admin.current()).organization is None


@pytest.mark.parametrize("who", ["outsider", "admin", "user"])
async def test_s01_nobody_else_deletes(people, who):
    caller = await getattr(people, who).current()
    for call in (
        lambda: deletion.delete_user(caller, people.user.id),
        lambda: deletion.delete_organization(caller, people.organization_id),
    ):
        with pytest.raises(NotAllowed):
            await call()
    assert await people.user.current()


async def test_oneself_another_platform_admin_and_the_last_admin_stay(people):
    colleague = await cast.make_user(None, "Piet", "Platform", role="platform_admin")
    for target in (people.platform_admin.id, colleague.id):
        with pytest.raises(NotAllowed):
            await remove_user(people, target)
    with pytest.raises(Conflict, match="laatste actieve admin"):
        await remove_user(people, people.admin.id)
    await remove_user(people, people.user.id)
    await remove_user(people, people.admin.id)  # nobody is left without an admin
    async with database.reading() as session:
        row = await overview.get_organization(session, await people.platform_admin.current(), people.organization_id)
    assert row.user_count == 0


async def test_deleting_twice_is_not_found(people):
    await remove_user(people, people.user.id)
    with pytest.raises(NotFound, match="Gebruiker niet gevonden"):
        await remove_user(people, people.user.id)
    await remove_organization(people, people.organization_id)
    with pytest.raises(NotFound, match="Organisatie niet gevonden"):
        await remove_organization(people, people.organization_id)


async def test_no_table_is_forgotten_by_these_tests(db):
    """A new table with something of a person in it has to be added to ``leave_traces``; payments, challenges and
    used logout tokens have none, nor have receipts and marks of what was erased, and counts of what left and of
    whole weeks."""
    async with db.reading() as session:
        assert await session.scalar(text("SELECT count(*) FROM users")) == 0
    known = {
        "audit_logs", "client_imports", "clients", "concept_jobs", "credit_ledger", "deleted_drafts",
        "deletion_receipts", "egress_counts", "engine_weeks", "erasures",
        "dictation_segments", "dictations", "email_domains", "factor_resets", "field_profiles", "identity_providers",
        "invitations", "known_devices", "linked_identities", "masking_words", "measurements", "name_keys",
        "organizations", "outbox", "own_words", "log_samples",
        "passkey_challenges", "passkeys", "payments", "pending_links", "pending_sign_ins", "privacy_files",
        "privacy_inputs", "processing_steps", "recordings",
        "recovery_codes", "report_templates", "report_usage", "reports", "sessions", "single_sign_on_requests",
        "single_sign_on_sessions", "stripe_events", "totp_factors", "usage_weeks", "used_logout_tokens",
        "users",
    }  # fmt: skip
    assert set(SQLModel.metadata.tables) == known
