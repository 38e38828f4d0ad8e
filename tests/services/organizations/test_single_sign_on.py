"""Signing in with an identity provider: S44 (its word is checked), S45 (linked by subject, organizations apart)."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, func, select, update

from tests import mailbox
from tests import people as cast
from tests.fakes.identity_provider import FakeIdentityProvider, new_key
from tests.services.accounts import factors
from tests.services.organizations.provider import DOMAIN, come_back, connect, now, prove, save, sign_in
from voice_report import database
from voice_report.errors import Conflict, DomainError, Invalid, NotAllowed, NotFound, NotSignedIn
from voice_report.models import (
    AuditLog,
    FactorReset,
    IdentityProvider,
    LinkedIdentity,
    LoginSession,
    Organization,
    OutboxMail,
    PendingLink,
    SingleSignOnRequest,
    User,
)
from voice_report.services.accounts import linked_identities, password_reset, sessions, signing_in, users
from voice_report.services.accounts._codes import WrongCode
from voice_report.services.organizations import invitations, joining, members, single_sign_on
from voice_report.services.organizations.single_sign_on import Arrival
from voice_report.services.platform import users as platform_users
from voice_report.services.shared import dates
from voice_report.services.shared.identity import SINGLE_SIGN_ON, STEP_UP, needs_step_up

SANNE = f"sanne@{DOMAIN}"


@pytest.fixture
async def connected(people, identity_provider, name_server) -> FakeIdentityProvider:
    """De Linde with a proven domain and the fake provider, recommended; new members are admitted."""
    await connect(people.admin, identity_provider, name_server)
    return identity_provider


def refusal(arrival: Arrival) -> str:
    assert arrival.signed_in is None
    assert arrival.link_token is None
    assert arrival.refusal is not None
    assert arrival.refusal.code in single_sign_on.SENTENCES
    return arrival.refusal.code


async def count(table: Any, *where: Any) -> int:
    async with database.reading() as session:
        return (await session.exec(select(func.count()).select_from(table).where(*where))).one()


async def reason() -> str | None:
    async with database.reading() as session:
        query = select(AuditLog.error_message).where(AuditLog.action == "login")
        return (await session.exec(query.order_by(col(AuditLog.created_at).desc()))).first()


async def test_a_new_colleague_comes_in(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    user = arrival.signed_in.user
    assert (user.email, user.name, user.role, user.level) == (SANNE, "Sanne de Wit", "user", SINGLE_SIGN_ON)
    assert user.organization_id == people.organization_id
    again = await sign_in(connected)
    assert again.signed_in is not None
    assert again.signed_in.user.id == user.id
    assert await count(LinkedIdentity) == 1
    assert await count(SingleSignOnRequest) == 0


async def test_discovery_knows_domains_only(people, connected) -> None:
    async with database.reading() as session:
        for address in (SANNE, f"niemand@{DOMAIN.upper()}"):
            assert await single_sign_on.discover(session, address) == "Zorggroep De Linde"
        for address in (people.user.email, f"sanne@sub.{DOMAIN}", f"{DOMAIN}@elders.example"):
            assert await single_sign_on.discover(session, address) == ""
    with pytest.raises(NotFound):
        await single_sign_on.begin(people.user.email)


async def test_s45_an_account_with_the_address_is_linked_by_its_password_only(people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    arrival = await sign_in(connected)
    assert (arrival.signed_in, arrival.refusal) == (None, None)
    with pytest.raises(Invalid, match="wachtwoord"):
        await linked_identities.finish_link(arrival.link_token, "Verkeerd-wachtwoord-1!")
    assert await count(LinkedIdentity) == 0
    signed_in = await linked_identities.finish_link(arrival.link_token, sanne.password)
    assert (signed_in.user.id, signed_in.user.level) == (sanne.id, SINGLE_SIGN_ON)
    assert await count(OutboxMail, OutboxMail.subject == "Je werkaccount is gekoppeld") == 1
    with pytest.raises(NotSignedIn):
        await linked_identities.finish_link(arrival.link_token, sanne.password)
    again = await sign_in(connected)
    assert again.signed_in is not None
    assert again.signed_in.user.id == sanne.id


async def test_s45_five_wrong_passwords_end_the_linking(people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    arrival = await sign_in(connected)
    for _ in range(linked_identities.ATTEMPTS):
        with pytest.raises(Invalid):
            await linked_identities.finish_link(arrival.link_token, "Verkeerd-wachtwoord-1!")
    with pytest.raises(NotSignedIn):
        await linked_identities.finish_link(arrival.link_token, sanne.password)
    assert await count(PendingLink) == 0


async def test_s45_linking_does_not_pass_the_second_factor_by(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    app, _ = await factors.set_up(sanne)
    wall_clock.advance(seconds=60)
    arrival = await sign_in(connected)
    with pytest.raises(Invalid, match="code") as needed:
        await linked_identities.finish_link(arrival.link_token, sanne.password)
    assert needed.value.code == "code_required"
    with pytest.raises(WrongCode):
        await linked_identities.finish_link(arrival.link_token, sanne.password, factors.wrong_code(app))
    assert await count(LinkedIdentity) == 0
    signed_in = await linked_identities.finish_link(arrival.link_token, sanne.password, app.at(wall_clock.now))
    assert signed_in.user.id == sanne.id


async def test_s43_linking_does_not_pass_a_reset_factor_by(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    async with database.transaction() as session:
        session.add(FactorReset(user_id=sanne.id, token_hash="x" * 64, expires_at=wall_clock.now + timedelta(days=1)))
    arrival = await sign_in(connected)
    with pytest.raises(NotAllowed) as refused:
        await linked_identities.finish_link(arrival.link_token, sanne.password)
    assert refused.value.code == "factor_reset"
    assert await count(LinkedIdentity) == 0
    async with database.transaction() as session:
        await session.execute(update(IdentityProvider).values(usage="required"))
    signed_in = await linked_identities.finish_link(arrival.link_token, sanne.password)
    assert signed_in.user.id == sanne.id, "who may not sign in with a password has no other way in"


async def test_s45_linking_is_over_after_ten_minutes(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    arrival = await sign_in(connected)
    wall_clock.advance(linked_identities.PENDING)
    with pytest.raises(NotSignedIn):
        await linked_identities.finish_link(arrival.link_token, sanne.password)
    async with database.transaction() as session:
        assert await linked_identities.purge(session) == 1


async def test_s45_another_subject_with_the_address_of_a_linked_colleague(people, connected) -> None:
    """An address that was given away, or chosen to be somebody else's (nOAuth), opens nothing."""
    first = await sign_in(connected)
    connected.claims = {"sub": "sub-2"}
    assert refusal(await sign_in(connected)) == "other_identity"
    connected.claims = {"email": f"nieuwe-naam@{DOMAIN}"}
    changed = await sign_in(connected)
    assert first.signed_in is not None
    assert changed.signed_in is not None
    assert changed.signed_in.user.id == first.signed_in.user.id, "a changed address is the same person"
    assert changed.signed_in.user.email == SANNE


