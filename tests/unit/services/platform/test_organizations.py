"""Organizations in the hands of platform admins: plans, credits, places, and two admins at once."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report.config import settings
from voice_report.db import session as database
from voice_report.db.models import AuditLog, CreditEntry, Organization
from voice_report.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound, Unavailable
from voice_report.services.billing import checkout, credits
from voice_report.services.organizations import organizations
from voice_report.services.organizations.organizations import Settings
from voice_report.services.platform import members, overview


async def make(people, name="Zuiderlicht", plan="small_team"):
    return await people.platform_admin.call(organizations.create, name, plan)


async def change(people, organization_id, *, version=None, **fields):
    row = await read(people, organization_id)
    stored = {
        "name": row.name,
        "plan": row.plan,
        "max_users": row.max_users,
        "save_reports_to_archive": row.save_reports_to_archive,
    }
    admin = await people.platform_admin.current()
    wanted = Settings(**{**stored, **fields})
    await database.run_in_transaction(organizations.change, admin, organization_id, wanted, version=version)
    return await read(people, organization_id)


async def read(people, organization_id):
    return await database.run_reading(overview.get_organization, await people.platform_admin.current(), organization_id)


async def audited(organization_id) -> list[str]:
    async with database.reading() as session:
        rows = await session.exec(
            select(AuditLog).where(AuditLog.organization_id == organization_id, AuditLog.resource == "organization")
        )
        return sorted(row.action for row in rows)


async def balances_fit() -> bool:
    return await database.run_reading(credits.audit_balances) == []


@pytest.mark.parametrize("who", ["outsider", "admin", "user"])
async def test_s01_only_a_platform_admin_comes_in(people, who):
    caller = await getattr(people, who).current()
    there = people.organization_id
    wanted = Settings("Anders", "mkb", 9, False)
    calls = (
        lambda session: organizations.create(session, caller, "Nieuw", "trial"),
        lambda session: organizations.change(session, caller, there, wanted),
        lambda _: checkout.cancel_subscription(caller, there),
        lambda session: overview.stats(session, caller),
        lambda session: overview.list_organizations(session, caller),
        lambda session: overview.get_organization(session, caller, there),
        lambda session: overview.find_organizations(session, caller),
        lambda session: members.list_members(session, caller, there),
        lambda session: overview.list_users(session, caller),
        lambda session: overview.get_user(session, caller, people.user.id),
    )
    for call in calls:
        with pytest.raises(NotAllowed):
            await database.run_in_transaction(call)
    assert (await read(people, there)).name == "Zorggroep De Linde"


async def test_a_new_organization_starts_with_its_plans_credits(people):
    row = await read(people, await make(people))
    assert (row.plan, row.monthly_credits, row.current_credits, row.max_users) == ("small_team", 50, 50, 1)
    unlimited = await read(people, await make(people, "Onbeperkt", "unlimited"))
    assert (unlimited.monthly_credits, unlimited.current_credits) == (-1, -1)
    trial = await read(people, await make(people, "Proef", "trial"))
    assert (trial.monthly_credits, trial.current_credits) == (0, settings().trial_credits)
    assert await balances_fit()
    assert await audited(row.id) == ["create"]


@pytest.mark.parametrize(
    ("name", "plan", "sentence"),
    [
        ("  \n", "trial", "Naam organisatie is verplicht"),
        ("x" * 300, "trial", "Naam organisatie mag maximaal 200 tekens hebben"),
        ("\u200f\u202e", "trial", "Naam organisatie is verplicht"),
        ("Zorg", "free", 'Plan "free" is niet geldig. Selecteer een staffel tier.'),
    ],
)
async def test_bad_input_makes_nothing(people, name, plan, sentence):
    with pytest.raises(Invalid) as refused:
        await make(people, name, plan)
    assert refused.value.message == sentence
    assert refused.value.title == ("Ongeldig plan tier" if plan == "free" else "Fout")


async def test_a_name_is_stored_without_marks_that_turn_it_around_and_html_stays_characters(people):
    row = await read(people, await make(people, "Zorg \u202e<script>alert(1)</script>\u200f\x00 &  Co"))
    assert row.name == "Zorg <script>alert(1)</script> & Co"


async def test_another_plan_brings_its_credits_and_the_same_plan_leaves_them(people):
    made = await make(people)
    row = await change(people, made, plan="mkb")
    assert (row.monthly_credits, row.current_credits) == (100, 100)
    row = await change(people, made, name="Anders")
    assert (row.name, row.monthly_credits, row.current_credits, row.version) == ("Anders", 100, 100, 3)
    row = await change(people, made, plan="starter", monthly_credits=7, current_credits=3)
    assert (row.monthly_credits, row.current_credits) == (7, 3)
    assert await balances_fit()
    assert await audited(made) == [
        "change credits", "change credits", "change name", "change plan", "change plan", "create",
    ]  # fmt: skip


async def test_unlimited_is_a_flag_and_bought_credits_are_there_again(people):
    there = people.organization_id
    row = await change(people, there, plan="unlimited")
    assert (row.monthly_credits, row.current_credits) == (-1, -1)
    stored = await tables.get(Organization, there)
    assert (stored.unlimited, stored.current_credits) == (True, 10)
    row = await change(people, there, monthly_credits=5, current_credits=10)
    assert (row.monthly_credits, row.current_credits) == (5, 10)
    row = await change(people, there, current_credits=-1)
    assert (row.monthly_credits, row.current_credits) == (-1, -1)
    assert await balances_fit()


async def test_what_is_set_by_hand_is_not_topped_up_the_moment_after(wall_clock, people):
    row = await change(people, people.organization_id, plan="small_team", monthly_credits=50, current_credits=18)
    assert row.current_credits == 18
    admin = await people.platform_admin.current()
    wall_clock.advance(days=31)
    assert (await database.run_reading(overview.get_organization, admin, row.id)).current_credits == 50


@pytest.mark.parametrize("value", [-2, 10**9, "text", 1.5, True])
@pytest.mark.parametrize("which", ["monthly", "current"])
async def test_credits_that_are_no_credits_change_nothing(people, which, value):
    with pytest.raises(Invalid) as refused:
        await change(people, people.organization_id, plan="mkb", **{f"{which}_credits": value})
    first = {"monthly": "Maandelijkse credits", "current": "Huidige credits"}[which]
    rule = "mogen hoogstens 1.000.000 zijn." if value == 10**9 else "moeten -1 (unlimited) of hoger zijn."
    assert (refused.value.title, refused.value.message) == ("Ongeldige credits", f"{first} {rule}")
    assert (await read(people, people.organization_id)).plan == "pro"
    assert await balances_fit()


async def test_every_balance_set_by_hand_has_its_row_in_the_ledger(people):
    await change(people, people.organization_id, plan="mkb", current_credits=4)
    rows = await tables.rows(
        select(CreditEntry)
        .where(CreditEntry.organization_id == people.organization_id)
        .where(CreditEntry.reason == "set by hand")
    )
    assert [(row.change, row.balance_after, row.actor_id) for row in rows] == [(-6, 4, people.platform_admin.id)]


async def test_the_archive_is_off_for_trial_whatever_was_asked(people):
    row = await change(people, people.organization_id, plan="mkb", save_reports_to_archive=True)
    assert row.save_reports_to_archive
    row = await change(people, people.organization_id, plan="trial", save_reports_to_archive=True)
    assert not row.save_reports_to_archive


async def test_an_unknown_plan_has_to_be_replaced(people):
    with pytest.raises(Invalid, match='Plan "pro" is niet geldig'):
        await change(people, people.organization_id, name="Anders")


async def test_the_limit_is_not_lowered_below_who_is_there(people):
    assert (await change(people, people.organization_id, plan="mkb", max_users=2)).max_users == 2
    with pytest.raises(Conflict, match="heeft 2 gebruikers; kies minstens 2"):
        await change(people, people.organization_id, max_users=1)
    for wrong in (0, -1, 10**6):
        with pytest.raises(Invalid):
            await change(people, people.organization_id, max_users=wrong)


async def test_the_second_of_two_admins_is_told_and_overwrites_nothing(people):
    first = await read(people, people.organization_id)
    await change(people, first.id, plan="mkb", name="Van de een", version=first.version)
    with pytest.raises(Conflict) as told:
        await change(people, first.id, plan="mkb", name="Van de ander", version=first.version)
    assert told.value.code == "stale_version"
    assert (await read(people, first.id)).name == "Van de een"


async def test_of_two_at_the_same_moment_one_wins(people):
    first = await read(people, people.organization_id)
    outcomes = await asyncio.gather(
        *(change(people, first.id, plan="mkb", name=f"Naam {n}", version=first.version) for n in range(4)),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Conflict) for one in outcomes) == 3
    assert (await read(people, first.id)).version == first.version + 1


@pytest.mark.parametrize("missing", ["x", "00000000-0000-4000-8000-000000000000", "%00"])
async def test_an_unknown_organization_is_not_found(people, missing):
    admin = await people.platform_admin.current()
    for call in (
        lambda session: overview.get_organization(session, admin, missing),
        lambda session: organizations.change(session, admin, missing, Settings("A", "mkb", 1, False)),
        lambda _: checkout.cancel_subscription(admin, missing),
    ):
        with pytest.raises(NotFound, match="Organisatie niet gevonden"):
            await database.run_in_transaction(call)


async def test_stopping_a_subscription_answers_clearly_until_there_are_payments(people):
    admin = await people.platform_admin.current()
    subscribed = await cast.make_organization(
        "Abonnee", plan="unlimited", unlimited=True, stripe_subscription_id="sub_1", subscription_status="active"
    )
    answers: list[type[DomainError]] = []
    for organization_id in (people.organization_id, subscribed):
        with pytest.raises(DomainError) as told:
            await checkout.cancel_subscription(admin, organization_id)
        answers.append(type(told.value))
    assert answers == [Conflict, Unavailable]


async def test_the_list_is_by_name_searched_and_read_page_by_page(people):
    admin = await people.platform_admin.current()
    for number in range(5):
        await cast.make_organization(f"élise {number}" if number % 2 else f"Elise {number}")
    seen, after = [], None
    while True:
        async with database.transaction() as session:
            page = await overview.list_organizations(session, admin, query="ELISE", after=after, limit=2)
        seen += [row.name for row in page.items]
        after = page.next
        if after is None:
            break
    assert seen == ["Elise 0", "élise 1", "Elise 2", "élise 3", "Elise 4"]
    for query in ("100%", "_", "\x00", "\ud800x"):
        await database.run_in_transaction(overview.list_organizations, admin, query=query)
    with pytest.raises(Invalid):
        await database.run_in_transaction(overview.list_organizations, admin, after="made-up")


async def test_a_card_shows_the_first_users_and_counts_the_rest(people):
    big = await cast.make_organization("Groot")
    for number in range(7):
        await cast.make_user(big, "Persoon", f"Nummer{number}")
    row = await read(people, big)
    assert (row.user_count, len(row.users)) == (7, members.SHOWN)
    assert {one.role for one in row.users} == {"user"}


async def test_the_list_shows_one_kind_alone(people):
    for name, plan, balance in (("Op Proef", "trial", 3), ("Zat", "mkb", 40), ("Krap", "starter", 4)):
        await cast.make_organization(name, plan=plan, credits=balance)
    await cast.make_organization("Zonder Eind", plan="unlimited", credits=0, unlimited=True)
    admin = await people.platform_admin.current()

    async def names(only: str, query: str = "") -> list[str]:
        found = await database.run_in_transaction(overview.list_organizations, admin, query=query, only=only)
        return [row.name for row in found.items]

    assert await names("trial") == ["Op Proef"]
    assert await names("low") == ["Krap", "Op Proef"]
    assert await names("low", "krap") == ["Krap"]
    assert "Op Proef" not in await names("paid")
    assert len(await names("paid")) == 5
    assert len(await names("")) == 6


async def test_the_users_of_a_card_have_their_names_which_they_are_in_order_of(people):
    async with database.transaction() as session:
        found = await overview.list_organizations(session, await people.platform_admin.current(), query="linde")
    assert [(one.name, one.email) for one in found.items[0].users] == [
        (person.name, person.email) for person in (people.admin, people.user)
    ]
