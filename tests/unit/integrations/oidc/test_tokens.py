"""S44: what a hostile provider says is refused: other parties, times, keys, algorithms, codes."""

import base64
import hashlib
import hmac
import json
from typing import Any

import pytest
from joserfc import jwk, jws
from joserfc.errors import SecurityWarning

from tests.support.fakes.identity_provider import CLIENT_ID, FakeIdentityProvider, new_key, reply
from tests.unit.integrations.oidc.exchange import REQUEST, US, answer, sign_in
from voice_report import clock
from voice_report.integrations.oidc import flow, metadata, tokens
from voice_report.integrations.oidc.refusal import ProviderError


@pytest.fixture
def minutes(monkeypatch) -> list[float]:
    """The time that the provider's published keys are judged by, in a list of one."""
    now = [1000.0]
    monkeypatch.setattr(metadata, "clock", lambda: now[0])
    return now


async def refusal(provider: FakeIdentityProvider, **changed: str) -> str:
    """Sign in, which is refused with a sentence; return the reason for the log."""
    with pytest.raises(ProviderError) as refused:
        await sign_in(provider, **changed)
    assert refused.value.message.endswith(".")
    return refused.value.reason


async def test_who_signs_in_is_what_the_provider_signed(identity_provider) -> None:
    claims = await sign_in(identity_provider)
    assert (claims["iss"], claims["sub"], claims["email"]) == (
        identity_provider.issuer,
        "sub-1",
        "sanne@delinde.example",
    )


@pytest.mark.parametrize("algorithm", ["PS256", "RS512", "ES256", "EdDSA"])
async def test_every_asymmetric_algorithm_is_read(algorithm: str, identity_provider) -> None:
    if algorithm == "ES256":
        identity_provider.key = jwk.ECKey.generate_key("P-256", {"kid": "e1"})
    elif algorithm == "EdDSA":
        identity_provider.key = jwk.OKPKey.generate_key("Ed25519", {"kid": "o1"})
    identity_provider.published = [identity_provider.key]
    identity_provider.algorithm = algorithm
    identity_provider.claims = {"at_hash": None}
    assert (await sign_in(identity_provider))["sub"] == "sub-1"


def _now(seconds: int) -> int:
    return int(clock.now().timestamp()) + seconds


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"iss": "https://elders.example"}, "wrong issuer"),
        ({"iss": None}, "wrong issuer"),
        ({"aud": "another-client"}, "wrong audience"),
        ({"aud": ["another-client"]}, "wrong audience"),
        ({"aud": [CLIENT_ID, "another-client"]}, "wrong audience"),
        ({"azp": "another-client"}, "wrong audience"),
        ({"aud": [CLIENT_ID, "b"], "azp": "b"}, "wrong audience"),
        ({"nonce": "another"}, "wrong nonce"),
        ({"nonce": None}, "wrong nonce"),
        ({"at_hash": "AAAA"}, "wrong at_hash"),
        ({"sub": None}, "no subject"),
        ({"sub": ""}, "no subject"),
        ({"sub": "x" * 256}, "no subject"),
        ({"sub": 7}, "no subject"),
        ({"exp": _now(-86_400)}, "expired"),
        ({"exp": None}, "expired"),
        ({"exp": True}, "expired"),
        ({"iat": _now(-3600)}, "expired"),
        ({"iat": _now(86_400)}, "not yet valid"),
        ({"iat": None}, "not yet valid"),
        ({"nbf": _now(86_400)}, "not yet valid"),
        ({"nbf": "soon"}, "not yet valid"),
    ],
)
async def test_s44_claims_that_are_not_for_us(claims: dict[str, Any], reason: str, identity_provider) -> None:
    identity_provider.claims = claims
    assert await refusal(identity_provider) == reason


async def test_small_differences_of_clocks_are_allowed(identity_provider) -> None:
    identity_provider.claims = {"exp": _now(-30), "iat": _now(30), "nbf": _now(30)}
    assert (await sign_in(identity_provider))["sub"] == "sub-1"


def _unsigned(header: dict[str, Any], claims: dict[str, Any]) -> str:
    parts = [json.dumps({"alg": "none", **header}), json.dumps(claims)]
    return ".".join(base64.urlsafe_b64encode(part.encode()).rstrip(b"=").decode() for part in parts) + "."


