"""Who comes in by an identity provider for the first time: seats, invitations, one account each."""

import asyncio
from typing import Any

from sqlmodel import col, update

from tests.support import tables
from tests.support.fakes.identity_provider import FakeIdentityProvider
from tests.unit.services.sso.provider import DOMAIN, SANNE, come_back, count, refusal, save, sign_in
from voice_report.db import session as database
from voice_report.db.models import LinkedIdentity, Organization, User
from voice_report.services.organizations import invitations
from voice_report.services.sso import single_sign_on


async def test_new_members_take_seats(people, connected) -> None:
    row = update(Organization).where(col(Organization.id) == people.organization_id)
    await tables.run(row.values(max_users=3))
    assert (await sign_in(connected)).signed_in is not None
    connected.claims = {"sub": "sub-2", "email": f"tom@{DOMAIN}"}
    before = await count(User)
    assert refusal(await sign_in(connected)) == "full"
    assert await count(User) == before


async def test_the_last_seat_is_given_once(people, connected) -> None:
    row = update(Organization).where(col(Organization.id) == people.organization_id)
    await tables.run(row.values(max_users=3))
    ways = []
    for number in range(4):
        redirect = await single_sign_on.begin(SANNE)
        connected.claims = {"sub": f"sub-{number}", "email": f"c{number}@{DOMAIN}"}
        ways.append((redirect, connected.sign_in(redirect.url)))
    connected.signed = _by_turns(connected)
    arrivals = await asyncio.gather(*(come_back(*way) for way in ways))
    assert sum(result.signed_in is not None for result in arrivals) == 1


def _by_turns(provider: FakeIdentityProvider):
    """Return a way to sign that makes each token another colleague's."""
    numbers = iter(range(100))

    def signed(header: dict[str, Any], claims: dict[str, Any]) -> str:
        number = next(numbers)
        return provider._signed(header, {**claims, "sub": f"sub-{number}", "email": f"c{number}@{DOMAIN}"})

    return signed


async def test_the_same_new_colleague_in_four_tabs_is_one(people, connected) -> None:
    ways = []
    for _ in range(4):
        redirect = await single_sign_on.begin(SANNE)
        ways.append((redirect, connected.sign_in(redirect.url)))
    arrivals = await asyncio.gather(*(come_back(*way) for way in ways))
    assert {result.signed_in.user.id for result in arrivals if result.signed_in} != set()
    assert await count(LinkedIdentity) == 1
    assert await count(User, User.email == SANNE) == 1


async def test_without_admission_an_invitation_is_needed_and_its_link(people, connected) -> None:
    await save(people.admin, connected.issuer, admits_members=False)
    assert refusal(await sign_in(connected)) == "not_invited"
    admin = await people.admin.current()
    await database.run_in_transaction(invitations.invite, admin, SANNE, "admin")
    assert refusal(await sign_in(connected)) == "invited"
    await save(people.admin, connected.issuer, admits_members=True)
    assert refusal(await sign_in(connected)) == "invited", "the role that the mail promises is its reader's alone"


async def test_an_invitation_brings_its_role(people, connected, monkeypatch) -> None:
    await save(people.admin, connected.issuer, admits_members=False)
    with monkeypatch.context() as known:
        known.setattr(invitations.tokens, "new", lambda: "an-invitation-token")
        await people.admin.call(invitations.invite, SANNE, "admin")
    redirect = await single_sign_on.begin(SANNE, invitation_token="an-invitation-token")
    connected.claims = {"email": f"tom@{DOMAIN}"}
    assert refusal(await come_back(redirect, connected.sign_in(redirect.url))) == "other_address"
    connected.claims = {}
    redirect = await single_sign_on.begin(SANNE, invitation_token="an-invitation-token")
    result = await come_back(redirect, connected.sign_in(redirect.url))
    assert result.signed_in is not None
    assert result.signed_in.user.role == "admin"
