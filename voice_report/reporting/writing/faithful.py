"""Whether a written line may stand for the spoken sentences that it names: the checks of the evidence, and no more.

Stricter than the marks on a finished report: a line that raises any doubt is replaced by what was said, which costs
nothing, so a wrong fact has to pass every rule at once.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from ...dutch.word_sets import word_set
from ..evidence import Spoken, check_line
from ..evidence.checks import bindings, contrasts, slots
from ..evidence.reading import Reading
from ..evidence.values import Value
from ..evidence.words import people
from ..evidence.words.negation import DENYING, is_free_of
from ..evidence.words.stems import is_among
from ..evidence.words.synonyms import alike
from ..evidence.words.tokens import Token
from ..evidence.words.vocabulary import FORMS
from ..markdown import blocks

#: Spoken sentences that one line may be made of: from more, a changed value would find its own alibi.
MOST_SOURCES = 6

_TIMES_AS_LONG = 2
_MOST = 0.66  # of the words with content of a spoken sentence, that its lines must have
_SLACK = 80  # characters: formal Dutch is longer than speech
#: Words without content that no line leaves out.
_KEPT = word_set("wel toen pas zeker")
_CODE = re.compile(r"(?=.*\d)(?=.*[a-z])\w+")
_MARKS = frozenset("½ .,;:!?'\"()/%&+-–°€²‘’“”")


def plain(text: str) -> str:
    """Return the text of a line on one line, without markup, headings and invisible characters, closed by a mark."""
    words = " ".join(" ".join(block.text for block in blocks(text) if block.kind != "heading").split())
    if not re.search(r"\w", words):
        return ""
    return words + "." if words[-1].isalnum() else words


def is_faithful(text: str, spoken: Spoken, sources: Sequence[int]) -> bool:
    """Return whether every check of ``text`` against these spoken sentences, and no others, passes."""
    said = " ".join(spoken.sentences[at] for at in sources)
    if len(text) > _TIMES_AS_LONG * len(said) + _SLACK or not _is_ordinary(text, said):
        return False
    if any(flag.level != "note" for flag in check_line(text, spoken, sources)):
        return False
    written, heard = spoken.read(text), [spoken.readings[at] for at in sorted(sources)]
    return (
        _denies_as_much(written, heard)
        and _has_values_in_order(written, heard)
        and _names_as_said(written, heard)
        and _has_names_of(spoken, written, heard)
        and _adds_nothing(written, heard)
        and not slots.unsaid(written, heard)
        and not contrasts.lacks(written, heard)
        and _speaks_of_the_same(written, heard)
    )


def lost(texts: Sequence[str], spoken: Spoken, sentence: int) -> bool:
    """Return whether the lines made of a spoken sentence leave out a value, medicine or side of it, a clause, or most
    of its words."""
    said = spoken.readings[sentence]
    written = [spoken.read(text) for text in texts]
    if any(not any(_is_same(value, other) for one in written for other in one.values) for value in _kept(said.values)):
        return True
    named = {mark.key for one in written for mark in [*one.drugs, *one.sides]}
    if any(mark.key not in named for mark in _kept([*said.drugs, *said.sides])):
        return True
    if contrasts.lacks(said, written):
        return True
    words = frozenset().union(*(one.lower for one in written))
    excused = set().union(*(people.excused(one.words) for one in written))
    kept = _KEPT if said.lower & DENYING else _KEPT - {"wel"}
    if (said.lower & kept) - words or people.relations(said.words).keys() - excused:
        return True
    stems = frozenset().union(*(one.heard for one in written))
    there = {one for one in said.content if is_among(one, stems) or alike(one, stems)}
    if len(there) < _MOST * len(said.content):
        return True
    return any(part and part.isdisjoint(there) for part in _parts(said))


def _speaks_of_the_same(written: Reading, heard: Sequence[Reading]) -> bool:
    """Return whether the carer, the client, 'hij' and 'zij' mean the same people in both texts, in the same order."""
    here, said = bindings.doers(written), set().union(*map(bindings.doers, heard))
    named = [key for one in heard for key in _relations(one)]
    in_order = iter(named)
    keys = [] if "door" in written.lower else [key for key in _relations(written) if key in named]
    return (
        all(any(key == other for other in in_order) for key in keys)
        and not ("carer" in here and said and "carer" not in said)
        and not ("client" in here and said and said <= {"carer", ""})
        and not ("he" in here and "she" in said - here and "he" not in said)
        and not ("she" in here and "he" in said - here and "she" not in said)
    )


def _parts(reading: Reading) -> list[set[str]]:
    """Return the stems of each part of a sentence."""
    return [{one for one in reading.stems[first:last] if one} for first, last in reading.parts]


def _kept(found: Iterable[Any]) -> list[Any]:
    """Return the values or marks that the speaker did not take back."""
    return [one for one in found if not one.taken_back]


def _denies_as_much(written: Reading, heard: Sequence[Reading]) -> bool:
    """Return whether as many words deny as in the clauses that it is made of, whatever they are about; 'geen koorts of
    pijn' may stand for two."""
    clauses = [(one, clause) for one in heard for clause in one.clauses]
    made_of = [(one, clause) for one, clause in clauses if not clause.stems or _has_some(clause.stems, written)]
    said = sum(_denials(one.words[clause.first : clause.last]) for one, clause in made_of)
    here = _denials(written.words)
    listed = sum(word.lower in ("of", "noch") for word in written.words) if here else 0
    return here <= said <= here + listed