async def test_s44_no_signature(identity_provider) -> None:
    identity_provider.signed = _unsigned
    assert await refusal(identity_provider) == "algorithm"


@pytest.mark.parametrize("form", ["pem", "der"])
async def test_s44_the_public_key_as_a_shared_secret(form: str, identity_provider) -> None:
    public = identity_provider.key.as_pem(private=False) if form == "pem" else identity_provider.key.as_der(False)

    def signed(_header: dict[str, Any], claims: dict[str, Any]) -> str:
        start = _unsigned({"alg": "HS256", "kid": "k1"}, claims).rstrip(".")
        seal = hmac.new(public, start.encode(), hashlib.sha256).digest()
        return f"{start}.{base64.urlsafe_b64encode(seal).rstrip(b'=').decode()}"

    identity_provider.signed = signed
    assert await refusal(identity_provider) == "algorithm"


async def test_s44_another_key_under_the_same_name(identity_provider) -> None:
    identity_provider.published = [jwk.RSAKey.generate_key(2048, {"kid": "k1"})]
    assert await refusal(identity_provider) == "signature"


async def test_s44_a_key_that_travels_with_the_token(identity_provider) -> None:
    identity_provider.published = [new_key("other")]
    identity_provider.header = {"jwk": {"kty": "OKP", "crv": "Ed25519", "x": "x" * 43}}
    assert await refusal(identity_provider) == "unknown key"
    identity_provider.header = {"jku": f"{identity_provider.issuer}/jwks"}
    assert await refusal(identity_provider) == "unknown key"


async def test_s44_a_key_that_is_too_short(identity_provider) -> None:
    with pytest.warns(SecurityWarning, match="2048"):
        identity_provider.key = jwk.RSAKey.generate_key(1024, {"kid": "short"})
    identity_provider.published = [identity_provider.key]
    assert await refusal(identity_provider) == "unknown key"


@pytest.mark.parametrize("raw", ["", "a.b", "a.b.c", "a.b.c.d.e", "é.b.c", "x" * 30_000, "..", "e30.e30."])
async def test_s44_what_is_no_token(raw: str, identity_provider) -> None:
    identity_provider.signed = lambda _header, _claims: raw
    assert await refusal(identity_provider) == "no signed token"


@pytest.mark.parametrize("header", [{"typ": "at+jwt"}, {"typ": "logout+jwt"}])
async def test_s44_another_kind_of_token(header: dict[str, Any], identity_provider) -> None:
    identity_provider.header = header
    assert await refusal(identity_provider) == "wrong type"


async def test_s44_a_changed_key_is_found_and_a_withdrawn_one_is_refused(identity_provider, minutes) -> None:
    await sign_in(identity_provider)
    identity_provider.key = new_key("k2")
    identity_provider.published = [identity_provider.key]
    minutes[0] += metadata.KEYS_AGAIN + 1
    await sign_in(identity_provider)
    identity_provider.key = new_key("k1")
    assert await refusal(identity_provider) == "unknown key"


async def test_s44_unknown_keys_make_us_ask_once_a_minute(identity_provider, minutes) -> None:
    await sign_in(identity_provider)
    identity_provider.key = new_key("unknown")
    for _ in range(3):
        assert await refusal(identity_provider) == "unknown key"
    assert identity_provider.requests.count("/jwks") == 1
    minutes[0] += metadata.KEYS_AGAIN + 1
    for _ in range(3):
        assert await refusal(identity_provider) == "unknown key"
    assert identity_provider.requests.count("/jwks") == 2


async def test_s44_a_code_works_once_and_only_with_its_verifier(identity_provider) -> None:
    known = await metadata.discover(identity_provider.issuer)
    back = identity_provider.sign_in(flow.authorization_url(known, US, REQUEST))
    await flow.finish(known, US, REQUEST, answer(back))
    with pytest.raises(ProviderError) as again:
        await flow.finish(known, US, REQUEST, answer(back))
    assert again.value.reason == "code refused"
    other = flow.Request(REQUEST.state, REQUEST.nonce, "another-verifier-" + "v" * 40)
    back = identity_provider.sign_in(flow.authorization_url(known, US, REQUEST))
    with pytest.raises(ProviderError) as stolen:
        await flow.finish(known, US, other, answer(back))
    assert stolen.value.reason == "code refused"


