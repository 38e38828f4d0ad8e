"""Coming in by invitation: GET /api/invitations/{token} and registering with it (decisions/0002, S10)."""

import asyncio

import pytest
from sqlmodel import func, select

from tests.support import mailbox, tables
from tests.support import people as cast
from voice_report import clock
from voice_report.db.models import Invitation, Organization, User
from voice_report.errors import Conflict, Invalid, NotAllowed, TooMany
from voice_report.services.organizations import invitations
from voice_report.services.sessions import devices
from voice_report.services.shared import tokens

EMAIL = "gijs.gast@zorg.example"
FIELDS = {"email": EMAIL, "password": "Een-lang-wachtwoord-1!", "firstName": "Gijs", "lastName": "Gast"}


async def invite(db, person, email: str = EMAIL, role: str = "user") -> str:
    """Invite and return the token from the mail."""
    user = await person.current()
    await db.run_in_transaction(invitations.invite, user, email, role)
    return (await mailbox.newest(email)).token("invitation")


async def register(client, token: str, **changes):
    return await client.post("/api/auth/register", json={**FIELDS, "invitationToken": token, **changes})


async def allow(db, people, max_users: int) -> None:
    async with db.transaction() as session:
        (await session.get(Organization, people.organization_id)).max_users = max_users


async def test_nobody_but_an_administrator_invites(db, people) -> None:
    for person in (people.outsider, people.user):
        with pytest.raises(NotAllowed):
            await invite(db, person)


@pytest.mark.parametrize("role", ["user", "admin"])
async def test_an_invited_person_is_in_at_once_with_that_role(api, db, people, role: str) -> None:
    token = await invite(db, people.admin, role=role)
    client = await api()
    assert (await client.get(f"/api/invitations/{token}")).json() == {
        "invitation": {"email": EMAIL, "organizationName": "Zorggroep De Linde", "role": role}
    }
    answer = await register(client, token)
    assert answer.status_code == 201
    assert answer.json()["user"] == {
        "email": EMAIL, "firstName": "Gijs", "lastName": "Gast", "isEmailVerified": True, "role": role,
    }  # fmt: skip
    me = (await client.get("/api/auth/me")).json()
    assert (me["organizationId"], me["role"]) == (str(people.organization_id), role)
    assert devices.cookie_name() in client.cookies
    assert (await client.get(f"/api/invitations/{token}")).status_code == 404
    assert (await register(client, token)).json()["message"] == invitations.INVALID


async def test_the_address_is_that_of_the_invitation(api, db, people) -> None:
    token = await invite(db, people.admin)
    client = await api()
    assert (await register(client, token, email="iemand.anders@zorg.example")).json()["code"] == "other_address"
    assert (await register(client, token, email=EMAIL.upper())).status_code == 201


async def test_who_has_an_account_cannot_join_with_a_second(api, db, people) -> None:
    token = await invite(db, people.admin, people.outsider.email)
    answer = await register(await api(), token, email=people.outsider.email)
    assert (answer.status_code, answer.json()["code"]) == (409, "already_registered")


@pytest.mark.parametrize("token", ["x", "é" * 500, "%00", "..%2f..", "' OR 1=1 --"])
async def test_an_unknown_invitation_is_not_found(api, people, token: str) -> None:
    answer = await (await api()).get(f"/api/invitations/{token}")
    assert answer.status_code == 404
    if "%2f" not in token:
        assert answer.json()["message"] == invitations.NOT_FOUND


@pytest.mark.parametrize(("days", "status"), [(6.9, 200), (7.1, 404)])
async def test_s10_an_invitation_is_valid_for_a_week(api, db, wall_clock, people, days: float, status: int) -> None:
    token = await invite(db, people.admin)
    wall_clock.advance(days=days)
    client = await api()
    assert (await client.get(f"/api/invitations/{token}")).status_code == status
    assert (await register(client, token)).status_code == (201 if status == 200 else 422)


