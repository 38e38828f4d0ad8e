"""A value that the speaker takes back: '152 over 80, nee sorry, 142 over 80' becomes '142 over 80', and is shown.

The new item stands where the old one stood, and what was said between them stays. Only when both are of one kind and
nothing else can be meant; else the words stay together as they were said.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from ....dutch.word_sets import word_set
from ...evidence.corrections import SOUNDS, pause_before
from ...evidence.reading import Reading
from ...evidence.values.units import UNITS
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import PLACES, Token, Value, lower_at
from ..disfluency import CALLING
from ..model import Edit
from ..words import VERBS, is_participle

_Phrases = dict[str, list[list[str]]]


def _phrases(text: str) -> _Phrases:
    """Return the phrases of a list by their first word, the longest first."""
    found: _Phrases = {}
    for phrase in sorted((one.split() for one in re.split(r"[|\n]", text)), key=len, reverse=True):
        found.setdefault(phrase[0], []).append(phrase)
    return found


#: What a speaker says who takes something back. Whoever says one of ``_DOUBTFUL`` may mean something else.
_CUES = _phrases("nee | sorry | pardon | correctie | herstel | wacht | ik bedoel | of eigenlijk | of nee")
_DOUBTFUL = _phrases(
    """verkeerd | foutje | ik zeg het verkeerd | zeg ik verkeerd | dat zeg ik verkeerd | dat klopt niet | klopt niet
    dat is niet goed | dat is fout | ik vergis me | liever gezegd | beter gezegd | althans | nou ja | ik lieg | enfin
    allee"""
)
#: These are cues without a mark or sound before them, too.
_PLAIN = _phrases("nee sorry | nee wacht | sorry nee | of nee | of eigenlijk")
#: Behind the new item, at the end of its clause.
_BEHIND = _phrases("sorry | sorry hoor | pardon | bedoel ik | bedoel ik dus | bedoel ik sorry | sorry bedoel ik")
#: Between the cue and the new item.
_INTRODUCING = SOUNDS | word_set(
    "nee sorry pardon correctie herstel wacht , : even ik bedoel of eigenlijk o oh het dat was is moet zijn toch hoor"
)
_ASIDES = _phrases(
    """laat me even kijken | laat me kijken | even kijken | ik kijk even | even rekenen | even tellen | even denken
    even nadenken | even zoeken | even terug | ik moet even terug | ik zie het | ik zie"""
)
_MOST_INTRODUCING = 6  # words and marks
_BEFORE_CUE = SOUNDS | word_set("o oh ach och hè")
#: Behind the new item: 'was het', 'moet het zijn', 'bedoel ik'; 'had hij' where what it corrects has that verb.
_CONFIRMING = word_set("was is waren zijn moet bedoel bedoelde")
_CONFIRMED = word_set("het dat ik")
_SUBJECTS = _CONFIRMED | word_set("hij ze zij ie die we")
_PRONOUNS = word_set("ik we wij hij ze zij")
_LAST_CONFIRMING = word_set("zijn hoor toch")
_MARKS = frozenset({",", ".", ";", ":", "!", "?"})
STOPS = frozenset({*_MARKS, "–", "-", "en", "maar"})
#: A figure beside one of these belongs to another one: 'drie van de vijf'.
_TYING = word_set("van op tot a of bij x naar en")
_LEADING = word_set("om op aan van met in bij voor tot rond naar sinds vanaf over na per tegen")
PREPOSITIONS = _LEADING | word_set("de het een")
SPEAKING = word_set("vroeg vroegen gevraagd vraag vraagt zei zeiden zegt zeggen antwoordde of")
TELLING = CALLING | word_set("vertelde vertelt vertellen vertelden noemde noemt meldde meldt bedoelt bedoelde")
#: Behind these stand another's words, or two limits.
_QUOTING = word_set(
    "appt appte schrijft schreef herhaalt herhaalde leest las telt telde mailt mailde volgens woorden tussen"
)
_LONGEST_BETWEEN, _LONGEST_LEAD = 4, 3  # words
_FEWER_DIGITS = 2
#: Parts of a day of their own: 'vanmiddag, nee, vanavond'. Behind a day they are of that: 'dinsdag vanmiddag' is none.
_PARTS = word_set("vanmorgen vanochtend vanmiddag vanavond vannacht")
_FRACTIONS = word_set("half halve kwart")
_SIDES = word_set("links rechts linker rechter")
_ENDS = STOPS | word_set("want dus omdat terwijl")
_ANSWERS = word_set("wel goed")
#: What a clause has behind its first item: a verb, a subject, or a word of contrast.
OF_A_CLAUSE = word_set(
    """ik we wij hij zij ze het er je u men die dat ook wel pas juist alleen
    is zijn was waren ben heeft heb hebben had hadden wordt worden werd werden gaat gaan ging gingen kan kon kunnen wil
    wilde willen moet moest moeten mag mocht mogen zal zou komt kwam komen blijft bleef doet deed zit zat ligt lag staat
    stond loopt liep voelt geeft gaf krijgt kreeg neemt nam zegt zei vindt vond ziet zag zagen slaapt sliep eet at
    drinkt dronk lukt lukte helpt hielp werkt hoeft hoefde viel belt belde vroeg wilt lijkt leek klopt hoort
    stopt stopte"""
)
#: A figure beside one of these is a difference, and none to correct by a whole value: '72 kg, 2 kg minder'.
OF_A_DIFFERENCE = word_set("minder meer erbij eraf af bij lager hoger langer korter geleden verschil later eerder")
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


@dataclass(frozen=True, slots=True)
class Item:
    """What may be corrected: its first and last word, and its kind. Items of one kind replace each other.

    ``unit`` is the word of its unit, '' for none.
    """

    first: int
    last: int
    kind: tuple[str, ...]
    keys: object
    unit: str = ""


def self_correction(reading: Reading) -> Correction | None:
    """Return the correction in a sentence when there is one, and one only, that can mean one thing only."""
    items = items_in(reading)
    return _replaced(reading, items) or _meant(reading, items)


def _replaced(reading: Reading, items: Sequence[Item]) -> Correction | None:
    """Return the correction by what stands behind a cue: '37,2, nee sorry, 37,5'."""
    words = reading.words
    cue = cue_from(words, items)
    if cue is None or "?" in reading.text or any(word.lower in SPEAKING for word in words[: cue[0]]):
        return None
    start, end = cue  # the first word of the cue, and the one after what introduces the new item
    if cue_from(words, items, end) is not None or any(word.lower not in _INTRODUCING for word in words[start:end]):
        return None
    new = next((one for one in items if end <= one.first <= end + _LONGEST_LEAD), None)
    if new is None:
        return None
    before = _before_cue(words, start)
    clause = next((at + 1 for at in range(before - 1, -1, -1) if words[at].lower in STOPS), 0)
    old = [one for one in items if clause <= one.first and one.last < before and is_alike(one, new)]
    if new.unit and start == before and new.first == end and len(old) > 1 and old[-1].last + 1 == before:
        old = [one for one in old if one is old[-1] or not _counts(words, one)]  # 'één oxazepam van vijf nee tien mg'
    if len(old) != 1 or old[0].keys == new.keys or is_tied(words, old[0]):
        return None
    if any(one.last + 2 == old[0].first == clause and is_alike(one, new) for one in items):
        return None  # 'vijf, zes, nee, zeven weken'
    if _is_said_again(items, old[0], new):
        return None  # 'rechts nee links is genezen en rechts niet'
    lead = new.first - end
    if lead and not _is_same(words, end, new.first, old[0].first - lead):
        return None  # 'om vier uur, nee naar vijf'
    if not DENIALS.isdisjoint(word.lower for word in words[clause : old[0].first]):
        return None
    rest = _after(words, old[0], new, before)
    if _is_new_clause(words, old[0], rest) or _may_answer(words, new, rest, is_apart=before < start):
        return None
    is_beside = old[0].last + 1 == before  # else what follows the new item would have to go somewhere
    if not is_beside and rest < len(words) and words[rest].text not in _MARKS:
        return None
    return _swapped(reading, old[0], new, before, rest)


def _is_said_again(items: Sequence[Item], old: Item, new: Item) -> bool:
    """Return whether a side or medicine that would go is said behind the new one once more."""
    after = [one for one in items if one.first > new.last and (one.kind, one.keys) == (old.kind, old.keys)]
    return old.kind[0] in ("side", "drug") and bool(after)


def _may_answer(words: Sequence[Token], new: Item, rest: int, *, is_apart: bool) -> bool:
    """Return whether 'nee' may be the answer to the item before it: 'decubitus links nee rechts ja'.

    Not where the new one ends its clause, or a mark stands before the cue. A part of a day needs both, or a participle
    behind it: 'vanmiddag, nee, vanavond gespuugd'. With a 'ja' in the sentence it is one of two answers.
    """
    if new.kind[0] not in ("side", "drug", "part"):
        return False
    if "ja" in {word.lower for word in words[1:]}:
        return True
    end = next((at for at in range(rest, len(words)) if words[at].lower in _ENDS), len(words))
    is_last = rest == end
    if new.kind == ("part",):
        return not is_apart or not (is_last or is_participle(words[rest].lower))
    return not _ANSWERS.isdisjoint(word.lower for word in words[rest:end]) or not (is_apart or is_last)


def _counts(words: Sequence[Token], item: Item) -> bool:
    """Return whether a figure without a unit is a count of the thing behind it, or the number of a place before it."""
    after = lower_at(words, item.last + 1)
    is_thing = after.isalpha() and after not in _TYING | PREPOSITIONS | OF_A_CLAUSE | _ENDS | SOUNDS
    return item.kind == ("number",) and not item.unit and (is_thing or lower_at(words, item.first - 1) in PLACES)


def _meant(reading: Reading, items: Sequence[Item]) -> Correction | None:
    """Return the correction by what stands before a cue that ends the clause: 'op zaterdag, eh, zondag sorry.'

    Between the two stands a pause alone, and they have the same words around them.
    """
    words = reading.words
    at = next((at for at in range(2, len(words)) if _phrase(words, at, _BEHIND) and _ends(words, at)), None)
    if at is None or "?" in reading.text or any(word.lower in SPEAKING | TELLING for word in words[:at]):
        return None
    cue = cue_from(words, items)
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
        return None  # 'Ze kreeg 5 mg, 10 mg sorry.' is asked
    if not first <= new.first <= first + _LONGEST_LEAD:
        return None
    if any(word.text == ":" or word.lower in _QUOTING for word in words[:before]):
        return None
    clause = next((one + 1 for one in range(before - 1, -1, -1) if words[one].lower in STOPS), 0)
    old = [one for one in items if clause <= one.first and one.last < before and is_alike(one, new)]
    if len(old) != 1 or old[0].keys == new.keys or is_tied(words, old[0]):
        return None
    if any(one.last + 2 == old[0].first == clause and is_alike(one, new) for one in items):
        return None
    behind = before - old[0].last - 1
    is_same = behind == last - new.last and _is_same(words, new.last + 1, last + 1, old[0].last + 1)
    lead = new.first - first
    if not is_same or (lead and not _is_same(words, first, new.first, old[0].first - lead)):
        return None
    if not DENIALS.isdisjoint(word.lower for word in words[clause : old[0].first]):
        return None
    found = _swapped(reading, old[0], new, before, at + _phrase(words, at, _BEHIND))
    return found and replace(found, is_shown=True)


def _ends(words: Sequence[Token], at: int) -> bool:
    """Return whether the cue that begins here ends its clause."""
    end = at + _phrase(words, at, _BEHIND)
    return end >= len(words) or words[end].text in _MARKS


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
        and all(
            word.text in _MARKS for word in words[_confirmed(words, new.last + 1, {lower_at(words, new.last + 1)}) :]
        )
    )


def _is_meant_alone(reading: Reading) -> bool:
    """'Zondag sorry.'"""
    words = reading.words
    start = next((at for at, word in enumerate(words) if not _is_pause(word)), len(words))
    start += lower_at(words, start) in PREPOSITIONS
    new = next((one for one in items_in(reading) if one.first == start), None)
    at = new.last + 1 if new else len(words)
    return (
        at < len(words)
        and bool(cue := _phrase(words, at, _BEHIND))
        and all(word.text in _MARKS for word in words[at + cue :])
    )


def introduced(words: Sequence[Token]) -> int:
    """Return the place behind the words at the start of a sentence that introduce a correction, 0 for none."""
    end, has_cue = _run(words, 0)
    return end if has_cue else 0


def _run(words: Sequence[Token], at: int) -> tuple[int, bool]:
    """Return the place behind the words from here on that introduce a correction, and whether a cue is among them."""
    end, has_cue = at, False
    while end < len(words) and end - at <= _MOST_INTRODUCING:
        if cue := _phrase(words, end, _CUES) or _phrase(words, end, _DOUBTFUL):
            end, has_cue = end + cue, True
        elif aside := _phrase(words, end, _ASIDES):
            end += aside
        elif words[end].lower in _INTRODUCING:
            end += 1
        else:
            break
    return end, has_cue


def _phrase(words: Sequence[Token], at: int, phrases: _Phrases) -> int:
    """Return the number of words of the longest of the phrases that begins here, 0 for none."""
    some = phrases.get(words[at].lower, ())
    return next((len(one) for one in some if all(lower_at(words, at + k) == word for k, word in enumerate(one))), 0)


def is_doubtful(words: Sequence[Token], at: int) -> bool:
    """Return whether the cue that begins here may mean something else: 'nou ja', 'althans'."""
    return bool(_phrase(words, at, _DOUBTFUL))


def _is_same(words: Sequence[Token], start: int, end: int, again: int) -> bool:
    """Return whether the words of a piece stand once more at another place."""
    return again >= 0 and all(words[start + k].lower == lower_at(words, again + k) for k in range(end - start))


def _after(words: Sequence[Token], old: Item, new: Item, before: int) -> int:
    """Return the place behind the new item and what is said with it that stands already, or only confirms it.

    'twee boterhammen, nee drie boterhammen'; 'drie was het'.
    """
    rest = new.last + 1
    end = next((at for at in range(rest, len(words)) if words[at].text in _MARKS), len(words))
    if rest < end <= rest + before - old.last - 1 and _is_same(words, rest, end, old.last + 1):
        return end
    return _confirmed(words, rest, {word.lower for word in words[:before]})


def _confirmed(words: Sequence[Token], at: int, said: Set[str] = frozenset()) -> int:
    """Return the place behind words that only confirm what stands before them: 'was het', 'moet het zijn'."""
    if (cue := at < len(words) and _phrase(words, at, _BEHIND)) and _ends(words, at):
        return at + cue  # 'nee zondag sorry'
    is_it = lower_at(words, at) in _CONFIRMING and lower_at(words, at + 1) in _CONFIRMED
    if not is_it and not (lower_at(words, at) in said and lower_at(words, at + 1) in _SUBJECTS):
        return at
    end = at + 2 + (lower_at(words, at + 2) in _LAST_CONFIRMING)
    return end if end >= len(words) or words[end].text in _MARKS else at


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
    is_followed = rest < len(words) and words[rest].text not in _MARKS
    if old.unit and not new.unit and new.kind[0] != "time" and is_followed:
        return None  # what follows may be its unit
    if old.unit and not new.unit and new.kind[0] != "time":
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


def first_word(reading: Reading, old: Item, written: str) -> int:
    """Return the place of the first word that goes with the old item: 'een' leads a half or a quarter, and stays only
    where another one is written in its place."""
    is_led = reading.words[old.first].lower in _FRACTIONS and lower_at(reading.words, old.first - 1) == "een"
    return old.first - (is_led and written.split()[0].lower() not in _FRACTIONS)


def is_shorter(earlier: Reading, old: Item, reading: Reading, new: Item) -> bool:
    """Return whether the new item may be the end of a long number alone: '06 12 34 56 78, nee 79'."""
    pieces = earlier.piece(old.first, old.last), reading.piece(new.first, new.last)
    before, after = (len(re.findall(r"\d", piece)) for piece in pieces)
    return old.kind[0] == "number" and before - after > _FEWER_DIGITS


def cue_from(words: Sequence[Token], items: Sequence[Item], start: int = 0) -> tuple[int, int] | None:
    """Return where the next cue begins, and where what it introduces does.

    A cue stands behind a mark or a sound, or between two items: 'twee nee drie'.
    """
    for at in range(start, len(words)):
        if not (_phrase(words, at, _CUES) or _phrase(words, at, _DOUBTFUL)):
            continue
        end, _ = _run(words, at)
        is_apart = at > 0 and (words[at - 1].text in (",", "–", "-", ".") or words[at - 1].lower in _BEFORE_CUE)
        is_between = any(one.last == at - 1 and _stands_for(words, one, end, items) for one in items)
        if is_apart or is_between or _phrase(words, at, _PLAIN):
            return at, end
    return None


def _stands_for(words: Sequence[Token], old: Item, end: int, items: Sequence[Item]) -> bool:
    """Return whether an item begins behind a cue, or what leads the one before it does: 'aan de linkerkant nee aan de
    rechterkant'."""
    new = next((one for one in items if end <= one.first <= end + _LONGEST_LEAD), None)
    return new is not None and (new.first == end or _is_same(words, end, new.first, old.first - (new.first - end)))