def _has_some(stems: frozenset[str], written: Reading) -> bool:
    return any(is_among(one, written.content) or alike(one, written.heard) for one in stems)


def _denials(words: Sequence[Token]) -> int:
    return sum(word.lower in DENYING or is_free_of(word.lower) for word in words)


def _has_values_in_order(written: Reading, heard: Sequence[Reading]) -> bool:
    """Return whether each value is one that was said, in the order of speaking, and none of them serves twice."""
    said = iter([value for one in heard for value in one.values if not value.taken_back])
    return all(any(_is_same(value, other) for other in said) for value in written.values)


def _is_same(one: Value, other: Value) -> bool:
    """Return whether two values are equal, in their units where both have one: 5 cm is not 5 mm."""
    shared = one.keys & other.keys
    if one.kind == other.kind == "time" and one.amount and other.amount and one.amount != other.amount:
        return False  # 'slaapt 20 uur' is no time of day
    if one.dimension and other.dimension:
        return any(kind == one.dimension for kind, _ in shared)
    return bool(shared)


def _names_as_said(written: Reading, heard: Sequence[Reading]) -> bool:
    """Return whether no relation said once is named twice, and codes ('E3', 'C12') are those that were said."""
    said = Counter(key for one in heard for key in _relations(one))
    if any(count > max(1, said[key]) for key, count in Counter(_relations(written)).items()):
        return False
    return all(any(code in one.lower for one in heard) for code in written.lower if _CODE.fullmatch(code))


def _has_names_of(spoken: Spoken, written: Reading, heard: Sequence[Reading]) -> bool:
    """Return whether every name was spoken as it is spelled, also where one first word stands for another.

    A capital after ';' marks a name: no sentence begins there.
    """
    names = [part for word in written.names for part in word.lower.removesuffix("'s").split("-") if part]
    after = [two for one, two in pairwise(written.words) if one.text == ";"]
    if not spoken.words.issuperset([*names, *(word.lower for word in after if _may_be_name(word))]):
        return False
    if not (written.words and heard and heard[0].words):
        return True
    first, said = written.words[0], heard[0].words[0]
    if first.lower in spoken.words or not (_may_be_name(first) and _may_be_name(said)):
        return True
    return any(word.lower == said.lower and word.text[0].isupper() for word in written.words)


def _may_be_name(word: Token) -> bool:
    return word.text[0].isupper() and word.lower not in FORMS and people.is_name_like(word)


def _adds_nothing(written: Reading, heard: Sequence[Reading]) -> bool:
    """Return whether no word with content is written more often than it was said, and no part is all new."""
    said = Counter(one for reading in heard for one in reading.stems if one)
    if any(count > said[one] > 0 for one, count in Counter(written.stems).items()):
        return False
    labels = [at for at, word in enumerate(written.words) if word.text == ":"]
    stems = frozenset(said)
    return not any(
        len(clause.stems) > 1 and clause.last not in labels and not any(is_among(one, stems) for one in clause.stems)
        for clause in written.clauses
    ) and not any(part and part.isdisjoint(stems) for part in _parts(written)[1:])


def _relations(reading: Reading) -> list[str]:
    return [key for word in reading.words for key in people.relations([word])]


def _is_ordinary(text: str, said: str) -> bool:
    """Return whether every character is a Latin letter, a plain digit, a usual mark, or one that was spoken.

    HTML, other scripts and figures in other digits have no other way to be noticed.
    """
    return all(one in _MARKS or (one.isascii() and one.isalnum()) or _is_latin(one) for one in set(text) - set(said))


def _is_latin(one: str) -> bool:
    return one.isalpha() and unicodedata.name(one, "").startswith("LATIN ")
