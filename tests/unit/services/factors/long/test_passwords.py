"""Passwords: how they are kept, checked and required to be (S07)."""

import asyncio
import contextlib
import os
import random
import re
import string
import threading
import time
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from tests.support import people as cast
from tests.unit.services.sign_in.signing_in import row
from voice_report.db.models import User
from voice_report.errors import Invalid
from voice_report.services.factors import _guessable, passwords
from voice_report.services.sign_in import signing_in

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
    longest = "Bd1!xkqv" * 16
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


OWN = ("sanne.bos@delinde.example", "Sanne", "Bos", "De Linde")


@pytest.mark.parametrize(
    "guessed",
    [
        "Welkom01!2026",
        "W3lk0m01!2026",
        "P@ssw0rd2026!",
        "Wachtwoord123!",
        "2026!Wachtwoord",
        "Zomer2026!!!!",
        "Thuiszorg-Welkom1!",
        "Cliënt2026!!!",
        "Qwertyuiop123!",
        "Lkjhgfdsa-2026!",
        "Abcdefghijk1!",
        "Aaaaaaaaaaa1!",
        "A1!A1!A1!A1!a",
        "Sanne-Linde-2026!",
        "Sannebos2026!",
        "DeLinde-1234!",
        "1qaz2wsx!QAZ",
        "!QAZ2wsx#EDC4",
        "zaq12WSX!cde3",
        "1q2w3e4r5t6Y!",
        "Medicatie2026!",
        "Wijkteam2026!",
        "Nachtdienst1!",
        "Kerstmis2026!",
        "Zonnetje2026!",
        "MijnHondje12!",
        "Katten-2026!!",
        "Emma-Daan2019!",
        "Wachtwoord2!x",
        "xWelkom2026!y",
        "Welkom2026!x",
    ],
)
def test_s58_a_common_password_is_refused_although_it_meets_the_rules(guessed: str) -> None:
    with pytest.raises(Invalid, match="makkelijk te raden") as refused:
        passwords.check_rule(guessed, OWN)
    assert refused.value.code == "common_password"


@pytest.mark.parametrize(
    "kept",
    [
        "Een-lang-wachtwoord-1!",
        "hujvyz-Qexri7-vyrkac!",
        "Zonnebloem-2026!",
        "aK9!aK9!vT3#qL",
        "Ω1!aAbcdefgh-zwam",
        "1j%43?8Jw00B",
        "18?9D7z5$D70w&",
        "Maan-Mama-Ster-Kantoor1!",
        cast.PASSWORD,
    ],
)
def test_s58_other_passwords_are_taken(kept: str) -> None:
    assert passwords.check_rule(kept, OWN) is None


_SIGNS = "@$!%*?&#"
#: Words of four to nine letters that nobody's list of passwords begins with, beside some that ours has.
_PHRASES = """
    anker balkon citroen dijk emmer fluit gordijn hamer ijzer jas kubus lantaarn magneet nagel oever parel kwast rivier
    schaduw tafel urn vijver wolk zadel agenda brug cactus doos eiland fles grot hengel inkt juweel kapstok ladder molen
    net olijf pijl riem sleutel touw uil veer wiel zeil boom fiets hond huis kaas koffie maan nacht straat zomer
    """.strip().split()


def _random(dice: random.Random, length: int) -> str:
    """Return what a password manager makes."""
    letters = string.ascii_letters + string.digits + _SIGNS
    while True:
        made = "".join(dice.choices(letters, k=length))
        if all(rule.search(made) for rule, *_ in passwords.RULES):
            return made


def _spoken(dice: random.Random) -> str:
    """Return what a phone makes, with a sign of ours: 'hujvyz-Qexri7-vyrkac!'."""
    sounds = ["".join(dice.choice(kind) for kind in ("bcdfghjkmnpqrstvwxz", "aeiouy") * 3) for _ in range(3)]
    return f"{sounds[0]}-{sounds[1].capitalize()}{dice.randrange(10)}-{sounds[2]}{dice.choice(_SIGNS)}"


def _phrase(dice: random.Random) -> str:
    return "-".join(word.capitalize() for word in dice.sample(_PHRASES, 4)) + f"{dice.randrange(10)}!"


@pytest.mark.parametrize(
    "make",
    [*(partial(_random, length=length) for length in (12, 14, 20)), _spoken, _phrase],
    ids=["12 random", "14 random", "20 random", "spoken", "four words"],
)
def test_s58_what_managers_and_four_words_make_is_taken(make) -> None:
    dice = random.Random(58)  # noqa: S311  the same ones each time
    refused = [made for made in (make(dice) for _ in range(2_000)) if _guessable.is_guessable(made, OWN)]
    assert refused == []


def test_s58_one_s_own_name_is_nobody_elses() -> None:
    assert passwords.check_rule("Sanne-Bos-Rie-2026!") is None
    with pytest.raises(Invalid):
        passwords.check_rule("Sanne-Bos-2026!", OWN)


def test_s33_the_longest_password_is_looked_at_at_once() -> None:
    for worst in ("a" * 124 + "A1!#", "abcd" * 31 + "A1!#", "\u0315" * 64 + "\u0316" * 60 + "aA1!"):
        began = time.process_time()
        with contextlib.suppress(Invalid):
            passwords.check_rule(worst, ("x" * 254, "a" * 100, "b" * 100))
        assert time.process_time() - began < 1


def test_the_rules_come_before_what_is_common() -> None:
    """The fixed sentences stay, also for what a manager makes with hyphens."""
    with pytest.raises(Invalid, match="speciaal teken bevatten"):
        passwords.check_rule("hujvyz-Qexri7-vyrkac")


def test_managers_are_told_the_same_rules() -> None:
    """Of the built page nothing shows what a phone makes; the text of the attribute is what it reads."""
    accounts = Path(passwords.__file__).parents[2] / "ui"
    told = (accounts / "islands/sign_in/new_password.jsx").read_text()
    signs = re.search(r"required: \[(.*?)\]", told)
    assert signs is not None
    assert f"[{signs[1]}]" == passwords.RULES[-1][0].pattern
    assert f"minlength: {passwords.RULES[0][0].pattern[3:5]}; maxlength: {passwords.MAX_CHARACTERS};" in told
    assert all(f"required: {kind};" in told for kind in ("upper", "lower", "digit"))
    assert "passwordrules={rules}" in (accounts / "kit/form/password_field.jsx").read_text()
