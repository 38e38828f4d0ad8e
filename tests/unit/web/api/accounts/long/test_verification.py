"""A mailed link alone brings no password to life: whoever reads the mail may not be who chose it (security.md S10)."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import environment, mailbox, tables
from tests.unit.web.api.accounts.joining import (
    EMAIL,
    FIELDS,
    NEW,
    account,
    actions,
    asked,
    log_in,
    register,
    reset,
    verify,
)
from voice_report.db.models import LoginSession
from voice_report.services.accounts import verification
from voice_report.services.factors import passwords
from voice_report.services.sessions import devices

CHOSEN_BY_ANOTHER = "Van-een-ander-111!"


async def verify_with(client, token: str, password: str):
    return await client.post("/api/auth/verify-email", json={"token": token, "password": password})


async def me(client) -> int:
    return (await client.get("/api/auth/me")).status_code


async def test_s10_the_owner_of_an_address_brings_no_strangers_password_to_life(api, db) -> None:
    stranger, owner = await api(), await api()
    assert (await register(stranger, password=CHOSEN_BY_ANOTHER)).status_code == 201
    token = (await mailbox.newest(EMAIL)).token()
    for answer in (await verify(owner, token), await owner.get("/api/auth/verify-email", params={"token": token})):
        assert (answer.status_code, answer.json()["code"]) == (422, "password_required")
    assert (await verify_with(owner, token, FIELDS["password"])).json()["code"] == "wrong_password"
    refused = await log_in(stranger, EMAIL, CHOSEN_BY_ANOTHER)
    assert (refused.status_code, refused.json()["code"]) == (403, "email_not_verified")
    assert not await tables.rows(select(LoginSession))

    assert (await reset(owner, await _forgotten(owner))).status_code == 200
    assert (await log_in(stranger, EMAIL, CHOSEN_BY_ANOTHER)).status_code == 401
    assert (await log_in(owner, EMAIL, NEW)).status_code == 200


async def _forgotten(client) -> str:
    await client.post("/api/auth/forgot-password", json={"email": EMAIL})
    return (await mailbox.newest(EMAIL)).token()


async def test_s10_registering_again_does_not_vouch_for_the_first_password(api, db) -> None:
    stranger, owner = await api(), await api()
    await register(stranger, password=CHOSEN_BY_ANOTHER)
    first = (await mailbox.newest(EMAIL)).token()
    await register(owner)
    assert owner.cookies.get(verification.cookie_name()) != stranger.cookies.get(verification.cookie_name())
    assert (await verify(owner, first)).json()["code"] == "password_required"
    assert (await account(db)).is_email_verified is False


@pytest.mark.parametrize("value", ["", "x", "\xe9", "0" * 64, "a" * 5000])
async def test_s10_a_made_up_cookie_vouches_for_nothing(api, db, value: str) -> None:
    await register(await api())
    token = (await mailbox.newest(EMAIL)).token()
    cookie = b"registered=" + value.encode("latin-1")
    answer = await (await api()).post("/api/auth/verify-email", json={"token": token}, headers={b"Cookie": cookie})
    assert answer.json()["code"] == "password_required"


async def test_s10_a_cookie_is_for_one_address(api, db) -> None:
    client = await api()
    await register(client)
    token = (await mailbox.newest(EMAIL)).token()
    await register(client, email="iemand.anders@zorg.example")
    assert (await verify(client, token)).json()["code"] == "password_required"


async def test_who_reads_the_mail_on_the_phone_gives_the_password_and_is_in(api, db) -> None:
    computer, phone = await api(), await api()
    await register(computer)
    token = (await mailbox.newest(EMAIL)).token()
    assert (await verify(phone, token)).json()["message"] == "Vul je wachtwoord in om je e-mailadres te bevestigen."
    answer = await verify_with(phone, token, FIELDS["password"])
    assert (answer.status_code, answer.json()["message"]) == (200, verification.VERIFIED_AND_IN)
    assert (await me(phone), await me(computer)) == (200, 401)
    assert devices.cookie_name() in phone.cookies
    assert await actions(db, (await account(db)).id) == [("register", True), ("verify email", True), ("login", True)]
    assert (await verify_with(phone, token, FIELDS["password"])).json()["code"] == "invalid_token"


async def test_s08_the_password_is_not_guessed_through_a_link(api, db) -> None:
    client = await api()
    await register(await api())
    token = (await mailbox.newest(EMAIL)).token()
    codes = [(await verify_with(client, token, NEW)).status_code for _ in range(21)]
    assert codes == [422] * 20 + [429]
    user = await account(db)
    assert not user.is_email_verified
    assert (await actions(db, user.id)).count(("confirm password", False)) == 20


@pytest.mark.both_databases
async def test_s10_of_twenty_with_the_password_at_once_one_wins(api, db) -> None:
    client = await api()
    await register(await api())
    token = (await mailbox.newest(EMAIL)).token()
    answers = await asyncio.gather(*(verify_with(client, token, FIELDS["password"]) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 19


@pytest.mark.parametrize("known", [True, False])
async def test_s09_the_cookie_of_a_registration_tells_nothing(api, people, known: bool) -> None:
    answer = await register(await api(), email=people.user.email if known else EMAIL)
    [cookie] = answer.headers.get_list("set-cookie")
    value, *attributes = cookie.split("; ")
    assert len(value) == len("registered=") + 64
    assert attributes == ["HttpOnly", "Max-Age=3600", "Path=/", "SameSite=lax"]


async def test_s05_behind_https_the_cookie_is_bound_to_the_host(api, db, monkeypatch) -> None:
    environment.use(monkeypatch, APP_URL="https://rapport.example")
    [cookie] = (await register(await api())).headers.get_list("set-cookie")
    assert cookie.startswith("__Host-registered=")
    assert "Secure" in cookie


async def test_a_sign_in_ends_the_cookie_of_a_registration(api, db, people) -> None:
    """The next person at a shared computer is another user."""
    shared = await api()
    await register(shared)
    assert verification.cookie_name() in shared.cookies
    await log_in(shared, people.user.email, people.user.password)
    assert verification.cookie_name() not in shared.cookies
    assert (await verify(shared, (await mailbox.newest(EMAIL)).token())).json()["code"] == "password_required"


async def test_s10_another_address_needs_its_account_too(api, db, people) -> None:
    client, reader = await api(people.user), await api(people.outsider)
    change = {"firstName": "U", "lastName": "V", "email": EMAIL, "currentPassword": people.user.password}
    assert (await client.put("/api/account", json=change)).status_code == 200
    token = (await mailbox.newest(EMAIL)).token()
    assert (await verify(reader, token)).json()["code"] == "password_required"
    assert (await verify_with(reader, token, people.user.password)).json()["message"] == verification.ADDRESS_CHANGED
    assert (await reader.get("/api/auth/me")).json()["email"] == EMAIL


async def test_a_password_that_was_replaced_meanwhile_proves_nothing(api, db, monkeypatch) -> None:
    client = await api()
    await register(await api())
    token = (await mailbox.newest(EMAIL)).token()
    matches = passwords.matches

    async def replaced_meanwhile(password: str, stored: str | None) -> bool:
        async with db.transaction() as session:
            user = await session.get(type(await account(db)), (await account(db)).id)
            user.password_hash = await passwords.hashed(NEW)
        return await matches(password, stored)

    monkeypatch.setattr(passwords, "matches", replaced_meanwhile)
    assert (await verify_with(client, token, FIELDS["password"])).json()["code"] == "invalid_token"
    assert (await account(db)).is_email_verified is False


async def test_a_reset_mailed_to_an_unproven_address_still_finishes_it(api, db, people) -> None:
    client = await api()
    assert (await reset(client, await asked(client, people.user))).status_code == 200
    assert (await log_in(client, people.user.email, NEW)).status_code == 200
