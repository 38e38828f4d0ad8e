"""Whether an address has an account is told to its owner only (security.md S09), whose mailbox stays usable (S08)."""

import asyncio

import pytest

from tests.support import mailbox
from tests.unit.web.api.accounts.joining import EMAIL, NEW, forget, log_in, register
from voice_report.errors import Invalid
from voice_report.services.factors import passwords
from voice_report.services.sign_in import constant_time


async def test_s09_a_known_address_gets_the_same_answer_and_its_owner_a_mail(api, people, monkeypatch) -> None:
    hashes, pauses = [], []
    hashed = passwords.hashed

    async def counted(password: str) -> str:
        hashes.append(password)
        return await hashed(password)

    async def noted(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(passwords, "hashed", counted)
    monkeypatch.setattr(constant_time, "pause", noted)
    client = await api()
    new = await register(client)
    known = await register(client, email=people.user.email.upper(), password=NEW)
    assert (known.status_code, known.text) == (201, new.text.replace(EMAIL, people.user.email))
    assert len(hashes) == len(pauses) == 2, "the same work, ending on the same step"
    assert all(0 < one <= constant_time.STEP for one in pauses)
    assert [mail.subject for mail in await mailbox.delivered(people.user.email)] == ["Je hebt al een account"]
    assert (await log_in(client, people.user.email, NEW)).status_code == 401
    assert (await log_in(client, people.user.email, people.user.password)).status_code == 200


async def test_s09_forgetting_and_asking_again_never_tell(api, people, monkeypatch) -> None:
    pauses = []

    async def noted(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(constant_time, "pause", noted)
    client = await api()
    for path in ("forgot-password", "resend-verification"):
        emails = (people.user.email, "niemand@zorg.example")
        known, unknown = [await client.post(f"/api/auth/{path}", json={"email": email}) for email in emails]
        assert known.status_code == unknown.status_code == 200
        assert known.content == unknown.content
    assert len(pauses) == 4
    assert not await mailbox.delivered("niemand@zorg.example")


async def test_s09_a_refused_sign_in_ends_on_a_step_and_a_right_one_at_once(api, people, monkeypatch) -> None:
    pauses = []

    async def noted(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(constant_time, "pause", noted)
    client = await api()
    for email in (people.user.email, "niemand@zorg.example"):
        assert (await log_in(client, email, NEW)).status_code == 401
    assert len(pauses) == 2
    assert (await log_in(client, people.user.email, people.user.password)).status_code == 200
    assert len(pauses) == 2


async def test_s09_equal_time_ends_on_a_step_whatever_the_work_took(monkeypatch) -> None:
    waited = []

    async def noted(seconds: float) -> None:
        waited.append(seconds)

    async def failing() -> None:
        raise Invalid("nee")

    monkeypatch.setattr(constant_time, "pause", noted)
    loop = asyncio.get_running_loop()
    for took in (0.0, 0.2, 0.499, 0.6):
        moments = iter((100.0, 100.0 + took))
        monkeypatch.setattr(loop, "time", lambda moments=moments: next(moments, 200.0))
        with pytest.raises(Invalid):
            await constant_time.run(failing())
        monkeypatch.undo()
        monkeypatch.setattr(constant_time, "pause", noted)
    ends = [took + wait for took, wait in zip((0.0, 0.2, 0.499, 0.6), waited, strict=True)]
    assert ends == pytest.approx([0.5, 0.5, 0.5, 1.0])


async def test_s08_mails_to_one_account_are_limited(api, people) -> None:
    client = await api()
    for email in (people.user.email, "niemand@zorg.example"):
        statuses = [(await forget(client, email)).status_code for _ in range(11)]
        assert statuses == [200] * 10 + [429]
