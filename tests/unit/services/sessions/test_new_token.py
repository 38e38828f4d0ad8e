"""S37: a factor set up in a session gives it another token: who planted or stole the former one is out (fixation)."""

import asyncio

import pytest
from pyotp.totp import TOTP

from tests.support.fakes.authenticator import Authenticator
from tests.support.people import PASSWORD
from tests.unit.services.factors.factors import add_passkey, set_up
from voice_report.errors import Invalid, NotSignedIn
from voice_report.services.accounts import profile
from voice_report.services.factors import passkeys, second_factor
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens
from voice_report.services.shared.identity import TWO_FACTOR, CurrentUser


async def by_app(user: CurrentUser, **proof: str) -> str:
    app = TOTP((await second_factor.begin(user, current_password=PASSWORD, **proof)).secret)
    token, _ = await second_factor.confirm(user, app.now())
    return token


async def by_passkey(user: CurrentUser, **proof: str) -> str:
    options = await passkeys.begin(user, current_password=PASSWORD, **proof)
    token, _ = await passkeys.add(user, Authenticator().make(options), "Telefoon")
    return token


async def who(db, token: str) -> CurrentUser | None:
    return await db.run_reading(sessions.identify, token)


@pytest.mark.parametrize("set_up_by", [by_app, by_passkey])
async def test_s37_a_first_factor_gives_the_session_another_token(db, people, set_up_by) -> None:
    before = await people.user.current()
    assert await sessions.is_live(tokens.hashed(people.user.cookie))
    token = await set_up_by(before)
    assert await who(db, people.user.cookie) is None
    assert not await sessions.is_live(tokens.hashed(people.user.cookie)), "not from what was seen a moment ago either"
    after = await who(db, token)
    assert after is not None
    assert (after.session_id, after.level) == (before.session_id, TWO_FACTOR), "it is the same session"
    assert [device.current for device in await db.run_reading(profile.devices, after)] == [True]


async def test_s37_a_further_factor_does_too(db, people) -> None:
    _, codes = await set_up(people.user)
    token = await by_passkey(await people.user.current(), code=codes[0])
    assert await who(db, people.user.cookie) is None
    assert await who(db, token) is not None
    await add_passkey(people.admin)
    token = await by_app(await people.admin.current())
    assert await who(db, people.admin.cookie) is None
    assert await who(db, token) is not None


async def test_s37_a_refused_factor_changes_no_token(db, people) -> None:
    user = await people.user.current()
    options = await passkeys.begin(user, current_password=PASSWORD)
    with pytest.raises(Invalid):
        await passkeys.add(user, Authenticator().make(options | {"challenge": "AAAA"}), "Telefoon")
    assert await who(db, people.user.cookie) is not None


async def test_s37_a_session_that_ended_meanwhile_gets_no_token_and_no_factor(db, people) -> None:
    user = await people.user.current()
    app = TOTP((await second_factor.begin(user, current_password=PASSWORD)).secret)
    await db.run_in_transaction(sessions.log_out, people.user.cookie)
    with pytest.raises(NotSignedIn):
        await second_factor.confirm(user, app.now())
    assert (await db.run_reading(second_factor.status, user)).set_up_at is None


async def test_s37_two_factors_at_once_leave_one_token(db, people) -> None:
    user = await people.user.current()
    app = TOTP((await second_factor.begin(user, current_password=PASSWORD)).secret)
    options = await passkeys.begin(user, current_password=PASSWORD)
    made = Authenticator().make(options)
    outcomes = await asyncio.gather(second_factor.confirm(user, app.now()), passkeys.add(user, made, "Telefoon"))
    found = [await who(db, token) for token, _ in outcomes]
    assert sum(one is not None for one in found) == 1
    assert await who(db, people.user.cookie) is None
