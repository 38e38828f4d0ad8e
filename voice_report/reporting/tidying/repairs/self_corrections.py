"""A value that the speaker takes back: '152 over 80, nee sorry, 142 over 80' becomes '142 over 80', and is shown.

The new item stands where the old one stood, and what was said between them stays. Only when both are of one kind and
nothing else can be meant; else the words stay together as they were said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.corrections import pause_before, said_again
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ...evidence.words.people import PERSONS
from ...evidence.words.tokens import Token, lower_at
from ..disfluency import CALLING
from ..model import Edit
from ..words import VERBS, is_participle
from .cues import (
    BEHIND,
    LONGEST_LEAD,
    before_cue,
    behind_reason,
    confirmed,
    cues,
    ends,
    introduced,
    introduces,
    is_same,
    phrase,
)
from .echoes import ARTICLES, echoed, goes_on, is_asked, is_open, is_told
from .items import (
    ENDS,
    LEADING,
    MARKS,
    OF_A_CLAUSE,
    OF_A_DIFFERENCE,
    PREPOSITIONS,
    STOPS,
    Item,
    counts,
    first_word,
    has_unit,
    is_alike,
    is_begun,
    is_hour,
    is_said_again,
    is_shorter,
    is_tied,
    items_in,
)
from .whole import repeated

_PRONOUNS = word_set("ik we wij hij ze zij")
SPEAKING = word_set("vroeg vroegen gevraagd vraag vraagt zei zeiden zegt zeggen antwoordde of")
TOLD = word_set("zei zeiden zegt zeggen")
_WRONG = SOUNDS | word_set("sorry pardon correctie herstel wacht")
TELLING = CALLING | word_set("vertelde vertelt vertellen vertelden noemde noemt meldde meldt bedoelt bedoelde")
#: Behind these stand another's words, or two limits.
_QUOTING = word_set(
    "appt appte schrijft schreef herhaalt herhaalde leest las telt telde mailt mailde volgens woorden tussen"
)
_LONGEST_BETWEEN, _LONGEST_LEADING, _LONGEST_BEHIND = 4, 4, 10  # words
_ANSWERS, _STILL = word_set("wel goed"), word_set("nog pas al")
#: Behind one of these the swap would turn what was said: 'niet dinsdag gevallen, nee, woensdag'.
DENIALS = DENYING | word_set("nauwelijks amper weigert weigerde ontkent ontkende behalve")
#: A figure without a unit that is measured: with decimals, or more than is counted.
_MEASURED = re.compile(r"komma|punt|[.,]\d|\d\d|honderd|tig\b")


@dataclass(frozen=True, slots=True)
class Correction:
    """The change, what stands now, and what was said first. ``is_shown``: a person should look at it."""

    edit: Edit
    here: str
    said: str
    is_shown: bool


def self_correction(reading: Reading) -> Correction | None:
    """Return the correction in a sentence when there is one, and one only, that can mean one thing only."""
    items = items_in(reading)
    return _replaced(reading, items) or _meant(reading, items) or _said_again(reading, items) or echo(reading)


def _replaced(reading: Reading, items: Sequence[Item]) -> Correction | None:
    """Return the correction by what stands behind a cue: '37,2, nee sorry, 37,5'."""
    words = reading.words
    found = list(islice(cues(words, items), 2))
    if len(found) != 1 or "?" in reading.text or is_asked(words) or is_of_another(words, items, found[0]):
        return None
    start, end = found[0]  # the first word of the cue, and the one after what introduces the new item
    if not introduces(words, start, end):
        return None
    behind = behind_reason(words, end)
    new = next((one for one in items if behind <= one.first <= behind + LONGEST_LEAD), None)
    if new is None or (behind > end and new.first > behind):
        return None
    before = before_cue(words, start)
    alike = _in_clause(words, items, before, new)
    if new.unit and start == before and new.first == behind and len(alike) > 1 and alike[-1].last + 1 == before:
        # 'één oxazepam van vijf nee tien mg'
        alike = [one for one in alike if one is alike[-1] or not counts(words, one)]
    old = _taken_back(words, items, alike, new)
    if old is None or is_said_again(items, old, new):
        return None  # 'rechts nee links is genezen en rechts niet'
    if behind > end and lower_at(words, old.last) != lower_at(words, new.last):
        return None  # of what was said first its unit or month has to be said again
    lead = _lead(words, old, new, behind)
    if lead is None:
        return None
    is_bare = lead > 0 and before == start
    if is_bare and (new.kind == ("time",) or is_told(words[:start]) or not goes_on(words, new.last + 1)):
        return None  # 'of hij om acht uur at nee om negen uur'
    rest = _after(words, old, new, before)
    if _is_new_clause(words, old, rest) or _may_answer(words, new, rest, is_apart=before < start):
        return None
    is_beside = old.last + 1 == before  # else what follows the new item would have to go somewhere
    if not is_beside and rest < len(words) and words[rest].text not in MARKS:
        return None
    return _swapped(reading, old, new, before, rest)


def _lead(words: Sequence[Token], old: Item, new: Item, behind: int) -> int | None:
    """Return how many words lead the new item, ``None`` where the old one is not led so."""
    lead = new.first - behind
    if lead and new.unit and not has_unit(words, new):
        return None  # 'een dag of drie, nee, een dag of vijf' is said again as a whole
    if lead == 1 and _is_of_same(words, old, new):
        return 0  # 'haar rechterborst, nee, de linkerborst'
    if lead and not is_same(words, behind, new.first, old.first - lead):
        return None  # 'om vier uur, nee naar vijf'
    return lead


def is_of_another(words: Sequence[Token], items: Sequence[Item], cue: tuple[int, int]) -> bool:
    """Return whether 'nee' may be another's, behind words that ask or tell. Behind those that tell it is the speaker's
    where he says by more than 'nee' that something is wrong: 'ze zegt twee keer, eh nee, vier keer'."""
    before, end = before_cue(words, cue[0]), cue[1]
    is_wrong = any(word.lower in _WRONG for word in words[before:end])
    told = _told(words, items, before)
    is_quoted = ":" in told and not told.isdisjoint(TELLING)
    return is_quoted or not told.isdisjoint(SPEAKING - (TOLD if is_wrong else set()))


def _told(words: Sequence[Token], items: Sequence[Item], before: int) -> set[str]:
    """Return the words before a place, without those that ask nothing: 'ik vraag hulp aan', 'een minuut of tien'."""
    said = {word.lower for at, word in enumerate(words[:before]) if not _is_about(words, items, at)}
    asked = next((at for at, word in enumerate(words) if word.lower == "vraag"), len(words))
    end = next(
        (at for at in range(asked, len(words)) if words[at].lower in MARKS and lower_at(words, at - 1) == "aan"), 0
    )
    return said - {"vraag"} if end else said


def _is_about(words: Sequence[Token], items: Sequence[Item], at: int) -> bool:
    """Return whether 'of' is that of 'een minuut of tien'."""
    return (
        words[at].lower == "of"
        and any(one.first == at + 1 and bool(one.unit) for one in items)
        and (lower_at(words, at - 2) == "een")
    )


def echo(reading: Reading) -> Correction | None:
    """Return the correction by what begins as what it replaces: 'met Sem, nee, met Dounia'."""
    items = items_in(reading)
    found = repeated(reading, items) or echoed(reading, items)
    return found and Correction(*found, is_shown=True)


def _is_of_same(words: Sequence[Token], old: Item, new: Item) -> bool:
    """Return whether two sides of one thing have each an article or a possessive before them."""
    is_one_thing = old.kind == new.kind and old.kind[0] == "side" and old.kind[1] not in ("", "er")
    return is_one_thing and {lower_at(words, one.first - 1) for one in (old, new)} <= ARTICLES


def _clause(words: Sequence[Token], at: int) -> int:
    """Return the first word of the clause that has the word before this place."""
    return next((one + 1 for one in range(at - 1, -1, -1) if words[one].lower in STOPS), 0)


def _in_clause(words: Sequence[Token], items: Sequence[Item], before: int, new: Item) -> list[Item]:
    """Return the items that the new one may replace, of the clause that ends here."""
    clause = _clause(words, before)
    return [
        one
        for one in items
        if clause <= one.first
        and one.last < before
        and (is_alike(one, new) or (one.last + 1 == before and (is_hour(words, one, new) or is_begun(words, one, new))))
    ]


def _taken_back(words: Sequence[Token], items: Sequence[Item], alike: Sequence[Item], new: Item) -> Item | None:
    """Return the item that the new one replaces, when it is the only one, stands by itself, and is not denied."""
    if len(alike) != 1 or alike[0].keys == new.keys or is_tied(words, alike[0]):
        return None
    old = alike[0]
    clause = _clause(words, old.first)
    if any(one.last + 2 == old.first == clause and is_alike(one, new) for one in items):
        return None  # 'vijf, zes, nee, zeven weken'
    return old if DENIALS.isdisjoint(word.lower for word in words[clause : old.first]) else None


def _may_answer(words: Sequence[Token], new: Item, rest: int, *, is_apart: bool) -> bool:
    """Return whether 'nee' may be the answer to the item before it: 'decubitus links nee rechts ja'.

    Not where the new one ends its clause, or a mark stands before the cue. A part of a day needs both, or a participle
    behind it: 'vanmiddag, nee, vanavond gespuugd'. With a 'ja' in the sentence it is one of two answers.
    """
    if new.kind[0] not in ("side", "drug", "part"):
        return False
    if "ja" in {word.lower for word in words[1:]}:
        return True
    end = next((at for at in range(rest, len(words)) if words[at].lower in ENDS), len(words))
    is_last = all(word.lower in _STILL for word in words[rest:end])
    if new.kind == ("part",):
        return not is_apart or not (is_last or is_participle(words[rest].lower))
    return not _ANSWERS.isdisjoint(word.lower for word in words[rest:end]) or not (is_apart or is_last)


def _meant(reading: Reading, items: Sequence[Item]) -> Correction | None:
    """Return the correction by what stands before a cue that ends the clause: 'op zaterdag, eh, zondag sorry.'

    Between the two stands a pause alone, and they have the same words around them.
    """
    words = reading.words
    at = next((at for at in range(2, len(words)) if phrase(words, at, BEHIND) and ends(words, at)), None)
    if at is None or "?" in reading.text or any(word.lower in SPEAKING | TELLING for word in words[:at]):
        return None
    cue = next(cues(words, items), None)
    last = at - 1 - (words[at - 1].text == ",")
    new = next((one for one in reversed(items) if one.last <= last), None)
    if (cue is not None and cue[0] < at) or new is None or any(is_alike(one, new) for one in items if one.first > at):
        return None
    pause = pause_before(words, at)
    if pause is None:
        return None  # 'Ze komt maandag, dinsdag, sorry.' may be two days
    before, first = pause
    is_meant = any(word.lower in SOUNDS for word in words[before:first]) or "bedoel" in {it.lower for it in words[at:]}
    if not is_meant:
        return None  # 'Ze kreeg 5 mg, 10 mg sorry.' is a doubt
    if not first <= new.first <= first + LONGEST_LEAD:
        return None
    if any(word.text == ":" or word.lower in _QUOTING for word in words[:before]):
        return None
    old = _taken_back(words, items, _in_clause(words, items, before, new), new)
    if old is None:
        return None
    behind = before - old.last - 1
    lead = new.first - first
    if behind != last - new.last or not is_same(words, new.last + 1, last + 1, old.last + 1):
        return None
    if lead and not is_same(words, first, new.first, old.first - lead):
        return None
    found = _swapped(reading, old, new, before, at + phrase(words, at, BEHIND))
    return found and replace(found, is_shown=True)


def _said_again(reading: Reading, items: Sequence[Item]) -> Correction | None:
    """Return the correction of an item that is said again behind a hesitation, with the same words behind it: '6 april,
    eh, 8 april', 'drie uur per week, eh, tweeënhalf uur per week'."""
    words = reading.words
    if "?" in reading.text:
        return None
    for old, new in pairwise(items):
        stop = said_again(words, (old.first, old.last), (new.first, new.last))
        if stop and is_alike(old, new) and not is_tied(words, old):
            told = _told(words, items, old.first)
            same = [one for one in items if is_alike(one, new) and words[one.last].lower == words[new.last].lower]
            if len(same) > len((old, new)) or not told.isdisjoint(SPEAKING | TELLING | DENIALS):
                return None
            here = reading.piece(new.first, stop - 1)
            edit = Edit("self_corrections", words[old.first].start, words[stop - 1].end, here, capital=not old.first)
            return Correction(edit, here, reading.piece(old.first, old.last), is_shown=True)
    return None


