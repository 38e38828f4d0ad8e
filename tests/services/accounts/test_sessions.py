"""Signing in: sessions, passwords, lockout and what an outsider can learn (S05-S09)."""

import asyncio
import os
import re
import threading
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from sqlmodel import col, func, select

from tests import people as cast
from voice_report.errors import Invalid, NotAllowed, TooMany
from voice_report.models import AuditLog, KnownDevice, LoginSession, User
from voice_report.services.accounts import passwords, sessions
from voice_report.services.audit import trail
from voice_report.services.shared import rate_limits, tokens

WRONG = "Verkeerd-wachtwoord-1!"


async def fail(person: cast.Person, times: int = 1, *, device_token: str | None = None) -> None:
    for _ in range(times):
        with pytest.raises(sessions.WrongCredentials):
            await sessions.log_in(person.email, WRONG, device_token=device_token)


async def row(db, person: cast.Person) -> User:
    async with db.reading() as session:
        return (await session.exec(select(User).where(User.id == person.id))).one()


async def test_who_signs_in_is_recognised_by_the_new_token(db, people) -> None:
    signed_in = await sessions.log_in(f"  {people.user.email.upper()} ", people.user.password)
    async with db.reading() as session:
        found = await sessions.identify(session, signed_in.token)
    assert found is not None
    assert (found.id, found.role, found.organization_id) == (people.user.id, "user", people.organization_id)
    assert found.organization is not None
    assert found.organization.current_credits == 10


async def test_nobody_is_recognised_by_anything_else(db, people) -> None:
    signed_in = await sessions.log_in(people.user.email, people.user.password)
    async with db.reading() as session:
        for token in (None, "", "x", signed_in.token + "x", tokens.hashed(signed_in.token), "\x00", "é" * 5000):
            assert await sessions.identify(session, token) is None


async def test_s05_the_database_keeps_only_the_hash_of_a_random_token(db, people) -> None:
    first = await sessions.log_in(people.user.email, people.user.password)
    second = await sessions.log_in(people.user.email, people.user.password)
    assert first.token != second.token
    assert len(first.token) >= 43
    async with db.reading() as session:
        kept = (await session.exec(select(LoginSession.token_hash))).all()
        devices = (await session.exec(select(KnownDevice.token_hash))).all()
    assert tokens.hashed(first.token) in kept
    assert not {first.token, first.device_token} & {*kept, *devices}


async def test_s05_signing_in_again_ends_the_session_the_browser_had(db, people) -> None:
    first = await sessions.log_in(people.user.email, people.user.password)
    second = await sessions.log_in(people.user.email, people.user.password, old_token=first.token)
    async with db.reading() as session:
        assert await sessions.identify(session, first.token) is None
        assert await sessions.identify(session, second.token) is not None


