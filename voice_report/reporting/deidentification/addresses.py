"""Streets with their number, in figures or words, and post codes that are said."""

from collections.abc import Iterator, Sequence

from .capitals import is_ordinary
from .lists import is_name
from .model import Kind
from .reading import Word
from .shapes import Span
from .spoken import digits
from .word_classes import FINITE, FUNCTION, NUMBERED, PARTICLES, RESIDING, TIMES

#: What streets end in: of the first an ordinary word is one too, of the others only a name ('onderweg 2').
_STREETS = (
    "straat",
    "straatje",
    "laan",
    "plein",
    "kade",
    "singel",
    "gracht",
    "dreef",
    "plantsoen",
    "steeg",
    "boulevard",
)
_OTHERS = ("weg", "hof", "dijk", "pad", "park", "ring", "baan", "burg", "veld", "akker", "brink", "wal", "haven", "erf",
           "oord", "markt", "str", "weide", "kamp", "meent", "hoek", "berg", "donk", "horst", "poort", "waard", "sluis",
           "tuin", "bos", "kwartier", "kant", "zicht", "rode", "lo", "singels")  # fmt: skip
_MOST_BEFORE = 4  # words of the street before the one it ends in
_MOST_FIGURES = 4
_MOST_OF_NUMBER = 5  # words of a number: 'honderd en vijf'
_MOST_BEHIND_PLACE = 3
_MOST_BEHIND_LIVING = 8


def addresses(words: Sequence[Word], text: str) -> Iterator[Span]:
    """Yield addresses: 'Kastanjelaan 14', 'Aan de Maas 3', 'Dorpsstraat achttien', 'postcode 74 13 a b'."""
    for at, word in enumerate(words):
        if word.key in ("postcode", "postcodes"):
            yield from _postcode(words, at, text)
        if word.key == "huisnummer":
            yield from _number_alone(words, at, text)
        if (last := _house_number(words, at, text)) is None:
            continue
        if word.key.endswith(_STREETS) or (word.key.endswith(_OTHERS) and _is_street(word)):
            yield Span(words[_first(words, at, text)].start, words[last].end, Kind.ADDRESS)
        elif word.has_capital and not word.is_shouted and (first := _water(words, at, text)) is not None:
            yield Span(words[first].start, words[last].end, Kind.ADDRESS)
        elif _is_lived_at(words, at, last, text):
            yield Span(words[_first(words, at, text)].start, words[last].end, Kind.ADDRESS)


def _is_lived_at(words: Sequence[Word], at: int, last: int, text: str) -> bool:
    """Return whether a name in no list of streets has a house number behind it: 'woont op Oude Gein 18'."""
    word, sentence = words[at], at
    if word.key in NUMBERED | TIMES | FUNCTION | FINITE or word.opens:
        return False
    while sentence > max(0, at - _MOST_BEHIND_LIVING) and not words[sentence].opens:
        sentence -= 1
    before = words[sentence:at]
    if not any(one.key in RESIDING for one in before):
        return False
    if word.has_capital or not is_ordinary(word):
        return True
    is_placed = len(before) > 1 and before[-1].key in ("de", "het", "t") and before[-2].key in ("op", "aan", "in")
    behind = text[words[last].end : words[last].end + 4].lstrip(" ")
    return is_placed and (not behind or behind[0] in ".,;!?\n" or behind.startswith("in"))


def _is_street(word: Word) -> bool:
    return (word.has_capital and not word.opens) or not is_ordinary(word) or is_name(word.key)


def _house_number(words: Sequence[Word], at: int, text: str) -> int | None:
    """Return the last word of the house number behind this word: '14', '14b', 'nummer veertien'."""
    following = at + 1
    if following < len(words) and words[following].key in ("nummer", "nr", "huisnummer"):
        following += 1
    if following >= len(words) or not _is_near(words[at], words[following], text):
        return None
    figure = words[following]
    bare = figure.key.rstrip("abcdefgh").split("-")[0]
    if not ((bare.isdecimal() and len(bare) <= _MOST_FIGURES) or digits(figure) is not None):
        return None
    while (more := following + 1) < len(words) and _is_near(words[following], words[more], text):
        joint = words[more].key == "en" and more + 1 < len(words)
        if figure.key.isdecimal() or digits(words[more + joint]) is None or more + joint - at > _MOST_OF_NUMBER:
            break
        following = more + joint
    after = words[following + 1 : following + 2]
    if after and after[0].key in ("bis", "hs") and _is_near(figure, after[0], text):
        return following + 1
    if after and len(after[0].key) == 1 and after[0].key in "abcdefgh" and _is_near(figure, after[0], text):
        return following + 1
    return following


def _is_near(one: Word, other: Word, text: str) -> bool:
    return len(between := text[one.end : other.start]) <= 16 and not between.replace("nummer", "").replace(
        "nr", ""
    ).strip(" .,")


def _first(words: Sequence[Word], at: int, text: str) -> int:
    """Return the first word of a street's name: 'Burgemeester Jansenlaan', 'Van Goghstraat'."""
    first = at
    while (
        first
        and at - first < _MOST_BEFORE
        and not words[first].opens
        and text[words[first - 1].end : words[first].start] == " "
    ):
        before = words[first - 1]
        if before.opens or not (
            before.has_capital or (before.key in PARTICLES and first > 1 and words[first - 2].has_capital)
        ):
            break
        first -= 1
    return first


def _water(words: Sequence[Word], at: int, text: str) -> int | None:
    """Return the first word of 'Aan de Maas', 'Op het Hof'."""
    for first in range(max(0, at - _MOST_BEHIND_PLACE), at):
        is_street = words[first].key.endswith(_STREETS) and words[first].has_capital
        is_place = is_street or words[first].text in ("Aan", "Op", "Bij", "Achter", "Onder", "Weg")
        if is_place and all(one.key in PARTICLES or one.has_capital for one in words[first + 1 : at]):
            return first
    return None


def _postcode(words: Sequence[Word], at: int, text: str) -> Iterator[Span]:
    """Yield the four figures, however they are said, and the letters behind 'postcode'."""
    first = at + 1 + (at + 1 < len(words) and words[at + 1].key in ("is", "van"))
    last, said = first, ""
    while last < len(words) and len(said) < 4 and (one := digits(words[last])) is not None:
        said += one
        last += 1
    if len(said) != 4:
        return
    letters = 0
    while last < len(words) and letters < 2 and len(words[last].key) <= 2 - letters and words[last].key.isalpha():
        letters += len(words[last].key)
        last += 1
    yield Span(words[first].start, words[last - 1].end, Kind.POSTCODE)


def _number_alone(words: Sequence[Word], at: int, text: str) -> Iterator[Span]:
    """Yield the number behind 'huisnummer'."""
    first = at + 1 + (at + 1 < len(words) and words[at + 1].key == "is")
    if first < len(words) and (last := _house_number(words, first - 1, text)) is not None:
        yield Span(words[first].start, words[last].end, Kind.ADDRESS)