def _is_pause(word: Token) -> bool:
    return word.text in (",", "–", "-") or word.lower in SOUNDS


def is_correction(reading: Reading) -> bool:
    """Return whether a sentence has a cue at its start, or end, and one item, and nothing else."""
    words = reading.words
    end = introduced(words)
    if not end:
        return _is_meant_alone(reading)
    items = items_in(reading)
    new = next((one for one in items if one.first in (end, end + 1)), None)
    is_led = new is not None and (new.first == end or words[end].lower in PREPOSITIONS)
    return (
        new is not None
        and is_led
        and all(word.text in MARKS for word in words[confirmed(words, new.last + 1, {lower_at(words, new.last + 1)}) :])
    )


def is_short(reading: Reading) -> bool:
    """Return whether a sentence begins with a cue and has little behind it: 'Nee, bij juf Ilse sorry.'"""
    end = introduced(reading.words)
    return bool(end) and len(reading.words) - end <= _LONGEST_BEHIND


def _is_meant_alone(reading: Reading) -> bool:
    """'Zondag sorry.'"""
    words = reading.words
    start = next((at for at, word in enumerate(words) if not _is_pause(word)), len(words))
    start += lower_at(words, start) in PREPOSITIONS
    new = next((one for one in items_in(reading) if one.first == start), None)
    at = new.last + 1 if new else len(words)
    return (
        at < len(words)
        and bool(cue := phrase(words, at, BEHIND))
        and all(word.text in MARKS for word in words[at + cue :])
    )


