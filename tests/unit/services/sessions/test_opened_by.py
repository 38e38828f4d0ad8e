"""How a session was opened and stepped up, as the list of devices says."""

import pytest
from sqlmodel import col, update

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors.factors import add_passkey, begin_setup, require_from, set_up, touch
from tests.unit.services.factors.passkey_story import pending
from tests.unit.services.sessions.test_remembered import allow
from tests.unit.services.sessions.test_remembered import sign_in as sign_in_with_code
from voice_report.db.models import LoginSession
from voice_report.services.accounts import profile
from voice_report.services.factors import second_factor
from voice_report.services.sessions import sessions
from voice_report.services.shared.identity import SINGLE_SIGN_ON, TWO_FACTOR, CurrentUser
from voice_report.services.sign_in import passkey_sign_in, setting_up, signing_in


async def how(db, user: CurrentUser) -> tuple[str, str]:
    """Return how the session of ``user`` was opened, and stepped up."""
    [device] = [one for one in await db.run_reading(profile.devices, user) if one.current]
    return device.opened_by, device.stepped_up_by


async def begin_code(person: cast.Person) -> str:
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(person.email, person.password)
    return needed.value.token


async def test_by_the_password_alone(db, people) -> None:
    opened = await signing_in.log_in(people.user.email, people.user.password)
    assert await how(db, opened.user) == ("password", "")


async def test_by_the_password_and_a_code(db, wall_clock, people) -> None:
    app, codes = await set_up(people.user)
    wall_clock.advance(minutes=1)
    opened = await signing_in.finish(await begin_code(people.user), app.at(wall_clock.now))
    assert await how(db, opened.user) == ("code", "code")
    opened = await signing_in.finish(await begin_code(people.user), codes[0])
    assert await how(db, opened.user) == ("recovery_code", "recovery_code")
    wall_clock.advance(minutes=11)
    await second_factor.step_up(opened.user, app.at(wall_clock.now))
    assert await how(db, opened.user) == ("recovery_code", "code"), "the last one counts"
    await second_factor.step_up(opened.user, codes[1])
    assert await how(db, opened.user) == ("recovery_code", "recovery_code")


async def test_by_the_password_on_a_remembered_device(db, wall_clock, people) -> None:
    await allow(db, people.organization_id, 7)
    _, codes = await set_up(people.user)
    kept = await sign_in_with_code(people.user, codes[0], remember=True)
    opened = await signing_in.log_in(people.user.email, people.user.password, device_token=kept.device_token)
    assert await how(db, opened.user) == ("remembered", "")


async def test_by_a_passkey(db, wall_clock, people) -> None:
    phone, _ = await add_passkey(people.user)
    opened = await touch(phone)
    assert await how(db, opened.user) == ("passkey", "passkey")
    token = await pending(people.user)
    second = await passkey_sign_in.finish(token, phone.sign(await passkey_sign_in.pending_options(token)))
    assert await how(db, second.user) == ("second_passkey", "passkey")
    await passkey_sign_in.step_up(second.user, phone.sign(await passkey_sign_in.step_up_options(second.user)))
    assert await how(db, second.user) == ("second_passkey", "passkey")


async def test_a_factor_set_up_in_a_session_is_what_it_was_opened_with(db, wall_clock, people) -> None:
    await set_up(people.user)
    assert await how(db, await people.user.current()) == ("code", "code")
    await add_passkey(people.admin)
    assert await how(db, await people.admin.current()) == ("second_passkey", "passkey")


async def test_a_further_factor_leaves_how_a_session_was_opened(db, wall_clock, people) -> None:
    phone, _ = await add_passkey(people.user)
    user = (await touch(phone)).user
    setup = await second_factor.begin(user, current_password=people.user.password)
    await second_factor.confirm(user, second_factor.TOTP(setup.secret).at(wall_clock.now))
    assert await how(db, user) == ("passkey", "code")


async def test_a_factor_set_up_while_signing_in(db, wall_clock, people) -> None:
    await require_from(people.organization_id)
    token = await begin_setup(people.user)
    setup = await setting_up.begin(token)
    opened, _ = await setting_up.confirm(token, second_factor.TOTP(setup.secret).at(wall_clock.now))
    assert await how(db, opened.user) == ("code", "code")


async def test_a_removed_factor_is_no_step_up_any_more(db, wall_clock, people) -> None:
    _, codes = await set_up(people.user)
    await second_factor.remove(await people.user.current(), current_password=people.user.password, code=codes[0])
    assert await how(db, await people.user.current()) == ("code", "")


@pytest.mark.parametrize(
    ("level", "opened_by"), [("password", "password"), (TWO_FACTOR, ""), (SINGLE_SIGN_ON, "provider")]
)
async def test_of_a_session_that_an_older_version_opened_its_level_tells(db, people, level: str, opened_by) -> None:
    user = await people.user.current()
    own = update(LoginSession).where(col(LoginSession.id) == user.session_id)
    await tables.run(own.values(level=level, opened_by="", stepped_up_by=""))
    [device] = await db.run_reading(profile.devices, user)
    name = "Zorggroep De Linde" if level == SINGLE_SIGN_ON else ""
    assert (device.opened_by, device.stepped_up_by, device.organization) == (opened_by, "", name)


async def test_every_way_of_opening_has_a_level(people) -> None:
    assert sessions.Opening().level == "password"
    for by in ("remembered", "code", "recovery_code", "second_passkey", "passkey"):
        assert sessions.Opening(by).level == TWO_FACTOR
    assert sessions.Opening("provider").level == SINGLE_SIGN_ON