@pytest.mark.both_databases
async def test_s10_of_twenty_who_accept_at_once_one_wins(api, db, people) -> None:
    token = await invite(db, people.admin)
    client = await api()
    answers = await asyncio.gather(*(register(client, token) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 19
    assert await tables.row(select(func.count()).where(User.email == EMAIL)) == 1
    kept = await tables.row(select(Invitation.token))
    assert kept == tokens.hashed(token)


async def test_a_full_organization_takes_nobody(api, db, people) -> None:
    await allow(db, people, 4)
    first = await invite(db, people.admin)
    second = await invite(db, people.admin, "tweede.gast@zorg.example")
    with pytest.raises(Conflict, match="maximaal 4 gebruikers"):
        await invite(db, people.admin, "derde.gast@zorg.example")
    await allow(db, people, 3)
    client = await api()
    assert (await register(client, first)).status_code == 201
    answer = await register(client, second, email="tweede.gast@zorg.example")
    assert (answer.status_code, answer.json()["code"]) == (409, "full")
    assert "maximaal 3 gebruikers" in answer.json()["message"]
    assert (await client.get(f"/api/invitations/{second}")).status_code == 200, "it was not used"


@pytest.mark.both_databases
async def test_two_at_once_never_take_the_last_place_twice(api, db, people) -> None:
    emails = [f"gast.{number}@zorg.example" for number in range(4)]
    made = [await invite(db, people.admin, email) for email in emails]
    await allow(db, people, 3)
    client = await api()
    pairs = zip(made, emails, strict=True)
    answers = await asyncio.gather(*(register(client, token, email=email) for token, email in pairs))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_a_second_invitation_ends_the_first_link(api, db, people) -> None:
    first, second = await invite(db, people.admin), await invite(db, people.admin)
    client = await api()
    assert (await client.get(f"/api/invitations/{first}")).status_code == 404
    assert (await client.get(f"/api/invitations/{second}")).status_code == 200


async def test_bad_invitations_are_refused(db, people) -> None:
    with pytest.raises(Invalid, match="Ongeldig e-mailadres"):
        await invite(db, people.admin, "geen adres")
    with pytest.raises(Invalid, match="rol"):
        await invite(db, people.admin, role="platform_admin")
    with pytest.raises(Conflict, match="hoort al bij"):
        await invite(db, people.admin, people.user.email.upper())


async def test_s09_inviting_never_tells_whether_an_address_has_an_account(db, people) -> None:
    user = await people.admin.current()
    async with db.transaction() as session:
        known = await invitations.invite(session, user, people.outsider.email)
        unknown = await invitations.invite(session, user, EMAIL)
    assert (known.role, known.expires_at.date()) == (unknown.role, unknown.expires_at.date())
    assert len(await mailbox.delivered(people.outsider.email)) == len(await mailbox.delivered(EMAIL)) == 1


async def test_s33_one_person_cannot_flood_with_invitations(db, people) -> None:
    busy = await cast.make_user(people.organization_id, "Bram", "Beheerder", role="admin")
    await allow(db, people, 1000)
    user = await busy.current()
    for number in range(60):
        await db.run_in_transaction(invitations.invite, user, f"gast.{number}@zorg.example")
    async with db.transaction() as session:
        with pytest.raises(TooMany):
            await invitations.invite(session, user, "gast.60@zorg.example")


async def test_s10_an_invitation_takes_its_address_back_from_who_registered_it_first(api, db, people) -> None:
    stranger, invited = await api(), await api()
    taken = {**FIELDS, "password": "Van-een-ander-111!", "firstName": "Vreemd"}
    assert (await stranger.post("/api/auth/register", json=taken)).status_code == 201
    verification = (await mailbox.newest(EMAIL)).token()
    token = await invite(db, people.admin)
    answer = await register(invited, token)
    assert (answer.status_code, answer.json()["user"]["role"]) == (201, "user")
    me = (await invited.get("/api/auth/me")).json()
    assert (me["firstName"], me["organizationId"]) == ("Gijs", str(people.organization_id))
    login = {"email": EMAIL, "password": "Van-een-ander-111!"}
    assert (await stranger.post("/api/auth/login", json=login)).status_code == 401
    clicked = await stranger.post("/api/auth/verify-email", json={"token": verification})
    assert clicked.json()["code"] == "invalid_token", "the mail of that registration is of no use any more"
    assert await tables.row(select(func.count()).where(User.email == EMAIL)) == 1
    names = await tables.rows(select(Organization.name))
    assert sorted(names) == ["Thuiszorg Het Anker", "Zorggroep De Linde"], "the stranger's organization is gone too"


@pytest.mark.parametrize("columns", [{"is_email_verified": True}, {"last_login_at": clock.now()}])
async def test_s10_an_account_that_was_proven_or_used_gives_way_to_nobody(api, db, people, columns) -> None:
    kept = await cast.make_user(people.other_organization_id, email=EMAIL, **{"is_email_verified": False, **columns})
    answer = await register(await api(), await invite(db, people.admin))
    assert (answer.status_code, answer.json()["code"]) == (409, "already_registered")
    async with db.reading() as session:
        assert (await session.get(User, kept.id)).organization_id == people.other_organization_id


async def test_s10_an_unproven_account_inside_an_organization_leaves_it_standing(api, db, people) -> None:
    await cast.make_user(people.other_organization_id, email=EMAIL, is_email_verified=False)
    assert (await register(await api(), await invite(db, people.admin))).status_code == 201
    async with db.reading() as session:
        assert await session.get(Organization, people.other_organization_id)


@pytest.mark.both_databases
async def test_s10_of_twenty_who_accept_for_a_taken_address_one_wins(api, db, people) -> None:
    client = await api()
    await client.post("/api/auth/register", json={**FIELDS, "password": "Van-een-ander-111!"})
    token = await invite(db, people.admin)
    answers = await asyncio.gather(*(register(client, token) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 19


async def test_s10_an_organization_that_others_made_stays_when_its_only_person_gives_way(api, db, people) -> None:
    made = await cast.make_organization("Zorg BV", credits=25)
    await cast.make_client(made, "C-1")
    await cast.make_user(made, email=EMAIL, is_email_verified=False)
    assert (await register(await api(), await invite(db, people.admin))).status_code == 201
    assert (await tables.get(Organization, made)).current_credits == 25


async def test_s10_who_gives_way_in_a_full_organization_leaves_the_place_to_the_invited(api, db, people) -> None:
    token = await invite(db, people.admin)
    await cast.make_user(people.organization_id, email=EMAIL, is_email_verified=False)
    await allow(db, people, 3)
    client = await api()
    assert (await register(client, token)).status_code == 201
    assert (await client.get("/api/auth/me")).json()["organizationId"] == str(people.organization_id)


async def test_s10_an_invitation_that_is_refused_removes_nobody(api, db, people) -> None:
    token = await invite(db, people.admin)
    kept = await cast.make_user(people.other_organization_id, email=EMAIL, is_email_verified=False)
    await allow(db, people, 2)
    client = await api()
    assert (await register(client, token)).json()["code"] == "full"
    assert (await register(client, "bestaat-niet")).json()["code"] == "invalid_invitation"
    assert (await tables.get(User, kept.id)).organization_id == people.other_organization_id
