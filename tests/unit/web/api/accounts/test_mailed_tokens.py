"""Mailed tokens over the API: whose they are, how long and how often they work (security.md S10, S28)."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import mailbox
from tests.unit.web.api.accounts.joining import EMAIL, FIELDS, NEW, account, asked, forget, register, reset, verify
from voice_report.config import settings
from voice_report.db.models import OutboxMail
from voice_report.services.accounts import password_reset, verification
from voice_report.services.shared import tokens


async def test_a_verification_mail_can_be_sent_again_and_only_the_last_link_works(api, db) -> None:
    client = await api()
    await register(client)
    first = (await mailbox.newest(EMAIL)).token()
    assert (await client.post("/api/auth/resend-verification", json={"email": EMAIL})).status_code == 200
    last = (await mailbox.newest(EMAIL)).token()
    assert (await verify(client, first)).json()["code"] == "invalid_token"
    assert (await verify(client, last)).status_code == 200


@pytest.mark.parametrize("token", ["", "x", "é" * 3000, "' OR 1=1 --", "\x00"])
async def test_no_token_of_ours_is_refused_with_its_sentence(api, db, token: str) -> None:
    client = await api()
    checked = (await client.get("/api/auth/validate-reset-token", params={"token": token})).json()
    assert checked["valid"] is False
    assert checked["error"] == (password_reset.INVALID_LINK if token else password_reset.NO_TOKEN)
    answer = await reset(client, token)
    assert answer.json()["message"] == (password_reset.INVALID_LINK if token else "Reset token is verplicht")
    answer = await verify(client, token)
    assert answer.json()["message"] == (verification.INVALID_LINK if token else "Verificatie token ontbreekt.")
    by_address = await client.get("/api/auth/verify-email", params={"token": token})
    assert by_address.status_code == 422
    assert by_address.json() | {"requestId": ""} == answer.json() | {"requestId": ""}


@pytest.mark.parametrize(("hours", "status"), [(23.9, 200), (24.1, 422)])
async def test_s10_a_verification_is_valid_for_a_day(api, db, wall_clock, hours: float, status: int) -> None:
    client = await api()
    await register(client)
    token = (await mailbox.newest(EMAIL)).token()
    wall_clock.advance(hours=hours)
    assert (await verify(client, token)).status_code == status


@pytest.mark.both_databases
async def test_s10_of_twenty_verifications_at_once_one_wins(api, db) -> None:
    client = await api()
    await register(client)
    token = (await mailbox.newest(EMAIL)).token()
    answers = await asyncio.gather(*(verify(client, token) for _ in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 19


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
