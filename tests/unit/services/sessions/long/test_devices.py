"""Known devices: what keeps neighbours from locking a user out, and first sign-ins that come twice at once (S08)."""

import asyncio

import pytest
from sqlmodel import func, select

from tests.support import tables
from voice_report.db.models import KnownDevice, LoginSession
from voice_report.errors import TooMany
from voice_report.services.audit import trail
from voice_report.services.factors import passwords
from voice_report.services.sessions import devices, sessions
from voice_report.services.shared import tokens
from voice_report.services.sign_in import signing_in

WRONG = "Verkeerd-wachtwoord-1!"
HOME = "192.0.2.77"  # one router for a whole location


@pytest.fixture
async def own_phone(people) -> str:
    """The token of a phone its owner signed in from before, and from now on calls from a shared address."""
    token = (await signing_in.log_in(people.user.email, people.user.password)).device_token
    trail.caller.set(trail.Caller(HOME))
    return token


async def test_s08_a_neighbours_failed_attempts_do_not_shut_a_known_device_out(db, people, own_phone) -> None:
    for number in range(60):
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(f"nobody-{number}@zorg.example", WRONG)
    for token in (None, tokens.new(), own_phone[:-1], own_phone + "x"):
        with pytest.raises(TooMany):
            await signing_in.log_in(people.user.email, people.user.password, device_token=token)
    await signing_in.log_in(people.user.email, people.user.password, device_token=own_phone)


async def test_s08_a_neighbours_many_sign_ins_do_not_shut_a_known_device_out(
    db, people, own_phone, monkeypatch
) -> None:
    async def at_once(_password: str, _stored: str | None) -> bool:
        return False

    with monkeypatch.context() as patched:
        patched.setattr(passwords, "matches", at_once)
        for number in range(300):
            with pytest.raises((sessions.WrongCredentials, TooMany)):
                await signing_in.log_in(f"nobody-{number}@zorg.example", WRONG)
    await signing_in.log_in(people.user.email, people.user.password, device_token=own_phone)


async def test_s08_a_known_device_does_not_spend_its_neighbours_attempts(db, people, own_phone) -> None:
    for _ in range(20):
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(people.user.email, WRONG, device_token=own_phone)
    with pytest.raises(TooMany):
        await signing_in.log_in(people.user.email, people.user.password, device_token=own_phone)
    for number in range(60):
        with pytest.raises(sessions.WrongCredentials):
            await signing_in.log_in(f"nobody-{number}@zorg.example", WRONG)


async def test_s33_sign_ins_from_known_devices_are_bounded_too(db, people, own_phone, monkeypatch) -> None:
    hashed = 0

    async def counted(_password: str, _stored: str | None) -> bool:
        nonlocal hashed
        hashed += 1
        return True

    monkeypatch.setattr(passwords, "matches", counted)
    for number in range(61):
        trail.caller.set(trail.Caller(f"198.51.100.{number}"))
        try:
            await signing_in.log_in(people.user.email, people.user.password, device_token=own_phone)
        except TooMany:
            break
    assert hashed == 60


async def test_first_sign_ins_at_once_from_one_browser_all_succeed(db, people) -> None:
    for _ in range(5):
        shared = tokens.new()
        pair = await asyncio.gather(
            *(signing_in.log_in(people.user.email, people.user.password, device_token=shared) for _ in range(2))
        )
        assert {one.device_token for one in pair} == {shared}
    assert await tables.row(select(func.count()).select_from(KnownDevice)) == 5
    signed_in = select(func.count()).where(LoginSession.user_id == people.user.id)
    assert await tables.row(signed_in) == 11


async def test_a_device_forgotten_by_time_is_known_again_after_a_sign_in(db, wall_clock, people) -> None:
    token = (await signing_in.log_in(people.user.email, people.user.password)).device_token
    wall_clock.advance(devices.KEPT)
    await signing_in.log_in(people.user.email, people.user.password, device_token=token)
    row = await tables.row(select(KnownDevice))
    assert row.last_seen_at == wall_clock.now
