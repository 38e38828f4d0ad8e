"""S42: from the day that an organization requires a second factor, who has none sets one up first, and sees nothing."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest
from pyotp.totp import TOTP
from sqlmodel import col, select, update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.unit.services.factors.factors import begin_setup, require_from, require_provider, set_up, wrong_code
from voice_report import clock
from voice_report.config import settings
from voice_report.db.models import AuditLog, LinkedIdentity, LoginSession, PendingSignIn, TotpFactor, User
from voice_report.errors import Conflict, Invalid, NotSignedIn
from voice_report.services.accounts import password_reset, verification
from voice_report.services.factors import second_factor
from voice_report.services.organizations import invitations, joining, members, second_factor_policy
from voice_report.services.sessions import requirement, sessions
from voice_report.services.shared import dates, tokens
from voice_report.services.shared.identity import PASSWORD, SINGLE_SIGN_ON, TWO_FACTOR
from voice_report.services.sign_in import setting_up, signing_in

FIRST_DAY = date(2026, 3, 3)
MIDNIGHT = datetime(2026, 3, 2, 23, 0, tzinfo=UTC)  # in Amsterdam


async def is_session(db, cookie: str) -> bool:
    found = await db.run_reading(sessions.identify, cookie)
    ended = await sessions.expired_among([tokens.hashed(cookie)])
    assert (found is None) == bool(ended) == (not await sessions.is_live(tokens.hashed(cookie), max_age=0))
    return found is not None


async def test_s42_it_begins_at_midnight_in_amsterdam_and_ends_sessions_without_it(db, wall_clock, people) -> None:
    await set_up(people.admin)
    await require_from(people.organization_id, FIRST_DAY)
    async with db.transaction() as session:  # who works goes on until midnight
        await session.execute(update(LoginSession).values(last_seen_at=MIDNIGHT))
    wall_clock.set(MIDNIGHT.replace(hour=22, minute=59))
    for person in (people.user, people.admin, people.outsider):
        assert await is_session(db, person.cookie)
    assert (await signing_in.log_in(people.user.email, people.user.password)).user.level == "password"
    wall_clock.set(MIDNIGHT)
    assert not await is_session(db, people.user.cookie)
    for person in (people.admin, people.outsider):
        assert await is_session(db, person.cookie), "who has one, and another organization, notice nothing"
    await begin_setup(people.user)
    with pytest.raises(signing_in.CodeNeeded):
        await signing_in.log_in(people.admin.email, people.admin.password)


async def test_s42_a_session_of_a_provider_is_over_once_it_must_have_seen_more(db, wall_clock, people) -> None:
    """From the first day on a provider has to report a second step, which it did not have to before."""
    await require_from(people.organization_id, FIRST_DAY)

    async def opened(moment: datetime) -> None:
        of_user = update(LoginSession).where(col(LoginSession.user_id) == people.user.id)
        at = {"created_at": moment, "last_seen_at": moment}
        await tables.run(of_user.values(level=SINGLE_SIGN_ON, **at))

    await opened(MIDNIGHT - timedelta(minutes=30))
    wall_clock.set(MIDNIGHT - timedelta(minutes=1))
    assert await is_session(db, people.user.cookie)
    wall_clock.set(MIDNIGHT)
    assert not await is_session(db, people.user.cookie)
    for moment in (MIDNIGHT, MIDNIGHT + timedelta(hours=9)):
        await opened(moment)
        wall_clock.set(moment + timedelta(hours=2))
        assert await is_session(db, people.user.cookie)
    wall_clock.set(MIDNIGHT + timedelta(hours=20))
    assert await is_session(db, people.user.cookie)


async def test_s42_setting_up_opens_the_session_once(db, wall_clock, people) -> None:
    await require_from(people.organization_id)
    token = await begin_setup(people.user)
    setup = await setting_up.begin(token)
    app = TOTP(setup.secret)
    assert people.user.email.partition("@")[0] in setup.uri
    with pytest.raises(Invalid) as refused:
        await setting_up.confirm(token, wrong_code(app))
    assert refused.value.code == "wrong_code"
    done, codes = await setting_up.confirm(token, app.at(clock.now()))
    assert len(codes) == 10
    assert (done.user.level, done.user.stepped_up_at) == (TWO_FACTOR, wall_clock.now)
    assert await is_session(db, done.token)
    for again in (setting_up.begin(token), setting_up.confirm(token, app.at(clock.now()))):
        with pytest.raises(NotSignedIn):
            await again
    assert "verificatie-app ingesteld" in (await mailbox.newest(people.user.email)).text
    query = select(AuditLog.action, AuditLog.error_message).where(AuditLog.user_id == people.user.id)
    rows = await tables.rows(query)
    assert ("login", "second factor needed") in rows
    assert ("set up second factor", None) in rows
    with pytest.raises(signing_in.CodeNeeded):
        await signing_in.log_in(people.user.email, people.user.password)


async def test_s42_a_pending_set_up_is_no_pending_code_and_the_other_way_round(db, wall_clock, people) -> None:
    _, codes = await set_up(people.user)
    await require_from(people.organization_id)
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(people.user.email, people.user.password)
    for work in (setting_up.begin(needed.value.token), setting_up.confirm(needed.value.token, "123456")):
        with pytest.raises(NotSignedIn):
            await work
    with pytest.raises(NotSignedIn):
        await signing_in.finish(await begin_setup(people.admin), codes[0])


async def test_s42_a_pending_set_up_is_over_after_half_an_hour_and_with_the_sessions(db, wall_clock, people) -> None:
    await require_from(people.organization_id)
    token = await begin_setup(people.user)
    app = TOTP((await setting_up.begin(token)).secret)
    wall_clock.advance(minutes=30)
    with pytest.raises(NotSignedIn):
        await setting_up.confirm(token, app.at(clock.now()))
    token = await begin_setup(people.user)
    await setting_up.begin(token)
    await db.run_in_transaction(sessions.end_sessions, people.user.id)
    with pytest.raises(NotSignedIn):
        await setting_up.begin(token)
    await setting_up.begin(await begin_setup(people.user))
    for left in (0, 1):
        async with db.transaction() as session:
            assert (await signing_in.purge(session), await second_factor.purge(session)) == (left, left)
        wall_clock.advance(minutes=30)
    assert not await tables.rows(select(TotpFactor))
    assert not await tables.rows(select(PendingSignIn))


async def test_s42_two_browsers_that_set_up_at_once_make_one_app(db, people) -> None:
    await require_from(people.organization_id)
    pending = [await begin_setup(people.user) for _ in range(2)]
    await setting_up.begin(pending[0])
    app = TOTP((await setting_up.begin(pending[1])).secret)
    code = app.at(clock.now())
    done = await asyncio.gather(*(setting_up.confirm(token, code) for token in pending), return_exceptions=True)
    opened = [one for one in done if not isinstance(one, BaseException)]
    [refused] = [one for one in done if isinstance(one, BaseException)]
    assert isinstance(refused, NotSignedIn)
    assert await is_session(db, opened[0][0].token)


async def test_s42_ten_wrong_codes_end_setting_up_here_too(db, wall_clock, people) -> None:
    await require_from(people.organization_id)
    token = await begin_setup(people.user)
    app = TOTP((await setting_up.begin(token)).secret)
    for _ in range(10):
        with pytest.raises(Invalid):
            await setting_up.confirm(token, wrong_code(app))
    with pytest.raises(Invalid) as refused:
        await setting_up.confirm(token, app.at(clock.now()))
    assert refused.value.code == "setup_expired"


async def test_s42_it_cannot_be_turned_off_while_it_is_required(db, wall_clock, people) -> None:
    _, codes = await set_up(people.user)
    proof = {"current_password": people.user.password}
    await require_from(people.organization_id)
    with pytest.raises(Conflict) as refused:
        await second_factor.remove(await people.user.current(), **proof, code=codes[0])
    assert refused.value.code == "second_factor_required"
    assert (await db.run_reading(second_factor.status, await people.user.current())).is_required
    await second_factor.begin(await people.user.current(), **proof, code=codes[0])
    await require_from(people.organization_id, date(2026, 3, 3))
    await second_factor.remove(await people.user.current(), **proof, code=codes[1])


async def test_s42_no_other_way_of_signing_in_passes_it_by(db, wall_clock, people) -> None:
    """An invitation, a mailed link with the password, a new password, and a session opened without asking."""
    await require_from(people.organization_id)
    with pytest.raises(sessions.WrongCredentials):
        await db.run_in_transaction(sessions.open_session, people.user.id)

    admin = await cast.make_user(people.organization_id, role="admin")
    await set_up_pending(admin)
    await db.run_in_transaction(invitations.invite, await signed_in(db, admin), "nieuw@zorg.example")
    token = (await mailbox.newest("nieuw@zorg.example")).token("invitation")
    names = {"first_name": "Nora", "last_name": "Nieuw"}
    done = await joining.register(email="nieuw@zorg.example", password=cast.PASSWORD, invitation_token=token, **names)
    assert done.signed_in is None
    assert done.setup_needed is not None
    assert (await setting_up.begin(done.setup_needed.token)).secret

    waiting = await cast.make_user(people.organization_id, is_email_verified=False)
    async with db.transaction() as session:
        await verification.send(session, await session.get_one(User, waiting.id))
    mailed = (await mailbox.newest(waiting.email)).token()
    assert (await verification.verify(mailed, password=waiting.password)).signed_in is None

    await password_reset.forgot(waiting.email)
    [mail] = [one for one in await mailbox.delivered(waiting.email) if "reset-password" in one.text]
    await password_reset.reset(mail.token(), *["Een-ander-wachtwoord-2!"] * 2)
    with pytest.raises(signing_in.SetupNeeded):
        await signing_in.log_in(waiting.email, "Een-ander-wachtwoord-2!")


async def set_up_pending(person: cast.Person) -> list[str]:
    token = await begin_setup(person)
    app = TOTP((await setting_up.begin(token)).secret)
    return (await setting_up.confirm(token, app.at(clock.now())))[1]


async def signed_in(db, person: cast.Person):
    async with db.reading() as session:
        query = select(LoginSession.token_hash).where(LoginSession.user_id == person.id)
        user = await sessions.identify_hashed(session, (await session.exec(query)).one())
    assert user is not None
    return user


async def test_s42_platform_administrators_need_one_in_production_always(db, people, monkeypatch) -> None:
    assert await is_session(db, people.platform_admin.cookie)
    monkeypatch.setattr(type(settings()), "is_production", property(lambda _: True))
    assert not await is_session(db, people.platform_admin.cookie)
    assert await is_session(db, people.user.cookie)
    codes = await set_up_pending(people.platform_admin)
    user = await signed_in(db, people.platform_admin)
    with pytest.raises(Conflict) as refused:
        await second_factor.remove(user, current_password=people.platform_admin.password, code=codes[0])
    assert refused.value.code == "second_factor_required"
    await second_factor.step_up(user, codes[0])


async def set_level(db, person: cast.Person, level: str) -> None:
    of_person = update(LoginSession).where(col(LoginSession.user_id) == person.id)
    await tables.run(of_person.values(level=level, stepped_up_at=clock.now()))


async def test_s42_sessions_a_provider_opened_earlier_on_the_first_day_end_with_the_choice(
    db, wall_clock, people
) -> None:
    """The provider did not have to see a second step then."""
    await set_up(people.admin)
    for person in (people.user, people.outsider):
        await set_level(db, person, SINGLE_SIGN_ON)
    today = {"choice": "required", "since": dates.today()}
    user = await people.admin.current()
    await db.run_in_transaction(second_factor_policy.change, user, **today, remember_days=0)
    assert not await is_session(db, people.user.cookie)
    for person in (people.admin, people.outsider):
        assert await is_session(db, person.cookie)
    await set_level(db, people.admin, TWO_FACTOR)
    signed_in = await cast.make_user(people.organization_id)
    await set_level(db, signed_in, SINGLE_SIGN_ON)
    await people.admin.call(second_factor_policy.change, **today, remember_days=7)
    assert await is_session(db, signed_in.cookie), "who came since then has shown it"


async def test_s43_an_administrator_of_a_provider_s_session_is_told_how_to_come_in(db, people) -> None:
    """To set up a second step is the wrong advice for who has one."""
    await set_up(people.user)
    for code in ("no_second_factor", "second_factor_session"):
        await set_level(db, people.admin, SINGLE_SIGN_ON)
        user = await people.admin.current()
        async with db.transaction() as session:
            for act in (
                second_factor_policy.change(session, user, choice="required", since=dates.today(), remember_days=0),
                members.reset_second_factor(session, user, str(people.user.id)),
            ):
                with pytest.raises(Conflict) as refused:
                    await act
                assert refused.value.code == code
        await set_level(db, people.admin, PASSWORD)
        if code == "no_second_factor":
            await set_up(people.admin)


async def test_s42_who_signs_in_at_a_provider_gets_no_notice(db, people) -> None:
    await require_from(people.organization_id, FIRST_DAY.replace(year=2036))
    other = await cast.make_user(people.organization_id)
    provider = {"organization_id": people.organization_id, "issuer": "https://inloggen.example"}
    await tables.add(LinkedIdentity(user_id=other.id, subject="1", **provider))

    async def is_told(person: cast.Person) -> bool:
        return await db.run_reading(requirement.notice, await person.current()) is not None

    assert await is_told(other), "the organization uses the provider no more"
    await require_provider(people.organization_id)
    assert await is_told(people.user)
    assert not await is_told(other)
    await set_level(db, people.user, SINGLE_SIGN_ON)
    assert not await is_told(people.user)
