"""Cut speech that a recogniser returned without punctuation into clauses, in linear time and without losing a word.

A linear model says of each word whether a sentence opens with it, by the words around it and their kinds. Its weights
are learnt from dictations with punctuation, whose marks are left out (``bench/clauses.py``).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from .word_sets import word_set

FILE = Path(__file__).with_name("boundaries.bin")
#: Number of weights, one byte each; features are hashed.
SIZE = 1 << 15
ZERO = 128  # the byte of weight 0

#: Text with fewer words than this between two marks is one sentence, however it is worded.
_LONG = 25
_SHORTEST = 3  # words of a clause
_TIMES = 4  # that clauses are cut again
_LENGTHS = 20  # of known clauses with the same first word
_LONGEST_KNOWN = 200  # words of a clause that is known
_MARKS = ".,;:!?…\"'‘’“”()"
_LONGEST_WORD = 30

_VERBS = word_set(
    """heb heeft hebben had hadden ben is zijn was waren wordt worden werd werden kan kon kunnen wil wilde wou willen
    moet moest moeten mag mocht zal zou gaat gaan ging doet deed zei zegt zeggen vertelde vertelt geeft gaf komt kwam
    komen zit zat zitten ligt lag loopt liep staat stond slaapt sliep at eet drinkt dronk belt belde bel krijgt kreeg
    blijft bleef blijven vindt vond vind zag ziet voelt voelde praat praatte neemt nam stuurt stuur houdt hield
    gebruikt werkt werkte woont liet laat laten keek kijkt kijken riep denk denkt merk merkte start haalt brengt
    regelt oefent oefenen probeerde proberen spreek spraken sprak doen helpt hielp noemde noemt klaagt heette
    stopt meet mijdt maakt maakte lachte huilde schreeuwt zakte sloeg trok herkent rookt slikt schrijft"""
)
_SUBJECTS = word_set(
    """ik hij ze zij we wij het er dit dat iedereen niemand mevrouw meneer moeder vader ouders dochter zoon vrouw man
    broer zus bloeddruk saturatie temperatuur gewicht pols suiker wond controle uitslag"""
)
_ADVERBS = word_set(
    """daarna toen vanmorgen vanochtend vanmiddag vanavond vannacht morgen overmorgen gisteren gister verder nu vandaag
    straks daarom maandag dinsdag woensdag donderdag vrijdag zaterdag zondag eerst hierna"""
)
_DETERMINERS = word_set("de het een haar zijn mijn onze deze die dat geen elke iedere")
_COORDINATING = word_set("en maar want dus of")
_SUBORDINATING = word_set(
    """omdat als toen terwijl voordat nadat zodat zodra wanneer die wat wie waar hoe waarom sinds doordat zolang"""
)
_PREPOSITIONS = word_set(
    """in op aan van voor met bij naar uit over om door tot onder tegen zonder na per tussen binnen achter boven
    volgens tijdens vanaf"""
)
_NUMBERS = word_set(
    """nul twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien
    negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd half anderhalf anderhalve"""
)
_UNITS = word_set(
    """milligram microgram gram kilo mg ml cm kg cc milliliter liter centimeter millimeter meter kilometer procent
    graden uur minuten minuut seconden kwartier dagen weken maanden jaar keer maal eenheden tabletten tablet druppels
    stuks komma"""
)
_BEFORE_NUMBERS = word_set("min plus ongeveer circa kwart nummer kamer bed maat stadium groep bladzijde")
_MONTHS = word_set("januari februari maart april mei juni juli augustus september oktober november december")
#: The kinds of words, by a letter; a word of more than one kind is of the last.
_KINDS = {
    word: kind
    for kind, words in (
        ("P", _PREPOSITIONS), ("V", _VERBS), ("S", _SUBJECTS), ("A", _ADVERBS), ("D", _DETERMINERS),
        ("C", _SUBORDINATING), ("K", _COORDINATING), ("0", _NUMBERS), ("U", _UNITS),
    )
    for word in words
}  # fmt: skip
#: Kinds of other words, by how they begin or end.
_ENDINGS = (
    (re.compile(r"\d.*|.+(?:en|ën)(?:twin|der|veer|vijf|zes|zeven|tach|negen)tig|.*(?:honderd|duizend).*"), "0"),
    (re.compile(r"(?:aan|af|bij|door|in|mee|na|op|terug|toe|uit|voor|weg)?ge\w{3,}[dtn]"), "G"),
    (re.compile(r".*en"), "E"), (re.compile(r".*(?:ing|heid|tie|je)"), "N"), (re.compile(r".*[dt]e"), "Q"),
    (re.compile(r".*e"), "e"), (re.compile(r".*t"), "T"), (re.compile(r".+"), "x"),
)  # fmt: skip


class Known:
    """Clauses that were cut before: where a text has one word for word, it is one there too."""

    def __init__(self, clauses: Iterable[str]) -> None:
        self._clauses = set(clauses)
        lengths: dict[str, set[int]] = {}
        for words in map(str.split, self._clauses):
            if len(words) > _LONGEST_KNOWN:
                continue
            lengths.setdefault(words[0] if words else "", set()).add(len(words))
        self._lengths = {word: sorted(found, reverse=True)[:_LENGTHS] for word, found in lengths.items()}

    def length(self, words: Sequence[str], start: int) -> int:
        """Return how many words the longest clause has that stands there; 0 when none does."""
        possible = self._lengths.get(words[start], ())
        return next((one for one in possible if " ".join(words[start : start + one]) in self._clauses), 0)


def cut(sentence: str, known: Known | None = None) -> list[str]:
    """Return the clauses of a long sentence that has no punctuation; any other sentence is returned whole.

    A clause that is cut again by itself gives itself, save in texts that nobody speaks: the ends of a text count too.
    Where clauses of another text stand next to each other, ``known`` tells them apart.
    """
    words = sentence.split()
    if len(words) < _LONG or any(word[-1] in ",;:.!?…" for word in words[:-1]):
        return [sentence]
    clauses, start, at = [], 0, 0
    while at < len(words):
        length = known.length(words, at) if known else 0
        if length:
            clauses += [*_cut(words[start:at], _TIMES), words[at : at + length]]
            start = at = at + length
        else:
            at += 1
    return [" ".join(clause) for clause in [*clauses, *_cut(words[start:], _TIMES)] if clause]


def _cut(words: list[str], times: int) -> list[list[str]]:
    if len(words) < _LONG or not times:
        return [words]
    weights, starts = _weights(), [0]
    for at, seen in enumerate(columns(words)):
        if (
            at - starts[-1] >= _SHORTEST
            and at < len(words) - 1
            and sum(weights[one] for one in seen) > 0
            and not _belongs(words[at - 1].casefold(), words[at].casefold())
        ):
            starts.append(at)
    if len(starts) == 1:
        return [words]
    clauses = [words[start:end] for start, end in pairwise([*starts, len(words)])]
    return [part for clause in clauses for part in _cut(clause, times - 1)]


def _belongs(before: str, word: str) -> bool:
    """Return whether a word belongs to the one before it: a noun to its determiner, a unit or a month to its number, a
    number to what introduces it ('min', 'over', 'half')."""
    if before in _DETERMINERS:
        return True
    if _kind(before) == "0":
        return word in _UNITS or word in _MONTHS or _kind(word) == "0"
    return _kind(word) == "0" and (before in _PREPOSITIONS or before in _BEFORE_NUMBERS)


@cache
def _weights() -> list[int]:
    return [one - ZERO for one in FILE.read_bytes()]


def columns(words: Sequence[str]) -> Iterator[list[int]]:
    """Yield for each word the columns of its features: the words around it, their ends and their kinds."""
    plain = [word.strip(_MARKS).casefold()[:_LONGEST_WORD] for word in words]
    plain = ["", "", "", *("0" if word[:1].isdigit() else word for word in plain), "", "", ""]
    kinds = [_kind(word) for word in plain]
    for at in range(3, len(plain) - 3):
        before, word, after = plain[at - 1 : at + 2]
        a, b, c, d, e, f = kinds[at - 3 : at + 3]
        features = (
            "", f"1{before}", f"2{word}", f"3{after}", f"4{before[-3:]}", f"5{word[-3:]}", f"6{after[-3:]}",
            f"7{a}{b}{c}", f"8{d}{e}{f}{kinds[at + 3]}", f"9{b}{c}{d}{e}", f"a{c}{d}{e}", f"b{word} {e}",
            f"c{d} {after}", f"d{c} {word}", f"e{before} {d}", f"f{before} {word}", f"g{word} {after}",
            f"h{d}{e}{f}", f"i{b}{c}{d}",
        )  # fmt: skip
        yield [crc32(one.encode(errors="replace")) % SIZE for one in features]


def _kind(word: str) -> str:
    return _KINDS.get(word) or next((kind for ending, kind in _ENDINGS if ending.fullmatch(word)), "#")
