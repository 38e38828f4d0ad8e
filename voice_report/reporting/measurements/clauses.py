"""Where the words that belong to one figure begin and end: its zone, between its neighbours and the breaks."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from ...dutch.word_sets import word_set
from ..evidence.reading import Reading
from ..evidence.words.tokens import Token, lower_at
from .figures.quantities import Item, items, may_begin
from .kinds import Cue, cue

_BREAKS = word_set(", ; . ? ! – — maar want terwijl omdat doordat zodat")
#: Behind 'en', these begin another clause.
_NEW = word_set(
    """hij zij ze ik we wij er het is was heeft had kan kon wil wordt werd nu toen dat die dan de een mevrouw meneer
    moet gaat vandaag gisteren vanmorgen vanochtend vanmiddag vanavond vannacht"""
)
#: In speech without marks a clause begins with one of these and a verb.
_SUBJECTS = word_set(
    "hij ze zij ik we wij mevrouw meneer die dat er nu vandaag vanmiddag vanavond vanmorgen vanochtend toen daarna"
)
_FINITE = word_set(
    """is was heeft had mag moet kan kon wil wordt werd gaat ging kwam komt zei zegt zit zat ligt lag heb ben waren
    vroeg moeten mogen klaagt klaagde vond vindt kreeg krijgt at dronk eet drinkt sliep voelt voelde staat stond"""
)
_MUST = word_set("moet mag moeten mogen")
_WHEN = word_set("keer week maand jaar dag gisteren eerst vroeger nu vandaag straks morgen uur")
_LEADING = word_set("dat als toen of en maar want omdat terwijl wat die zodra nadat voordat totdat zoals")
#: Between two figures these begin what belongs to the second one.
_DIVIDING = word_set(
    "en nu daarna toen naar vandaag inmiddels thans momenteel streven streef doel grens norm afspraak advies"
)


@dataclass(slots=True)
class Scene:
    """A spoken sentence with its figures, cues and breaks."""

    at: int
    reading: Reading
    items: list[Item]
    cues: list[tuple[int, Cue]]
    breaks: list[int]
    #: The words of the sentence before it.
    earlier: Sequence[Token] = ()

    @property
    def words(self) -> list:
        return self.reading.words

    def clause(self, at: int) -> tuple[int, int]:
        """Return the first word of the clause of a word, and the one behind its last."""
        place = bisect_left(self.breaks, at)
        first = self.breaks[place - 1] + 1 if place else 0
        last = self.breaks[place] if place < len(self.breaks) else len(self.words)
        return first, last

    def zone(self, item: Item, cue_at: int = -1) -> tuple[int, int]:
        """Return the words of the clause that belong to this figure and to no other one; its cue is at ``cue_at``."""
        first, last = self.clause(item.first)
        place = item.place
        if place and self.items[place - 1].last >= first:
            first = self._divided(self.items[place - 1].last + 1, item.first)
        if place + 1 < len(self.items) and self.items[place + 1].first < last:
            last = self._divided(item.last + 1, self.items[place + 1].first)
        behind = bisect_right(self.cues, item.last, key=lambda one: one[0])
        if behind < len(self.cues) and self.cues[behind][0] != cue_at:
            last = min(last, max(self.cues[behind][0], item.last + 1))
        return first, last

    def _divided(self, first: int, last: int) -> int:
        """Return where the words between two figures begin to belong to the second one: at 'en', 'nu' or its cue, else
        behind what stands right behind the first one ('zes bij draaien, twee in rust')."""
        for at in range(first, last):
            lower = self.words[at].lower
            if lower in _DIVIDING or ((found := cue(lower)) is not None and found.kind):
                return at
        return first


def scenes(readings: Sequence[Reading]) -> list[Scene | None]:
    """Return each sentence with its figures; ``None`` for one without any."""
    earlier = ((), *(one.words for one in readings))
    return [_scene(at, reading, earlier[at]) for at, reading in enumerate(readings)]


def _scene(at: int, reading: Reading, earlier: Sequence[Token]) -> Scene | None:
    words = reading.words
    if not any(may_begin(word) for word in words):
        return None
    found = items(reading)
    if not found:
        return None
    cues = [(place, one) for place, word in enumerate(words) if (one := _cue(words, place, word)) is not None]
    inside = {place for item in found for place in range(item.first, item.last + 1)}
    ends = {item.last + 1 for item in found}
    breaks = [
        place
        for place, word in enumerate(words)
        if place not in inside
        and (_is_break(words, place, word.lower) or (reading.is_unmarked and _begins(words, place, place in ends)))
    ]
    return Scene(at, reading, found, [one for one in cues if one[0] not in inside], breaks, earlier)


#: Abbreviations that speech recognition writes apart.
_APART = {
    ("in", "r"): cue("inr"),
    ("n", "r"): cue("inr"),
    ("r", "r"): cue("rr"),
    ("o", "2"): cue("o2"),
    ("r", "s"): cue("nrs"),
    ("bloed", "suiker"): cue("suiker"),
    ("bloed", "druk"): cue("bloeddruk"),
    ("pijn", "score"): cue("nrs"),
    ("o", "twee"): cue("o2"),
    ("streef", "gewicht"): cue("streefgewicht"),
}
#: Those that are other words too: they announce what stands right behind them.
_OFTEN_OTHERS = frozenset({"ah", "af", "bp", "hr"})


#: Letters of telegram style, before a figure: 'P 78, T 37,1'.
_LETTERS = {"P": cue("pols"), "T": cue("temp"), "A": cue("ademhaling"), "G": cue("gewicht")}
_LETTERS |= {"p": _LETTERS["P"], "t": _LETTERS["T"]}
_LONGEST = 60  # words that are looked at
_TELEGRAM = 2  # words of other kinds that a sentence in telegram style has


#: What these announce depends on the words around them.
_BY_PLACE = _OFTEN_OTHERS | {first for first, _ in _APART} | {"uit", "in", "boven", "onder", "productie", "po"}


def _cue(words: Sequence[Token], place: int, word: Token) -> Cue | None:
    """Return what a word announces where it stands."""
    if word.lower not in _BY_PLACE and word.text not in _LETTERS:
        return cue(word.lower)
    after = lower_at(words, place + 1)
    if word.text in _LETTERS and place + 1 < len(words):
        at = place + 1 + (after in (":", "."))
        is_told = word.text.isupper() or _is_telegram(words)
        return _LETTERS[word.text] if is_told and at < len(words) and words[at].text[0].isdigit() else None
    if word.lower in ("boven", "onder"):
        other = "onder" if word.lower == "boven" else "boven"
        near = {one.lower for one in words[max(0, place - 6) : place + 7]}
        is_part = (
            not near.isdisjoint({other, f"{other}druk"})
            and place + 1 < len(words)
            and (may_begin(words[place + 1]) or after in ("is", "was", "op"))
        )
        return cue(f"{word.lower}druk") if is_part and not near & {"de", "bellen"} else None
    if word.lower == "in" and place and after and may_begin(words[place + 1]):
        is_balance = any(one.lower.startswith(("vochtbalans", "balans")) for one in words[max(0, place - 4) : place])
        return cue("intake") if is_balance else None
    if word.lower == "uit" and place and place + 1 < len(words) and may_begin(words[place + 1]):
        is_balance = any(
            one.lower.startswith(("vocht", "balans")) or one.lower == "in" for one in words[max(0, place - 8) : place]
        )
        return cue("drain") if is_balance else None
    if word.lower == "productie" and any(
        one.lower.startswith(("stoma", "drain", "wond")) for one in words[:place][-12:]
    ):
        return cue("drain")
    if word.lower == "po" and lower_at(words, place - 1) not in ("de", "een"):
        return None  # by mouth
    if (word.lower, after) in _APART:
        return _APART[word.lower, after]
    if word.lower in _OFTEN_OTHERS:
        is_led = place + 1 < len(words) and (may_begin(words[place + 1]) or after in (":", "is", "was", "van", "="))
        return cue(word.lower) if is_led else None
    return cue(word.lower)


def _is_telegram(words: Sequence[Token]) -> bool:
    """Return whether a sentence lists values, so that 'p 80' is a pulse."""
    said = (_LETTERS.get(word.text) or cue(word.lower) for word in words[:_LONGEST])
    return len({one.kind for one in said if one is not None and one.kind and not one.is_weak}) >= _TELEGRAM


def _is_break(words: Sequence, place: int, lower: str) -> bool:
    if lower == "." and _is_in_abbreviation(words, place):
        return False
    if lower in _BREAKS:
        return True
    return lower == "en" and place + 1 < len(words) and words[place + 1].lower in _NEW


def _begins(words: Sequence[Token], place: int, is_behind_figure: bool) -> bool:
    """Return whether a clause begins here in speech without marks: 'zonder zuurstof hij mag naar huis'."""
    lower, before, after = words[place].lower, lower_at(words, place - 1), lower_at(words, place + 1)
    if lower in _MUST:
        return is_behind_figure
    return lower in _SUBJECTS and after in _FINITE and before not in _LEADING | _FINITE | _WHEN


def _is_in_abbreviation(words: Sequence, place: int) -> bool:
    """Return whether a full stop belongs to letters: 's.c.', 'z.n.'."""
    before = words[place - 1] if place else None
    if before is None or len(before.text) > 1 or not before.text.isalpha() or before.end != words[place].start:
        return False
    return any(words[at].text == "." for at in range(max(0, place - 2), min(place + 3, len(words))) if at != place)
