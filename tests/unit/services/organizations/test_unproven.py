"""Accounts nobody proved: forgotten a week after their last mail, with the organization they would have had."""

from datetime import timedelta

import pytest
from sqlmodel import func, select

from tests.support import environment, mailbox, tables
from tests.support import people as cast
from voice_report import clock
from voice_report.config import Settings
from voice_report.db.models import AuditLog, CreditEntry, Organization, Payment, User
from voice_report.services.accounts import password_reset, verification
from voice_report.services.organizations import joining, organizations, unproven

EMAIL = "nora.nieuw@zorg.example"
PERSON = {"email": EMAIL, "password": "Een-lang-wachtwoord-1!", "first_name": "Nora", "last_name": "Nieuw"}


async def purge(db) -> int:
    return await db.run_in_transaction(unproven.purge)


async def counts(db) -> tuple[int, int]:
    async with db.reading() as session:
        users = select(func.count()).where(User.email == EMAIL)
        return (
            (await session.exec(users)).one(),
            (await session.exec(select(func.count()).select_from(Organization))).one(),
        )


async def test_an_account_nobody_proved_is_gone_after_a_week_with_its_organization(
    db, wall_clock, people, monkeypatch
) -> None:
    environment.use(monkeypatch, TRIAL_CREDITS="3")
    await joining.register(**PERSON)
    assert await counts(db) == (1, 3)
    wall_clock.advance(days=7, seconds=-1)
    assert await purge(db) == 0
    wall_clock.advance(seconds=2)
    assert await purge(db) == 1
    assert await counts(db) == (0, 2)
    assert not await tables.rows(select(CreditEntry).where(CreditEntry.reason == "trial"))
    noted = await tables.row(select(AuditLog).where(AuditLog.action == "delete unproven"))
    assert noted.resource == "user"
    await joining.register(**PERSON)
    assert await counts(db) == (1, 3), "the address is free again"


async def test_a_mail_sent_again_gives_another_week(db, wall_clock) -> None:
    await joining.register(**PERSON)
    wall_clock.advance(days=5)
    await verification.resend(EMAIL)
    wall_clock.advance(days=6)
    assert await purge(db) == 0
    wall_clock.advance(days=1, seconds=1)
    assert await purge(db) == 1


async def test_who_proved_the_address_stays_and_so_does_who_moves_to_another(db, wall_clock, people) -> None:
    browser = verification.Browser(registered=(await joining.register(**PERSON)).cookie)
    await verification.verify((await mailbox.newest(EMAIL)).token(), browser=browser)
    await password_reset.forgot(people.user.email)
    async with db.transaction() as session:
        user = await session.get(User, people.user.id)
        user.pending_email = "anders@zorg.example"
        user.email_verification_expires = clock.now() + timedelta(hours=24)
    wall_clock.advance(days=30)
    assert await purge(db) == 0
    assert await counts(db) == (1, 3)


async def test_who_has_colleagues_leaves_their_organization_whole(db, wall_clock, people) -> None:
    await joining.register(**PERSON)
    async with db.transaction() as session:
        user = (await session.exec(select(User).where(User.email == EMAIL))).one()
        alone, user.organization_id = user.organization_id, people.organization_id
    wall_clock.advance(days=8)
    assert await purge(db) == 1
    async with db.reading() as session:
        assert await session.get(Organization, people.organization_id) is not None
        assert await session.get(Organization, alone) is not None, "not ours to judge"


async def _move(db, organization_id) -> None:
    async with db.transaction() as session:
        (await session.exec(select(User).where(User.email == EMAIL))).one().organization_id = organization_id


@pytest.mark.parametrize("plan", ["trial", "mkb"])
async def test_an_organization_that_a_platform_admin_made_stays_without_its_last_person(
    db, wall_clock, people, plan: str
) -> None:
    await joining.register(**PERSON)
    admin = await people.platform_admin.current()
    made = await db.run_in_transaction(organizations.create, admin, "Zorg BV", plan)
    await _move(db, made)
    wall_clock.advance(days=8)
    assert await purge(db) == 1
    assert (await tables.get(Organization, made)).name == "Zorg BV"


@pytest.mark.parametrize(
    "columns",
    [
        {},
        {"version": 2},
        {"plan": "mkb"},
        {"unlimited": True},
        {"monthly_credits": 5},
        {"stripe_customer_id": "cus_1"},
        {"stripe_subscription_id": "sub_1"},
        {"credits": 4},
        {"client": True},
        {"paid": True},
    ],
    ids=lambda columns: "".join(columns) or "as made",
)
async def test_only_an_organization_as_registering_made_it_goes_with_its_person(db, wall_clock, columns) -> None:
    await joining.register(**PERSON)
    given = {name: value for name, value in columns.items() if name not in ("client", "paid")}
    made = await cast.make_organization("Nora Nieuw", **{"plan": "trial", "credits": 0, **given})
    await _move(db, made)
    if "client" in columns:
        await cast.make_client(made, "C-9")
    if "paid" in columns:
        money = {"package_id": "pro", "amount_cents": 100, "status": "paid"}
        await tables.add(Payment(stripe_id="cs_1", organization_id=made, organization_name="Nora Nieuw", **money))
    wall_clock.advance(days=8)
    assert await purge(db) == 1
    async with db.reading() as session:
        assert (await session.get(Organization, made) is not None) == bool(columns)


def test_production_does_not_start_with_mails_that_go_into_files() -> None:
    with pytest.raises(ValueError, match="MAIL_URL"):
        Settings(app_env="production", app_url="https://zorg.example", secret_key="x" * 40, mail_url="file:var/mail")