def _before_cue(words: Sequence[Token], start: int) -> int:
    """Return the place after the last word before the cue, its marks and sounds."""
    while start and (words[start - 1].text in (",", "–", "-") or words[start - 1].lower in _BEFORE_CUE):
        start -= 1
    return start


def _is_new_clause(words: Sequence[Token], old: Item, rest: int) -> bool:
    """Return whether the new item, before ``rest``, begins its own clause: 'Ze komt dinsdag, nee woensdag lukt niet.'

    Behind an item at the start of the sentence a verb is that of the sentence: 'De twee, nee drie katten zijn er.'
    """
    end = next((at for at in range(rest, len(words)) if words[at].lower in _ENDS or _begins(words, at)), len(words))
    behind = {words[at].lower for at in range(rest, end) if words[at - 1].lower not in _LEADING}  # 'bij het ontbijt'
    if not DENIALS.isdisjoint(behind):
        return True
    leads = old.first == 0 or (old.first == 1 and words[0].lower in PREPOSITIONS)
    return not leads and not OF_A_CLAUSE.isdisjoint(behind)


def _begins(words: Sequence[Token], at: int) -> bool:
    """Return whether a sentence begins here that no mark is before: 'nee tien milligram ze was daarna rustig'."""
    return words[at].lower in _PRONOUNS and lower_at(words, at + 1) in VERBS


