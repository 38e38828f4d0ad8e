"""A linear model of the wording of talk outside the report, for sentences with any words: 'Pff, wat een regen zeg.'

Words alone do not decide: 'Wacht, de deur gaat open.' is an aside, 'De deur ging open.' is content. Grammar does: the
subject, the person spoken to and the tense. The features are words, parts of words and that grammar, in pairs; the
model is learnt from labelled sentences and from content that looks like talk (``bench/talk.py``).
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from zlib import crc32

from ....dutch.dictionary import is_known
from ....dutch.word_sets import word_set
from ...evidence import filler
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ..words import VERBS, Word, is_participle
from . import talk
from .findings import may_tell

WEIGHTS = Path(__file__).with_name("wording.bin")

_THIRD = word_set("hij zij ze hem haar hun hen z'n d'r 'm ie")
_OWN, _OTHER = word_set("ik we wij mij me mijn m'n ons onze 'k"), word_set("je jij u uw jou jouw jullie ge gij")
#: Words of the speaker, and of whom is spoken to.
OF_SPEAKING = _OWN | _OTHER
_PAST = word_set(
    """was waren had hadden werd werden ging gingen kwam kwamen zei zeiden zag lag stond liep viel zat deed vroeg wilde
    wou kon konden moest mocht bleef kreeg gaf nam hield vond wist dacht sliep at dronk riep sprak hielp schreef las
    droeg sloeg trok greep keek reed begon"""
)
_PAST_FORM = re.compile(r"\w{3,}(?:te|de|ten|den)")
_DETERMINERS = word_set("de het een die dat deze dit 't")
#: How one calls out, or leads what is said aside.
CALLS = word_set(
    """wacht moment momentje sorry pardon excuus oei oeps oh o ah ach amai allee allez pff pfoe poe poeh goh jeetje
    tjonge hé hè hey hallo hoi ssst sst ja nee nou zo oké oke goed bah brr getver verdorie potverdorie hm hmm eh dag
    wauw au stop ho kom kijk"""
)
#: Kinds of which pairs count.
_PAIRED = word_set("third own other past participle calls called question care determiner verb tells name denies")
#: Kinds of which the lack counts.
_LACKING = ("third", "own", "other", "past", "verb", "care")
#: With none of these a sentence may be talk by its words alone.
_OF_REPORT = word_set("third past care title denies value grave")
_MOST_MARKS, _MOST_UNKNOWN, _MOST_WORDS = 3, 4, 10


def score(found: Sequence[Word]) -> int:
    """Return how much a sentence is worded as talk is, above 0 where it rather is."""
    weights = shipped()
    return sum(weights[one] for one in columns(found))


def columns(found: Sequence[Word]) -> list[int]:
    """Return where the features of a sentence are among the weights."""
    said, _ = talk.nameless(found)
    hashed = (1 + crc32(one.encode("utf-8", "surrogatepass")) % (filler.SIZE - 1) for one in grammar(found))
    return sorted({*filler.columns(" ".join(said)), *hashed})


def grammar(found: Sequence[Word]) -> set[str]:
    """Return of whom, to whom and when a sentence is, in pairs too, and how long it is."""
    said, names = talk.nameless(found)
    kinds = {name for name, holds in _kinds(found, said, names) if holds}
    seen = {f"kind {one}" for one in kinds} | {f"no {one}" for one in _LACKING if one not in kinds}
    paired = sorted(kinds & _PAIRED)
    seen |= {f"kinds {one} {other}" for one, other in combinations(paired, 2)}
    if kinds.isdisjoint(_OF_REPORT):
        seen |= {"aside", *(f"aside {one}" for one in paired)}
    commas = sum(word.text == "," for word in found)
    unknown = sum(word not in talk.known() for word in said)
    seen |= {f"commas {min(_MOST_MARKS, commas)}", f"unknown {min(_MOST_UNKNOWN, unknown)}"}
    seen.add(f"long {min(_MOST_WORDS, len(said))}")
    return seen


def calls(found: Sequence[Word]) -> bool:
    """Return whether a sentence begins with a word of calling out, apart: 'Wacht, er belt iemand.'"""
    return len(found) > 1 and found[0].lower in CALLS and found[1].text in (",", "!", ".")


def _kinds(found: Sequence[Word], said: Sequence[str], names: Sequence[str]) -> list[tuple[str, bool]]:
    """Return the kinds of words and marks, and whether a sentence has them."""
    words = set(said)
    marks = {word.text for word in found if word.is_mark}
    reading = Reading(" ".join(said))
    is_own = not _OWN.isdisjoint(words)
    first = next((word for word in said if word not in CALLS), "")
    return [
        ("third", not _THIRD.isdisjoint(words) or ("zijn" in words and not is_own)),
        ("own", is_own),
        ("other", not _OTHER.isdisjoint(words)),
        ("past", not _PAST.isdisjoint(words) or any(map(_is_past, said))),
        ("participle", any(map(is_participle, said))),
        ("verb", not VERBS.isdisjoint(words)),
        ("denies", not DENYING.isdisjoint(words)),
        ("tells", may_tell(said)),
        ("care", any(map(talk.is_of_care, said))),
        ("title", talk.has_title(found)),
        ("name", bool(names)),
        ("value", not all(map(filler.is_slight, reading.values))),
        ("grave", not reading.content.isdisjoint(filler.GRAVE)),
        ("calls", bool(found) and found[0].lower in CALLS),
        ("called", calls(found)),
        ("question", "?" in marks),
        ("cry", "!" in marks),
        ("unmarked", not marks),
        ("I", first == "ik"),
        ("determiner", first in _DETERMINERS),
    ]


def _is_past(word: str) -> bool:
    """Return whether a word has the form of a past tense: 'wandelde', and not 'mevrouwde', nor 'straten'."""
    return _PAST_FORM.fullmatch(word) is not None and not is_known(word[:-2])


@cache
def shipped() -> list[int]:
    """Return the weights of the file."""
    return [one - filler.ZERO for one in WEIGHTS.read_bytes()]
