"""S42: an organization's administrators say what is asked of its members, see who has none, and remind them."""

import asyncio
from datetime import date, timedelta

import pytest
from sqlmodel import col, select, update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.db.models import AuditLog, IdentityProvider, KnownDevice, LinkedIdentity, LoginSession, Organization
from voice_report.db.session import run_in_transaction
from voice_report.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound
from voice_report.services.organizations import second_factor_policy
from voice_report.services.organizations.second_factor_policy import Policy

TODAY = date(2026, 3, 2)


async def change(person: cast.Person, **wanted) -> Policy:
    user = await person.current()
    fields = {"choice": "off", "since": None, "remember_days": 0, **wanted}

    async def work(session) -> Policy:
        return await second_factor_policy.change(session, user, **fields)

    return await run_in_transaction(work)


async def actions(db) -> list[str]:
    return await tables.rows(select(AuditLog.action).order_by(col(AuditLog.created_at)))


async def names(db, person: cast.Person, **how) -> list[str]:
    page = await person.call(second_factor_policy.list_without, **how)
    return [one.name for one in page.items]


async def test_s42_an_administrator_says_from_when_it_is_required(db, wall_clock, people) -> None:
    await set_up(people.admin)
    policy = await change(people.admin, choice="required", since=date(2026, 4, 1), remember_days=7, version=1)
    assert policy == Policy("required", date(2026, 4, 1), 7, 2)
    assert await change(people.admin, choice="required", since=date(2026, 4, 1), remember_days=7) == policy
    assert {"change second factor", "change remembered devices"} <= set(await actions(db))
    assert await change(people.admin, choice="recommended", since=date(2026, 4, 1)) == Policy("recommended", None, 0, 3)
    other = await tables.get(Organization, people.other_organization_id)
    assert (other.second_factor, other.sign_in_version) == ("off", 1)


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"choice": "altijd"}, "choice"),
        ({"choice": "required"}, "since"),
        ({"choice": "required", "since": TODAY - timedelta(days=1)}, "since"),
        ({"remember_days": 31}, "remember_days"),
        ({"remember_days": -1}, "remember_days"),
        ({"version": 7}, "stale_version"),
        ({"choice": "required", "since": TODAY}, "no_second_factor"),
    ],
)
async def test_what_cannot_be_asked_gets_a_sentence(db, wall_clock, people, wanted: dict, code: str) -> None:
    with pytest.raises((Invalid, Conflict)) as refused:
        await change(people.admin, **wanted)
    assert refused.value.code == code
    assert (await db.run_reading(second_factor_policy.view, await people.admin.current())).version == 1


async def test_a_day_that_has_begun_may_stay(db, wall_clock, people) -> None:
    await set_up(people.admin)
    await change(people.admin, choice="required", since=TODAY)
    wall_clock.advance(hours=11)
    await run_in_transaction(_step_up, people.admin)
    wall_clock.advance(minutes=5)
    assert (await change(people.admin, choice="required", since=TODAY, remember_days=30)).remember_days == 30


async def _step_up(session, person: cast.Person) -> None:
    now = clock.now()
    of_person = update(LoginSession).where(col(LoginSession.user_id) == person.id)
    await session.execute(of_person.values(stepped_up_at=now, last_seen_at=now))


async def test_two_administrators_at_once_do_not_undo_each_other(db, people) -> None:
    second = await cast.make_user(people.organization_id, role="admin")
    done = await asyncio.gather(
        change(people.admin, choice="recommended", version=1),
        change(second, remember_days=30, version=1),
        return_exceptions=True,
    )
    [refused] = [one for one in done if isinstance(one, DomainError)]
    assert refused.code == "stale_version"
    [stored] = [one for one in done if isinstance(one, Policy)]
    assert await db.run_reading(second_factor_policy.view, await people.admin.current()) == stored


