"""Accounts in the hands of platform admins: made, changed, paused, moved."""

import asyncio
import contextlib
from typing import Any

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors.factors import require_provider, set_up
from voice_report.db import session as database
from voice_report.db.models import AuditLog, LoginSession, Organization, OutboxMail, User
from voice_report.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound
from voice_report.services.billing import credits
from voice_report.services.factors import second_factor
from voice_report.services.organizations import invitations
from voice_report.services.platform import deletion, overview, users
from voice_report.services.platform.users import Changes, NewUser, PersonalCredits
from voice_report.services.sessions import requirement
from voice_report.services.sign_in import signing_in

NEW: dict[str, Any] = {
    "email": "nieuw@zorg.example",
    "password": cast.PASSWORD,
    "first_name": "Nina",
    "last_name": "Nieuw",
}


async def create(people, **fields):
    new = NewUser(**{**NEW, "organization_id": people.organization_id, **fields})
    return await read(people, await users.create(await people.platform_admin.current(), new))


async def change(people, user_id, *, version=None, **fields):
    admin = await people.platform_admin.current()
    await database.run_in_transaction(users.change, admin, user_id, Changes(**fields), version=version)
    return await read(people, user_id)


async def read(people, user_id):
    return await database.run_reading(overview.get_user, await people.platform_admin.current(), user_id)


async def sessions_of(user_id) -> int:
    return len(await tables.rows(select(LoginSession).where(LoginSession.user_id == user_id)))


async def audited(user_id) -> list[str]:
    async with database.reading() as session:
        rows = await session.exec(select(AuditLog).where(AuditLog.resource_id == str(user_id)))
        return sorted(row.action for row in rows)


async def balances_fit() -> bool:
    return await database.run_reading(credits.audit_balances) == []


@pytest.mark.parametrize("who", ["outsider", "admin", "user"])
async def test_s01_nobody_else_makes_or_changes_accounts(people, who):
    caller = await getattr(people, who).current()
    with pytest.raises(NotAllowed):
        await users.create(caller, NewUser(**{**NEW, "organization_id": people.organization_id}))
    with pytest.raises(NotAllowed):
        await database.run_in_transaction(users.change, caller, people.user.id, Changes(role="admin"))
    assert (await read(people, people.user.id)).role == "user"


async def test_a_new_user_can_sign_in_at_once(people):
    made = await create(people, email=" Nieuw@Zorg.example ", role="admin")
    assert (made.email, made.role, made.is_email_verified) == ("nieuw@zorg.example", "admin", True)
    assert (made.personal_monthly_credits, made.personal_current_credits) == (None, None)
    signed_in = await signing_in.log_in("nieuw@zorg.example", cast.PASSWORD)
    assert signed_in.user.organization_id == people.organization_id
    assert await audited(made.id) == ["create"]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"email": "geen adres"}, "Ongeldig e-mailadres"),
        ({"password": "kort"}, "Wachtwoord moet minimaal 12 karakters zijn"),
        ({"first_name": " "}, "Voornaam is verplicht"),
        ({"last_name": "\u202e"}, "Achternaam is verplicht"),
        ({"first_name": "x" * 300}, "Voornaam mag maximaal 100 tekens hebben"),
        ({"organization_id": ""}, "Organisatie is verplicht"),
        ({"organization_id": "x"}, "Organisatie niet gevonden"),
        ({"role": "platform_admin"}, "Onbekende rol"),
        (
            {"personal": PersonalCredits(-2, 0)},
            "Maandelijkse persoonlijke credits moeten -1 (unlimited) of hoger zijn.",
        ),
        ({"personal": PersonalCredits(0, -2)}, "Huidige persoonlijke credits moeten -1 (unlimited) of hoger zijn."),
        ({"personal": PersonalCredits(10**9)}, "Maandelijkse persoonlijke credits mogen hoogstens 1.000.000 zijn."),
    ],
)
async def test_bad_input_makes_nobody(people, fields, sentence):
    with pytest.raises(DomainError) as refused:
        await create(people, **fields)
    assert refused.value.message == sentence
    assert await tables.first(select(User).where(User.email == NEW["email"])) is None


