"""S44: when a user signed in at the provider is asked for in every way that counts, and never guessed."""

import json
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.support import people as cast
from tests.support.fakes.identity_provider import FakeIdentityProvider
from tests.unit.services.sso.provider import SANNE, come_back, connect, now, reason, refusal, save, sign_in, try_out
from voice_report.db import session as database
from voice_report.services.sessions import sessions
from voice_report.services.shared.identity import CurrentUser, needs_step_up
from voice_report.services.sso import identity_provider, single_sign_on

TENANT = "11111111-2222-4333-8444-555555555555"
AUTH_TIME = {"auth_time": {"essential": True}}


def asked(url: str) -> dict[str, Any]:
    """Return the parameters of a request to the provider."""
    found: dict[str, Any] = dict(parse_qsl(urlsplit(url).query))
    return found | ({"claims": json.loads(found["claims"])} if "claims" in found else {})


async def who(token: str) -> CurrentUser:
    user = await database.run_reading(sessions.identify, token)
    assert user is not None
    return user


async def warning(admin: cast.Person) -> str:
    return (await database.run_reading(identity_provider.view, await admin.current())).test_warning


@pytest.fixture
async def entra(people, identity_provider, name_server):
    """The fake provider with an address as Entra ID has it, and its claims."""
    with FakeIdentityProvider(path=f"/{TENANT}/v2.0") as provider:
        provider.claims = {"tid": TENANT, "oid": "99999999-8888-4777-8666-555555555555"}
        await connect(people.admin, provider, name_server, kind="entra", acr="c1")
        yield provider


async def test_s44_the_time_is_asked_as_an_essential_claim(people, connected) -> None:
    parameters = asked((await single_sign_on.begin(SANNE)).url)
    assert parameters["claims"] == {"id_token": AUTH_TIME}
    assert "max_age" not in parameters
    assert "prompt" not in parameters
    tested = asked((await single_sign_on.begin_test(await people.admin.current())).url)
    assert (tested["claims"], tested["max_age"]) == ({"id_token": AUTH_TIME}, "86400")
    await save(people.admin, connected.issuer, acr="gold")
    assert asked((await single_sign_on.begin(SANNE)).url)["acr_values"] == "gold"


async def test_s44_who_refuses_the_parameter_does_not_get_it(people, identity_provider, name_server) -> None:
    identity_provider.metadata = {"claims_parameter_supported": False}
    await connect(people.admin, identity_provider, name_server)
    assert "claims" not in asked((await single_sign_on.begin(SANNE)).url)


async def test_s44_entra_gets_time_to_answer_and_is_asked_for_both_claims(people, entra) -> None:
    both = {"id_token": {**AUTH_TIME, "acrs": {"essential": True, "value": "c1"}}}
    assert asked((await single_sign_on.begin(SANNE)).url)["claims"] == both
    result = await sign_in(entra)
    assert result.signed_in is not None
    redirect = await single_sign_on.begin_step_up(await who(result.signed_in.token))
    parameters = asked(redirect.url)
    assert (parameters["prompt"], parameters["max_age"], parameters["claims"]) == ("login", "600", both)


async def test_s44_a_token_made_now_is_no_sign_in_made_now(people, entra) -> None:
    """Of a user at an unlocked browser, who took 'prompt' and 'max_age' out of the address."""
    result = await sign_in(entra)
    assert result.signed_in is not None
    token = result.signed_in.token
    for time, code in ((None, "no_sign_in_time"), (now() - 300, "not_recent")):
        entra.claims |= {"auth_time": time, "iat": now()}
        redirect = await single_sign_on.begin_step_up(await who(token))
        assert refusal(await come_back(redirect, entra.sign_in(redirect.url), session_token=token)) == code
        assert needs_step_up(await who(token))
    assert await reason() == "not signed in again"
    entra.claims.pop("auth_time")
    redirect = await single_sign_on.begin_step_up(await who(token))
    done = await come_back(redirect, entra.sign_in(redirect.url), session_token=token)
    assert (done.refusal, needs_step_up(await who(token))) == (None, False)


async def test_s44_a_time_that_is_not_signed_counts_for_nothing(people, connected) -> None:
    connected.claims = {"email": None}
    connected.userinfo = {"sub": "sub-1", "email": SANNE, "auth_time": now(), "amr": ["mfa"], "hd": "delinde.example"}
    result = await sign_in(connected)
    assert result.signed_in is not None
    assert result.signed_in.user.stepped_up_at is None
    connected.claims |= {"auth_time": None}
    token = result.signed_in.token
    redirect = await single_sign_on.begin_step_up(await who(token))
    back = connected.sign_in(redirect.url)
    assert refusal(await come_back(redirect, back, session_token=token)) == "no_sign_in_time"
    await save(people.admin, connected.issuer, needs_second_step=True)
    assert refusal(await sign_in(connected)) == "no_second_step", "nor does a second step"
    await save(people.admin, connected.issuer, kind="google")
    assert refusal(await sign_in(connected)) == "provider_rejected", "nor a domain"


async def test_the_test_of_the_connection_says_that_the_time_is_missing(people, entra) -> None:
    assert await warning(people.admin) == ""
    entra.claims |= {"auth_time": None}
    assert (await try_out(people.admin, entra)).refusal is None
    assert "optionele claim auth_time" in await warning(people.admin)
    entra.claims.pop("auth_time")
    await try_out(people.admin, entra)
    assert await warning(people.admin) == ""
