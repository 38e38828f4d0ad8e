"""Registering over the API (decisions/0002)."""

import asyncio
import json

import pytest
from sqlmodel import func, select

from tests.support import environment, mailbox, tables
from tests.unit.web.api.accounts.joining import EMAIL, FIELDS, NEW, account, actions, log_in, register, reset
from voice_report.config import settings
from voice_report.db.models import Organization, User
from voice_report.services.sessions import sessions


async def test_a_stranger_registers_verifies_and_signs_in(api, db, monkeypatch) -> None:
    monkeypatch.setenv("TRIAL_CREDITS", "0")  # as in production, unless it is set
    settings.cache_clear()
    client = await api()
    answer = await register(client)
    assert answer.status_code == 201
    assert answer.json()["user"]["isEmailVerified"] is False
    assert sessions.cookie_name() not in client.cookies, "nobody is signed in yet"
    refused = await log_in(client)
    assert (refused.status_code, refused.json()["code"]) == (403, "email_not_verified")
    mail = await mailbox.newest(EMAIL)
    assert mail.subject == "Bevestig je e-mailadres"
    verified = await client.post("/api/auth/verify-email", json={"token": mail.token()})
    assert verified.status_code == 200
    assert verified.json()["message"] == "Je e-mailadres is bevestigd. Je kunt nu inloggen."
    signed_in = (await log_in(client)).json()["user"]
    assert (signed_in["role"], signed_in["organization"]["plan"]) == ("admin", "trial")
    assert signed_in["organization"]["name"] == "Nora Nieuw"
    assert signed_in["organization"]["currentCredits"] == 0
    made = await account(db)
    assert await actions(db, made.id) == [
        ("register", True), ("login", False), ("verify email", True), ("login", True),
    ]  # fmt: skip
    async with db.reading() as session:
        assert (await session.get(Organization, made.organization_id)).max_users == 1


async def test_a_new_organization_can_start_with_credits(api, db, monkeypatch) -> None:
    environment.use(monkeypatch, TRIAL_CREDITS="3")
    client = await api()
    await register(client)
    await client.get("/api/auth/verify-email", params={"token": (await mailbox.newest(EMAIL)).token()})
    assert (await log_in(client)).json()["user"]["organization"]["currentCredits"] == 3


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"email": ""}, "Ongeldig e-mailadres"),
        ({"email": "geen adres"}, "Ongeldig e-mailadres"),
        ({"email": f"{'a' * 10_000}@zorg.example"}, "Ongeldig e-mailadres"),
        ({"email": "😀"}, "Ongeldig e-mailadres"),
        ({"email": None}, "Ongeldig e-mailadres"),
        ({"email": ["a@zorg.example"]}, "Ongeldig e-mailadres"),
        ({"email": "a@zorg.example\r\nBcc: b@zorg.example"}, "Ongeldig e-mailadres"),
        ({"firstName": ""}, "Voornaam is verplicht"),
        ({"firstName": "   "}, "Voornaam is verplicht"),
        ({"firstName": 7}, "Voornaam is verplicht"),
        ({"firstName": "x" * 10_000}, "Voornaam mag maximaal 100 tekens hebben"),
        ({"lastName": "\x00"}, "Achternaam is verplicht"),
        ({"lastName": None}, "Achternaam is verplicht"),
        ({"password": ""}, "Wachtwoord moet minimaal 12 karakters zijn"),
        ({"password": {"a": 1}}, "Wachtwoord is verplicht"),
        ({"password": "geen-hoofdletter-1!"}, "Wachtwoord moet minimaal één hoofdletter bevatten"),
        ({"password": "Aa1!" * 2_500}, "Wachtwoord mag maximaal 128 karakters zijn"),
        ({"invitationToken": "bestaat-niet"}, "Deze uitnodiging is ongeldig of verlopen."),
        ({"invitationToken": 5}, "Deze uitnodiging is ongeldig of verlopen."),
    ],
)
async def test_bad_input_gets_the_sentence_of_its_field(api, changes, sentence: str) -> None:
    answer = await register(await api(), **changes)
    assert (answer.status_code, answer.json()["message"]) == (422, sentence)


async def test_strange_but_honest_input_is_kept_as_text(api, db) -> None:
    client = await api()
    name = "<b onload=alert(1)> ' OR 1=1 -- 😀"
    answer = await register(client, firstName=name, email="Nora+Zorg@Zorg.example")
    assert answer.status_code == 201
    mail = await mailbox.newest("nora+zorg@zorg.example")
    assert f"Hallo {name}," in mail.text
    assert "<b onload" not in mail.html
    assert "&lt;b onload" in mail.html
    assert (await account(db, "nora+zorg@zorg.example")).first_name == name


async def test_half_a_character_gets_an_answer(api) -> None:
    client = await api()
    half = {"password": NEW + "\ud800", "token": "\ud800", "newPassword": NEW, "confirmPassword": NEW}
    body = json.dumps({**FIELDS, **half})
    for path, status in (("register", 422), ("login", 422), ("verify-email", 422), ("reset-password", 422)):
        answer = await client.post(f"/api/auth/{path}", content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == status, path
        assert "onbekend teken" in answer.json()["error"]


async def test_an_unproven_address_registered_again_is_finished_by_its_owner_alone(api, db) -> None:
    client = await api()
    await register(client, password="Van-een-ander-111!", firstName="Vreemd")
    await register(client)
    mail = await mailbox.newest(EMAIL)
    assert mail.subject == "Maak je aanmelding af"
    assert (await reset(client, mail.token())).status_code == 200
    assert (await log_in(client, EMAIL, "Van-een-ander-111!")).status_code == 401
    assert (await log_in(client, EMAIL, NEW)).status_code == 200, "the reset proved the address"


@pytest.mark.both_databases
async def test_two_registrations_at_once_make_one_account(api, db) -> None:
    client = await api()
    answers = await asyncio.gather(*(register(client) for _ in range(6)))
    assert {answer.status_code for answer in answers} == {201}
    assert await tables.row(select(func.count()).where(User.email == EMAIL)) == 1
    assert await tables.row(select(func.count()).select_from(Organization)) == 1
