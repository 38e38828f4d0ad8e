"""Cut speech that a recogniser returned without punctuation into clauses, in linear time and without losing a word.

A linear model says of each word whether a sentence opens with it, by the words around it and their kinds. Its weights
are learnt from dictations with punctuation, whose marks are left out (``bench/clauses.py``).
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from .words import word_set

FILE = Path(__file__).with_name("clauses.bin")
#: Number of weights, one byte each; features are hashed.
SIZE = 1 << 15
ZERO = 128  # the byte of weight 0

#: Text with fewer words than this between two marks is one sentence, however it is worded.
_LONG = 25
_SHORTEST = 3  # words of a clause
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
    (re.compile(r"\d.*"), "0"),
    (re.compile(r"(?:aan|af|bij|door|in|mee|na|op|terug|toe|uit|voor|weg)?ge\w{3,}[dtn]"), "G"),
    (re.compile(r".*en"), "E"), (re.compile(r".*(?:ing|heid|tie|je)"), "N"), (re.compile(r".*[dt]e"), "Q"),
    (re.compile(r".*e"), "e"), (re.compile(r".*t"), "T"), (re.compile(r".+"), "x"),
)  # fmt: skip


def cut(sentence: str) -> list[str]:
    """Return the clauses of a long sentence that has no punctuation; any other sentence is returned whole."""
    words = sentence.split()
    if len(words) < _LONG or any(word[-1] in ",;:.!?…" for word in words[:-1]):
        return [sentence]
    weights, starts = _weights(), [0]
    for at, seen in enumerate(columns(words)):
        if (
            at - starts[-1] >= _SHORTEST
            and at < len(words) - 1
            and sum(weights[one] for one in seen) > 0
            and not _belongs(words[at - 1].casefold(), words[at].casefold())
        ):
            starts.append(at)
    return [" ".join(words[start:end]) for start, end in pairwise([*starts, len(words)])]


def _belongs(before: str, word: str) -> bool:
    """Return whether a word belongs to the one before it: a noun to its determiner, a unit to its number."""
    return before in _DETERMINERS or (word in _UNITS and _kind(before) == "0")


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