def items_in(reading: Reading) -> list[Item]:
    """Return what may be corrected, in order; figures that stand together ('152 over 80') are one item."""
    found: list[Item] = []
    values = [one for one in reading.values if not one.is_article]
    at = 0
    while at < len(values):
        group = [values[at]]
        while at + 1 < len(values) and _is_joined(reading, values[at], values[at + 1]):
            at += 1
            group.append(values[at])
        last = reading.words[group[-1].last]
        unit = last.lower if group[-1].dimension and last.lower in UNITS else ""
        kind = tuple(one.kind for one in group)
        keys = [sorted(map(str, one.keys)) for one in group]
        found.append(Item(group[0].first, group[-1].last, kind, keys, unit))
        at += 1
    found += [Item(one.at, one.at, ("drug",), one.key) for one in reading.drugs]
    found += [
        Item(one.at, one.at, ("side", _rest(reading.words[one.at].lower)), one.key)
        for one in reading.sides
        if one.key != "beide"
    ]
    found += [Item(at, at, ("part",), word.lower) for at, word in enumerate(reading.words) if word.lower in _PARTS]
    return sorted(found, key=lambda one: one.first)


def _rest(word: str) -> str:
    """Return what a side is of, as far as its word says: 'linkerknie' and 'rechterknie' have the same rest."""
    if word in _SIDES:
        return "er" if word.endswith("er") else ""
    return word.removeprefix("linker").removeprefix("rechter")


def _is_joined(reading: Reading, one: Value, other: Value) -> bool:
    between = [word.lower for word in reading.words[one.last + 1 : other.first]]
    is_pair = between in (["over"], ["/"], ["bij"], ["x"]) or one.first == other.first
    return is_pair and one.kind == other.kind == "number"


def is_alike(old: Item, new: Item) -> bool:
    """Return whether one may stand for the other: of one kind, and of no two dimensions."""
    if old.kind != new.kind:
        return False
    dimensions = [UNITS[one.unit][0] if one.unit else "" for one in (old, new)]
    return dimensions[0] == dimensions[1] or not all(dimensions)


def is_tied(words: Sequence[Token], old: Item) -> bool:
    """Return whether the old item belongs to another figure: 'drie van de vijf keer'."""
    before = words[old.first - 1].lower if old.first else ""
    after = words[old.last + 1].lower if old.last + 1 < len(words) else ""
    is_led = before == "de" and old.first > 1 and words[old.first - 2].lower == "van"
    return is_led or (after in _TYING and any(word.value is not None for word in words[old.last + 2 : old.last + 4]))
