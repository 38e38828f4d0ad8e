"""Puts back what placeholders stand for: those of this vault alone. Another or damaged one makes a line broken."""

import re
from collections.abc import Callable, Iterable, Set

from .model import Kind
from .placeholders import Vault
from .reading import copied

_KINDS = "|".join(kind for kind in Kind)
_EXACT = re.compile(rf"\[\s?(?:{_KINDS})[-‐‑–_ ]\d{{1,6}}[A-Z]?\s?\]", re.IGNORECASE)
#: The hyphen of a placeholder, and what models write for it.
_JOINT = "[-‐‑–—_ ]"
_LIKE = re.compile(rf"\b(?:{_KINDS})[-_ ]\d", re.IGNORECASE)
_SUFFIX = r"(?P<suffix>['’]?s(?![^\W_]))?"
_BRACKETED = re.compile(
    rf"\[(?P<kind>{_KINDS}){_JOINT}(?P<number>[1-9]\d{{0,5}})(?P<form>[A-Z]?)\]{_SUFFIX}", re.IGNORECASE
)
_ANY = re.compile(
    rf"(?:\[|(?<![^\W_]))(?P<kind>{_KINDS}){_JOINT}(?P<number>[1-9]\d{{0,5}})(?P<form>[A-Z]?)(?:\]|(?![^\W_])){_SUFFIX}",
    re.IGNORECASE,
)
#: What may still become a placeholder when more comes, at the end of a piece.
HELD_BACK = 24
_WORDS = tuple(kind.value for kind in Kind)
_TAIL = re.compile(rf"{_JOINT}(?:[1-9]\d{{0,5}}[A-Za-z]?(?:\](?:['’]s?|s)?|['’]?s?)?)?")
#: What was a placeholder: another number, sign or language.
_DAMAGED = re.compile(rf"\[[\W_]{{0,3}}(?i:{_KINDS}|NAME|PERSON)(?![^\W\d_])|(?<![^\W_])(?:{_KINDS})[\W_]{{0,3}}\d")
_LONGEST_DAMAGED = 32
_SIBILANTS, _VOWELS = tuple("sxzSXZ"), tuple("aiouyAIOUY")


def has_placeholder(texts: Iterable[str]) -> bool:
    """Return whether one of the texts itself has what reads as a placeholder: it would look like ours."""
    return any("[" in (plain := copied(text).text) and _EXACT.search(plain) for text in texts)


def is_like_one(texts: Iterable[str]) -> bool:
    """Return whether one of the texts has what a placeholder without its brackets is: 'persoon 1'."""
    return any(_LIKE.search(text) for text in texts)


def restored(text: str, vault: Vault, allowed: Set[str] | None = None) -> str | None:
    """Return a text with the words behind its placeholders; ``None`` when one of them is not of this vault, not one of
    those ``allowed``, or damaged."""
    whole = True

    def put_back(found: re.Match[str]) -> str:
        nonlocal whole
        name = _name(found)
        if name not in vault.values or (allowed is not None and name not in allowed):
            whole = False
            return found[0]
        return _words(vault, name, found["suffix"] or "")

    pieces, at = [], 0
    for found in _pattern(vault).finditer(text):
        pieces.append(text[at : found.start()])
        at = found.end()
    pieces.append(text[at:])
    if not vault.has_brackets and any("[" in piece or "]" in piece for piece in pieces):
        return None  # a part of one
    if _is_damaged("\n".join(pieces), vault):
        return None
    made = _pattern(vault).sub(put_back, text)
    return made if whole else None


def _is_damaged(text: str, vault: Vault) -> bool:
    """Return whether a text without its placeholders has what was one."""
    return bool(vault) and not vault.is_strict and not vault.has_brackets and _DAMAGED.search(text) is not None


def placeholders(text: str) -> frozenset[str]:
    """Return the placeholders in a text that was masked."""
    return frozenset(_name(found) for found in _BRACKETED.finditer(text))


def _pattern(vault: Vault) -> re.Pattern[str]:
    return _BRACKETED if vault.is_strict else _ANY


def _name(found: re.Match[str]) -> str:
    return f"[{found['kind'].upper()}-{found['number']}{found['form'].upper()}]"


def _words(vault: Vault, name: str, suffix: str) -> str:
    """Return the words, with the ending of a genitive as Dutch writes it: Anna's, Hans', Henks."""
    words = vault.values[name]
    if not suffix or name + suffix in vault.joined or not words[-1:].isalpha():
        return words + suffix
    if words.endswith(_SIBILANTS):
        return words + "'"
    return words + ("'s" if words.endswith(_VOWELS) else "s")


def _nothing(_found: re.Match[str]) -> str:
    return "\n"


class Restorer:
    """Restores a text that arrives in pieces. ``escape`` is applied to the words that are put back.

    Holds back no more than ``HELD_BACK`` characters: what may be the beginning of a placeholder.
    """

    def __init__(self, vault: Vault, escape: Callable[[str], str] = str) -> None:
        self._vault, self._escape = vault, escape
        self._held, self._before, self._other = "", "", ""
        self.has_unknown = False

    def feed(self, piece: str) -> str:
        """Return what is certain with this piece."""
        text = self._held + piece
        cut = self._cut(text)
        self._held = text[cut:]
        return self._put_back(text[:cut])

    def close(self) -> str:
        """Return the rest; a placeholder that is not whole is left out."""
        text, self._held = self._held, ""
        return self._put_back(text)

    def _put_back(self, text: str) -> str:
        def one(found: re.Match[str]) -> str:
            if (name := _name(found)) not in self._vault.values:
                self.has_unknown = True
                return found[0]
            return self._escape(_words(self._vault, name, found["suffix"] or ""))

        whole = self._before + text
        start = len(self._before)
        self._other += _pattern(self._vault).sub("\n", whole)[start:] if start == 0 else self._behind(_nothing, whole)
        self.has_unknown = self.has_unknown or _is_damaged(self._other, self._vault)
        self._other = self._other[-_LONGEST_DAMAGED:]
        self._before = whole[-1:]
        return _pattern(self._vault).sub(one, whole)[start:] if start == 0 or not whole else self._behind(one, whole)

    def _behind(self, one: Callable[[re.Match[str]], str], whole: str) -> str:
        """Return what stands behind the first character, which was given out before and only decides what begins."""
        pieces, at = [], 1
        for found in _pattern(self._vault).finditer(whole, 1):
            pieces += [whole[at : found.start()], one(found)]
            at = found.end()
        return "".join((*pieces, whole[at:]))

    def _cut(self, text: str) -> int:
        """Return where the part begins that may still become a placeholder."""
        for at in range(max(0, len(text) - HELD_BACK), len(text)):
            if _may_begin(text, at):
                return at
        return len(text)


def _may_begin(text: str, at: int) -> bool:
    tail = text[at:].removeprefix("[")
    if tail == text[at:] and at and (text[at - 1].isalnum() or text[at - 1] == "["):
        return False
    upper = tail.upper()
    for word in _WORDS:
        if word.startswith(upper):
            return True
        if upper.startswith(word) and _TAIL.fullmatch(tail, len(word)):
            return True
    return False
