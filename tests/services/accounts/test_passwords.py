"""Passwords: how they are kept, checked and required to be (S07)."""

import asyncio
import os
import re
import threading

import pytest
from argon2 import PasswordHasher

from tests import people as cast
from tests.services.accounts.signing_in import row
from voice_report.errors import Invalid
from voice_report.models import User
from voice_report.services.accounts import passwords, signing_in

_HASHER = passwords._hasher


@pytest.fixture(autouse=True)
def _quick_hashing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash as the product does."""
    monkeypatch.setattr(passwords, "_hasher", _HASHER)


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
    await signing_in.log_in(people.user.email, people.user.password)
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