async def test_an_address_is_taken_once_also_at_the_same_moment(people):
    outcomes = await asyncio.gather(*(create(people) for _ in range(3)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in outcomes) == ["Conflict", "Conflict", "UserRow"]


async def test_personal_credits_start_at_the_monthly_number(people):
    made = await create(people, personal=PersonalCredits(monthly=20))
    assert (made.personal_monthly_credits, made.personal_current_credits) == (20, 20)
    free = await create(people, email="onbeperkt@zorg.example", personal=PersonalCredits(-1, -1))
    assert (free.personal_monthly_credits, free.personal_current_credits) == (-1, -1)
    row = await change(people, made.id, personal=PersonalCredits(20, 3))
    assert row.personal_current_credits == 3
    row = await change(people, made.id, personal=PersonalCredits())
    assert (row.personal_monthly_credits, row.personal_current_credits) == (None, None)
    assert await balances_fit()
    assert await audited(made.id) == ["change personal credits", "change personal credits", "create"]


async def test_a_full_organization_takes_nobody_new_or_moved(people):
    async with database.transaction() as session:
        (await session.get_one(Organization, people.organization_id)).max_users = 3
        (await session.get_one(Organization, people.other_organization_id)).max_users = 2
    await people.admin.call(invitations.invite, "straks@zorg.example")
    with pytest.raises(Conflict, match=r"kan maximaal 3 gebruikers hebben\. Openstaande uitnodigingen tellen mee"):
        await create(people)
    with pytest.raises(Conflict, match="kan maximaal 2 gebruikers hebben"):
        await change(people, people.user.id, organization_id=people.other_organization_id)


async def test_who_was_invited_is_made_in_the_invitations_place(people):
    await tables.change(Organization, people.organization_id, max_users=3)
    await people.admin.call(invitations.invite, NEW["email"])
    await create(people)
    assert await tables.rows(select(invitations.Invitation)) == []


async def test_who_was_invited_and_is_moved_takes_one_place(people):
    await tables.change(Organization, people.other_organization_id, max_users=3)
    await people.other_admin.call(invitations.invite, people.user.email)
    await change(people, people.user.id, organization_id=people.other_organization_id)
    assert await tables.rows(select(invitations.Invitation)) == []
    assert await tables.rows(select(OutboxMail.recipient)) == []


async def test_s06_a_pause_ends_the_sessions_and_can_be_undone(people):
    row = await change(people, people.user.id, is_active=False)
    assert (row.is_active, await sessions_of(people.user.id)) == (False, 0)
    row = await change(people, people.user.id, is_active=True)
    assert row.is_active
    await signing_in.log_in(people.user.email, cast.PASSWORD)
    assert (await audited(people.user.id))[:2] == ["activate", "pause"]


async def test_s06_a_move_ends_the_sessions(people):
    row = await change(people, people.user.id, organization_id=people.other_organization_id)
    assert row.organization_name == "Thuiszorg Het Anker"
    assert await sessions_of(people.user.id) == 0


async def test_s06_a_role_holds_from_the_next_click(people):
    await change(people, people.user.id, role="admin")
    assert (await people.user.current()).role == "admin"


async def test_nobody_changes_themselves_or_another_platform_admin(people):
    colleague = await cast.make_user(None, "Piet", "Platform", role="platform_admin")
    for target in (people.platform_admin, colleague):
        for fields in ({"role": "user"}, {"is_active": False}, {"organization_id": people.organization_id}):
            with pytest.raises(NotAllowed):
                await change(people, target.id, **fields)
    assert (await read(people, colleague.id)).role == "platform_admin"


async def test_an_organization_with_users_keeps_an_admin(people):
    for fields in ({"role": "user"}, {"organization_id": people.other_organization_id}):
        with pytest.raises(Conflict, match="laatste actieve admin van Zorggroep De Linde"):
            await change(people, people.admin.id, **fields)
    assert not (await change(people, people.admin.id, is_active=False)).is_active, "a pause can be undone"
    await change(people, people.admin.id, is_active=True)
    await change(people, people.user.id, role="admin")
    assert (await change(people, people.admin.id, role="user")).role == "user"


async def test_two_admins_are_not_demoted_at_the_same_moment(people):
    await change(people, people.user.id, role="admin")
    outcomes = await asyncio.gather(
        change(people, people.user.id, role="user"),
        change(people, people.admin.id, role="user"),
        return_exceptions=True,
    )
    assert sum(isinstance(one, Conflict) for one in outcomes) == 1


async def test_the_second_of_two_admins_is_told(people):
    first = await read(people, people.user.id)
    await change(people, first.id, role="admin", version=first.version)
    with pytest.raises(Conflict) as told:
        await change(people, first.id, is_active=False, version=first.version)
    assert told.value.code == "stale_version"
    assert (await read(people, first.id)).is_active


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"organization_id": ""}, Invalid),
        ({"organization_id": "x"}, NotFound),
        ({"organization_id": "00000000-0000-4000-8000-000000000000"}, NotFound),
        ({"role": "platform_admin"}, Invalid),
        ({"personal": PersonalCredits(None, 5)}, Invalid),
        ({"personal": PersonalCredits(5, None)}, Invalid),
    ],
)
async def test_bad_input_changes_nothing(people, fields, error):
    before = await read(people, people.user.id)
    with pytest.raises(error):
        await change(people, people.user.id, **fields)
    assert await read(people, people.user.id) == before


