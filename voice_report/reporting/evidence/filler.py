"""Filler: spoken sentences that a report can do without.

Some are known by rules. Others ('effe mijn tas pakken', 'zo, de haan heeft gekraaid') only look like filler: a linear
model says so, whose weights are learnt from the labelled dictations (``bench/fillers.py``). These are not hidden; that
they were left out is a note instead of a point to check.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from zlib import crc32

from ...dutch.word_sets import word_list, word_set
from .reading import Reading
from .values.dates import is_relative
from .words import people
from .words.negation import DENYING
from .words.stems import stem
from .words.tokens import Value

FILE = Path(__file__).with_name("fillers.bin")
#: Number of weights, one byte each; features are hashed. The first is in every sentence.
SIZE = 1 << 14
ZERO = 128  # the byte of weight 0

_MOST_WORDS = 30  # of a sentence that count
_LETTERS = 4
_DOUBTFUL = 50  # in units of the weights
_TWICE = 2
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[\w']+")

_WITHIN = 400  # characters of a sentence that are searched
#: Words of greeting, opening and closing. Others may be all that a sentence says: 'Ze wil stoppen.', 'Het gaat goed.'
_FILLERS = frozenset(
    stem(word)
    for word in word_list(
        """hallo hoi goedemorgen goedemiddag goedenavond goedenacht houdoe doei groet groetjes welterusten bedankt
        vandaag vanmorgen vanochtend vanmiddag vanavond vannacht overdracht beginnen begin kijken moment zover einde
        rapportage nachtrapportage dagrapportage avondrapportage verslag opname opnemen dictaat dictee testen test
        inspreken ondertussen tussendoor"""
    )
)
_OTHERS = word_set("hij hem zij ze haar hun hen mevrouw meneer dhr mw zeer")  # 'het doet zeer' has no other content


#: How a dictation ends or begins: 'Meer heb ik niet.', 'Niks vergeten.', 'Goedenavond dokter.'
_CLOSING = re.compile(
    r"\bdat was (?:het|alles|hem)\b|\b(?:meer|verder) (?:(?:heb|weet|was|is|kan|valt|zou) .{0,20})?(?:niks|niets|niet)$"
    r"|\b(?:niks|niets) (?:te )?verge(?:et|ten)|^(?:hallo|hoi|dag|goede\w+|goeie\w+|welterusten|sterkte|succes)\b"
)
_LONG_CLOSING = 9  # words and marks
#: What is never said aside, however it begins: 'Nou, ze viel dus weer.'
GRAVE = frozenset(
    stem(word)
    for word in word_list(
        """val slaan schoppen bijten knijpen krabben gooien duwen spugen pijn zeer bloed bloeden overleden dood sterven
        suicidaal springen snijden huilen verdrietig boos kwaad woedend bang angst angstig paniek verward onrust
        onrustig benauwd hoesten braken overgeven diarree koorts jeuk blaar wond wondje drukplek decubitus insult
        flauwgevallen bewusteloos reanimeren reanimatie beroerte trombose allergisch allergie insuline spuiten prikken
        zalf zalven medicatie medicijn medicijnen pil pillen zorgen mis verkeerd weigeren ruzie mishandeld mishandelen
        dreigen drank dronken drugs plassen ontlasting urine stoma katheter sonde infuus brand brandend politie
        ambulance palliatief terminaal vermist misbruik klacht klachten letsel breuk gebroken
        zwelling dwalen zuurstof vocht dik rood blauw kneep sloeg viel spuugde gooide gestoten verzwikt vlek
        vlekken huilde dreigde schreeuwen schrikken pomp dosis fout schimmel tillift matras"""
    )
)


def is_filler(reading: Reading) -> bool:
    """Return whether a sentence has no content: no medicine, no figure but a small count, no person, no negation, and
    no other words with meaning than those of greeting, opening and closing.

    In speech without punctuation it may be part of a sentence ('dat zei ze'), and may mention a person.
    """
    if reading.drugs or reading.lower & DENYING or (reading.lower & _OTHERS and not reading.is_unmarked):
        return False
    return reading.content <= _FILLERS and all(_is_few(one) and not one.dimension for one in reading.values)


def looks_like_filler(reading: Reading) -> bool:
    """Return whether the wording of a sentence is that of filler.

    A sentence with a medicine, a side, a figure or a grave word never is; 'eenmaal', 'tweemaal' and words such as
    'gisteren' are no figures here. A negation or a person raises the threshold.
    """
    if reading.drugs or reading.sides or reading.content & GRAVE or not all(is_slight(one) for one in reading.values):
        return False
    speaks_of = reading.lower & (DENYING | _OTHERS) or reading.names or people.relations(reading.words)
    if len(reading.words) < _LONG_CLOSING and not reading.lower & _OTHERS and _CLOSING.search(reading.literal):
        return True
    weights = shipped()
    return sum(weights[one] for one in columns(reading.text)) > (_DOUBTFUL if speaks_of else 0)


def columns(text: str) -> list[int]:
    """Return where the features of a sentence are among the weights: its words, pairs of words, parts and length."""
    words = [_DIGITS.sub("0", word) for word in _WORD.findall(text[:_WITHIN].lower())[:_MOST_WORDS]]
    edged = ["^", *words, "$"]
    seen = [f"word {word}" for word in words]
    seen += [f"pair {one} {other}" for one, other in pairwise(edged)]
    seen += [f"part {part}" for word in words for part in _parts(f"<{word}>")]
    seen += [f"first {' '.join(words[:1])}", f"second {' '.join(words[:2])}", f"last {' '.join(words[-1:])}"]
    seen.append(f"length {min(8, len(words) // 2)}")
    return sorted({0, *(1 + crc32(one.encode("utf-8", "surrogatepass")) % (SIZE - 1) for one in seen)})


def _parts(word: str) -> list[str]:
    return [word[at : at + _LETTERS] for at in range(max(1, len(word) - _LETTERS + 1))]


@cache
def shipped() -> list[int]:
    """Return the weights of the file."""
    return [one - ZERO for one in FILE.read_bytes()]


def is_slight(value: Value) -> bool:
    """Return whether a value is no figure that would be missed: an article, 'gisteren', once or twice."""
    return value.is_article or is_relative(value) or (_is_few(value) and value.dimension in {"", "times"})


def _is_few(value: Value) -> bool:
    return value.kind == "number" and value.amount is not None and value.amount <= _TWICE
