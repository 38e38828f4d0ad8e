"""The words around a figure that may announce it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from ...evidence.words.people import PERSONS
from ...evidence.words.tokens import Token, lower_at
from ..clauses import Scene
from ..figures.quantities import Item
from ..kinds import Cue, cue
from ..vocabulary import FREE, THINGS, WEIGHED, WRISTS

_DETERMINERS = frozenset({"de", "het", "een", "die", "deze", "dit", "zijn", "haar", "mijn", "onze", "hun"})
_MOST_CONTENT = 3  # words with content between a cue and its figure
_REACH, _REACH_UNMARKED, _BEHIND = 16, 11, 4  # words
_WEIGHED_THINGS = frozenset({"luier", "luiers", "matje", "matjes", "inlegger", "verband", "bord", "koffer"})
#: Also as the last part of a word: 'tweelingbroer'.
KIN = tuple(PERSONS)
_CALLED = 12  # words from a figure to its name: '78, dat is denk ik de hartslag'
_NAMED = [["was", "de"], ["is", "de"], ["was", "het"], ["is", "het"]]


class Nearby:
    """The cues of a sentence, without those of what is no measured value, as they stand around its figures.

    ``reach`` are the words that may stand between a cue and its figure.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene, self._words = scene, scene.words
        self.cues = [(at, one) for at, one in scene.cues if not _is_something_else(scene, at, one)]
        self._places = [at for at, _ in self.cues]
        self.reach = _REACH_UNMARKED if scene.reading.is_unmarked else _REACH

    def between(self, first: int, last: int) -> Iterator[tuple[int, Cue]]:
        place = bisect_left(self._places, first)
        while place < len(self._places) and self._places[place] < last:
            yield self.cues[place]
            place += 1

    def any_of(self, kind: str) -> bool:
        """Return whether a sentence has a cue of a kind anywhere."""
        return any(one.kind == kind for _, one in self.cues)

    def nearest(self, item: Item, kind: str) -> int:
        near = (at for at, one in [*self.before(item), *self.behind(item)] if one.kind == kind)
        return next(near, -1)

    def around(self, item: Item) -> tuple[int, Cue] | None:
        """Return the nearest cue, before or behind, that may stand on either side: 'geplast' in '600 cc geplast'."""
        first, last = self._scene.clause(item.first)
        options = [
            (abs(at - (item.first if at < item.first else item.last)), at, one)
            for at, one in self.between(max(first, item.first - 9), min(last, item.last + 6))
            if one.is_around and not (at > item.last and (self._has_own(at, item) or self._is_anothers(at, item)))
        ]
        found = min(options, key=lambda option: option[0], default=None)
        return None if found is None else (found[1], found[2])

    def owner(self, item: Item) -> tuple[int, Cue] | None:
        """Return the cue that stands right behind a figure, as its noun: '900 ml urine', '39,8 koorts'."""
        near = next(self.between(item.last + 1, item.last + 2), None)
        if near is None:
            return None
        if self._is_anothers(near[0], item):
            return None
        is_noun = self._words[near[0]].lower in ("koorts", "verhoging") or (bool(item.unit) and near[1].is_around)
        return near if is_noun and near[1].kind else None

    def before(self, item: Item) -> Iterator[tuple[int, Cue]]:
        """Yield the cues before a figure, nearest first, as far as little of content stands between."""
        content = 0
        place = bisect_left(self._places, item.first) - 1
        for at in range(item.first - 1, max(-1, item.first - self.reach - 2), -1):
            if place >= 0 and self._places[place] == at:
                yield self.cues[place]
                place -= 1
                continue
            lower = self._words[at].lower
            if lower in (".", ";", "?", "!"):
                return
            content += not self._is_figure(at) and lower not in FREE
            if content > _MOST_CONTENT:
                return

    def behind(self, item: Item) -> Iterator[tuple[int, Cue]]:
        """Yield the cues shortly behind a figure that have no figure of their own: '37,4 dus geen koorts'."""
        content = 0
        end = (
            item.last + _CALLED
            if {"dat", "die", "weet"} & {*self._lower(item.last + 1, item.last + 6)}
            else item.last + 7
        )
        for at in range(item.last + 1, min(end, len(self._words))):
            lower = self._words[at].lower
            if lower in (".", ";", "?", "!") or self._is_figure(at):
                return
            place = bisect_left(self._places, at)
            if place < len(self._places) and self._places[place] == at:
                if not self._has_own(at, item) and (content <= 1 or self.cues[place][1].is_around):
                    yield self.cues[place]
            elif lower not in FREE and lower not in ("als", "qua", "komt", "zakt", "denk", "niet", "weet", "of"):
                content += 1
            if content > 2:
                return

    def _has_own(self, at: int, item: Item) -> bool:
        """Return whether a cue has a figure behind it."""
        following = self._scene.items[item.place + 1 : item.place + 2]
        lower = self._words[at].lower
        found = cue(lower)
        is_around = lower == "gewogen" or (found is not None and found.is_around)
        is_beside = at - item.last <= 1 and is_around
        is_named = [lower_at(self._words, at - 2), lower_at(self._words, at - 1)] in _NAMED
        is_object = is_around and lower_at(self._words, at + 1) in ("en", ",") and at - item.last <= _BEHIND
        if not following or following[0].first - at > _BEHIND or is_beside or is_named or is_object:
            return False
        between = self._words[at + 1 : following[0].first]
        return not any(word.text in ".;" for word in between)

    def _is_anothers(self, at: int, item: Item) -> bool:
        """Return whether a cue behind a figure is the next one's: 'drain links 45 cc cad 650 ml'."""
        following = self._scene.items[item.place + 1 : item.place + 2]
        return bool(following) and following[0].first == at + 1 and self._is_led(item)

    def _is_led(self, item: Item) -> bool:
        """Return whether a word that may stand on either side stands before a figure."""
        return any(one.is_around for _, one in self.between(max(0, item.first - _BEHIND), item.first))

    def _lower(self, first: int, last: int) -> list[str]:
        return [word.lower for word in self._words[first:last]]

    def _is_figure(self, at: int) -> bool:
        word = self._words[at]
        return word.value is not None or word.text[0].isdigit()