def _after(words: Sequence[Token], old: Item, new: Item, before: int) -> int:
    """Return the place behind the new item and what is said with it that stands already, or only confirms it.

    'twee boterhammen, nee drie boterhammen'; 'drie was het'; 'dinsdag dinsdag om tien uur'.
    """
    rest = new.last + 1
    if is_same(words, new.first, rest, rest):
        rest += rest - new.first
    end = next((at for at in range(rest, len(words)) if words[at].text in MARKS), len(words))
    if rest < end <= rest + before - old.last - 1 and is_same(words, rest, end, old.last + 1):
        return end
    return confirmed(words, rest, {word.lower for word in words[:before]})


def _swapped(reading: Reading, old: Item, new: Item, before: int, rest: int) -> Correction | None:
    words = reading.words
    between = words[old.last + 1 : before]
    inside = range(old.last + 1, before)
    if len(between) > _LONGEST_BETWEEN or any(word.lower in SOUNDS or word.value is not None for word in between):
        return None
    if any(mark.at in inside for mark in [*reading.drugs, *reading.sides]):
        return None
    if any(word.lower in OF_A_DIFFERENCE for word in between) or is_shorter(reading, old, reading, new):
        return None
    is_followed = rest < len(words) and words[rest].text not in MARKS
    needs_unit = has_unit(words, old) and not new.unit and new.kind[0] != "time"
    if needs_unit and is_followed:
        return None  # what follows may be its unit
    if needs_unit:
        item = f"{reading.piece(new.first, new.last)} {words[old.last].text}"
    else:
        item = reading.piece(new.first, new.last)
    first = first_word(reading, old, item)
    start, stop = words[first].start, words[rest - 1].end
    if not between and [one.lower in VERBS or one.text for one in words[rest : rest + 2]] == [",", True]:
        stop = words[rest].end  # 'om acht uur, nee half negen, is ze gedoucht'
    kept = reading.text[words[old.last].end : words[before - 1].end]
    edit = Edit("self_corrections", start, stop, item + kept, capital=not first)
    is_count = new.kind[0] in ("time", "date") or (new.kind == ("number",) and not old.unit and not new.unit)
    is_shown = not is_count or bool(_MEASURED.search(item))
    return Correction(edit, item, reading.piece(old.first, old.last), is_shown)