@pytest.mark.parametrize("issuer", ["https://elders.example", ""])
async def test_s44_an_answer_of_another_provider(issuer: str, identity_provider) -> None:
    assert await refusal(identity_provider, iss=issuer) == "answer of another provider"


async def test_the_name_in_the_answer_is_not_asked_of_who_never_gives_it(identity_provider) -> None:
    identity_provider.metadata = {"authorization_response_iss_parameter_supported": False}
    assert (await sign_in(identity_provider, iss=""))["sub"] == "sub-1"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("access_denied", "provider_declined"),
        ("temporarily_unavailable", "provider_unreachable"),
        ("invalid_request", "provider_changed"),
    ],
)
async def test_what_the_provider_refuses_is_said(error: str, code: str, identity_provider) -> None:
    with pytest.raises(ProviderError) as refusal:
        await sign_in(identity_provider, error=error, code="")
    assert refusal.value.code == code


async def test_a_wrong_secret_is_a_changed_connection(identity_provider) -> None:
    identity_provider.documents["/token"] = lambda handler: reply(handler, {"error": "invalid_client"}, 401)
    assert await refusal(identity_provider) == "client refused"


async def test_the_address_comes_from_userinfo_of_the_same_subject_only(identity_provider) -> None:
    identity_provider.claims = {"email": None, "email_verified": None}
    identity_provider.userinfo = {"sub": "sub-1", "email": "anders@delinde.example"}
    assert (await sign_in(identity_provider))["email"] == "anders@delinde.example"
    identity_provider.userinfo = {"sub": "sub-2", "email": "anders@delinde.example"}
    assert await refusal(identity_provider) == "another subject"


async def _logout(provider: FakeIdentityProvider, raw: str) -> dict[str, Any]:
    return await tokens.logout_token(raw, await metadata.discover(provider.issuer), client_id=CLIENT_ID)


async def test_a_logout_token_says_who_left(identity_provider) -> None:
    claims = await _logout(identity_provider, identity_provider.logout_token(sid="sid-1"))
    assert claims["sid"] == "sid-1"


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"events": None}, "no logout event"),
        ({"events": {"https://elders.example/event": {}}}, "no logout event"),
        ({"events": "http://schemas.openid.net/event/backchannel-logout"}, "no logout event"),
        ({"nonce": "a-nonce"}, "nonce in a logout token"),
        ({"jti": None}, "nobody to log out"),
        ({"sub": None}, "nobody to log out"),
        ({"iat": _now(-3600)}, "expired"),
        ({"exp": _now(-86_400)}, "expired"),
        ({"aud": "another"}, "wrong audience"),
        ({"iss": "https://elders.example"}, "wrong issuer"),
    ],
)
async def test_s44_logout_tokens_that_are_none(changed: dict[str, Any], reason: str, identity_provider) -> None:
    raw = identity_provider.logout_token(**{"sub": "sub-1", **changed})
    with pytest.raises(ProviderError) as refusal:
        await _logout(identity_provider, raw)
    assert refusal.value.reason == reason


async def test_s44_an_id_token_is_no_logout_token_and_the_other_way_round(identity_provider) -> None:
    identity_provider.signed = lambda _header, _claims: ""
    raw = FakeIdentityProvider._signed(identity_provider, {}, {**_plain(identity_provider), "nonce": "a-nonce"})
    with pytest.raises(ProviderError):
        await _logout(identity_provider, raw)
    known = await metadata.discover(identity_provider.issuer)
    logout = jws.serialize_compact(
        {"alg": "RS256", "kid": "k1"}, json.dumps(_plain(identity_provider)).encode(), identity_provider.key
    )
    with pytest.raises(ProviderError) as refusal:
        await tokens.id_token(logout, known, client_id=CLIENT_ID, nonce="a-nonce")
    assert refusal.value.reason == "wrong nonce"


def _plain(provider: FakeIdentityProvider) -> dict[str, Any]:
    return {"iss": provider.issuer, "sub": "sub-1", "aud": CLIENT_ID, "iat": _now(0), "exp": _now(60)}
