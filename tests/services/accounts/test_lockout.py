"""Guessing passwords: lockout, limits, and what an outsider can learn (S08, S09)."""

import pytest
from sqlmodel import col, select

from tests.services.accounts.signing_in import WRONG, fail, row
from voice_report.errors import NotAllowed, TooMany
from voice_report.models import AuditLog, User
from voice_report.services.accounts import passwords, sessions, signing_in
from voice_report.services.audit import trail
from voice_report.services.shared import rate_limits


async def test_s08_five_wrong_passwords_lock_for_a_quarter_of_an_hour(db, wall_clock, people) -> None:
    await fail(people.user, signing_in.ATTEMPTS)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(minutes=15, seconds=1)
    await signing_in.log_in(people.user.email, people.user.password)
    assert (await row(db, people.user)).login_attempts == 0


async def test_s27_the_attempt_that_locks_an_account_says_so(db, people) -> None:
    await fail(people.user, signing_in.ATTEMPTS)
    async with db.reading() as session:
        failed = select(AuditLog.error_message).where(
            AuditLog.user_id == people.user.id, col(AuditLog.success).is_(False)
        )
        reasons = (await session.exec(failed.order_by(col(AuditLog.sequence)))).all()
    assert reasons == ["wrong credentials"] * (signing_in.ATTEMPTS - 1) + ["locked"]


async def test_s08_four_wrong_passwords_lock_nobody_out(db, people) -> None:
    for _ in range(2):
        await fail(people.user, signing_in.ATTEMPTS - 1)
        signed_in = await signing_in.log_in(people.user.email, people.user.password)
        assert signed_in.user.id == people.user.id, "signing in forgets the attempts before it"


async def test_s08_a_known_device_still_gets_in_during_a_lockout(db, people) -> None:
    own_phone = (await signing_in.log_in(people.user.email, people.user.password)).device_token
    await fail(people.user, signing_in.ATTEMPTS)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(people.user.email, people.user.password)
    await signing_in.log_in(people.user.email, people.user.password, device_token=own_phone)


async def test_s08_guesses_from_many_addresses_do_not_shut_the_known_device_out(db, people) -> None:
    own_phone = (await signing_in.log_in(people.user.email, people.user.password)).device_token
    for number in range(30):
        trail.caller.set(trail.Caller(f"192.0.2.{number}"))
        with pytest.raises(sessions.WrongCredentials if number < 20 else TooMany):
            await signing_in.log_in(people.user.email, WRONG)
    await signing_in.log_in(people.user.email, people.user.password, device_token=own_phone)


async def test_s08_a_device_known_to_one_account_is_not_known_to_another(db, people) -> None:
    others_phone = (await signing_in.log_in(people.outsider.email, people.outsider.password)).device_token
    await fail(people.user, signing_in.ATTEMPTS, device_token=others_phone)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(people.user.email, people.user.password, device_token=others_phone)


async def test_s08_one_address_cannot_guess_through_all_accounts(db, people) -> None:
    trail.caller.set(trail.Caller("192.0.2.77"))
    for number in range(60):
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(f"nobody-{number}@zorg.example", WRONG)
    with pytest.raises(TooMany) as refusal:
        await signing_in.log_in("nobody-61@zorg.example", WRONG)
    assert refusal.value.retry_after
    assert refusal.value.retry_after > 0


async def test_limits_can_be_off_in_development_only(db, people, monkeypatch) -> None:
    from voice_report.config import Settings, settings

    monkeypatch.setenv("RATE_LIMITS", "off")
    settings.cache_clear()
    for _ in range(700):
        await rate_limits.hit("socket", "192.0.2.1")
    with pytest.raises(ValueError, match="RATE_LIMITS"):
        Settings(
            app_env="production",
            app_url="https://zorg.example",
            secret_key="x" * 32,
            mail_url="smtps://mail.example",
            rate_limits="off",
        )


async def test_s09_known_and_unknown_accounts_get_the_same_words(db, people) -> None:
    refusals = []
    for email in (people.user.email, "niemand@zorg.example"):
        for _ in range(signing_in.ATTEMPTS + 2):
            with pytest.raises(sessions.WrongCredentials) as refusal:
                await signing_in.log_in(email, WRONG)
            refusals.append((refusal.value.status, refusal.value.code, refusal.value.message))
    assert len(set(refusals)) == 1


async def test_s09_known_and_unknown_accounts_cost_the_same_work(db, people, monkeypatch) -> None:
    costs = []
    verify = passwords._verify

    def counted(stored: str, password: str) -> bool:
        costs.append((stored.split("$")[1:4], len(password)))
        return verify(stored, password)

    monkeypatch.setattr(passwords, "_verify", counted)
    for email in (people.user.email, "niemand@zorg.example"):
        for password in (WRONG, "x" * 500):
            with pytest.raises(sessions.WrongCredentials):
                await signing_in.log_in(email, password)
    assert len(costs) == 4, "one hash is verified, whether the account exists or not"
    assert costs[:2] == costs[2:], "with the same parameters"


async def test_s09_only_who_knows_the_password_hears_that_the_address_is_unproven(db, people) -> None:
    async with db.transaction() as session:
        user = await session.get(User, people.user.id)
        user.is_email_verified = False
    await fail(people.user)
    with pytest.raises(NotAllowed) as refusal:
        await signing_in.log_in(people.user.email, people.user.password)
    assert refusal.value.code == "email_not_verified"