def _is_new_clause(words: Sequence[Token], old: Item, rest: int) -> bool:
    """Return whether the new item, before ``rest``, begins its own clause: 'Ze komt dinsdag, nee woensdag lukt niet.'

    Behind an item at the start of the sentence a verb is that of the sentence: 'De twee, nee drie katten zijn er.'
    """
    end = next((at for at in range(rest, len(words)) if words[at].lower in ENDS or _begins(words, at)), len(words))
    behind = {  # not 'bij het ontbijt', 'zijn zus'
        words[at].lower
        for at in range(rest, end)
        if words[at - 1].lower not in LEADING and not (words[at].lower == "zijn" and lower_at(words, at + 1) in PERSONS)
    }
    if not DENIALS.isdisjoint(behind):
        return True
    before = {word.lower for word in words[: old.first]}
    leads = (
        old.first <= _LONGEST_LEADING and words[0].lower in PREPOSITIONS and OF_A_CLAUSE.isdisjoint(before - {"het"})
    )
    if behind <= _STILL or _waits(words, old, rest, end):
        return False
    return not (leads or old.first == 0) and not OF_A_CLAUSE.isdisjoint(behind)


def _waits(words: Sequence[Token], old: Item, rest: int, end: int) -> bool:
    """Return whether the clause of the old item has its verb behind the new one: 'dat hij om zeven uur, nee, om half
    zeven al in bed ligt'."""
    said = [word.lower for word in words[_clause(words, old.first) : old.first]]
    behind = [word.lower for word in words[rest:end]]
    return bool(behind) and is_open(said) and OF_A_CLAUSE.isdisjoint(behind[:-1])


def _begins(words: Sequence[Token], at: int) -> bool:
    """Return whether a sentence begins here that no mark is before: 'nee tien milligram ze was daarna rustig'."""
    return words[at].lower in _PRONOUNS and lower_at(words, at + 1) in VERBS
