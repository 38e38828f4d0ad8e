"""The look before sending: what must not be in a request, found without the rules that masked it.

Of this package it knows the lists alone, so that a mistake in a rule of masking is not made twice; with the rules it
shares how numbers and units are read.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import accumulate

from ...dutch.characters import folded
from ..evidence.values.counted import is_counted
from ..evidence.words.numerals import number
from . import lists

_INVISIBLE = re.compile("[\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufeff]")
_PLACEHOLDER = re.compile(r"\[[A-Z]{3,20}-\d{1,6}[A-Z]?\]")
_DIGITS = re.compile(r"(?<!\d)\d{7,}|(?<![\d,])(?:\+31|0)(?:[ .\-/]?\d){8,11}(?!\d)")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2} ?[A-Z]{4} ?\d{4}")
_POSTCODE = re.compile(r"(?<![\w.,-])[1-9]\d{3} ?(?!IE|IU|KJ|ML|MG|CC|MM|CM|KG|GR|UG|OM|EN|OP|IN|IS|OF)[A-Z]{2}(?!\w)")
_TIMES = re.compile(
    r"(?<!\d)\d{1,2}[.:]\d\d(?!\d)|(?<!\d)\d{1,2}([-/.])\d{1,2}\1\d{2,4}(?!\d)|(?<!\d)\d{2,3}/\d{2,3}(?!\d)"
)
_INSIDE = re.compile(r"(?<=[a-z,] )\d{0,4}([A-Z][a-zà-ÿ]{2,})(?![\w'-])")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]+")
_PARTS = re.compile(r"\d+|[^\W\d_]+")
_MONTHS = tuple(["jan", "feb", "maa", "apr", "mei", "jun", "jul", "aug", "sep", "okt", "nov", "dec"])
_MONTH = re.compile(
    r"jan(?:uari)?|feb(?:r(?:uari)?)?|maart|mrt|apr(?:il)?|mei|ju[nl]i?|aug(?:ustus)?|(?:sept?|okt|nov|dec)(?:o?b?e?m?ber)?"
)
#: Roman figures of days and months, and an ordinal.
_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_OTHERS = {"eerste": 1} | {
    f"{'x' * tens}{one}": 10 * tens + value
    for tens in range(4)
    for value, one in enumerate(("", *_ROMAN))
    if tens + value
}
_IN_A_DATE = frozenset(
    ("van", "de", "e", "ste", "in", "het", "jaar", "maand", "dag", "eh", "ehm", "uh", "uhm", "streepje", "schuine",
     "streep", "slash", "punt", "min")
)  # fmt: skip
_PARTS_AND_MASKS = re.compile(r"\d+|[^\W\d_]+|_")
#: What ends no row of figures: some names of letters too.
_IN_A_NUMBER = frozenset(
    ("eh", "ehm", "uh", "uhm", "hm", "en", "dan", "streepje", "punt", "min", "minteken", "koppelteken", "liggend",
     "laag", "spatie", "komma", "slash", "schuine", "streep", "aa", "bee", "cee", "dee", "gee", "haa", "jee", "ka",
     "kaa", "pee")
)  # fmt: skip
_NO_FIGURES = ("maal", "malig", "malige", "dubbel", "dubbele", "tal", "jarig", "jarige", "de", "ste")
_CUES = ("nummer", "nummers", "dossier", "code")
_NEAR = 2  # words between a cue and a number of few figures
_LEAST_FIGURES = 4
#: A value of figures alone, as of a day: looked for as it is written, and not where it counts something.
_FIGURES = re.compile(r"\d{1,2}\W\d{1,2}")
_LONGEST = 60
_LEAST_VALUE = 3  # characters of a value that is looked for in what is no word
_PIECE, _OVERLAP = 10_000, 200  # characters that are read at once: an expression takes no turn with other threads
_SEEN = 100  # characters at the end of a piece of which the next knows what stands behind them


def scan(
    text: str,
    values: Iterable[str] = (),
    names: Iterable[str] = (),
    born: Iterable[date] = (),
    numbers: Iterable[str] = (),
    *,
    is_said: bool = True,
) -> frozenset[str]:
    """Return what kinds of things are in a text that must not be sent: ``value`` (of a vault), ``name`` (of ``names``,
    ``folded``), ``born`` (a date of these, in figures or words), ``client`` (one of these ``numbers``, so too),
    ``number``, ``mail``, ``account``, ``postcode``, and, where people said it, ``capital``: a word of the lists of
    names with a capital inside a sentence."""
    found: set[str] = set()
    said: list[str] = []
    parts: list[str] = []
    sought = [one for one in map(_letters_and_figures, numbers) if one]
    values = tuple(values)
    figures = [re.escape(one) for one in values if _FIGURES.fullmatch(one)]
    again = re.compile(rf"(?<![\d.,/-])(?P<date>{'|'.join(figures) or '(?!)'})(?![\d/%°-]|[.,:]\d)")
    values = [one for one in values if not _FIGURES.fullmatch(one)]
    for before, piece, is_last in _pieces(text):
        plain, earlier = _plain(piece), _plain(before)
        around = earlier + plain
        found |= _shapes(around)
        start, end = max(0, len(earlier) - _SEEN - 10), len(around) - (0 if is_last else _SEEN)
        if not all(is_counted(around, *one.span("date")) for one in again.finditer(around, start) if one.end() <= end):
            found.add("value")
        if is_said and any(map(_is_name, _INSIDE.findall(around))):
            found.add("capital")
        spoken = folded(plain)
        said += _WORD.findall(spoken)
        parts += _PARTS_AND_MASKS.findall(spoken) if sought else ()
    if any(_is_born(said, one) for one in born):
        found.add("born")
    runs = list(_runs(parts))
    if any(_is_numbered(runs, one) for one in sought):
        found.add("client")
    return frozenset(found | _named(said, values, names))


def _pieces(text: str) -> Iterator[tuple[str, str, bool]]:
    """Yield a text in pieces, cut between words, each with some of what stands before it, and whether it is the last:
    one expression at a time reads them, which takes no turn with the other threads of a process."""
    start = 0
    while start < len(text):
        end = start + _PIECE
        if end < len(text):
            end = text.rfind(" ", start, end) + 1 or end
        back = max(0, start - _OVERLAP)
        yield (
            text[text.rfind(" ", max(0, back - _OVERLAP), back) + 1 or back : start],
            text[start:end],
            end >= len(text),
        )
        start = end


def _plain(text: str) -> str:
    return _PLACEHOLDER.sub(" _ ", _INVISIBLE.sub("", _composed(text)))


def _shapes(plain: str) -> set[str]:
    """Return which numbers and addresses are in a text."""
    bare = _TIMES.sub(" _ ", plain)
    patterns = (("number", _DIGITS), ("account", _ACCOUNT), ("postcode", _POSTCODE))
    return {kind for kind, pattern in patterns if pattern.search(bare)} | ({"mail"} if "@" in plain else set())


def _named(words: Sequence[str], values: Iterable[str], names: Iterable[str]) -> set[str]:
    """Return whether a value or a name is among the words of a text."""
    said, found = f" {' '.join(words)} ", set()
    for value in values:
        sought = " ".join(_WORD.findall(folded(_composed(value))))
        if len(sought) >= _LEAST_VALUE and f" {sought} " in said and not _is_ordinary(value):
            found.add("value")
            break
    letters = [one for word in words for one in _LETTERS.findall(word)]
    spelled = f" {' '.join(letters)} "  # a name that figures are stuck to is a name
    for name in names:
        if f" {name} " in said or f" {name} " in spelled:
            found.add("name")
            break
    return found


def _is_born(words: Sequence[str], born: date) -> bool:
    """Return whether a date is among the words of a text: its day, month and year in a row, or stuck together."""
    said = [part for word in words for part in _PARTS.findall(word) if part not in _IN_A_DATE]
    day, month, year, short = f"{born.day:02}", f"{born.month:02}", str(born.year), f"{born.year % 100:02}"
    together = (day + month + year, day + month + short, year + month + day, short + month + day)
    if not set(together).isdisjoint(said):
        return True
    one, two, all_of_it, rest = born.day, born.month, born.year, born.year % 100
    parts = [_number(part) for part in said]
    if _has_row(parts, [tuple(map(int, figures)) for figures in together[:2]]):  # said one by one
        return True
    rows = [(one, two, all_of_it), (all_of_it, two, one), (two, one, all_of_it), (all_of_it, one, two)]
    rows += [(one, two, all_of_it - rest, rest), (one, two, born.year // 100, rest)]
    if rest >= 10:  # a lone figure is no year
        rows += [(one, two, rest), (rest, two, one)]
        return _has_row([part for part in parts if part != 0], rows)
    rows.append((one, two, 0, rest))
    noughts = [(one, 0, two, 0, rest), (0, one, 0, two, 0, rest)]
    return _has_row(parts, rows + noughts) or _has_row([part for part in parts if part != 0], rows[:-1])


def _has_row(parts: Sequence[float | None], rows: Sequence[tuple[int, ...]]) -> bool:
    return any(
        tuple(parts[at : at + len(row)]) == row
        for at, part in enumerate(parts)
        if part is not None
        for row in rows
        if part == row[0]
    )


def _letters_and_figures(number: str) -> str:
    return "".join(_WORD.findall(folded(number)))[:_LONGEST]


def _runs(parts: Sequence[str]) -> Iterator[tuple[bool, list[str]]]:
    """Yield the rows of figures in a text, said or written, and whether a word for a number is before."""
    row: list[str] = []
    cue = _NEAR + 1  # how many words ago one was said
    read = {part: _in_a_number(part) for part in {*parts, ""}}
    for part in [*parts, ""]:
        if (said := read[part]) is None:
            if row:
                yield cue <= _NEAR, row
                row = []
            cue = 0 if part.endswith(_CUES) else cue + 1
        elif said:
            row.append(said)


def _in_a_number(part: str) -> str | None:
    """Return the figures that a part of a number says, '' of another one, ``None`` of what is none."""
    if part.isdecimal():
        return part[:_LONGEST]
    if part in _IN_A_NUMBER or (len(part) == 1 and part != "_") or not part:
        return "" if part else None
    value = number(part)
    return None if value is None or value != int(value) or part.endswith(_NO_FIGURES) else str(int(value))


def _is_numbered(runs: Iterable[tuple[bool, list[str]]], sought: str) -> bool:
    """Return whether a client's number is in one of these rows; one of few figures only where a cue is before."""
    figures = "".join(filter(str.isdecimal, sought)).lstrip("0")
    if not figures:
        return False
    rows = [row for has_cue, row in runs if has_cue or len(figures) >= _LEAST_FIGURES]
    return any(_is_in_row(one, figures) for row in rows for one in (row, _added(row)))