def is_thing(words: Sequence[Token], at: int) -> bool:
    """Return whether the word here is a thing with its article: 'het bed', 'de rolstoel'; no person."""
    subject = lower_at(words, at)
    is_noun = lower_at(words, at - 1) in _DETERMINERS and subject.isalpha()
    return is_noun and subject not in WEIGHED and not subject.endswith(KIN)


def _is_something_else(scene: Scene, at: int, one: Cue) -> bool:
    """Return whether a cue is of something that is no measured value: a broken wrist, the bath, a heavy chair."""
    words: Sequence[Token] = scene.words
    lower = words[at].lower
    if one.kind == "heart_rate" and lower.startswith("pols"):
        near = {word.lower for word in words[max(0, at - 5) : at + 6]}
        return not near.isdisjoint(WRISTS) or lower_at(words, at - 2) == "om"
    if one.kind == "temperature":
        return any(word.lower in THINGS for word in words[max(0, at - 5) : at + 6])
    if lower in ("weegt", "woog", "wegen"):
        return is_thing(words, at - 1) and lower_at(words, at + 1) not in WEIGHED
    if lower == "gewogen":
        return any(word.lower in _WEIGHED_THINGS for word in words[max(0, at - 3) : at])
    if lower == "gewicht" and lower_at(words, at + 1) == "van" and lower_at(words, at + 2) in _DETERMINERS:
        owner = lower_at(words, at + 3)
        return owner.isalpha() and owner not in WEIGHED and not owner.endswith(KIN) and owner not in FREE
    return False
