"""Argon2id password hashes, computed in threads so that the event loop is not blocked (security.md S07).

19 MiB, two passes, one lane is OWASP's minimum. The number of concurrent hashes is limited to the spare processors:
when fifty users sign in at once, they queue here and nowhere else.
"""

import asyncio
import os
import re
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from ...errors import Invalid
from ..shared import rate_limits
from ..shared.text import bounded
from . import _guessable

MAX_CHARACTERS = 128

#: The rules for every new password (decisions/0001), in the order in which they are shown: the sentence of an error,
#: and the part after 'Je wachtwoord heeft'.
RULES = (
    (re.compile(r"^.{12,}$", re.DOTALL), "Wachtwoord moet minimaal 12 karakters zijn", "minimaal 12 karakters"),
    (re.compile(r"[A-Z]"), "Wachtwoord moet minimaal één hoofdletter bevatten", "een hoofdletter"),
    (re.compile(r"[a-z]"), "Wachtwoord moet minimaal één kleine letter bevatten", "een kleine letter"),
    (re.compile(r"[0-9]"), "Wachtwoord moet minimaal één cijfer bevatten", "een cijfer"),
    (
        re.compile(r"[@$!%*?&#]"),
        "Wachtwoord moet minimaal één speciaal teken bevatten (@$!%*?&#)",
        "een speciaal teken: @ $ ! % * ? & #",
    ),
)

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def check_rule(password: str, own: Iterable[str] = ()) -> None:
    """Raise ``Invalid`` with the sentence of the first password rule that is not met.

    Code ``common_password``: it meets the rules, and is easy to guess all the same. ``own``: the person's names,
    address and organization, which others know.
    """
    bounded(password, MAX_CHARACTERS, f"Wachtwoord mag maximaal {MAX_CHARACTERS} karakters zijn")
    for pattern, sentence, _ in RULES:
        if not pattern.search(password):
            raise Invalid(sentence)
    if _guessable.is_guessable(password, own):
        raise Invalid(_guessable.SENTENCE, code="common_password")


async def hashed(password: str) -> str:
    return await _in_thread(_hasher.hash, _bytes(password))


async def matches(password: str, stored: str | None) -> bool:
    """Return whether the password matches the hash.

    Takes the same time for an account that does not exist (``None``) and for a password that is too long, because a
    hash is verified in either case (S09).
    """
    too_long = len(password) > MAX_CHARACTERS
    verified = await _in_thread(_verify, stored or _nobody(), password[:MAX_CHARACTERS])
    return verified and stored is not None and not too_long


async def confirmed(password: str, stored: str, place: tuple[str, str]) -> bool:
    """Return whether the password matches the hash; a wrong one, and no other, uses a place in the limit on failures.

    The place is taken before the password is looked at, and given back when that is broken off as well. Raises
    ``TooMany``.
    """
    await rate_limits.take(place)
    is_wrong = False
    try:
        is_wrong = not await matches(password, stored)
    finally:
        if not is_wrong:
            await asyncio.shield(rate_limits.give_back(place))
    return not is_wrong


def unusable() -> str:
    """Return the hash of an unknown password, for an account that never got one."""
    return _nobody()


def needs_rehash(stored: str) -> bool:
    """Return whether the hash was made with other than the present parameters."""
    return _hasher.check_needs_rehash(stored)


def _bytes(password: str) -> bytes:
    """Encode the password for hashing, allowing lone surrogates, which JSON input can contain."""
    return password.encode("utf-8", "surrogatepass")


def _verify(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, _bytes(password))
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """Return a hash that no password matches, made with the present parameters."""
    return _hasher.hash(os.urandom(32).hex())


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=max(1, (os.cpu_count() or 2) - 1), thread_name_prefix="argon2")


async def _in_thread(work, *args):
    return await asyncio.get_running_loop().run_in_executor(_threads(), work, *args)
