"""Whom an identity provider signs in: linked by subject, organizations apart (S45)."""

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.support.fakes.identity_provider import FakeIdentityProvider
from tests.unit.services.factors import factors
from tests.unit.services.sso.provider import DOMAIN, SANNE, connect, count, refusal, save, sign_in
from voice_report.db import session as database
from voice_report.db.models import (
    AuditLog,
    FactorReset,
    IdentityProvider,
    LinkedIdentity,
    Organization,
    OutboxMail,
    PendingLink,
    User,
)
from voice_report.errors import Invalid, NotAllowed, NotSignedIn
from voice_report.services.accounts import password_reset, profile
from voice_report.services.factors.one_time_codes import WrongCode
from voice_report.services.organizations import joining, members
from voice_report.services.platform import users as platform_users
from voice_report.services.sessions import sessions
from voice_report.services.shared.identity import SINGLE_SIGN_ON
from voice_report.services.sign_in import linking, signing_in


async def test_s45_an_account_with_the_address_is_linked_by_its_password_only(people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    result = await sign_in(connected)
    assert (result.signed_in, result.refusal) == (None, None)
    with pytest.raises(Invalid, match="wachtwoord"):
        await linking.finish(result.link_token, "Verkeerd-wachtwoord-1!")
    assert await count(LinkedIdentity) == 0
    signed_in = await linking.finish(result.link_token, sanne.password)
    assert (signed_in.user.id, signed_in.user.level) == (sanne.id, SINGLE_SIGN_ON)
    assert await count(OutboxMail, OutboxMail.subject == "Je werkaccount is gekoppeld") == 1
    with pytest.raises(NotSignedIn):
        await linking.finish(result.link_token, sanne.password)
    again = await sign_in(connected)
    assert again.signed_in is not None
    assert again.signed_in.user.id == sanne.id


async def test_the_list_of_devices_names_the_organization_whose_provider_opened_a_session(people, connected) -> None:
    result = await sign_in(connected)
    assert result.signed_in is not None
    [device] = await database.run_reading(profile.devices, result.signed_in.user)
    assert (device.opened_by, device.organization) == ("provider", "Zorggroep De Linde")


async def test_s45_five_wrong_passwords_end_the_linking(people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    result = await sign_in(connected)
    for _ in range(linking.ATTEMPTS):
        with pytest.raises(Invalid):
            await linking.finish(result.link_token, "Verkeerd-wachtwoord-1!")
    with pytest.raises(NotSignedIn):
        await linking.finish(result.link_token, sanne.password)
    assert await count(PendingLink) == 0


async def test_s45_linking_does_not_pass_the_lock_by(wall_clock, people, connected) -> None:
    """Wrong passwords count together here and at signing in; a browser of the owner's own is not shut out."""
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    own = await signing_in.log_in(SANNE, sanne.password)
    for _ in range(signing_in.ATTEMPTS - 1):
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(SANNE, "Verkeerd-wachtwoord-1!")
    result = await sign_in(connected)
    for password in ("Verkeerd-wachtwoord-1!", sanne.password):
        with pytest.raises(Invalid) as refused:
            await linking.finish(result.link_token, password)
        assert refused.value.code == "wrong_password", "a lock is not told apart"
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(SANNE, sanne.password)
    assert await count(AuditLog, AuditLog.action == "link identity", AuditLog.error_message == "locked") == 2
    assert await count(LinkedIdentity) == 0
    signed_in = await linking.finish(result.link_token, sanne.password, device_token=own.device_token)
    assert signed_in.user.id == sanne.id
    row = await tables.get(User, sanne.id)
    assert (row.login_attempts, row.locked_until) == (0, None)


async def test_s45_linking_does_not_pass_the_second_factor_by(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    app, _ = await factors.set_up(sanne)
    wall_clock.advance(seconds=60)
    result = await sign_in(connected)
    with pytest.raises(Invalid, match="code") as needed:
        await linking.finish(result.link_token, sanne.password)
    assert needed.value.code == "code_required"
    with pytest.raises(WrongCode):
        await linking.finish(result.link_token, sanne.password, factors.wrong_code(app))
    assert await count(LinkedIdentity) == 0
    signed_in = await linking.finish(result.link_token, sanne.password, app.at(wall_clock.now))
    assert signed_in.user.id == sanne.id


async def test_s43_linking_does_not_pass_a_reset_factor_by(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    await tables.add(FactorReset(user_id=sanne.id, token_hash="x" * 64, expires_at=wall_clock.now + timedelta(days=1)))
    result = await sign_in(connected)
    with pytest.raises(NotAllowed) as refused:
        await linking.finish(result.link_token, sanne.password)
    assert refused.value.code == "factor_reset"
    assert await count(LinkedIdentity) == 0
    await tables.run(update(IdentityProvider).values(usage="required"))
    signed_in = await linking.finish(result.link_token, sanne.password)
    assert signed_in.user.id == sanne.id, "who may not sign in with a password has no other way in"


async def test_s45_linking_is_over_after_ten_minutes(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    result = await sign_in(connected)
    wall_clock.advance(linking.PENDING)
    with pytest.raises(NotSignedIn):
        await linking.finish(result.link_token, sanne.password)
    assert await database.run_in_transaction(linking.purge) == 1


async def test_s45_another_subject_with_the_address_of_a_linked_colleague(people, connected) -> None:
    """An address that was given away, or chosen to be another user's (nOAuth), opens nothing."""
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
        result = await sign_in(theirs, "iemand@anker.example")
        assert result.signed_in is not None
        assert ours.signed_in is not None
        assert result.signed_in.user.id != ours.signed_in.user.id
        assert result.signed_in.user.organization_id == people.other_organization_id


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
    result = await sign_in(connected)
    assert result.signed_in is not None
    moved = update(User).where(col(User.id) == result.signed_in.user.id)
    await tables.run(moved.values(organization_id=people.other_organization_id))
    assert refusal(await sign_in(connected)) == "paused"


async def test_a_paused_colleague_is_refused(people, connected) -> None:
    result = await sign_in(connected)
    assert result.signed_in is not None
    await tables.run(update(User).where(col(User.id) == result.signed_in.user.id).values(is_active=False))
    assert refusal(await sign_in(connected)) == "paused"


async def test_s45_a_provider_never_makes_a_platform_admin(people, connected) -> None:
    result = await sign_in(connected)
    assert result.signed_in is not None
    own = update(User).where(col(User.id) == result.signed_in.user.id)
    await tables.run(own.values(role="platform_admin"))
    assert refusal(await sign_in(connected)) == "paused"


REGISTRATION = {"email": SANNE, "password": "Een-lang-wachtwoord-1!", "first_name": "Sanne", "last_name": "Krakers"}


async def test_s45_who_registered_a_colleagues_address_does_not_keep_them_out(people, connected) -> None:
    await joining.register(**REGISTRATION)
    before = await count(Organization)
    result = await sign_in(connected)
    assert result.signed_in is not None
    assert (result.signed_in.user.name, result.signed_in.user.organization_id) == (
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
    """One that another user made, and one of a work account that is no more."""
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    result = await sign_in(connected)
    opened = await linking.finish(result.link_token, sanne.password)
    connected.claims = {"sub": "sub-9"}
    assert refusal(await sign_in(connected)) == "other_identity"
    await password_reset.forgot(SANNE)
    token = (await mailbox.newest(SANNE)).token()
    await password_reset.reset(token, "Een-ander-wachtwoord-2!", "Een-ander-wachtwoord-2!")
    assert await database.run_reading(sessions.identify, opened.token) is None
    result = await sign_in(connected)
    signed_in = await linking.finish(result.link_token, "Een-ander-wachtwoord-2!")
    assert signed_in.user.id == sanne.id


async def test_s45_a_reset_of_the_second_factor_loosens_the_link(wall_clock, people, connected) -> None:
    await factors.set_up(people.admin)
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    result = await sign_in(connected)
    await linking.finish(result.link_token, sanne.password)
    await factors.set_up(sanne)
    await people.admin.call(members.reset_second_factor, str(sanne.id))
    assert await count(LinkedIdentity) == 0


async def test_s45_a_move_loosens_the_link(people, connected) -> None:
    result = await sign_in(connected)
    assert result.signed_in is not None
    moved = platform_users.Changes(organization_id=str(people.other_organization_id))
    await people.platform_admin.call(platform_users.change, result.signed_in.user.id, moved
    )  # fmt: skip
    assert await count(LinkedIdentity) == 0
