"""S43: an administrator takes a colleague's lost second factor away; only the mailed link, and the password, go on."""

import asyncio
from dataclasses import replace

import pytest
from pyotp.totp import TOTP
from sqlmodel import col, select, update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.unit.services.factors.factors import begin_setup, require_from, set_up
from voice_report import clock
from voice_report.db.models import AuditLog, LoginSession, PendingSignIn, RecoveryCode, TotpFactor, User
from voice_report.db.session import run_in_transaction
from voice_report.errors import Conflict, DomainError, NotAllowed, NotFound, StepUpNeeded
from voice_report.services.factors import factor_reset, second_factor
from voice_report.services.organizations import members
from voice_report.services.sessions import sessions
from voice_report.services.shared.identity import STEP_UP
from voice_report.services.sign_in import setting_up, signing_in


async def reset(person: cast.Person, member: cast.Person) -> None:
    await run_in_transaction(members.reset_second_factor, await person.current(), str(member.id))


async def mailed(person: cast.Person) -> list[str]:
    """Return the tokens of the links that were mailed."""
    mails = await mailbox.delivered(person.email)
    return [one.token() for one in mails if one.subject == "Stel je tweede stap opnieuw in"]


async def refusal(person: cast.Person, **how: str) -> str:
    with pytest.raises(NotAllowed) as refused:
        await signing_in.log_in(person.email, person.password, **how)
    assert refused.value.code == "factor_reset"
    return refused.value.message


async def test_s43_the_member_sets_up_anew_with_the_mailed_link_and_the_password(db, wall_clock, people) -> None:
    await set_up(people.admin)
    _, codes = await set_up(people.user)
    with pytest.raises(signing_in.CodeNeeded) as pending:
        await signing_in.log_in(people.user.email, people.user.password)
    await reset(people.admin, people.user)
    async with db.reading() as session:
        assert await sessions.identify(session, people.user.cookie) is None
        for table in (TotpFactor, RecoveryCode, LoginSession, PendingSignIn):
            assert not (await session.exec(select(table).where(table.user_id == people.user.id))).all()
        row = (await session.exec(select(AuditLog).where(AuditLog.action == "reset second factor"))).one()
    assert (row.user_id, row.resource_id) == (people.admin.id, str(people.user.id))
    with pytest.raises(DomainError):
        await signing_in.finish(pending.value.token, codes[0])

    assert await refusal(people.user) == factor_reset.LINK_NEEDED, "the password alone opens nothing"
    assert await refusal(people.user, reset_token="x" * 43) == factor_reset.LINK_OVER
    with pytest.raises(sessions.WrongCredentials):
        await db.run_in_transaction(sessions.open_session, people.user.id)
    [token] = await mailed(people.user)
    assert token not in str((await mailbox.newest(people.admin.email)).text)
    pending_token = await begin_setup(people.user, reset_token=token)
    app = TOTP((await setting_up.begin(pending_token)).secret)
    await begin_setup(people.user, reset_token=token)  # tried and left: the link is good until it was used
    done, _ = await setting_up.confirm(pending_token, app.at(clock.now()))
    assert await db.run_reading(sessions.identify, done.token) is not None
    with pytest.raises(signing_in.CodeNeeded):
        await signing_in.log_in(people.user.email, people.user.password, reset_token=token)


async def test_s43_a_link_is_over_after_a_day_and_replaced_by_a_newer_one(db, wall_clock, people) -> None:
    await set_up(people.admin)
    await set_up(people.user)
    await reset(people.admin, people.user)
    wall_clock.advance(factor_reset.VALID_FOR)
    [first] = await mailed(people.user)
    assert await refusal(people.user, reset_token=first) == factor_reset.LINK_OVER
    now = {"stepped_up_at": clock.now(), "last_seen_at": clock.now()}
    await tables.run(update(LoginSession).where(col(LoginSession.user_id) == people.admin.id).values(**now))
    await reset(people.admin, people.user)
    second = (set(await mailed(people.user)) - {first}).pop()
    assert await refusal(people.user, reset_token=first) == factor_reset.LINK_OVER
    assert await begin_setup(people.user, reset_token=second)


async def test_s43_two_administrators_at_once_leave_one_link(db, wall_clock, people) -> None:
    second = await cast.make_user(people.organization_id, role="admin")
    for person in (people.admin, second, people.user):
        await set_up(person)
    await asyncio.gather(reset(people.admin, people.user), reset(second, people.user))
    tokens = await mailed(people.user)
    works = 0
    for token in tokens:
        try:
            await signing_in.log_in(people.user.email, people.user.password, reset_token=token)
        except signing_in.SetupNeeded:
            works += 1
        except NotAllowed:
            pass
    assert (len(tokens), works) == (2, 1)


async def test_s43_nobody_resets_oneself_a_stranger_or_a_platform_administrator(db, wall_clock, people) -> None:
    for person in (people.admin, people.user, people.other_admin, people.outsider, people.platform_admin):
        await set_up(person)
    third = await cast.make_user(people.organization_id, role="platform_admin")
    await set_up(third)
    for who, whom, error in (
        (people.admin, people.admin, Conflict),
        (people.admin, people.outsider, NotFound),
        (people.admin, people.other_admin, NotFound),
        (people.admin, people.platform_admin, NotFound),
        (people.admin, third, NotFound),
        (people.platform_admin, people.platform_admin, Conflict),
        (people.platform_admin, third, NotFound),
        (people.platform_admin, people.user, NotFound),
        (people.user, people.admin, NotAllowed),
    ):
        with pytest.raises(error):
            await reset(who, whom)
        assert await whom.current(), "nothing changed"
    await reset(people.platform_admin, people.other_admin)
    assert await mailed(people.other_admin)


async def test_s43_it_needs_a_factor_of_ones_own_given_just_now(db, wall_clock, people) -> None:
    await set_up(people.user)
    with pytest.raises(Conflict) as refused:
        await reset(people.admin, people.user)
    assert refused.value.code == "no_second_factor"
    await set_up(people.admin)
    wall_clock.advance(STEP_UP)
    with pytest.raises(StepUpNeeded):
        await reset(people.admin, people.user)
    user = replace(await people.admin.current(), stepped_up_at=clock.now())
    with pytest.raises(Conflict):
        await run_in_transaction(
            members.reset_second_factor, user, str((await cast.make_user(people.organization_id)).id)
        )
    with pytest.raises(NotFound):
        await run_in_transaction(members.reset_second_factor, user, "geen-id")
    await run_in_transaction(members.reset_second_factor, user, str(people.user.id))


async def test_the_command_line_lets_in_who_was_reset(db, wall_clock, people) -> None:
    await set_up(people.admin)
    await set_up(people.user)
    await reset(people.admin, people.user)
    await db.run_in_transaction(second_factor.remove_for, people.user.email)
    assert (await signing_in.log_in(people.user.email, people.user.password)).user.level == "password"
    await require_from(people.organization_id)
    await begin_setup(people.user)
    assert (await tables.get(User, people.user.id)).is_active
