"""Guessing passwords: lockout, limits, and what an outsider can learn (S08, S09)."""

import pytest
from pyotp.totp import TOTP
from sqlmodel import col, select

from tests.support import environment, mailbox, tables
from tests.support import people as cast
from tests.unit.services.factors.factors import begin_setup, require_provider, set_up
from tests.unit.services.sign_in.signing_in import WRONG, fail, row
from voice_report import clock
from voice_report.db.models import AuditLog, User
from voice_report.errors import DomainError, NotAllowed, TooMany
from voice_report.services.audit import trail
from voice_report.services.factors import passwords, second_factor
from voice_report.services.organizations import members
from voice_report.services.sessions import sessions
from voice_report.services.shared import rate_limits
from voice_report.services.shared.identity import TWO_FACTOR
from voice_report.services.sign_in import constant_time, setting_up, signing_in


async def test_s08_five_wrong_passwords_lock_for_a_quarter_of_an_hour(db, wall_clock, people) -> None:
    await fail(people.user, signing_in.ATTEMPTS)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(people.user.email, people.user.password)
    wall_clock.advance(minutes=15, seconds=1)
    await signing_in.log_in(people.user.email, people.user.password)
    assert (await row(db, people.user)).login_attempts == 0


async def test_s27_the_attempt_that_locks_an_account_says_so(db, people) -> None:
    await fail(people.user, signing_in.ATTEMPTS)
    failed = select(AuditLog.error_message).where(AuditLog.user_id == people.user.id, col(AuditLog.success).is_(False))
    reasons = await tables.rows(failed.order_by(col(AuditLog.sequence)))
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
    from voice_report.config import Settings

    environment.use(monkeypatch, RATE_LIMITS="off")
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


async def test_s09_the_right_password_is_refused_as_a_wrong_one_where_the_provider_is_required(
    people, monkeypatch
) -> None:
    """In the same time, and by the same limit: a guess confirms nothing."""
    await require_provider(people.organization_id, people.user.email.partition("@")[2])
    other = await cast.make_user(people.organization_id, "Olga")
    steps: list[float] = []

    async def pause(seconds: float) -> None:
        steps.append(seconds)

    monkeypatch.setattr(constant_time, "pause", pause)
    answers = {}
    for number, (person, password) in enumerate(((people.user, people.user.password), (other, WRONG))):
        trail.caller.set(trail.Caller(f"192.0.2.{number}"))
        answers[person.id] = [await _refused(person.email, password) for _ in range(21)]
    [right, wrong] = answers.values()
    assert right == wrong
    assert right[-1][0] == TooMany.status
    assert len(steps) == 40


async def _refused(email: str, password: str) -> tuple[int, str, str]:
    with pytest.raises(DomainError) as refusal:
        await signing_in.log_in(email, password)
    return refusal.value.status, refusal.value.code, refusal.value.message


async def test_s45_the_only_administrator_past_the_provider_sets_up_anew_with_the_password(db, people) -> None:
    """Whose factor was removed on the command line: nobody else could change the settings."""
    await set_up(people.admin)
    await require_provider(people.organization_id)
    await db.run_in_transaction(second_factor.remove_for, people.admin.email)
    for person, code in ((people.user, "single_sign_on_required"), (people.admin, "setup_needed")):
        assert (await _refused(person.email, person.password))[1] == code
    assert (await _refused(people.admin.email, WRONG))[1] == "wrong_credentials"
    token = await begin_setup(people.admin)
    app = TOTP((await setting_up.begin(token)).secret)
    done, _ = await setting_up.confirm(token, app.at(clock.now()))
    assert done.user.level == TWO_FACTOR
    other = await cast.make_user(people.organization_id, role="admin")
    assert (await _refused(other.email, other.password))[1] == "single_sign_on_required", "somebody gets in again"


async def test_s45_an_administrator_whose_factor_was_taken_away_needs_the_mailed_link_too(db, people) -> None:
    await set_up(people.admin)
    await set_up(people.platform_admin)
    await require_provider(people.organization_id)
    async with db.transaction() as session:
        await members.reset_second_factor(session, await people.platform_admin.current(), str(people.admin.id))
    assert (await _refused(people.admin.email, people.admin.password))[1] == "factor_reset"
    [mail] = [one for one in await mailbox.delivered(people.admin.email) if "tweede stap opnieuw" in one.subject]
    await setting_up.begin(await begin_setup(people.admin, reset_token=mail.token()))