@pytest.mark.parametrize(
    ("claims", "code"),
    [
        ({"email": "sanne@elders.example"}, "no_address"),
        ({"email": f"sanne@sub.{DOMAIN}"}, "no_address"),
        ({"email": f"sanne@{DOMAIN}@elders.example"}, "no_address"),
        ({"email": None}, "no_address"),
        ({"email": ["sanne@delinde.example"]}, "no_address"),
        ({"email_verified": False}, "address_unverified"),
        ({"email_verified": "false"}, "address_unverified"),
    ],
)
async def test_s45_addresses_that_make_nobody_a_member(claims: dict[str, Any], code: str, people, connected) -> None:
    before = await count(User)
    connected.claims = claims
    assert refusal(await sign_in(connected)) == code
    assert await count(User) == before


async def test_s45_two_organizations_with_the_same_address_never_meet(people, connected, name_server) -> None:
    """Another organization's provider says that its user has our address, or is our subject."""
    ours = await sign_in(connected)
    with FakeIdentityProvider() as theirs:
        await connect(people.other_admin, theirs, name_server, "anker.example")
        theirs.claims = {"email": SANNE}
        assert refusal(await sign_in(theirs, "iemand@anker.example")) == "no_address"
        theirs.claims = {"email": "olga@anker.example"}  # the same 'sub' as ours
        arrival = await sign_in(theirs, "iemand@anker.example")
        assert arrival.signed_in is not None
        assert ours.signed_in is not None
        assert arrival.signed_in.user.id != ours.signed_in.user.id
        assert arrival.signed_in.user.organization_id == people.other_organization_id