async def test_the_list_is_newest_first_and_searched_by_name_and_address(wall_clock, people):
    for number in range(5):
        wall_clock.advance(minutes=1)
        await cast.make_user(people.organization_id, "Zoë", f"Nummer{number}", email=f"zoe{number}@zorg.example")
    admin = await people.platform_admin.current()
    seen, after = [], None
    while True:
        page = await database.run_in_transaction(overview.list_users, admin, query="zoe nummer", after=after, limit=2)
        seen += [row.last_name for row in page.items]
        after = page.next
        if after is None:
            break
    assert seen == [f"Nummer{number}" for number in (4, 3, 2, 1, 0)]
    page = await database.run_in_transaction(overview.list_users, admin, query="ZOE3@zorg")
    assert [row.email for row in page.items] == ["zoe3@zorg.example"]


async def test_s27_a_move_is_written_down_in_both_organizations(db, people):
    moved = users.Changes(organization_id=people.other_organization_id)
    await people.platform_admin.call(users.change, people.user.id, moved)
    async with db.reading() as session:
        rows = await session.exec(select(AuditLog.organization_id).where(AuditLog.action == "move"))
        assert set(rows) == {people.organization_id, people.other_organization_id}


async def test_s45_the_last_admin_past_a_required_provider_stays(people):
    """Demoted, moved, paused or deleted, nobody could change the settings of a provider that is down."""
    await set_up(people.admin)
    other = await cast.make_user(people.organization_id, "Olga", role="admin")
    await require_provider(people.organization_id)
    for fields in ({"role": "user"}, {"organization_id": people.other_organization_id}, {"is_active": False}):
        with pytest.raises(Conflict, match="die zonder werkaccount binnenkomt") as refused:
            await change(people, people.admin.id, **fields)
        assert refused.value.code == "last_way_in"
    depending = await cast.make_user(people.organization_id, "Piet", role="admin")
    assert not (await change(people, depending.id, is_active=False)).is_active
    with pytest.raises(Conflict) as refused:
        await deletion.delete_user(await people.platform_admin.current(), people.admin.id)
    assert refused.value.code == "last_way_in"
    await change(people, other.id, role="user")
    await change(people, other.id, role="admin")
    await set_up(other)
    assert (await change(people, people.admin.id, role="user")).role == "user"
    with pytest.raises(Conflict) as refused:
        await change(people, other.id, is_active=False)
    assert refused.value.code == "last_way_in"


@pytest.mark.parametrize("fields", [{"is_active": False}, {"role": "user"}])
async def test_s45_two_admins_past_a_required_provider_are_not_taken_at_once(people, fields):
    await set_up(people.admin)
    other = await cast.make_user(people.organization_id, "Olga", role="admin")
    await set_up(other)
    await cast.make_user(people.organization_id, "Piet", role="admin")  # who depends on the provider
    await require_provider(people.organization_id)
    taken = (change(people, person.id, **fields) for person in (people.admin, other))
    outcomes = await asyncio.gather(*taken, return_exceptions=True)
    [refused] = [one for one in outcomes if isinstance(one, BaseException)]
    assert isinstance(refused, Conflict)
    assert refused.code == "last_way_in"


async def test_s45_two_admins_past_a_required_provider_do_not_leave_at_once(people, monkeypatch):
    """Each waits, right before it looks who is left, until the other has come as far or cannot."""
    both, is_required = asyncio.Barrier(2), requirement.is_required

    async def meet(session, user) -> bool:
        with contextlib.suppress(TimeoutError, asyncio.BrokenBarrierError):
            async with asyncio.timeout(0.5):
                await both.wait()
        return await is_required(session, user)

    other = await cast.make_user(people.organization_id, "Olga", role="admin")
    codes = {person: (await set_up(person))[1] for person in (people.admin, other)}
    await require_provider(people.organization_id)
    leaving = [
        second_factor.remove(await person.current(), current_password=person.password, code=codes[person][0])
        for person in codes
    ]
    monkeypatch.setattr(requirement, "is_required", meet)
    outcomes = await asyncio.gather(*leaving, return_exceptions=True)
    [refused] = [one for one in outcomes if one is not None]
    assert isinstance(refused, Conflict)
    assert refused.code == "last_way_in"


async def test_users_are_found_by_their_organizations_name_too(people):
    await cast.make_user(await cast.make_organization("Wijkteam Noord"), "Wim", "Bakker")
    admin = await people.platform_admin.current()

    async def found(words: str) -> list[str]:
        return [row.name for row in (await database.run_in_transaction(overview.list_users, admin, query=words)).items]

    assert await found("noord") == ["Wim Bakker"]
    assert await found("bakker wijkteam") == ["Wim Bakker"], "a word of the name and one of the organization"
    assert await found("bakker linde") == []
    assert await found("petra") == ["Petra Platform"], "who belongs to none is found as before"
