"""Registering, proving an address and a forgotten password over the API (spec section 7; security.md S09, S10)."""

import asyncio

import pytest
from sqlmodel import col, func, select

from tests import mailbox
from voice_report.config import settings
from voice_report.errors import Invalid
from voice_report.models import AuditLog, Organization, OutboxMail, User
from voice_report.services import auth, equal_time, password_reset, passwords, registration, tokens

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
    name = "<b onload=alert(1)> ' OR 1=1 -- 😀"
    answer = await register(client, firstName=name, email="Nora+Zorg@Zorg.example")
    assert answer.status_code == 201
    mail = await mailbox.newest("nora+zorg@zorg.example")
    assert f"Hallo {name}," in mail.text
    assert "<b onload" not in mail.html
    assert "&lt;b onload" in mail.html
    assert (await account(db, "nora+zorg@zorg.example")).first_name == name


async def test_s09_a_known_address_gets_the_same_answer_and_its_owner_a_mail(api, people, monkeypatch) -> None:
    hashes, pauses = [], []
    hashed = passwords.hashed

    async def counted(password: str) -> str:
        hashes.append(password)
        return await hashed(password)

    async def noted(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(passwords, "hashed", counted)
    monkeypatch.setattr(equal_time, "pause", noted)
    client = await api()
    new = await register(client)
    known = await register(client, email=people.user.email.upper(), password=NEW)
    assert (known.status_code, known.text) == (201, new.text.replace(EMAIL, people.user.email))
    assert len(hashes) == len(pauses) == 2, "the same work, ending on the same step"
    assert all(0 < one <= equal_time.STEP for one in pauses)
    assert [mail.subject for mail in await mailbox.delivered(people.user.email)] == ["Je hebt al een account"]
    assert (await log_in(client, people.user.email, NEW)).status_code == 401
    assert (await log_in(client, people.user.email, people.user.password)).status_code == 200


async def test_s09_forgetting_and_asking_again_never_tell(api, people, monkeypatch) -> None:
    pauses = []

    async def noted(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(equal_time, "pause", noted)
    client = await api()
    for path in ("forgot-password", "resend-verification"):
        emails = (people.user.email, "niemand@zorg.example")
        known, unknown = [await client.post(f"/api/auth/{path}", json={"email": email}) for email in emails]
        assert known.status_code == unknown.status_code == 200
        assert known.content == unknown.content
    assert len(pauses) == 4
    assert not await mailbox.delivered("niemand@zorg.example")


async def test_s09_equal_time_ends_on_a_step_whatever_the_work_took(monkeypatch) -> None:
    waited = []

    async def noted(seconds: float) -> None:
        waited.append(seconds)

    async def failing() -> None:
        raise Invalid("nee")

    monkeypatch.setattr(equal_time, "pause", noted)
    loop = asyncio.get_running_loop()
    for took in (0.0, 0.2, 0.499, 0.6):
        moments = iter((100.0, 100.0 + took))
        monkeypatch.setattr(loop, "time", lambda moments=moments: next(moments, 200.0))
        with pytest.raises(Invalid):
            await equal_time.in_steps(failing())
        monkeypatch.undo()
        monkeypatch.setattr(equal_time, "pause", noted)
    ends = [took + wait for took, wait in zip((0.0, 0.2, 0.499, 0.6), waited, strict=True)]
    assert ends == pytest.approx([0.5, 0.5, 0.5, 1.0])


async def test_an_unproven_address_registered_again_is_finished_by_its_owner_alone(api, db) -> None:
    client = await api()
    await register(client, password="Van-een-ander-111!", firstName="Vreemd")
    await register(client)
    mail = await mailbox.newest(EMAIL)
    assert mail.subject == "Maak je aanmelding af"
    assert (await reset(client, mail.token())).status_code == 200
    assert (await log_in(client, EMAIL, "Van-een-ander-111!")).status_code == 401
    assert (await log_in(client, EMAIL, NEW)).status_code == 200, "the reset proved the address"


async def test_two_registrations_at_once_make_one_account(api, db) -> None:
    client = await api()
    answers = await asyncio.gather(*(register(client) for _ in range(6)))
    assert {answer.status_code for answer in answers} == {201}
    async with db.reading() as session:
        assert (await session.exec(select(func.count()).where(User.email == EMAIL))).one() == 1
        assert (await session.exec(select(func.count()).select_from(Organization))).one() == 1


async def test_a_verification_mail_can_be_sent_again_and_only_the_last_link_works(api, db) -> None:
    client = await api()
    await register(client)
    first = (await mailbox.newest(EMAIL)).token()
    assert (await client.post("/api/auth/resend-verification", json={"email": EMAIL})).status_code == 200
    last = (await mailbox.newest(EMAIL)).token()
    assert (await verify(client, first)).json()["code"] == "invalid_token"
    assert (await verify(client, last)).status_code == 200


async def test_s08_mails_to_one_account_are_limited(api, people) -> None:
    client = await api()
    for email in (people.user.email, "niemand@zorg.example"):
        statuses = [(await forget(client, email)).status_code for _ in range(11)]
        assert statuses == [200] * 10 + [429]


async def verify(client, token: str):
    return await client.post("/api/auth/verify-email", json={"token": token})


async def forget(client, email: str):
    return await client.post("/api/auth/forgot-password", json={"email": email})


async def reset(client, token: str, password: str = NEW, confirm: str | None = None):
    fields = {"token": token, "newPassword": password, "confirmPassword": password if confirm is None else confirm}
    return await client.post("/api/auth/reset-password", json=fields)


async def asked(client, person) -> str:
    """Ask for a new password and return the token from the mail."""
    await forget(client, person.email)
    return (await mailbox.newest(person.email)).token()


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
    for _ in range(auth.ATTEMPTS):
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


@pytest.mark.parametrize("token", ["", "x", "é" * 3000, "' OR 1=1 --", "\x00"])
async def test_no_token_of_ours_is_refused_with_its_sentence(api, db, token: str) -> None:
    client = await api()
    checked = (await client.get("/api/auth/validate-reset-token", params={"token": token})).json()
    assert checked["valid"] is False
    assert checked["error"] == (password_reset.INVALID_LINK if token else password_reset.NO_TOKEN)
    answer = await reset(client, token)
    assert answer.json()["message"] == (password_reset.INVALID_LINK if token else "Reset token is verplicht")
    answer = await verify(client, token)
    assert answer.json()["message"] == (registration.INVALID_LINK if token else "Verificatie token ontbreekt.")
    by_address = await client.get("/api/auth/verify-email", params={"token": token})
    assert (by_address.status_code, by_address.content) == (422, answer.content)


async def test_s10_tokens_are_kept_as_hashes_and_leave_no_words_in_the_outbox(api, db, people) -> None:
    client = await api()
    await register(client)
    token, other = (await mailbox.newest(EMAIL)).token(), await asked(client, people.user)
    user, waiting = await account(db, people.user.email), await account(db)
    assert waiting.email_verification_token == tokens.hashed(token)
    assert user.password_reset_token == tokens.hashed(other)
    async with db.reading() as session:
        for mail in (await session.exec(select(OutboxMail))).all():
            assert mail.sent_at is not None
            assert (mail.text, mail.html) == ("", "")


async def test_s10_a_token_serves_its_own_purpose_only(api, people) -> None:
    client = await api()
    await register(client)
    verification, other = (await mailbox.newest(EMAIL)).token(), await asked(client, people.user)
    assert (await reset(client, verification)).status_code == 422
    assert (await verify(client, other)).status_code == 422
    assert (await client.get(f"/api/invitations/{other}")).status_code == 404
    assert (await verify(client, verification)).status_code == 200
    assert (await reset(client, other)).status_code == 200


@pytest.mark.parametrize(("hours", "status"), [(23.9, 200), (24.1, 422)])
async def test_s10_a_verification_is_valid_for_a_day(api, db, wall_clock, hours: float, status: int) -> None:
    client = await api()
    await register(client)
    token = (await mailbox.newest(EMAIL)).token()
    wall_clock.advance(hours=hours)
    assert (await verify(client, token)).status_code == status


@pytest.mark.parametrize(("minutes", "valid"), [(59, True), (61, False)])
async def test_s10_a_reset_is_valid_for_an_hour(api, wall_clock, people, minutes: int, valid: bool) -> None:
    client = await api()
    token = await asked(client, people.user)
    wall_clock.advance(minutes=minutes)
    assert (await client.get("/api/auth/validate-reset-token", params={"token": token})).json()["valid"] is valid
    assert ((await reset(client, token)).status_code == 200) is valid


async def test_s10_of_twenty_verifications_at_once_one_wins(api, db) -> None:
    client = await api()
    await register(client)
    token = (await mailbox.newest(EMAIL)).token()
    answers = await asyncio.gather(*(verify(client, token) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 19


async def test_s10_of_twenty_resets_at_once_one_wins(api, people) -> None:
    client = await api()
    token = await asked(client, people.user)
    answers = await asyncio.gather(*(reset(client, token, f"Een-wachtwoord-nr-{n:02}!") for n in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 19
    winner = next(n for n, answer in enumerate(answers) if answer.status_code == 200)
    assert (await log_in(client, people.user.email, f"Een-wachtwoord-nr-{winner:02}!")).status_code == 200


async def test_s10_fetching_the_mailed_page_uses_nothing(api, db, people) -> None:
    client = await api()
    await register(client)
    mails = [await mailbox.newest(EMAIL)]
    await forget(client, people.user.email)
    mails.append(await mailbox.newest(people.user.email))
    scanner = await api()
    for mail in mails:
        for link in mail.links:
            await scanner.get(link)
            await scanner.head(link)
    assert (await verify(client, mails[0].token())).status_code == 200
    assert (await reset(client, mails[1].token())).status_code == 200


async def test_s10_a_hostile_host_never_reaches_a_link(api, people) -> None:
    client = await api()
    hostile = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    await client.post("/api/auth/register", json=FIELDS, headers=hostile)
    await client.post("/api/auth/forgot-password", json={"email": people.user.email}, headers=hostile)
    mails = await mailbox.delivered()
    assert len(mails) == 2
    for mail in mails:
        assert mail.links
        assert all(link.startswith(settings().app_url + "/") for link in mail.links)
        assert "evil" not in mail.html


async def test_s28_no_password_token_or_address_is_logged(api, people, caplog) -> None:
    client = await api()
    caplog.set_level("DEBUG")
    await register(client)
    verification, forgotten = (await mailbox.newest(EMAIL)).token(), await asked(client, people.user)
    for body in ({"token": [verification]}, {"token": {"x": forgotten}}, {"email": [EMAIL]}, {"password": 5, **FIELDS}):
        for path in ("register", "verify-email", "reset-password", "forgot-password", "resend-verification"):
            await client.post(f"/api/auth/{path}", json=body)
    await verify(client, verification)
    await reset(client, forgotten)
    monitored = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("voice_report"))
    assert not [one for one in (EMAIL, verification, forgotten, FIELDS["password"], NEW) if one in monitored]
