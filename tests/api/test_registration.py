"""Registering, proving an address and a forgotten password over the API (spec section 7; security.md S09, S10)."""

import pytest
from sqlmodel import col, select

from tests import mailbox
from voice_report.config import settings
from voice_report.models import AuditLog, Organization, User

EMAIL = "nora.nieuw@zorg.example"
FIELDS = {"email": EMAIL, "password": "Een-lang-wachtwoord-1!", "firstName": "Nora", "lastName": "Nieuw"}
NEW = "Een-ander-wachtwoord-2!"


async def register(client, **changes):
    return await client.post("/api/auth/register", json={**FIELDS, **changes})


async def log_in(client, email: str = EMAIL, password: str = FIELDS["password"]):
    return await client.post("/api/auth/login", json={"email": email, "password": password})


async def account(db, email: str = EMAIL) -> User:
    async with db.reading() as session:
        return (await session.exec(select(User).where(User.email == email))).one()


async def actions(db, user_id) -> list[tuple[str, bool]]:
    async with db.reading() as session:
        query = select(AuditLog.action, AuditLog.success).where(AuditLog.user_id == user_id)
        return [tuple(row) for row in (await session.exec(query.order_by(col(AuditLog.created_at)))).all()]


async def test_a_stranger_registers_verifies_and_signs_in(api, db) -> None:
    client = await api()
    answer = await register(client)
    assert answer.status_code == 201
    assert answer.json()["user"]["isEmailVerified"] is False
    assert not answer.headers.get_list("set-cookie")
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


async def test_a_new_organisation_can_start_with_credits(api, db, monkeypatch) -> None:
    monkeypatch.setenv("TRIAL_CREDITS", "3")
    settings.cache_clear()
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
    name = "<script>alert(1)</script> ' OR 1=1 -- 😀"
    answer = await register(client, firstName=name, email="Nora+Zorg@Zorg.example")
    assert answer.status_code == 201
    mail = await mailbox.newest("nora+zorg@zorg.example")
    assert f"Hallo {name}," in mail.text
    assert "<script" not in mail.html
    assert "&lt;script&gt;" in mail.html
    assert (await account(db, "nora+zorg@zorg.example")).first_name == name
