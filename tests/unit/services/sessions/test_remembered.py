"""S43: a remembered device needs no code for as long as the organization allows, and one mail tells of a new device."""

from datetime import timedelta

import pytest
from pyotp.totp import TOTP
from sqlmodel import col, update

from tests.support import mailbox, tables
from tests.support import people as cast
from tests.unit.services.factors.factors import set_up
from voice_report import clock
from voice_report.db.models import Organization
from voice_report.errors import NotFound
from voice_report.services.accounts import password_reset, profile
from voice_report.services.audit import trail
from voice_report.services.factors import second_factor
from voice_report.services.sessions import remembered, sessions
from voice_report.services.shared.identity import TWO_FACTOR, needs_step_up
from voice_report.services.sign_in import signing_in

CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36"


async def allow(db, organization_id, days: int) -> None:
    allowed = update(Organization).where(col(Organization.id) == organization_id)
    await tables.run(allowed.values(remember_days=days))


async def sign_in(person: cast.Person, code: str, *, remember: bool, device: str | None = None) -> sessions.SignedIn:
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(person.email, person.password, device_token=device)
    return await signing_in.finish(needed.value.token, code, remember=remember, device_token=device)


async def needs_no_code(person: cast.Person, device: str) -> bool:
    try:
        done = await signing_in.log_in(person.email, person.password, device_token=device)
    except signing_in.CodeNeeded:
        return False
    assert (done.user.level, done.user.stepped_up_at) == (TWO_FACTOR, None)
    assert needs_step_up(done.user), "what is delicate needs a code all the same"
    return True


@pytest.fixture
async def kept(db, wall_clock, people) -> tuple[TOTP, list[str], str]:
    """The user's app and recovery codes, and the token of a device that is remembered for a week."""
    trail.caller.set(trail.Caller("192.0.2.7", CHROME))
    await allow(db, people.organization_id, 7)
    app, codes = await set_up(people.user)
    device = (await sign_in(people.user, codes[0], remember=True)).device_token
    assert await needs_no_code(people.user, device)
    return app, codes, device


async def test_s43_by_itself_no_device_is_remembered(db, wall_clock, people) -> None:
    _, codes = await set_up(people.user)
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(people.user.email, people.user.password)
    assert needed.value.remember_days == 0
    device = (await signing_in.finish(needed.value.token, codes[0], remember=True)).device_token
    assert not await needs_no_code(people.user, device)
    await allow(db, people.organization_id, 30)
    assert not await needs_no_code(people.user, device), "allowed later: it was not asked for then"
    assert not await needs_no_code(people.user, (await sign_in(people.user, codes[1], remember=False)).device_token)


async def test_s43_it_lasts_as_many_days_as_were_allowed(db, wall_clock, people, kept) -> None:
    _, _, device = kept
    await allow(db, people.organization_id, 30)
    wall_clock.advance(days=7, seconds=-1)
    assert await needs_no_code(people.user, device)
    wall_clock.advance(seconds=1)
    assert not await needs_no_code(people.user, device)


async def test_s43_another_persons_device_is_worth_nothing(db, wall_clock, people, kept) -> None:
    await set_up(people.admin)
    assert not await needs_no_code(people.admin, kept[2])
    assert not await needs_no_code(people.user, "x" * len(kept[2]))


async def _change_password(user, _codes) -> None:
    new = "Een-ander-wachtwoord-2!"
    await profile.change_password(user, current_password=cast.PASSWORD, new_password=new, confirm_password=new)
    await profile.change_password(
        user, current_password=new, new_password=cast.PASSWORD, confirm_password=cast.PASSWORD
    )


async def _reset_password(user, _codes) -> None:
    await password_reset.forgot(user.email)
    [mail] = [one for one in await mailbox.delivered(user.email) if "reset-password" in one.text]
    await password_reset.reset(mail.token(), cast.PASSWORD, cast.PASSWORD)


async def _new_app(user, codes) -> None:
    app = TOTP((await second_factor.begin(user, current_password=cast.PASSWORD, code=codes[1])).secret)
    await second_factor.confirm(user, app.at(clock.now()))


async def _off_and_on(user, codes) -> None:
    await second_factor.remove(user, current_password=cast.PASSWORD, code=codes[1])
    app = TOTP((await second_factor.begin(user, current_password=cast.PASSWORD)).secret)
    await second_factor.confirm(user, app.at(clock.now()))


@pytest.mark.parametrize("change", [_change_password, _reset_password, _new_app, _off_and_on])
async def test_s43_it_ends_with_what_it_stood_on(db, wall_clock, people, kept, change) -> None:
    _, codes, device = kept
    await change(await people.user.current(), codes)
    assert not await needs_no_code(people.user, device)


async def test_s43_it_ends_when_signed_out_everywhere_and_when_forgotten(db, wall_clock, people, kept) -> None:
    _, codes, device = kept
    user = await people.user.current()
    [one] = await db.run_reading(remembered.list_remembered, user)
    assert await db.run_reading(remembered.list_remembered, await people.platform_admin.current()) == []
    assert (one.name, one.remembered_until) == ("Chrome op Windows", wall_clock.now + timedelta(days=7))
    with pytest.raises(NotFound):
        await people.admin.call(remembered.forget, one.id)
    assert await needs_no_code(people.user, device)
    await db.run_in_transaction(remembered.forget, user, str(one.id))
    assert not await needs_no_code(people.user, device)
    await sign_in(people.user, codes[1], remember=True, device=device)
    assert await needs_no_code(people.user, device)
    await db.run_in_transaction(profile.sign_out_others, user)
    assert not await needs_no_code(people.user, device)


async def test_s43_it_ends_with_the_setting(db, wall_clock, people, kept) -> None:
    await allow(db, people.organization_id, 0)
    assert not await needs_no_code(people.user, kept[2])
    assert await db.run_reading(remembered.list_remembered, await people.user.current()) == []
    await allow(db, people.organization_id, 1)
    assert await needs_no_code(people.user, kept[2])
    wall_clock.advance(days=1)
    assert not await needs_no_code(people.user, kept[2])


async def test_the_owner_is_mailed_about_a_new_device_from_the_second_sign_in_on(db, wall_clock, people) -> None:
    trail.caller.set(trail.Caller("192.0.2.7", CHROME))

    async def told() -> list[str]:
        mails = await mailbox.delivered(people.user.email)
        return [one.text for one in mails if one.subject == "Aangemeld op een nieuw apparaat"]

    first = await signing_in.log_in(people.user.email, people.user.password)
    await signing_in.log_in(people.user.email, people.user.password, device_token=first.device_token)
    assert await told() == []
    await signing_in.log_in(people.user.email, people.user.password)
    [text] = await told()
    assert "Chrome, 02-03-2026, 10.00 uur" in text
    assert "192.0.2.7" not in text
    assert "/forgot-password" in text
    _, codes = await set_up(people.user)
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(people.user.email, people.user.password)
    assert len(await told()) == 1, "nobody is signed in yet"
    await signing_in.finish(needed.value.token, codes[0])
    assert len(await told()) == 2
