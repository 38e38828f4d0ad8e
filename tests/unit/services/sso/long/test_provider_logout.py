"""Signing out at both sides: S44 for logout tokens, and where our own sign-out leads to."""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.identity_provider import CLIENT_ID, FakeIdentityProvider, new_key
from tests.unit.services.sso.provider import DOMAIN, connect, save, sign_in
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import IdentityProvider, UsedLogoutToken
from voice_report.services.sessions import sessions
from voice_report.services.sso import provider_logout
from voice_report.services.sso.provider_logout import LogoutRefused


@pytest.fixture
async def tokens(people, identity_provider, name_server) -> list[str]:
    """The sessions of Sanne in two browsers, and of Tom: 'sid-1', 'sid-2', 'sid-3'."""
    await connect(people.admin, identity_provider, name_server)
    opened = []
    for sub, sid in (("sub-1", "sid-1"), ("sub-1", "sid-2"), ("sub-2", "sid-3")):
        identity_provider.claims = {"sub": sub, "sid": sid, "email": f"{sub}@{DOMAIN}"}
        result = await sign_in(identity_provider)
        assert result.signed_in is not None
        opened.append(result.signed_in.token)
    return opened


async def live(opened: list[str]) -> list[bool]:
    async with database.reading() as session:
        return [await sessions.identify(session, token) is not None for token in opened]


async def test_a_logout_token_ends_the_session_it_names(tokens, identity_provider, people) -> None:
    await provider_logout.back_channel(identity_provider.logout_token(sub="sub-1", sid="sid-1"))
    assert await live(tokens) == [False, True, True]
    await provider_logout.back_channel(identity_provider.logout_token(sid="sid-3"))
    assert await live(tokens) == [False, True, False]
    assert (await people.admin.current()).id == people.admin.id


async def test_a_logout_token_ends_all_sessions_of_a_person(tokens, identity_provider) -> None:
    await provider_logout.back_channel(identity_provider.logout_token(sub="sub-1"))
    assert await live(tokens) == [False, False, True]


@pytest.mark.parametrize(
    "changed",
    [{"events": None}, {"nonce": "x"}, {"jti": None}, {"iat": 1}, {"aud": "another"}, {"iss": "https://x.example"}],
)
async def test_s44_logout_tokens_that_end_nothing(changed: dict[str, Any], tokens, identity_provider) -> None:
    with pytest.raises(LogoutRefused):
        await provider_logout.back_channel(identity_provider.logout_token(**{"sub": "sub-1", **changed}))
    assert await live(tokens) == [True, True, True]


@pytest.mark.parametrize("raw", ["", "a.b.c", "é.b.c", "x" * 30_000, "..", "a.bnVsbA.c", "a.eyJpc3MiOiJcdTAwMDAifQ.c"])
async def test_s44_what_is_no_logout_token(raw: str, tokens) -> None:
    with pytest.raises(LogoutRefused):
        await provider_logout.back_channel(raw)
    assert await live(tokens) == [True, True, True]


async def test_s44_a_logout_token_of_another_key(tokens, identity_provider) -> None:
    identity_provider.key = new_key("k9")
    with pytest.raises(LogoutRefused):
        await provider_logout.back_channel(identity_provider.logout_token(sub="sub-1"))
    assert await live(tokens) == [True, True, True]


async def test_s44_a_logout_token_works_once(tokens, identity_provider) -> None:
    raw = identity_provider.logout_token(sub="sub-1")
    outcomes = await asyncio.gather(*(provider_logout.back_channel(raw) for _ in range(4)), return_exceptions=True)
    assert sorted(type(one).__name__ for one in outcomes) == ["LogoutRefused"] * 3 + ["NoneType"]


async def test_used_tokens_are_forgotten_when_they_are_too_old(
    wall_clock, people, identity_provider, name_server
) -> None:
    await connect(people.admin, identity_provider, name_server)
    await provider_logout.back_channel(identity_provider.logout_token(sub="sub-1"))
    async with database.transaction() as session:
        assert await provider_logout.purge(session) == 0
        wall_clock.advance(hours=1)
        assert await provider_logout.purge(session) == 1


async def test_s45_a_logout_token_reaches_one_organization(tokens, identity_provider, people, name_server) -> None:
    with FakeIdentityProvider() as theirs:
        theirs.key = new_key("theirs")
        theirs.published = [theirs.key]
        await connect(people.other_admin, theirs, name_server, "anker.example")
        await provider_logout.back_channel(theirs.logout_token(sub="sub-1", sid="sid-1"))
        with pytest.raises(LogoutRefused):
            await provider_logout.back_channel(theirs.logout_token(iss=identity_provider.issuer, sub="sub-1"))
    assert await live(tokens) == [True, True, True]


async def test_s45_copies_of_the_settings_elsewhere_keep_no_session(people, identity_provider, name_server) -> None:
    copies = [await cast.make_organization(f"Kopie {number}") for number in range(10)]
    async with database.transaction() as session:
        for organization_id in copies:
            copied = {"issuer": identity_provider.issuer, "client_id": CLIENT_ID, "client_secret": "x"}
            session.add(
                IdentityProvider(
                    organization_id=organization_id, kind="other", usage="recommended", secret_set_at=clock.now(),
                    **copied,
                )
            )  # fmt: skip
    await connect(people.admin, identity_provider, name_server)
    result = await sign_in(identity_provider)
    assert result.signed_in is not None
    await provider_logout.back_channel(identity_provider.logout_token(sub="sub-1"))
    assert await live([result.signed_in.token]) == [False]
    assert len(await tables.rows(select(UsedLogoutToken.id))) == 1


async def test_the_front_channel_ends_the_session_of_that_name(tokens, identity_provider) -> None:
    async with database.transaction() as session:
        for issuer, sid in (("https://x.example", "sid-1"), (identity_provider.issuer, ""), ("", "sid-1")):
            await provider_logout.front_channel(session, issuer, sid)
    assert await live(tokens) == [True, True, True]
    await database.run_in_transaction(provider_logout.front_channel, identity_provider.issuer, "sid-2")
    assert await live(tokens) == [True, False, True]


async def test_our_sign_out_goes_on_to_the_provider(tokens, identity_provider, people) -> None:
    url = await provider_logout.url(tokens[0])
    asked = parse_qs(urlsplit(url).query)
    assert url.startswith(f"{identity_provider.issuer}/logout?")
    assert asked == {"client_id": [CLIENT_ID], "post_logout_redirect_uri": ["http://localhost:8000/login"]}
    for other in (people.admin.cookie, "x", None):
        assert await provider_logout.url(other) == ""


async def test_our_sign_out_works_without_the_provider(people, identity_provider, name_server) -> None:
    identity_provider.metadata = {"end_session_endpoint": None}
    await connect(people.admin, identity_provider, name_server)
    result = await sign_in(identity_provider)
    assert result.signed_in is not None
    assert await provider_logout.url(result.signed_in.token) == ""
    await save(people.admin, "https://localhost:1", client_id=CLIENT_ID)
    assert await provider_logout.url(result.signed_in.token) == ""