@pytest.mark.one_database
@pytest.mark.parametrize("who", ["user", "platform_admin"])
async def test_s42_only_administrators_of_the_organization(db, people, who: str) -> None:
    user = await getattr(people, who).current()
    with pytest.raises(NotAllowed):
        await change(getattr(people, who), choice="recommended")
    async with db.transaction() as session:
        for work in (
            second_factor_policy.view(session, user),
            second_factor_policy.list_without(session, user),
            second_factor_policy.count(session, user),
            second_factor_policy.remind(session, user),
        ):
            with pytest.raises(NotAllowed):
                await work


async def test_who_has_none_is_listed_page_by_page(db, people) -> None:
    for number in range(3):
        await cast.make_user(people.organization_id, "Nel", f"Nieuw {number}")
    await cast.make_user(people.organization_id, "Pauze", "Gepauzeerd", is_active=False)
    await set_up(people.user)
    expected = ["Anna Beheerder", "Nel Nieuw 0", "Nel Nieuw 1", "Nel Nieuw 2"]
    assert await names(db, people.admin) == expected
    async with db.transaction() as session:
        first = await second_factor_policy.list_without(session, await people.admin.current(), limit=2)
        assert await second_factor_policy.count(session, await people.admin.current()) == (4, 5)
    assert [one.name for one in first.items] == expected[:2]
    assert await names(db, people.admin, after=first.next, limit=2) == expected[2:]
    assert await names(db, people.other_admin) == ["Olga Buitenstaander", "Otto Overkant"]


async def test_who_signs_in_at_the_employer_is_not_reminded(db, people) -> None:
    provider = IdentityProvider(
        organization_id=people.organization_id, kind="other", issuer="https://inloggen.example", client_id="ons",
        client_secret="", secret_set_at=clock.now(), usage="recommended",
    )  # fmt: skip
    link = LinkedIdentity(
        user_id=people.user.id, organization_id=people.organization_id, issuer=provider.issuer, subject="ursula"
    )
    async with db.transaction() as session:
        session.add_all([provider, link])
    assert await names(db, people.admin) == ["Anna Beheerder"]
    await tables.run(update(IdentityProvider).values(usage="off"))
    assert await names(db, people.admin) == ["Anna Beheerder", "Ursula Verzorger"]


async def test_a_reminder_goes_out_once_a_day_for_each(db, wall_clock, people) -> None:
    await set_up(people.admin)
    await change(people.admin, choice="required", since=date(2026, 4, 1))
    admin = await people.admin.current()
    assert await run_in_transaction(second_factor_policy.remind, admin, str(people.user.id)) == 1
    mail = await mailbox.newest(people.user.email)
    assert "Vanaf 1 april 2026" in mail.text
    assert "Zorggroep De Linde" in mail.text
    colleague = await cast.make_user(people.organization_id, "Nel", "Nieuw")
    with pytest.raises(Conflict):
        await run_in_transaction(second_factor_policy.remind, admin, str(people.user.id))
    done = await asyncio.gather(
        *(run_in_transaction(second_factor_policy.remind, admin) for _ in range(3)), return_exceptions=True
    )
    assert sorted(str(one) for one in done if isinstance(one, int)) == ["1"]
    assert len(await mailbox.delivered(colleague.email)) == 1
    wall_clock.advance(hours=15)  # past midnight
    await db.run_in_transaction(_step_up, people.admin)
    assert await run_in_transaction(second_factor_policy.remind, await people.admin.current()) == 2
    assert (await actions(db)).count("remind of second factor") == 3
    for stranger in (people.outsider.id, people.admin.id, "geen-id"):
        with pytest.raises(NotFound):
            await run_in_transaction(second_factor_policy.remind, admin, str(stranger))
    assert not await mailbox.delivered(people.outsider.email)


async def test_s43_fewer_days_end_what_is_remembered(db, wall_clock, people) -> None:
    await change(people.admin, remember_days=30)
    async with db.transaction() as session:
        until = wall_clock.now + timedelta(days=30)
        for person in (people.user, people.outsider):
            kept = {"remembered_at": wall_clock.now, "remembered_until": until}
            session.add(KnownDevice(user_id=person.id, token_hash=str(person.id), **kept))
    await change(people.admin, remember_days=29)
    left = select(KnownDevice.user_id).where(col(KnownDevice.remembered_until).is_not(None))
    assert await tables.rows(left) == [people.outsider.id]