def _is_in_row(row: Sequence[str], figures: str) -> bool:
    """Return whether parts of a row are these figures together, with or without noughts before."""
    joined, edges = "".join(row), set(accumulate(map(len, row), initial=0))
    at = joined.find(figures)
    while at >= 0:
        first = at
        while first not in edges and joined[first - 1] == "0":
            first -= 1
        if first in edges and at + len(figures) in edges:
            return True
        at = joined.find(figures, at + 1)
    return False


def _added(row: Sequence[str]) -> list[str]:
    """Return a row with what is said as one number added up: 48000 and 213, 2 and 100 and 13."""
    found: list[int] = []
    for part in map(int, row):
        before = found[-1] if found else 0
        if part in (100, 1000) and 0 < before % 1000 < part and (before % 1000 == before or part == 100):
            found[-1] = before - before % 1000 + before % 1000 * part
        elif before and part and part < (1000 if before % 1000 == 0 else 100 if before % 100 == 0 else 0):
            found[-1] += part
        else:
            found.append(part)
    return list(map(str, found))


def _number(part: str) -> float | None:
    """Return the number that a word says, of a month's name too."""
    if part.isdecimal():
        return int(part) if len(part) <= len("1949") else None
    if _MONTH.fullmatch(part):
        return _MONTHS.index(part[:3].replace("mrt", "maa")) + 1
    if (found := number(part)) is None and part.startswith("negentien"):
        after = number(part.removeprefix("negentien"))
        return None if after is None else 1900 + after
    return _OTHERS.get(part, found)


def _composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _is_ordinary(value: str) -> bool:
    """Return whether a value is a word that stays in small letters, as 'Boom' and 'Wil' do."""
    return all(lists.is_listed_word(lists.key(one)) for one in _WORD.findall(value))


def _is_name(word: str) -> bool:
    one = lists.key(word[:_LONGEST])
    return lists.is_name(one) and not lists.is_kept(one) and not lists.is_ordinary(one)
