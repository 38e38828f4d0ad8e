"""The chosen client's number as people write and say it: '48.213', 'vier acht twee een drie', 'ka streepje 77'."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...core.word_caches import cached_words
from ...dutch.characters import folded
from ...dutch.word_sets import SOUNDS, word_list, word_set
from ..evidence.words.numerals import SMALL
from .lists import is_listed_word, key
from .model import Known
from .reading import Word

_LONGEST = 40  # letters and figures of a number
_LEAST_FIGURES = 4  # fewer are a value everywhere
_PART = re.compile(r"\d+|[^\W\d_]+")
_AFTER_A_SIZE = re.compile(r"(?<=duizend)(?:en)?|(?<=honderd)(?:en)?")
_SIZES = {"honderd": 100, "duizend": 1000}
_FIGURES = {**SMALL, "zeuven": 7}
_MOST_PARTS = 8  # of one number that is said as a whole
_MOST_BETWEEN, _MOST_SIGNS = 4, 5  # words, and characters, between two parts of a number
_WITHIN = SOUNDS | word_set(
    "en dan streepje punt min minteken koppelteken liggend laag spatie komma slash schuine streep hoofdletter letter"
)
#: What letters are called: by their sound, and in the telephone alphabets.
_NAMES = {
    name: letter
    for letter, names in zip(
        "abcdefghijklmnopqrstuvwxyz",
        (
            "aa anton alfa alpha", "bee be bernard bravo", "cee ce see cornelis charlie", "dee de dirk delta",
            "ee eduard echo", "ef eff ferdinand foxtrot", "gee ge gerard golf", "haa ha hendrik hotel",
            "ie izaak isaak india", "jee je johan jacob juliet juliett", "kaa ka karel kilo", "el ell lodewijk lima",
            "em maria mike", "en nico november", "oo otto oscar", "pee pe pieter papa", "ku kuu quirinus quebec",
            "er richard rudolf romeo", "es simon sierra", "tee te theodor theo tango", "uu utrecht uniform",
            "vee ve victor", "wee we willem whiskey", "iks ix ex xantippe xray", "ij ypsilon ijmuiden yankee",
            "zet zed zaandam zacharias zulu",
        ),
        strict=True,
    )
    for name in word_list(names)
}  # fmt: skip
#: Behind one of these, and a few words, a number of few figures is the client's.
_CUE = re.compile(
    r"(?:nummers?|\bnrs?|\bno|\bdossiers?|\bcodes?|\bkaart|\bmap|\bid|\bkenmerk|\bregistratie|\bcli[eë]nt|\bcli[eë]nte)"
    r"(?:\W{1,4}[^\W_]{1,30}){0,6}[\W_]{0,4}$|#\s?$",
    re.IGNORECASE,
)
_BEFORE = 100  # characters


class _Part(NamedTuple):
    """A part of a word: as it is written, and the number that it says or the size by which it multiplies one."""

    start: int
    end: int
    text: str
    value: int | None
    size: int = 0


class ClientNumbers:
    """Finds the numbers of the chosen clients."""

    def __init__(self, known: Known) -> None:
        #: What is looked for, whose it is, and whether only behind a cue.
        self._sought = [
            (said, one.id, needs_cue)
            for one in known.people
            if one.is_chosen and one.number
            for said, needs_cue in _said(one.number).items()
        ]

    def found(self, words: Sequence[Word], text: str) -> Iterator[tuple[int, int, str]]:
        """Yield where a number begins and ends, and whose it is; where two do, the longest."""
        sought = [said for said, *_ in self._sought]
        if not any(said.startswith(_begins(word.text)) for said in sought for word in words):
            return
        parts = [
            _Part(word.start + one.start, word.start + one.end, one.text, one.value, one.size)
            for word in words
            for one in _parts(word.text)
        ]
        until = 0
        for at, part in enumerate(parts):
            if part.start < until:
                continue
            is_word = part.text in _NAMES and is_listed_word(part.text)  # 'en 1234' of the number N-1234
            ends = [
                (end, person)
                for said, person, needs_cue in self._sought
                if (end := _end(parts, at, said))
                and (not (needs_cue or is_word) or _CUE.search(text, max(0, part.start - _BEFORE), part.start))
            ]
            if ends:
                last, person = max(ends)
                until = parts[last - 1].end
                yield part.start, until, person


def _said(number: str) -> dict[str, bool]:
    """Return a number as it may be said, also without its letters, and noughts that it begins with; and whether it is
    so short that it counts only behind a cue."""
    whole = "".join(_PART.findall(folded(number[: 2 * _LONGEST])))[:_LONGEST]
    figures = "".join(filter(str.isdecimal, whole))
    found = {whole: len(figures) < _LEAST_FIGURES} if whole else {}
    for less in (figures, figures.lstrip("0")):
        if less:
            found.setdefault(less, len(less) < _LEAST_FIGURES)
    return found


@cached_words(4096)
def _parts(word: str) -> tuple[_Part, ...]:
    """Return the parts of a word: 'achtenveertigduizend' says a number and a size."""
    found: list[_Part] = []
    for one in _PART.finditer(word):
        said = key(one[0])
        pieces = _AFTER_A_SIZE.split(said) if "honderd" in said or "duizend" in said else [said]
        split = [piece for whole in pieces for piece in _apart(whole) if piece]
        if len(split) > 1 and not all(piece in _FIGURES or piece in _SIZES for piece in split):
            split = [said]
        for piece in split:
            value = int(piece[:_LONGEST]) if piece.isdecimal() else _FIGURES.get(piece)
            found.append(_Part(one.start(), one.end(), piece, value, _SIZES.get(piece, 0)))
    return tuple(found)


@cached_words(4096)
def _begins(word: str) -> tuple[str, ...]:
    """Return what a number may begin with that begins in a word; '' is anything."""
    parts = _parts(word)
    if any(part.size or part.text == "dubbel" for part in parts):
        return ("",)
    return tuple({one for at in range(len(parts)) for one, _ in _readings(parts, at)})


def _apart(piece: str) -> tuple[str, ...]:
    size = next((one for one in _SIZES if piece.endswith(one)), "")
    return (piece.removesuffix(size), size)


def _readings(parts: Sequence[_Part], at: int) -> Iterator[tuple[str, int]]:
    """Yield the letters or figures that the parts from this one on may say, and the part behind these."""
    part = parts[at]
    if part.text.isdecimal() or not part.size:
        yield part.text, at + 1
    if part.text in _NAMES:
        yield _NAMES[part.text], at + 1
    if part.text == "dubbel" and at + 1 < len(parts) and (value := parts[at + 1].value) is not None and value < 10:
        yield f"{value}{value}", at + 2
    if part.value is None and not part.size:
        return
    total, current, last = 0, 0, -1  # the size that was said last; 0 behind a number
    for to in range(at, min(at + _MOST_PARTS, len(parts))):
        one = parts[to]
        if one.size == 100 and current < 100:
            current, last = (current or 1) * 100, 100
        elif one.size == 1000 and not total:
            total, current, last = (current or 1) * 1000, 0, 1000
        elif one.value is not None and (last == -1 or one.value < last):
            current, last = current + one.value, 0
        elif one.text == "en" and last > 0:
            continue
        else:
            return
        yield str(total + current), to + 1


def _end(parts: Sequence[_Part], at: int, sought: str) -> int:
    """Return the part behind a number that begins here, 0 where none does."""
    waiting, seen, best = [(at, 0)], {(at, 0)}, 0
    while waiting:
        here, done = waiting.pop()
        for reading, after in _readings(parts, here):
            if not sought.startswith(reading, done):
                continue
            named = _behind_a_name(parts, reading, after)
            if (is_done := done + len(reading)) == len(sought):
                best = max(best, named)
                continue
            for one in {one for behind in {after, named} for one in _next(parts, behind)}:
                if (one, is_done) not in seen:
                    seen.add((one, is_done))
                    waiting.append((one, is_done))
    return best


def _behind_a_name(parts: Sequence[_Part], letter: str, at: int) -> int:
    """Return the index of the part behind the word that spells a letter: 'T van Theo'."""
    is_told = len(letter) == 1 and at + 1 < len(parts) and parts[at].text == "van"
    return at + 2 if is_told and parts[at + 1].text.startswith(letter) else at


def _next(parts: Sequence[_Part], at: int) -> Iterator[int]:
    """Yield where a number may go on: here, and behind words as 'eh' and 'streepje'."""
    for here in range(at, min(at + _MOST_BETWEEN + 1, len(parts))):
        if parts[here].start - parts[here - 1].end > _MOST_SIGNS:
            return
        yield here
        if parts[here].text not in _WITHIN:
            return