async def test_s05_a_session_ends_after_twelve_idle_hours(db, wall_clock, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    wall_clock.advance(hours=11, minutes=59)
    assert await sessions.resolve(token_hash, acts=True) is not None
    wall_clock.advance(hours=11, minutes=59)
    assert await sessions.resolve(token_hash, acts=True) is not None, "a sign of life was written down"
    wall_clock.advance(hours=12)
    assert await sessions.resolve(token_hash, acts=True) is None, "too late: acting brings no session back"


async def test_s05_looking_at_a_session_does_not_lengthen_it(db, wall_clock, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    for _ in range(11):
        wall_clock.advance(hours=1)
        assert await sessions.resolve(token_hash) is not None
        assert await sessions.is_live(token_hash, looked_within=0)
    wall_clock.advance(hours=1)
    assert await sessions.resolve(token_hash) is None


async def test_s05_an_act_counts_also_when_the_session_was_just_looked_at(db, wall_clock, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    wall_clock.advance(hours=11)
    assert await sessions.is_live(token_hash)
    assert await sessions.is_live(token_hash, acts=True)
    wall_clock.advance(hours=11)
    assert await sessions.is_live(token_hash, looked_within=0)


async def test_s05_a_session_ends_after_thirty_days_however_busy(db, wall_clock, people) -> None:
    signed_in = await sessions.log_in(people.user.email, people.user.password)
    token_hash = tokens.hashed(signed_in.token)
    for _ in range(30 * 24 // 6 - 1):
        wall_clock.advance(hours=6)
        assert await sessions.resolve(token_hash, acts=True) is not None
    wall_clock.advance(hours=6)
    assert await sessions.resolve(token_hash, acts=True) is None


async def test_s06_logging_out_ends_the_session_at_once(db, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    assert await sessions.is_live(token_hash)
    async with db.transaction() as session:
        await sessions.log_out(session, people.user.cookie)
    assert not await sessions.is_live(token_hash), "what was remembered for a second does not count after a change"
    async with db.transaction() as session:
        await sessions.log_out(session, people.user.cookie)


async def test_s06_a_pause_ends_every_session_at_once(db, people) -> None:
    token_hash = tokens.hashed(people.user.cookie)
    assert await sessions.resolve(token_hash) is not None
    async with db.transaction() as session:
        user = await session.get(User, people.user.id)
        user.is_active = False
    assert await sessions.resolve(token_hash) is None
    with pytest.raises(NotAllowed, match="gepauzeerd"):
        await sessions.log_in(people.user.email, people.user.password)


async def test_s06_a_role_change_counts_from_the_next_call(db, people) -> None:
    token_hash = tokens.hashed(people.admin.cookie)
    async with db.transaction() as session:
        admin = await session.get(User, people.admin.id)
        admin.role = "user"
    found = await sessions.resolve(token_hash)
    assert found is not None
    assert found.role == "user"


async def test_s06_ending_sessions_can_keep_the_one_at_hand(db, people) -> None:
    mine = await sessions.log_in(people.user.email, people.user.password)
    async with db.transaction() as session:
        await sessions.end_sessions(session, people.user.id, keep=mine.user.session_id)
    assert await sessions.resolve(tokens.hashed(people.user.cookie)) is None
    assert await sessions.resolve(tokens.hashed(mine.token)) is not None


async def test_s07_passwords_are_argon2id_of_at_least_the_promised_cost() -> None:
    stored = await passwords.hashed("Een-lang-wachtwoord-1!")
    found = re.fullmatch(r"\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$.+", stored)
    assert found is not None
    memory, passes, lanes = map(int, found.groups())
    assert memory >= 19 * 1024
    assert passes >= 2
    assert lanes == 1


async def test_s07_an_old_hash_is_renewed_at_sign_in(db, people) -> None:
    weak = PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1).hash(people.user.password)
    async with db.transaction() as session:
        user = await session.get(User, people.user.id)
        user.password_hash = weak
    await sessions.log_in(people.user.email, people.user.password)
    renewed = (await row(db, people.user)).password_hash
    assert renewed != weak
    assert not passwords.needs_rehash(renewed)


async def test_s07_a_password_has_at_most_128_characters(people) -> None:
    longest = "Aa1!" * 32
    passwords.check_rule(longest)
    with pytest.raises(Invalid):
        passwords.check_rule(longest + "x")
    assert not await passwords.matches(longest + "x", await passwords.hashed(longest))


async def test_s07_fifty_sign_ins_leave_the_loop_answering(people, monkeypatch) -> None:
    at_once = most_at_once = turns = 0
    verify = passwords._verify

    def counted(stored: str, password: str) -> bool:
        nonlocal at_once, most_at_once
        assert threading.current_thread() is not threading.main_thread()
        at_once += 1
        most_at_once = max(most_at_once, at_once)
        try:
            return verify(stored, password)
        finally:
            at_once -= 1

    async def watch() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0.001)
            turns += 1

    monkeypatch.setattr(passwords, "_verify", counted)
    stored = await passwords.hashed(cast.PASSWORD)
    watching = asyncio.create_task(watch())
    assert all(await asyncio.gather(*(passwords.matches(cast.PASSWORD, stored) for _ in range(50))))
    watching.cancel()
    assert turns > 50, "the event loop went on while passwords were checked"
    assert most_at_once <= max(1, (os.cpu_count() or 2) - 1), "the rest waits its turn"


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("Kort-1!", "Wachtwoord moet minimaal 12 karakters zijn"),
        ("geen-hoofdletter-1!", "Wachtwoord moet minimaal één hoofdletter bevatten"),
        ("GEEN-KLEINE-LETTER-1!", "Wachtwoord moet minimaal één kleine letter bevatten"),
        ("Geen-cijfer-hier!", "Wachtwoord moet minimaal één cijfer bevatten"),
        ("Geen-teken-hier-12", "Wachtwoord moet minimaal één speciaal teken bevatten (@$!%*?&#)"),
    ],
)
def test_the_password_rule_says_what_is_missing(password: str, sentence: str) -> None:
    with pytest.raises(Invalid) as refusal:
        passwords.check_rule(password)
    assert refusal.value.message == sentence


async def test_s08_five_wrong_passwords_lock_for_a_quarter_of_an_hour(db, wall_clock, people) -> None:
    await fail(people.user, sessions.ATTEMPTS)
    with pytest.raises(sessions.WrongCredentials):
        await sessions.log_in(people.user.email, people.user.password)
    wall_clock.advance(minutes=15, seconds=1)
    await sessions.log_in(people.user.email, people.user.password)
    assert (await row(db, people.user)).login_attempts == 0


async def test_s27_the_attempt_that_locks_an_account_says_so(db, people) -> None:
    await fail(people.user, sessions.ATTEMPTS)
    async with db.reading() as session:
        failed = select(AuditLog.error_message).where(
            AuditLog.user_id == people.user.id, col(AuditLog.success).is_(False)
        )
        reasons = (await session.exec(failed.order_by(col(AuditLog.sequence)))).all()
    assert reasons == ["wrong credentials"] * (sessions.ATTEMPTS - 1) + ["locked"]


async def test_s08_four_wrong_passwords_lock_nobody_out(db, people) -> None:
    for _ in range(2):
        await fail(people.user, sessions.ATTEMPTS - 1)
        signed_in = await sessions.log_in(people.user.email, people.user.password)
        assert signed_in.user.id == people.user.id, "signing in forgets the attempts before it"


async def test_s08_a_known_device_still_gets_in_during_a_lockout(db, people) -> None:
    own_phone = (await sessions.log_in(people.user.email, people.user.password)).device_token
    await fail(people.user, sessions.ATTEMPTS)
    with pytest.raises(sessions.WrongCredentials):
        await sessions.log_in(people.user.email, people.user.password)
    await sessions.log_in(people.user.email, people.user.password, device_token=own_phone)


async def test_s08_guesses_from_many_addresses_do_not_shut_the_known_device_out(db, people) -> None:
    own_phone = (await sessions.log_in(people.user.email, people.user.password)).device_token
    for number in range(30):
        trail.caller.set(trail.Caller(f"192.0.2.{number}"))
        with pytest.raises(sessions.WrongCredentials if number < 20 else TooMany):
            await sessions.log_in(people.user.email, WRONG)
    await sessions.log_in(people.user.email, people.user.password, device_token=own_phone)


async def test_s08_a_device_known_to_one_account_is_not_known_to_another(db, people) -> None:
    others_phone = (await sessions.log_in(people.outsider.email, people.outsider.password)).device_token
    await fail(people.user, sessions.ATTEMPTS, device_token=others_phone)
    with pytest.raises(sessions.WrongCredentials):
        await sessions.log_in(people.user.email, people.user.password, device_token=others_phone)


async def test_s08_one_address_cannot_guess_through_all_accounts(db, people) -> None:
    trail.caller.set(trail.Caller("192.0.2.77"))
    for number in range(60):
        with pytest.raises(sessions.WrongCredentials):
            await sessions.log_in(f"nobody-{number}@zorg.example", WRONG)
    with pytest.raises(TooMany) as refusal:
        await sessions.log_in("nobody-61@zorg.example", WRONG)
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
        for _ in range(sessions.ATTEMPTS + 2):
            with pytest.raises(sessions.WrongCredentials) as refusal:
                await sessions.log_in(email, WRONG)
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
                await sessions.log_in(email, password)
    assert len(costs) == 4, "one hash is verified, whether the account exists or not"
    assert costs[:2] == costs[2:], "with the same parameters"


async def test_s09_only_who_knows_the_password_hears_that_the_address_is_unproven(db, people) -> None:
    async with db.transaction() as session:
        user = await session.get(User, people.user.id)
        user.is_email_verified = False
    await fail(people.user)
    with pytest.raises(NotAllowed) as refusal:
        await sessions.log_in(people.user.email, people.user.password)
    assert refusal.value.code == "email_not_verified"


async def test_signing_in_and_failing_to_are_in_the_audit_trail(db, people) -> None:
    trail.caller.set(trail.Caller("192.0.2.5", "Browser"))
    await fail(people.user)
    await sessions.log_in(people.user.email, people.user.password)
    async with db.reading() as session:
        chain = str(people.organization_id)
        rows = (await session.exec(select(AuditLog).where(AuditLog.chain == chain, AuditLog.action == "login"))).all()
        assert sorted((one.success, one.ip_address, one.user_agent) for one in rows) == [
            (False, "192.0.2.5", "Browser"),
            (True, "192.0.2.5", "Browser"),
        ]
        assert {one.user_id for one in rows} == {people.user.id}
        assert await trail.first_broken(session, chain) is None


async def test_s27_the_chain_holds_when_many_write_at_once(db, people) -> None:
    user = await people.user.current()

    async def one() -> None:
        async with db.transaction() as session:
            await trail.record(session, user, "view", "report", "r-1", client_id=people.client_id)

    await asyncio.gather(*(one() for _ in range(12)))
    async with db.reading() as session:
        counted = select(func.count()).select_from(AuditLog).where(col(AuditLog.action) == "view")
        assert (await session.exec(counted)).one() == 12
        assert await trail.first_broken(session, str(people.organization_id)) is None


async def test_s27_a_forged_row_breaks_the_chain(db, people) -> None:
    user = await people.user.current()
    async with db.transaction() as session:
        await trail.record(session, user, "view", "report", "r-1")
        await trail.record(session, user, "export", "report", "r-1")
    async with db.transaction() as session:
        last = await trail._last(session, str(people.organization_id))
        assert last is not None
        session.add(
            AuditLog(
                chain=last.chain,
                sequence=last.sequence + 1,
                action="view",
                resource="report",
                entry_hash=tokens.hashed("made up"),
            )
        )
    async with db.reading() as session:
        assert await trail.first_broken(session, str(people.organization_id)) == last.sequence + 1


async def test_sessions_that_end_by_the_clock_do_not_end_early(db, wall_clock, people) -> None:
    signed_in = await sessions.log_in(people.user.email, people.user.password)
    wall_clock.advance(sessions.IDLE - timedelta(seconds=1))
    async with db.reading() as session:
        assert await sessions.identify(session, signed_in.token) is not None


async def test_what_is_over_is_forgotten_and_nothing_else(db, wall_clock, people) -> None:
    wall_clock.advance(hours=1)
    kept = await sessions.log_in(people.user.email, people.user.password)
    wall_clock.advance(hours=11)
    async with db.transaction() as session:
        assert await sessions.purge(session) == 5, "everybody's first session was idle for twelve hours"
    assert await sessions.resolve(tokens.hashed(kept.token)) is not None
    wall_clock.advance(days=366)
    async with db.transaction() as session:
        assert await sessions.purge(session) == 2, "the last session and the device"
