"""Codes of an authenticator app and recovery codes: each works once, and guessing stops (S34 to S37)."""

import asyncio
from datetime import UTC, datetime

import pyotp
import pytest
from pyotp.totp import TOTP
from sqlmodel import col, select, update

from tests.support import environment, mailbox, tables
from tests.unit.services.factors.factors import set_up, wrong_code
from voice_report import clock
from voice_report.db.models import AuditLog, LoginSession, Passkey, RecoveryCode, TotpFactor, User
from voice_report.errors import Conflict, Invalid, NotFound, NotSignedIn
from voice_report.services.factors import one_time_codes, passwords, second_factor
from voice_report.services.sessions import owned_factors, sessions
from voice_report.services.shared import secrets_at_rest, tokens
from voice_report.services.sign_in import signing_in

#: RFC 6238, appendix B, SHA-1: seconds and the last six of its eight digits.
RFC_6238 = [
    (59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037"),
    (20000000000, "353130"),
]  # fmt: skip
RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


async def pending(person) -> str:
    """Give the right password; return the token of the pending sign-in."""
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(person.email, person.password)
    return needed.value.token


async def refuse(person, code: str, times: int = 1) -> str:
    token, sentences = await pending(person), set()
    for _ in range(times):
        with pytest.raises(one_time_codes.WrongCode) as refusal:
            await signing_in.finish(token, code)
        sentences.add(refusal.value.message)
    assert len(sentences) == 1
    return sentences.pop()


async def mailed(person) -> str:
    return "".join(mail.text for mail in await mailbox.delivered(person.email))


@pytest.mark.one_database
@pytest.mark.parametrize(("seconds", "code"), RFC_6238)
async def test_s34_codes_are_those_of_the_rfc_with_one_step_of_drift(db, people, seconds: int, code: str) -> None:
    stored = secrets_at_rest.encrypted(RFC_SECRET, one_time_codes.owner(people.user.id))
    factor = TotpFactor(user_id=people.user.id, secret=stored)
    for steps, counts in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        moment = seconds - steps * 30
        if moment < 30:  # no clock of ours is before the first step
            continue
        clock.use(lambda moment=moment: datetime.fromtimestamp(moment, UTC))
        assert one_time_codes.matching_counter(factor, code) == (seconds // 30 if counts else -1)
        assert one_time_codes.matching_counter(factor, f" {code[:3]} {code[3:]} ") == (seconds // 30 if counts else -1)


@pytest.mark.one_database
async def test_s34_the_secret_is_unreadable_without_the_key_and_in_another_row(db, people, monkeypatch) -> None:
    app, codes = await set_up(people.user)
    stored = await tables.row(select(TotpFactor.secret))
    sealed = await tables.rows(select(RecoveryCode.sealed_hash))
    assert app.secret not in stored
    digests = {one_time_codes._digest(code) for code in codes}
    assert not digests & set(sealed)
    of_codes = one_time_codes.owner(people.user.id, one_time_codes.RECOVERY)
    assert {secrets_at_rest.decrypted(one, of_codes) for one in sealed} == digests
    own, others = (one_time_codes.owner(one.id) for one in (people.user, people.admin))
    assert secrets_at_rest.decrypted(stored, own) == app.secret
    assert secrets_at_rest.encrypted(app.secret, own) != stored
    for changed, whose in ((stored, others), (stored[:-8] + "AAAAAAA=", own), ("", own), ("1.x.y", own)):
        with pytest.raises(secrets_at_rest.UnreadableError):
            secrets_at_rest.decrypted(changed, whose)
    environment.use(monkeypatch, SECRET_KEY="another-key-" + "y" * 32)
    with pytest.raises(secrets_at_rest.UnreadableError):
        secrets_at_rest.decrypted(stored, own)
    await refuse(people.user, app.at(clock.now(), counter_offset=1))


async def test_s35_a_used_code_and_an_older_one_are_refused_for_good(db, wall_clock, people) -> None:
    app, _ = await set_up(people.user)
    await refuse(people.user, app.at(wall_clock.now))
    wall_clock.advance(seconds=30)
    code = app.at(wall_clock.now, counter_offset=1)
    opened = await signing_in.finish(await pending(people.user), code)
    assert (opened.user.level, opened.user.stepped_up_at) == ("two_factor", wall_clock.now)
    for former in (code, app.at(wall_clock.now), app.at(wall_clock.now, counter_offset=-1)):
        await refuse(people.user, former)
    wall_clock.advance(seconds=60)
    await signing_in.finish(await pending(people.user), app.at(wall_clock.now))


async def test_s35_one_code_in_many_sign_ins_at_once_opens_one_session(db, wall_clock, people) -> None:
    app, codes = await set_up(people.user)
    wall_clock.advance(seconds=60)
    for code in (app.at(wall_clock.now), codes[0]):
        waiting = [await pending(people.user) for _ in range(6)]
        done = await asyncio.gather(*(signing_in.finish(one, code) for one in waiting), return_exceptions=True)
        assert sorted(type(one).__name__ for one in done) == ["SignedIn"] + ["WrongCode"] * 5


async def test_s35_the_database_itself_lets_a_counter_through_once(db, wall_clock, people) -> None:
    """Two processes that both read the row before either wrote it: the UPDATE decides."""
    app, _ = await set_up(people.user)
    wall_clock.advance(seconds=60)
    read = (await db.run_reading(owned_factors.of, people.user.id)).app
    assert read is not None
    outcomes = []
    for _process in range(2):
        async with db.transaction() as session:
            own = await session.get_one(User, people.user.id)
            outcomes.append((await one_time_codes.use(session, own, read, app.at(wall_clock.now))).refusal)
    assert outcomes == [None, "wrong code"]


async def test_s36_ten_wrong_codes_lock_for_a_quarter_of_an_hour(db, wall_clock, people) -> None:
    app, codes = await set_up(people.user)
    wall_clock.advance(seconds=60)
    words = await refuse(people.user, wrong_code(app), one_time_codes.ATTEMPTS)
    assert words == await refuse(people.user, app.at(wall_clock.now)) == await refuse(people.user, codes[0])
    assert (await mailed(people.user)).count("tien verkeerde codes in") == 1
    with pytest.raises(one_time_codes.WrongCode):  # the same lock, for who is signed in
        await second_factor.remove(
            await people.user.current(), current_password=people.user.password, code=app.at(wall_clock.now)
        )
    wall_clock.advance(minutes=15)
    await refuse(people.user, wrong_code(app), one_time_codes.ATTEMPTS - 1)
    await signing_in.finish(await pending(people.user), app.at(wall_clock.now))
    await refuse(people.user, wrong_code(app), one_time_codes.ATTEMPTS - 1)
    await signing_in.finish(await pending(people.user), codes[1])
    reasons = await tables.rows(select(AuditLog.error_message).order_by(col(AuditLog.sequence)))
    assert (reasons.count("wrong code"), reasons.count("code locked")) == (9 + 9 + 9, 1 + 2 + 1)


async def test_s36_ten_wrong_codes_at_once_count_as_ten(db, wall_clock, people) -> None:
    app, _ = await set_up(people.user)
    wall_clock.advance(seconds=60)
    waiting = [await pending(people.user) for _ in range(one_time_codes.ATTEMPTS)]
    guesses = (signing_in.finish(one, wrong_code(app)) for one in waiting)
    done = await asyncio.gather(*guesses, return_exceptions=True)
    assert {type(one) for one in done} == {one_time_codes.WrongCode}
    await refuse(people.user, app.at(wall_clock.now))


async def test_s37_a_recovery_code_works_once_and_its_owner_is_mailed(db, wall_clock, people) -> None:
    _, codes = await set_up(people.user)
    assert len({*codes}) == one_time_codes.RECOVERY_CODES
    typed = codes[3].upper().replace("-", " ").replace("0", "o").replace("1", "l")
    await signing_in.finish(await pending(people.user), typed)
    await refuse(people.user, codes[3])
    assert "Je hebt er nog 9." in await mailed(people.user)
    used = await tables.row(select(AuditLog).where(AuditLog.action == "use recovery code"))
    assert (used.user_id, used.organization_id) == (people.user.id, people.organization_id)


async def test_s37_another_persons_code_is_worth_nothing(db, people) -> None:
    app, _ = await set_up(people.user)
    _, others = await set_up(people.admin)
    await refuse(people.user, others[0])
    assert app.secret


async def test_s38_a_pending_sign_in_is_over_after_five_minutes_and_after_one_use(db, wall_clock, people) -> None:
    _, codes = await set_up(people.user)
    used, late, cancelled = [await pending(people.user) for _ in range(3)]
    opened = await signing_in.finish(used, codes[0])
    await db.run_in_transaction(sessions.end_sessions, people.admin.id)
    wall_clock.advance(minutes=4, seconds=59)
    assert await db.run_reading(sessions.identify, late) is None
    assert await db.run_reading(sessions.identify, opened.token) is not None
    wall_clock.advance(seconds=1)
    fresh = await pending(people.user)
    async with db.transaction() as session:
        await sessions.end_sessions(session, people.user.id)
        assert await signing_in.purge(session) == 0, "they went with the sessions"
    for token in (used, late, cancelled, fresh, opened.token, people.user.cookie, "", None, "x" * 500):
        with pytest.raises(NotSignedIn) as refusal:
            await signing_in.finish(token, codes[1])
        assert refusal.value.code == "sign_in_expired"


@pytest.mark.one_database
async def test_pending_sign_ins_that_are_over_are_cleaned_up(db, wall_clock, people) -> None:
    await set_up(people.user)
    await pending(people.user)
    wall_clock.advance(minutes=5)
    await pending(people.user)
    assert await db.run_in_transaction(signing_in.purge) == 1


async def test_s38_a_session_is_opened_by_nothing_less(db, people) -> None:
    await set_up(people.user)
    async with db.transaction() as session:
        with pytest.raises(sessions.WrongCredentials):
            await sessions.open_session(session, people.user.id)


async def test_s38_a_session_without_the_factor_is_none_whoever_opened_it(db, people) -> None:
    """A process of an older version does not ask for the code."""
    await set_up(people.user)
    async with db.transaction() as session:
        await session.execute(update(LoginSession).values(level="password"))
        assert await sessions.identify(session, people.user.cookie) is None
        assert await sessions.identify(session, people.admin.cookie) is not None
    assert await sessions.expired_among([tokens.hashed(people.user.cookie)])


async def test_s38_a_passkey_is_a_second_factor_too_and_recovery_codes_work_beside_it(db, people) -> None:
    async with db.transaction() as session:
        session.add(Passkey(user_id=people.user.id, credential_id="AQ", public_key="AQ", name="Telefoon"))
        codes = await one_time_codes.new_recovery_codes(session, people.user.id)
        assert await sessions.identify(session, people.user.cookie) is None
        assert await sessions.identify(session, people.admin.cookie) is not None
        with pytest.raises(sessions.WrongCredentials):
            await sessions.open_session(session, people.user.id)
    assert await sessions.expired_among([tokens.hashed(people.user.cookie)])
    await refuse(people.user, "123456", one_time_codes.ATTEMPTS - 1)
    opened = await signing_in.finish(await pending(people.user), codes[0])
    assert opened.user.level == "two_factor"
    await refuse(people.user, "123456", one_time_codes.ATTEMPTS)
    await refuse(people.user, codes[1])


async def test_a_session_needs_the_password_of_now_not_of_when_it_was_compared(db, people, monkeypatch) -> None:
    matches = passwords.matches

    async def matches_and_is_replaced(password: str, stored: str | None) -> bool:
        right = await matches(password, stored)
        await tables.change(User, people.user.id, password_hash="replaced")
        return right

    monkeypatch.setattr(passwords, "matches", matches_and_is_replaced)
    with pytest.raises(sessions.WrongCredentials):
        await signing_in.log_in(people.user.email, people.user.password)


async def test_ten_wrong_codes_end_setting_up(db, wall_clock, people) -> None:
    user = await people.user.current()
    app = TOTP((await second_factor.begin(user, current_password=people.user.password)).secret)
    for _ in range(one_time_codes.ATTEMPTS):
        with pytest.raises(Invalid, match="klopt niet"):
            await second_factor.confirm(user, wrong_code(app))
    with pytest.raises(Invalid, match="Begin opnieuw"):
        await second_factor.confirm(user, app.at(wall_clock.now))


async def test_setting_up_ends_the_sessions_that_had_no_code_and_keeps_this_one(db, people) -> None:
    other = await signing_in.log_in(people.user.email, people.user.password)
    assert (other.user.level, other.user.stepped_up_at) == ("password", None)
    await set_up(people.user)
    assert await db.run_reading(sessions.identify, other.token) is None
    assert (await people.user.current()).level == "two_factor"


async def test_the_present_app_goes_on_until_the_new_one_is_confirmed(db, wall_clock, people) -> None:
    app, codes = await set_up(people.user)
    user = await people.user.current()
    with pytest.raises(one_time_codes.WrongCode):
        await second_factor.begin(user, current_password=people.user.password, code=wrong_code(app))
    with pytest.raises(Invalid, match="Code is verplicht"):  # which is not counted as a wrong one
        await second_factor.begin(user, current_password=people.user.password, code=" ")
    wall_clock.advance(seconds=60)
    begun = await second_factor.begin(user, current_password=people.user.password, code=app.at(wall_clock.now))
    new = TOTP(begun.secret)
    assert new.secret != app.secret
    wall_clock.advance(seconds=60)
    await refuse(people.user, new.at(wall_clock.now))
    await signing_in.finish(await pending(people.user), app.at(wall_clock.now))
    with pytest.raises(Invalid, match="klopt niet"):
        await second_factor.confirm(user, wrong_code(new))
    await second_factor.confirm(user, new.at(wall_clock.now))
    await refuse(people.user, app.at(wall_clock.now, counter_offset=1))
    await refuse(people.user, codes[0])
    wall_clock.advance(seconds=30)
    await signing_in.finish(await pending(people.user), new.at(wall_clock.now))


@pytest.mark.one_database
async def test_a_set_up_that_took_too_long_begins_anew(db, wall_clock, people) -> None:
    user = await people.user.current()
    for late in (False, True):
        if late:
            begun = await second_factor.begin(user, current_password=people.user.password)
            wall_clock.advance(second_factor.SETUP)
        code = TOTP(begun.secret).at(wall_clock.now) if late else "123456"
        with pytest.raises(Invalid) as refusal:
            await second_factor.confirm(user, code)
        assert refusal.value.code == "setup_expired"


async def test_s37_removing_and_new_codes_need_the_password_and_a_code(db, wall_clock, people) -> None:
    app, codes = await set_up(people.user)
    user = await people.user.current()
    wall_clock.advance(seconds=60)
    for change in (second_factor.new_recovery_codes, second_factor.remove):
        with pytest.raises(Invalid, match="wachtwoord is onjuist"):
            await change(user, current_password="Verkeerd-wachtwoord-1!", code=app.at(wall_clock.now))
        with pytest.raises(one_time_codes.WrongCode):
            await change(user, current_password=people.user.password, code=wrong_code(app))
    fresh = await second_factor.new_recovery_codes(
        user, current_password=people.user.password, code=app.at(wall_clock.now)
    )
    assert "De oude werken niet meer." in await mailed(people.user)
    await refuse(people.user, codes[0])
    await second_factor.remove(user, current_password=people.user.password, code=fresh[0])
    assert "alleen je wachtwoord" in await mailed(people.user)
    opened = await signing_in.log_in(people.user.email, people.user.password)
    assert opened.user.level == "password"
    assert await db.run_reading(second_factor.status, user) == second_factor.Status(None, None, 0)
    levels = await tables.rows(select(LoginSession.level).where(LoginSession.user_id == user.id))
    assert set(levels) == {"password"}
    with pytest.raises(Conflict):
        await second_factor.remove(user, current_password=people.user.password, code=fresh[1])


@pytest.mark.one_database
async def test_the_drawing_is_inert_and_says_what_the_address_says(db, people) -> None:
    begun = await second_factor.begin(await people.user.current(), current_password=people.user.password)
    parsed = pyotp.parse_uri(begun.uri)
    assert (parsed.secret, parsed.issuer, parsed.name) == (begun.secret, "Spraakrapport", people.user.email)
    assert begun.svg.startswith("<svg ")
    assert not any(word in begun.svg for word in ("script", "href", "style", " on", people.user.email))


@pytest.mark.one_database
async def test_the_last_use_of_the_app_is_shown(db, wall_clock, people) -> None:
    app, _ = await set_up(people.user)
    wall_clock.advance(days=2)
    opened = await signing_in.finish(await pending(people.user), app.at(wall_clock.now))
    shown = await db.run_reading(second_factor.status, opened.user)
    assert (shown.last_used_at, shown.recovery_codes_left) == (wall_clock.now, 10)


async def test_who_lost_everything_is_let_in_from_the_command_line(db, people) -> None:
    _, codes = await set_up(people.user)
    token = await pending(people.user)
    await db.run_in_transaction(second_factor.remove_for, people.user.email.upper())
    assert "alleen je wachtwoord" in await mailed(people.user)
    with pytest.raises(NotSignedIn):
        await signing_in.finish(token, codes[0])
    assert await db.run_reading(sessions.identify, people.user.cookie) is None
    written = await tables.row(select(AuditLog).where(AuditLog.action == "remove second factor"))
    assert written.resource_id == str(people.user.id)
    assert (await signing_in.log_in(people.user.email, people.user.password)).user.level == "password"
    for email in (people.user.email, "niemand@zorg.example"):
        async with db.transaction() as session:
            with pytest.raises(NotFound):
                await second_factor.remove_for(session, email)
