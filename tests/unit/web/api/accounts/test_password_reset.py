"""A forgotten password over the API."""

import asyncio

import pytest

from tests.support import mailbox
from tests.unit.web.api.accounts.joining import NEW, actions, asked, log_in, reset
from voice_report.services.sign_in import signing_in


async def test_a_forgotten_password_is_replaced_and_every_session_ends(api, db, people) -> None:
    client, elsewhere = await api(), await api(people.user)
    token = await asked(client, people.user)
    assert (await client.get("/api/auth/validate-reset-token", params={"token": token})).json() == {
        "valid": True,
        "error": None,
    }
    assert (await elsewhere.get("/api/auth/me")).status_code == 200
    answer = await reset(client, token)
    assert (answer.status_code, answer.json()["success"]) == (200, True)
    assert (await elsewhere.get("/api/auth/me")).status_code == 401
    assert (await log_in(client, people.user.email, people.user.password)).status_code == 401
    assert (await log_in(client, people.user.email, NEW)).status_code == 200
    assert (await mailbox.newest(people.user.email)).subject == "Je wachtwoord is gewijzigd"
    assert ("forgot password", True) in await actions(db, people.user.id)
    assert ("reset password", True) in await actions(db, people.user.id)


async def test_a_reset_ends_a_lockout(api, people) -> None:
    client = await api()
    for _ in range(signing_in.ATTEMPTS):
        await log_in(client, people.user.email, "Verkeerd-wachtwoord-1!")
    await reset(client, await asked(client, people.user))
    assert (await log_in(client, people.user.email, NEW)).status_code == 200


async def test_a_refused_new_password_does_not_use_the_token(api, people) -> None:
    client = await api()
    token = await asked(client, people.user)
    for password, confirm, sentence in (
        ("kort", None, "Wachtwoord moet minimaal 12 karakters zijn"),
        (NEW, "", "Bevestig nieuw wachtwoord"),
        (NEW, NEW + "x", "Wachtwoorden komen niet overeen"),
    ):
        answer = await reset(client, token, password, confirm)
        assert (answer.status_code, answer.json()["message"]) == (422, sentence)
    assert (await reset(client, token)).status_code == 200


@pytest.mark.parametrize(("minutes", "valid"), [(59, True), (61, False)])
async def test_s10_a_reset_is_valid_for_an_hour(api, wall_clock, people, minutes: int, valid: bool) -> None:
    client = await api()
    token = await asked(client, people.user)
    wall_clock.advance(minutes=minutes)
    assert (await client.get("/api/auth/validate-reset-token", params={"token": token})).json()["valid"] is valid
    assert ((await reset(client, token)).status_code == 200) is valid


@pytest.mark.both_databases
async def test_s10_of_twenty_resets_at_once_one_wins(api, people) -> None:
    client = await api()
    token = await asked(client, people.user)
    answers = await asyncio.gather(*(reset(client, token, f"Groene-lantaarn-nr-{n:02}!") for n in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 19
    winner = next(n for n, answer in enumerate(answers) if answer.status_code == 200)
    assert (await log_in(client, people.user.email, f"Groene-lantaarn-nr-{winner:02}!")).status_code == 200