async def test_s45_the_same_issuer_at_two_organizations(people, connected, name_server) -> None:
    """Both use one provider, as with Google: a person linked at the one is nobody at the other."""
    await connect(people.other_admin, connected, name_server, "anker.example")
    first = await sign_in(connected)
    assert first.signed_in is not None
    assert refusal(await sign_in(connected, "iemand@anker.example")) == "no_address"
    connected.claims = {"email": "sanne@anker.example"}
    second = await sign_in(connected, "iemand@anker.example")
    assert second.signed_in is not None
    assert second.signed_in.user.id != first.signed_in.user.id


async def test_s45_an_account_of_another_organization_is_not_reached(people, connected, name_server) -> None:
    await cast.make_user(people.other_organization_id, "Sanne", email=SANNE)
    assert refusal(await sign_in(connected)) == "elsewhere"
    assert await count(PendingLink) == 0


async def test_s45_who_moved_to_another_organization_is_not_let_in(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    async with database.transaction() as session:
        moved = update(User).where(col(User.id) == arrival.signed_in.user.id)
        await session.execute(moved.values(organization_id=people.other_organization_id))
    assert refusal(await sign_in(connected)) == "paused"


async def test_a_paused_colleague_is_refused(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    async with database.transaction() as session:
        await session.execute(update(User).where(col(User.id) == arrival.signed_in.user.id).values(is_active=False))
    assert refusal(await sign_in(connected)) == "paused"


async def test_s45_a_provider_never_makes_a_platform_admin(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    async with database.transaction() as session:
        own = update(User).where(col(User.id) == arrival.signed_in.user.id)
        await session.execute(own.values(role="platform_admin"))
    assert refusal(await sign_in(connected)) == "paused"


REGISTRATION = {"email": SANNE, "password": "Een-lang-wachtwoord-1!", "first_name": "Sanne", "last_name": "Krakers"}


async def test_s45_who_registered_a_colleagues_address_does_not_keep_them_out(people, connected) -> None:
    await joining.register(**REGISTRATION)
    before = await count(Organization)
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    assert (arrival.signed_in.user.name, arrival.signed_in.user.organization_id) == (
        "Sanne de Wit",
        people.organization_id,
    )
    assert (await count(User, User.email == SANNE), await count(Organization)) == (1, before - 1)
    assert await count(AuditLog, AuditLog.action == "delete unproven") == 1
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(SANNE, REGISTRATION["password"])


async def test_s45_who_is_not_admitted_takes_no_account_away(people, connected) -> None:
    await save(people.admin, connected.issuer, admits_members=False)
    await joining.register(**REGISTRATION)
    assert refusal(await sign_in(connected)) == "not_invited"
    assert await count(User, User.email == SANNE, User.last_name == "Krakers") == 1


async def test_s45_a_new_password_loosens_a_link(people, connected) -> None:
    """One that somebody else made, and one of a work account that is no more."""
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    arrival = await sign_in(connected)
    opened = await linked_identities.finish_link(arrival.link_token, sanne.password)
    connected.claims = {"sub": "sub-9"}
    assert refusal(await sign_in(connected)) == "other_identity"
    await password_reset.forgot(SANNE)
    token = (await mailbox.newest(SANNE)).token()
    await password_reset.reset(token, "Een-ander-wachtwoord-2!", "Een-ander-wachtwoord-2!")
    async with database.reading() as session:
        assert await sessions.identify(session, opened.token) is None
    arrival = await sign_in(connected)
    signed_in = await linked_identities.finish_link(arrival.link_token, "Een-ander-wachtwoord-2!")
    assert signed_in.user.id == sanne.id


async def test_s45_a_reset_of_the_second_factor_loosens_the_link(wall_clock, people, connected) -> None:
    await factors.set_up(people.admin)
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    arrival = await sign_in(connected)
    await linked_identities.finish_link(arrival.link_token, sanne.password)
    await factors.set_up(sanne)
    await database.run_in_transaction(members.reset_second_factor, await people.admin.current(), str(sanne.id))
    assert await count(LinkedIdentity) == 0


async def test_s45_a_move_loosens_the_link(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    moved = platform_users.Changes(organization_id=str(people.other_organization_id))
    async with database.transaction() as session:
        await platform_users.change(
            session, await people.platform_admin.current(), arrival.signed_in.user.id, moved
        )  # fmt: skip
    assert await count(LinkedIdentity) == 0


async def test_new_members_take_seats(people, connected) -> None:
    async with database.transaction() as session:
        row = update(Organization).where(col(Organization.id) == people.organization_id)
        await session.execute(row.values(max_users=3))
    assert (await sign_in(connected)).signed_in is not None
    connected.claims = {"sub": "sub-2", "email": f"tom@{DOMAIN}"}
    before = await count(User)
    assert refusal(await sign_in(connected)) == "full"
    assert await count(User) == before


async def test_the_last_seat_is_given_once(people, connected) -> None:
    async with database.transaction() as session:
        row = update(Organization).where(col(Organization.id) == people.organization_id)
        await session.execute(row.values(max_users=3))
    ways = []
    for number in range(4):
        departure = await single_sign_on.begin(SANNE)
        connected.claims = {"sub": f"sub-{number}", "email": f"c{number}@{DOMAIN}"}
        ways.append((departure, connected.sign_in(departure.url)))
    connected.signed = _by_turns(connected)
    arrivals = await asyncio.gather(*(come_back(*way) for way in ways))
    assert sum(arrival.signed_in is not None for arrival in arrivals) == 1


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
        departure = await single_sign_on.begin(SANNE)
        ways.append((departure, connected.sign_in(departure.url)))
    arrivals = await asyncio.gather(*(come_back(*way) for way in ways))
    assert {arrival.signed_in.user.id for arrival in arrivals if arrival.signed_in} != set()
    assert await count(LinkedIdentity) == 1
    assert await count(User, User.email == SANNE) == 1


async def test_without_admission_an_invitation_is_needed_and_its_link(people, connected) -> None:
    await save(people.admin, connected.issuer, admits_members=False)
    assert refusal(await sign_in(connected)) == "not_invited"
    admin = await people.admin.current()
    async with database.transaction() as session:
        await invitations.invite(session, admin, SANNE, "admin")
    assert refusal(await sign_in(connected)) == "invited"
    await save(people.admin, connected.issuer, admits_members=True)
    assert refusal(await sign_in(connected)) == "invited", "the role that the mail promises is its reader's alone"


async def test_an_invitation_brings_its_role(people, connected, monkeypatch) -> None:
    await save(people.admin, connected.issuer, admits_members=False)
    with monkeypatch.context() as known:
        known.setattr(invitations.tokens, "new", lambda: "an-invitation-token")
        async with database.transaction() as session:
            await invitations.invite(session, await people.admin.current(), SANNE, "admin")
    departure = await single_sign_on.begin(SANNE, invitation_token="an-invitation-token")
    connected.claims = {"email": f"tom@{DOMAIN}"}
    assert refusal(await come_back(departure, connected.sign_in(departure.url))) == "other_address"
    connected.claims = {}
    departure = await single_sign_on.begin(SANNE, invitation_token="an-invitation-token")
    arrival = await come_back(departure, connected.sign_in(departure.url))
    assert arrival.signed_in is not None
    assert arrival.signed_in.user.role == "admin"


async def test_s44_the_way_back_works_once_and_in_one_browser(people, connected) -> None:
    departure = await single_sign_on.begin(SANNE)
    other = await single_sign_on.begin(SANNE)
    back = connected.sign_in(departure.url)
    assert refusal(await come_back(departure, back, cookie=other.cookie)) == "sign_in_expired"
    assert refusal(await come_back(departure, back, cookie="x")) == "sign_in_expired"
    assert (await come_back(departure, back)).signed_in is not None
    assert refusal(await come_back(departure, back)) == "sign_in_expired"


async def test_s44_six_times_the_same_way_back_at_once(people, connected) -> None:
    departure = await single_sign_on.begin(SANNE)
    back = connected.sign_in(departure.url)
    arrivals = await asyncio.gather(*(come_back(departure, back) for _ in range(6)))
    assert sum(arrival.signed_in is not None for arrival in arrivals) == 1


async def test_s44_the_way_back_is_over_after_ten_minutes(wall_clock, people, connected) -> None:
    departure = await single_sign_on.begin(SANNE)
    back = connected.sign_in(departure.url)
    wall_clock.advance(single_sign_on.VALID_FOR)
    assert refusal(await come_back(departure, back)) == "sign_in_expired"
    async with database.transaction() as session:
        assert await single_sign_on.purge(session) == 1


async def test_s44_settings_that_changed_on_the_way(people, connected) -> None:
    departure = await single_sign_on.begin(SANNE)
    back = connected.sign_in(departure.url)
    await save(people.admin, connected.issuer, needs_second_step=True)
    assert refusal(await come_back(departure, back)) == "provider_changed"


async def test_s44_each_refused_way_back_is_written_down(people, connected) -> None:
    departure = await single_sign_on.begin(SANNE)
    back = connected.sign_in(departure.url)
    assert refusal(await come_back(departure, back, cookie="x")) == "sign_in_expired"
    refused = AuditLog.action == "login", AuditLog.success == False  # noqa: E712
    assert (await count(AuditLog, *refused), await reason()) == (1, "sign_in_expired")
    await save(people.admin, connected.issuer, needs_second_step=True)
    assert refusal(await come_back(departure, back)) == "provider_changed"
    assert (await count(AuditLog, *refused), await reason()) == (2, "settings changed")
    assert await count(SingleSignOnRequest) == 0, "it is used up all the same"


async def test_s44_mix_up_between_two_providers(people, connected, name_server) -> None:
    """The browser left for the honest one, and comes back from the other, with a code of either."""
    with FakeIdentityProvider() as theirs:
        await connect(people.other_admin, theirs, name_server, "anker.example")
        departure = await single_sign_on.begin(SANNE)
        back = connected.sign_in(departure.url, iss=theirs.issuer)
        assert refusal(await come_back(departure, back)) == "provider_rejected"
        departure = await single_sign_on.begin("x@anker.example")
        at_theirs = await single_sign_on.begin(SANNE)
        stolen = connected.sign_in(at_theirs.url).replace(
            at_theirs.url.partition("state=")[2].partition("&")[0],
            departure.url.partition("state=")[2].partition("&")[0],
        )
        assert refusal(await come_back(departure, stolen)) == "provider_rejected"
    assert await count(LinkedIdentity) == 0


@pytest.mark.parametrize(
    ("claims", "word"),
    [
        ({"iss": "https://elders.example"}, "wrong issuer"),
        ({"aud": "another-client"}, "wrong audience"),
        ({"nonce": "another"}, "wrong nonce"),
        ({"exp": 1}, "expired"),
        ({"nbf": 4_000_000_000}, "not yet valid"),
    ],
)
async def test_s44_a_refused_token_signs_nobody_in_and_is_written_down(
    claims: dict[str, Any], word: str, people, connected
) -> None:
    connected.claims = claims
    before = await count(LoginSession)
    assert refusal(await sign_in(connected)) == "provider_rejected"
    assert await count(LoginSession) == before
    assert await reason() == word


async def test_s44_another_key_signs_nobody_in(people, connected) -> None:
    connected.key = new_key("k9")
    assert refusal(await sign_in(connected)) == "provider_rejected"
    assert await reason() == "unknown key"


async def test_a_provider_that_went_away_is_said(people, connected) -> None:
    departure = await single_sign_on.begin(SANNE)
    back = connected.sign_in(departure.url)
    connected.documents["/token"] = lambda handler: handler.send_error(503)
    arrival = await come_back(departure, back)
    assert refusal(arrival) == "provider_unreachable"
    assert arrival.refusal is not None
    assert "beheerder" in arrival.refusal.message


async def test_a_second_step_that_the_organization_asks_for(people, connected) -> None:
    await save(people.admin, connected.issuer, needs_second_step=True)
    for claims in ({}, {"amr": ["pwd"]}, {"amr": "pwd"}, {"acr": "mfa"}):
        connected.claims = claims
        assert refusal(await sign_in(connected)) == "no_second_step"
    connected.claims = {"amr": ["pwd", "mfa"]}
    assert (await sign_in(connected)).signed_in is not None
    await save(people.admin, connected.issuer, needs_second_step=True, acr="https://linde.example/loa2")
    departure = await single_sign_on.begin(SANNE)
    assert "acr_values=https" in departure.url
    connected.claims = {"acr": "https://linde.example/loa2"}
    assert (await sign_in(connected)).signed_in is not None


TENANT = "3b1f6a5e-0c53-4d6e-9a0f-0a1b2c3d4e5f"


async def test_s44_entra_links_by_tenant_and_object_id(people, name_server, identity_provider) -> None:
    with FakeIdentityProvider(path=f"/{TENANT}/v2.0") as provider:
        await connect(people.admin, provider, name_server, kind="entra")
        right = {"tid": TENANT, "oid": "object-1", "sub": "pairwise-1"}
        wrong = ({"tid": None}, {"tid": "3b1f6a5e-0c53-4d6e-9a0f-ffffffffffff"}, {"oid": None})
        for claims in wrong:
            provider.claims = {**right, **claims}
            assert refusal(await sign_in(provider)) == "provider_rejected"
        provider.claims = right
        first = await sign_in(provider)
        provider.claims = {**right, "sub": "pairwise-2"}
        second = await sign_in(provider)
        assert first.signed_in is not None
        assert second.signed_in is not None
        assert first.signed_in.user.id == second.signed_in.user.id


async def test_s44_google_needs_the_organizations_own_domain(people, connected) -> None:
    await save(people.admin, connected.issuer, kind="google")
    for claims in ({}, {"hd": "elders.example"}, {"hd": [DOMAIN]}):
        connected.claims = claims
        assert refusal(await sign_in(connected)) == "provider_rejected"
    connected.claims = {"hd": DOMAIN}
    assert (await sign_in(connected)).signed_in is not None


async def _step_up(provider: FakeIdentityProvider, token: str, **claims: Any) -> Arrival:
    async with database.reading() as session:
        user = await sessions.identify(session, token)
    assert user is not None
    departure = await single_sign_on.begin_step_up(user)
    assert "prompt=login" in departure.url
    assert "max_age=0" in departure.url
    provider.claims = claims
    return await come_back(departure, provider.sign_in(departure.url), session_token=token)


async def test_s44_stepping_up_is_signing_in_again_at_the_provider(wall_clock, people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    token = arrival.signed_in.token

    async def needs() -> bool:
        async with database.reading() as session:
            user = await sessions.identify(session, token)
        assert user is not None
        return needs_step_up(user)

    assert await needs(), "without a time from the provider it is not known how long ago that was"
    for claims in ({"auth_time": None}, {"auth_time": now() - 3600}, {"auth_time": "now"}):
        assert refusal(await _step_up(connected, token, **claims)) == "provider_rejected"
        assert await needs()
    assert refusal(await _step_up(connected, token, sub="sub-2", email=f"tom@{DOMAIN}")) == "other_identity"
    assert await needs()
    done = await _step_up(connected, token)
    assert (done.purpose, done.refusal) == ("step_up", None)
    assert not await needs()
    wall_clock.advance(STEP_UP)
    assert await needs()


async def test_a_sign_in_that_says_its_time_is_a_step_up(people, connected) -> None:
    connected.claims = {"auth_time": now() - 60}
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    assert not needs_step_up(arrival.signed_in.user)


async def test_s44_a_time_in_the_future_is_now(wall_clock, people, connected) -> None:
    connected.claims = {"auth_time": now() + 10 * 365 * 24 * 3600}
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    wall_clock.advance(STEP_UP)
    assert needs_step_up(arrival.signed_in.user)


async def test_s42_stepping_up_needs_the_second_step_that_is_due(wall_clock, people, connected) -> None:
    await factors.require_from(people.organization_id, dates.today() - timedelta(days=1))
    connected.claims = {"amr": ["mfa"]}
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    token = arrival.signed_in.token
    assert refusal(await _step_up(connected, token, amr=["pwd"])) == "no_second_step"
    assert (await _step_up(connected, token, amr=["pwd", "mfa"])).refusal is None


async def test_a_step_up_belongs_to_its_session(people, connected) -> None:
    arrival = await sign_in(connected)
    assert arrival.signed_in is not None
    departure = await single_sign_on.begin_step_up(arrival.signed_in.user)
    back = connected.sign_in(departure.url)
    refused = await come_back(departure, back, session_token=people.user.cookie)
    assert refusal(refused) == "sign_in_expired"
    with pytest.raises(NotFound):
        await single_sign_on.begin_step_up(await people.user.current())


async def test_a_provider_that_is_turned_off_signs_nobody_in(people, connected) -> None:
    departure = await single_sign_on.begin(SANNE)
    back = connected.sign_in(departure.url)
    await save(people.admin, connected.issuer, client_secret="", usage="off")
    assert refusal(await come_back(departure, back)) == "provider_changed"
    with pytest.raises(NotFound):
        await single_sign_on.begin(SANNE)


async def test_a_member_by_the_provider_has_no_password_until_they_ask(people, connected) -> None:
    await sign_in(connected)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(SANNE, "")
    async with database.reading() as session:
        own = await users.by_email(session, SANNE)
    assert own is not None
    assert own.is_email_verified


async def test_a_factor_of_ones_own_leaves_the_level_of_the_session(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    arrival = await sign_in(connected)
    signed_in = await linked_identities.finish_link(arrival.link_token, sanne.password)
    await factors.set_up(sanne)
    wall_clock.advance(timedelta(minutes=1))
    again = await sign_in(connected)
    assert again.signed_in is not None, "the provider's word opens a session beside a factor of ours"
    assert signed_in.user.level == SINGLE_SIGN_ON


async def test_domains_are_one_organizations(people, connected, name_server) -> None:
    with pytest.raises(Conflict) as taken:
        await prove(people.other_admin, name_server, DOMAIN)
    assert taken.value.code == "domain_taken"
    assert isinstance(taken.value, DomainError)
