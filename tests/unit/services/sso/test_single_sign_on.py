"""Signing in with an identity provider: S44 (its word is checked, there and back), and stepping up."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from tests.support import people as cast
from tests.support.fakes.identity_provider import FakeIdentityProvider, new_key
from tests.unit.services.factors import factors
from tests.unit.services.sso.provider import (
    DOMAIN,
    SANNE,
    come_back,
    connect,
    count,
    now,
    prove,
    reason,
    refusal,
    save,
    sign_in,
)
from voice_report.db import session as database
from voice_report.db.models import AuditLog, LinkedIdentity, LoginSession, SingleSignOnRequest
from voice_report.errors import Conflict, DomainError, NotFound
from voice_report.services.sessions import sessions, users
from voice_report.services.shared import dates
from voice_report.services.shared.identity import SINGLE_SIGN_ON, STEP_UP, needs_step_up
from voice_report.services.sign_in import linking, signing_in
from voice_report.services.sso import single_sign_on
from voice_report.services.sso.single_sign_on import CallbackResult


async def test_a_new_colleague_comes_in(people, connected) -> None:
    result = await sign_in(connected)
    assert result.signed_in is not None
    user = result.signed_in.user
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


async def test_s44_the_way_back_works_once_and_in_one_browser(people, connected) -> None:
    redirect = await single_sign_on.begin(SANNE)
    other = await single_sign_on.begin(SANNE)
    back = connected.sign_in(redirect.url)
    assert refusal(await come_back(redirect, back, cookie=other.cookie)) == "sign_in_expired"
    assert refusal(await come_back(redirect, back, cookie="x")) == "sign_in_expired"
    assert (await come_back(redirect, back)).signed_in is not None
    assert refusal(await come_back(redirect, back)) == "sign_in_expired"


async def test_s44_six_times_the_same_way_back_at_once(people, connected) -> None:
    redirect = await single_sign_on.begin(SANNE)
    back = connected.sign_in(redirect.url)
    arrivals = await asyncio.gather(*(come_back(redirect, back) for _ in range(6)))
    assert sum(result.signed_in is not None for result in arrivals) == 1


async def test_s44_the_way_back_is_over_after_ten_minutes(wall_clock, people, connected) -> None:
    redirect = await single_sign_on.begin(SANNE)
    back = connected.sign_in(redirect.url)
    wall_clock.advance(single_sign_on.VALID_FOR)
    assert refusal(await come_back(redirect, back)) == "sign_in_expired"
    assert await database.run_in_transaction(single_sign_on.purge) == 1


async def test_s44_settings_that_changed_on_the_way(people, connected) -> None:
    redirect = await single_sign_on.begin(SANNE)
    back = connected.sign_in(redirect.url)
    await save(people.admin, connected.issuer, needs_second_step=True)
    assert refusal(await come_back(redirect, back)) == "provider_changed"


async def test_s44_each_refused_way_back_is_written_down(people, connected) -> None:
    redirect = await single_sign_on.begin(SANNE)
    back = connected.sign_in(redirect.url)
    assert refusal(await come_back(redirect, back, cookie="x")) == "sign_in_expired"
    refused = AuditLog.action == "login", AuditLog.success == False  # noqa: E712
    assert (await count(AuditLog, *refused), await reason()) == (1, "sign_in_expired")
    await save(people.admin, connected.issuer, needs_second_step=True)
    assert refusal(await come_back(redirect, back)) == "provider_changed"
    assert (await count(AuditLog, *refused), await reason()) == (2, "settings changed")
    assert await count(SingleSignOnRequest) == 0, "it is used up all the same"


async def test_s44_mix_up_between_two_providers(people, connected, name_server) -> None:
    """The browser left for the honest one, and comes back from the other, with a code of either."""
    with FakeIdentityProvider() as theirs:
        await connect(people.other_admin, theirs, name_server, "anker.example")
        redirect = await single_sign_on.begin(SANNE)
        back = connected.sign_in(redirect.url, iss=theirs.issuer)
        assert refusal(await come_back(redirect, back)) == "provider_rejected"
        redirect = await single_sign_on.begin("x@anker.example")
        at_theirs = await single_sign_on.begin(SANNE)
        stolen = connected.sign_in(at_theirs.url).replace(
            at_theirs.url.partition("state=")[2].partition("&")[0],
            redirect.url.partition("state=")[2].partition("&")[0],
        )
        assert refusal(await come_back(redirect, stolen)) == "provider_rejected"
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
    redirect = await single_sign_on.begin(SANNE)
    back = connected.sign_in(redirect.url)
    connected.documents["/token"] = lambda handler: handler.send_error(503)
    result = await come_back(redirect, back)
    assert refusal(result) == "provider_unreachable"
    assert result.refusal is not None
    assert "beheerder" in result.refusal.message


async def test_a_second_step_that_the_organization_asks_for(people, connected) -> None:
    await save(people.admin, connected.issuer, needs_second_step=True)
    for claims in ({}, {"amr": ["pwd"]}, {"amr": "pwd"}, {"acr": "mfa"}):
        connected.claims = claims
        assert refusal(await sign_in(connected)) == "no_second_step"
    connected.claims = {"amr": ["pwd", "mfa"]}
    assert (await sign_in(connected)).signed_in is not None
    await save(people.admin, connected.issuer, needs_second_step=True, acr="https://linde.example/loa2")
    redirect = await single_sign_on.begin(SANNE)
    assert "acr_values=https" in redirect.url
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


async def _step_up(provider: FakeIdentityProvider, token: str, **claims: Any) -> CallbackResult:
    user = await database.run_reading(sessions.identify, token)
    assert user is not None
    redirect = await single_sign_on.begin_step_up(user)
    assert "prompt=login" in redirect.url
    assert "max_age=0" in redirect.url
    provider.claims = claims
    return await come_back(redirect, provider.sign_in(redirect.url), session_token=token)


async def test_s44_stepping_up_is_signing_in_again_at_the_provider(wall_clock, people, connected) -> None:
    result = await sign_in(connected)
    assert result.signed_in is not None
    token = result.signed_in.token

    async def needs() -> bool:
        user = await database.run_reading(sessions.identify, token)
        assert user is not None
        return needs_step_up(user)

    assert await needs(), "without a time from the provider it is not known how long ago that was"
    for time, code in ((None, "no_sign_in_time"), ("now", "no_sign_in_time"), (now() - 3600, "not_recent")):
        assert refusal(await _step_up(connected, token, auth_time=time)) == code
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
    result = await sign_in(connected)
    assert result.signed_in is not None
    assert not needs_step_up(result.signed_in.user)


async def test_s44_a_time_in_the_future_is_now(wall_clock, people, connected) -> None:
    connected.claims = {"auth_time": now() + 10 * 365 * 24 * 3600}
    result = await sign_in(connected)
    assert result.signed_in is not None
    wall_clock.advance(STEP_UP)
    assert needs_step_up(result.signed_in.user)


async def test_s42_stepping_up_needs_the_second_step_that_is_due(wall_clock, people, connected) -> None:
    await factors.require_from(people.organization_id, dates.today() - timedelta(days=1))
    connected.claims = {"amr": ["mfa"]}
    result = await sign_in(connected)
    assert result.signed_in is not None
    token = result.signed_in.token
    assert refusal(await _step_up(connected, token, amr=["pwd"])) == "no_second_step"
    assert (await _step_up(connected, token, amr=["pwd", "mfa"])).refusal is None


async def test_a_step_up_belongs_to_its_session(people, connected) -> None:
    result = await sign_in(connected)
    assert result.signed_in is not None
    redirect = await single_sign_on.begin_step_up(result.signed_in.user)
    back = connected.sign_in(redirect.url)
    refused = await come_back(redirect, back, session_token=people.user.cookie)
    assert refusal(refused) == "sign_in_expired"
    with pytest.raises(NotFound):
        await single_sign_on.begin_step_up(await people.user.current())


async def test_a_provider_that_is_turned_off_signs_nobody_in(people, connected) -> None:
    redirect = await single_sign_on.begin(SANNE)
    back = connected.sign_in(redirect.url)
    await save(people.admin, connected.issuer, client_secret="", usage="off")
    assert refusal(await come_back(redirect, back)) == "provider_changed"
    with pytest.raises(NotFound):
        await single_sign_on.begin(SANNE)


async def test_a_member_by_the_provider_has_no_password_until_they_ask(people, connected) -> None:
    await sign_in(connected)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(SANNE, "")
    own = await database.run_reading(users.by_email, SANNE)
    assert own is not None
    assert own.is_email_verified


async def test_a_factor_of_ones_own_leaves_the_level_of_the_session(wall_clock, people, connected) -> None:
    sanne = await cast.make_user(people.organization_id, "Sanne", email=SANNE)
    result = await sign_in(connected)
    signed_in = await linking.finish(result.link_token, sanne.password)
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
