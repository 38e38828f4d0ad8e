"""What is said again as it began, with something else: 'met Sem, nee, met Dounia', 'zijn bril, nee, zijn pet'.

Both pieces begin with the same words before a noun, and differ in one thing of one kind. What was said first goes with
the cue; what stands there now is as it was said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ....dutch.word_sets import SOUNDS, word_set
from ...evidence.reading import Reading
from ...evidence.words.negation import DENYING
from ...evidence.words.tokens import Token, lower_at
from ..disfluency import CALLING
from ..model import Edit
from ..words import VERBS, is_participle
from .cues import before_cue, confirmed, cue_at, is_same
from .items import (
    DAYS,
    ENDS,
    LEADING,
    MONTHS,
    OF_A_CLAUSE,
    OF_A_DIFFERENCE,
    STOPS,
    Item,
    is_alike,
    is_hour,
    is_shorter,
    is_tied,
)

ARTICLES = word_set("de het een zijn haar mijn hun ons onze d'r z'n m'n deze dit")
_TITLES = word_set("juf meester meneer mevrouw dokter zuster broeder collega tante ome oom")
_LEADS = LEADING | ARTICLES | _TITLES | word_set("dan door tussen onder achter naast zonder uit als")
_LONGEST_LEAD, _LONGEST = 4, 4  # words
_SAYING = word_set("vroeg vroegen gevraagd vraag vraagt antwoordde zei zeiden zegt zeggen schudt schudde schudden")
#: A sentence that begins with its verb and one of these is a question: 'Wil hij naar de kapper, nee, naar de tandarts.'
_ASKED = word_set("ik je jij u hij ze zij we wij jullie mevrouw meneer dat dit er")
#: With one of these an infinitive is of the clause: 'hij moet zijn ouders, nee, zijn broers bellen'.
_MODALS = word_set(
    "wil wilde willen kan kon kunnen moet moest moeten mag mocht mogen zal zou gaat ga gaan ging laat te"
)
#: Behind what is said again the sentence continues with these, or ends.
_GOING_ON = LEADING | (ARTICLES - {"zijn"}) | word_set("terug mee thuis weer samen sinds al nog te als door uit")
#: With these 'nee' is one of two answers, or the second piece is meant as well as the first one.
_BESIDE = DENYING | word_set("ja ook wel juist alleen behalve nauwelijks amper weigert weigerde ontkent ontkende")
_LEADING_JA = word_set("o oh nou en ach och")
_MOST_BEHIND = 3  # words
_INFINITIVE = re.compile(r"\w{3,}en")


@dataclass(frozen=True, slots=True)
class Cue:
    """The words that take something back: the first of them, the place behind what stands before them and their marks,
    and the place behind what introduces the new words."""

    start: int
    before: int
    end: int

    @property
    def is_bare(self) -> bool:
        """Whether no mark and no sound is before it."""
        return self.before == self.start


def own_cue(reading: Reading) -> Cue | None:
    """Return the first cue of a sentence, ``None`` where it has none or 'nee' may be an answer."""
    words = reading.words
    found = next(((at, end) for at in range(2, len(words)) if (end := cue_at(words, at)) is not None), None)
    if found is None or "?" in reading.text:
        return None
    start, end = found
    while words[end - 1].lower in ARTICLES and end - 1 > start:
        end -= 1  # 'het' may introduce what is right, or be its article
    before = before_cue(words, start)
    if any(word.text == ":" for word in words[start:end]) or is_told(words[:start], is_marked=before < start):
        return None
    if any(word.lower == "ja" and before.lower not in SOUNDS | _LEADING_JA for before, word in pairwise(words)):
        return None  # one of two answers: 'Allergie voor de pil, nee, voor de pleister, ja.'
    return Cue(start, before, end)


def echoed(reading: Reading, items: Sequence[Item]) -> tuple[Edit, str, str] | None:
    """Return the change of a sentence, what stands now, and what was said first."""
    words = reading.words
    cue = own_cue(reading)
    if cue is None:
        return None
    before, end = cue.before, cue.end
    lead, first = 0, _beside(reading, before, end)
    if first is None:
        lead = _lead(words, end)
        first = next(
            (at for at in range(before - lead - 1, -1, -1) if lead and is_same(words, end, end + lead, at)), None
        )
    if first is None or before - first - lead > _LONGEST:
        return None
    last = _last(reading, items, (first + lead, before), end + lead)
    if last is None:
        return None
    stop = confirmed(words, last + 1)
    is_time = any(one.kind == ("time",) and one.last == last for one in items)  # 'om acht uur nee om negen uur'
    is_done = lead > 0 and is_participle(lower_at(words, stop)) and "of" not in {word.lower for word in words[:before]}
    if (not lead or cue.is_bare) and ((is_time and not is_done) or not goes_on(words, stop)):
        return None
    if not is_whole(words, first, before, stop) or any(cue_at(words, at) for at in range(stop, len(words))):
        return None
    here, said = reading.piece(end, last), reading.piece(first, before - 1)
    edit = Edit("self_corrections", words[first].start, words[stop - 1].end, here, capital=not first)
    return edit, here, said


def _lead(words: Sequence[Token], start: int) -> int:
    """Return the number of words that lead a noun here: 'op zijn', and with a noun of its own 'uitslag van'."""
    is_noun = lower_at(words, start) not in _LEADS and lower_at(words, start + 1) in LEADING
    return next((k for k in range(int(is_noun), _LONGEST_LEAD + 1) if lower_at(words, start + k) not in _LEADS), 0)


def _beside(reading: Reading, before: int, new: int) -> int | None:
    """Return the first word of a name, a month or a day right before a cue, where one of its kind stands behind it:
    'in oktober, nee, november', 'haar nicht Sofie, nee, Sophia'."""
    words = reading.words
    names = {one.start for one in reading.names}
    length = next((k for k in range(len(words) - new) if words[new + k].start not in names), len(words) - new)
    first = before - max(length, 1)
    if length and (first < 1 or words[first - 1].start in names):
        return None  # 'Piet Jansen, nee, Karel'
    if length:
        return first if all(word.start in names for word in words[first:before]) else None
    is_alike = any({lower_at(words, first), lower_at(words, new)} <= group for group in (MONTHS, DAYS))
    return first if is_alike else None


def _last(reading: Reading, items: Sequence[Item], old: tuple[int, int], new: int) -> int | None:
    """Return the last word of what stands for the ``old`` words, which are of its kind; ``None`` where they are not."""
    words = reading.words
    first, end = old
    one = next((item for item in items if (item.first, item.last) == (first, end - 1)), None)
    other = next((item for item in items if item.first == new), None)
    if one and other:
        return other.last if _may_replace(reading, one, other) else None
    length = end - first
    there = words[new : new + length]
    if len(there) < length or any(word.text in STOPS for word in there):
        return None
    differs = [k for k in range(length) if words[first + k].lower != there[k].lower]
    if len(differs) != 1:
        return new + length - 1 if differs and _are_names([*words[first:end]], there) else None
    k = differs[0]
    is_item = [any(item.first <= at <= item.last for item in items) for at in (first + k, new + k)]
    if any(is_item):
        pair = [item for item in items if item.first == item.last and item.first in (first + k, new + k)]
        return new + length - 1 if len(pair) == 2 and _may_replace(reading, *pair) else None
    return new + length - 1 if _is_of_one_kind(words, first + k, new + k) else None


def _may_replace(reading: Reading, old: Item, new: Item) -> bool:
    words = reading.words
    is_named = lower_at(words, new.last + 1) in OF_A_DIFFERENCE or is_shorter(reading, old, reading, new)
    is_cut = old.kind[0] == new.kind[0] == "side" and lower_at(words, old.last + 1) == "-"  # 'rechter-, nee, linkerzij'
    has_unit = not old.unit or bool(new.unit) or new.kind[0] == "time"
    return (
        (is_alike(old, new) or is_hour(words, old, new) or is_cut)
        and old.keys != new.keys
        and has_unit
        and not (is_named or is_tied(words, old))
    )


def _is_of_one_kind(words: Sequence[Token], old: int, new: int) -> bool:
    """Return whether two words are of one kind: two months, two names, or two words behind the same article."""
    one, other = words[old], words[new]
    for group in (MONTHS, DAYS):
        if one.lower in group or other.lower in group:
            return {one.lower, other.lower} <= group
    if not (one.text.isalpha() and other.text.isalpha()) or not {one.lower, other.lower}.isdisjoint(_OTHER):
        return False
    before = lower_at(words, old - 1)
    return before in ARTICLES | _TITLES or _are_names([one], [other])


_OTHER = VERBS | OF_A_CLAUSE | LEADING | SOUNDS | word_set("half halve heel hele")


def _are_names(old: Sequence[Token], new: Sequence[Token]) -> bool:
    return all(word.text.istitle() and word.text.isalpha() for word in (*old, *new)) and all(
        word.lower not in _OTHER for word in (*old, *new)
    )


def is_whole(words: Sequence[Token], first: int, before: int, rest: int) -> bool:
    """Return whether the old piece is one piece, is not denied, and the new one begins no clause of its own."""
    clause = next((at + 1 for at in range(first - 1, -1, -1) if words[at].lower in STOPS), 0)
    if any(word.lower in STOPS | SOUNDS | ((VERBS | OF_A_CLAUSE) - ARTICLES) for word in words[first:before]):
        return False
    end = next((at for at in range(rest, len(words)) if words[at].lower in ENDS), len(words))
    behind = [word.lower for word in words[rest:end]]
    if not _BESIDE.isdisjoint([*(word.lower for word in words[clause:before]), *behind]):
        return False
    if _is_done(behind):
        return not any(is_participle(word.lower) for word in words[clause:first])  # 'gevallen in ..., in ... gevonden'
    if _is_infinitive(behind):  # 'haar rug, nee, haar benen jeuken'
        is_plural = words[rest - 1].lower.endswith(("en", "s"))
        return not is_plural or any(word.lower in _MODALS for word in words[clause:first])
    if not behind:
        return True
    if is_open([word.lower for word in words[clause:first]]) and len(behind) <= _MOST_BEHIND:
        return True
    return behind[0] in _GOING_ON and not _has_verb(behind)


def is_told(words: Sequence[Token], *, is_marked: bool = False) -> bool:
    """Return whether 'nee' behind these words may be an answer: behind 'zei', 'vroeg', or a question, which
    begins with its verb where nothing is marked. Not behind 'zegt dat'."""
    told = {
        word.lower for word, after in zip(words, [*words[1:], None], strict=True) if not after or after.lower != "dat"
    }
    is_question = is_asked(words) or (words[0].lower in VERBS and not is_marked)
    return is_question or not told.isdisjoint(_SAYING | CALLING)


def is_asked(words: Sequence[Token]) -> bool:
    """Return whether a sentence is a question by the order of its first words: 'Heeft ze pijn links'."""
    return words[0].lower in VERBS and lower_at(words, 1) in _ASKED


def goes_on(words: Sequence[Token], at: int) -> bool:
    """Return whether a clause ends here, or continues with a participle, or a preposition and no verb behind it."""
    end = next((one for one in range(at, len(words)) if words[one].lower in ENDS), len(words))
    behind = [word.lower for word in words[at:end]]
    return not behind or _is_done(behind) or _is_infinitive(behind) or _is_led(behind)


def _is_done(behind: Sequence[str]) -> bool:
    """Return whether a participle is here, and no verb that has its subject behind it: 'logeert hij'."""
    return bool(behind) and is_participle(behind[0]) and (_ASKED | ARTICLES).isdisjoint(behind[1:2])


def _is_led(behind: Sequence[str]) -> bool:
    return behind[0] in LEADING and not _has_verb(behind) and not any(map(is_participle, behind))


def _is_infinitive(behind: Sequence[str]) -> bool:
    return len(behind) == 1 and behind[0] not in OF_A_CLAUSE | DAYS and _INFINITIVE.fullmatch(behind[0]) is not None


def _has_verb(behind: Sequence[str]) -> bool:
    """Return whether a clause of its own is here: a verb, save that of a possessive, 'zijn zus'."""
    return any(word in OF_A_CLAUSE - ARTICLES and before not in LEADING for before, word in pairwise(["", *behind]))


_OPENING = word_set("dat als omdat die toen zodat voordat nadat tot terwijl wat hoe waar")


def is_open(said: Sequence[str]) -> bool:
    """Return whether a clause waits for its verb: 'dat het al van zondag, nee, van zaterdag zo is'."""
    opening = max((at for at, word in enumerate(said) if word in _OPENING), default=None)
    return opening is not None and VERBS.isdisjoint(said[opening + 1 :])
