"""Values that the speaker wants left out, or that a later sentence calls another day's.

'Laat dat maar weg', 'die pols moet je schrappen', 'o nee, dat was gisteren'. Such words name no other figure; those
that do are corrections.
"""

from collections.abc import Mapping, Sequence

from ...dutch.word_sets import word_set
from ..evidence.words.tokens import Token, lower_at
from .found import Found
from .kinds import cue
from .states.moments import is_of_next_moment

_STRUCK = word_set(
    """schrappen wissen verwijderen negeren weglaten weghalen doorstrepen wegstrepen vergeten overslaan doorhalen
    wegdoen weggooien"""
)
_DONE = word_set("gewist geschrapt doorgestreept verwijderd")
_STRIKE = word_set("schrap wis verwijder negeer vergeet")
_BEGIN = word_set("laat haal doe streep gooi strijk")
_OFF = word_set("weg door eruit uit vallen vervallen")
_THAT = word_set("die dat dit deze")
_BETWEEN = word_set("maar even toch weer dan gewoon de het laatste waarde getal meting cijfer net")
_MODAL = word_set("moet mag kan kun kunt mogen moeten")
_YOU = word_set("je u jij maar wel er we even weer ook")
_END = word_set(". , ; ! ? want omdat en hoor alsjeblieft graag")
#: Of these 'haal die eruit' is said of what is in the body.
_IN_THE_BODY = frozenset({"fluid_in", "fluid_out", "urine", "wound_size", "pain_score", "oxygen_flow"})
_LEADING = word_set("o oh nee neen wacht sorry pardon ho eh ehm maar en , even oeps")
_DAYS = word_set("gisteren eergisteren gisteravond gistermiddag gisterochtend gisternacht gistermorgen")
_LAST = word_set("vorige afgelopen verleden")
_SENTENCES = 8  # back to a value whose kind is named
_OPENING = 8  # words in which a sentence goes back to the one before it
_LONGEST = 400  # words of a sentence that are searched


def remove(words: Sequence[Token], by_sentence: Mapping[int, Sequence[Found]], at: int) -> None:
    """Take back the value that a sentence strikes out, or give it to the day that the sentence names."""
    for place in range(min(len(words), _LONGEST)):
        lower = words[place].lower
        if lower in _BEGIN or lower in _STRIKE or lower in _THAT or lower in _DONE:
            kind = _struck(words, place)
            old = None if kind is None else _meant(by_sentence, at, place, kind)
            if old is not None and lower_at(words, place + 1) == "eerste":
                old = _first_of_two(by_sentence, at, old)
            if old is not None:
                old.taken_back = True
                _replace_by_next(by_sentence, at, place, old)
                _strike_named(words, by_sentence.get(at, ()), place)
        if lower in ("dat", "die") and _is_other_day(words, place):
            old = _meant(by_sentence, at, place, "")
            if old is not None:
                old.state = "before"
        if lower == "toch" and _is_not_given(words, place):
            old = _meant(by_sentence, at, place, "")
            if old is not None and old.kind == "medication":
                old.taken_back = True


def _replace_by_next(by_sentence: Mapping[int, Sequence[Found]], at: int, place: int, old: Found) -> None:
    """Let the value that follows at once be said instead of one that is struck out: 'die mag eruit, 138 over 84'."""
    behind = [*(one for one in by_sentence.get(at, ()) if one.first > place), *by_sentence.get(at + 1, ())[:1]]
    is_instead = behind and behind[0].kind == old.kind and old.scene.at >= at - 1
    if is_instead and not is_of_next_moment(old, behind[0]):
        behind[0].corrects = True


def _first_of_two(by_sentence: Mapping[int, Sequence[Found]], at: int, last: Found) -> Found:
    """Return the value before the last one of its kind, which is said instead of it: 'die eerste mag je vergeten'."""
    same = [
        one
        for back in range(max(0, at - _SENTENCES), at + 1)
        for one in by_sentence.get(back, ())[-_SENTENCES:]
        if one.kind == last.kind
    ]
    if len(same) < 2:
        return last
    last.corrects = True
    return same[-2]


def _strike_named(words: Sequence[Token], own: Sequence[Found], place: int) -> None:
    """Take back the figure that is said again to strike it out: 'vergeet die 80'."""
    end = next((at for at in range(place, len(words)) if _is_end(words, at)), len(words))
    for one in own:
        if place < one.first < end:
            one.taken_back = True


def _meant(by_sentence: Mapping[int, Sequence[Found]], at: int, place: int, kind: str) -> Found | None:
    """Return the last value before a word: of a named kind from some sentences back, else from the one before at
    most."""
    own = [one for one in by_sentence.get(at, ()) if one.last < place]
    if own and not kind:
        return own[-1]
    if not kind and place > _OPENING:
        return None
    least = at - (_SENTENCES if kind else 1)
    earlier = (one for back in range(at - 1, least - 1, -1) for one in reversed(by_sentence.get(back, ())))
    return next((one for one in (*reversed(own), *earlier) if not kind or one.kind == kind), None)


def _struck(words: Sequence[Token], place: int) -> str | None:
    """Return the kind of the value that is struck out here, '' for the last one, ``None`` for nothing."""
    lower = words[place].lower
    if lower in _DONE:
        return "" if place and lower_at(words, place - 1) in (",", "nee", "die", "is") else None
    if lower in _THAT:
        return _is_to_be_struck(words, place)
    kind, is_that, end = "", False, place + 1
    while (word := lower_at(words, end)) in _BETWEEN or word in _THAT or _kind(word) or word[:1].isdigit():
        kind, is_that = _kind(word) or kind, is_that or word in _THAT
        end += 1
    if not (kind or is_that):
        return None
    if lower in _BEGIN:
        is_off = word in _OFF and kind not in _IN_THE_BODY
        return kind if is_off and _is_end(words, end + 1) else None
    return kind if _is_end(words, end) else None


def _is_to_be_struck(words: Sequence[Token], place: int) -> str | None:
    """Read 'die moet je schrappen', 'dat mag weg', 'die pols kun je vergeten'."""
    kind = _kind(lower_at(words, place + 1))
    at = place + 1 + bool(kind) + (lower_at(words, place + 1) == "eerste")
    if lower_at(words, at) not in _MODAL:
        return None
    at += 1
    while lower_at(words, at) in _YOU:
        at += 1
    is_struck = lower_at(words, at) in _STRUCK or (lower_at(words, at) in _OFF and not kind)
    return kind if is_struck and _is_end(words, at + 1) else None


def _kind(lower: str) -> str:
    found = cue(lower)
    return found.kind if found is not None and not found.is_weak else ""


def _is_end(words: Sequence[Token], at: int) -> bool:
    return at >= len(words) or words[at].lower in _END


def _is_other_day(words: Sequence[Token], place: int) -> bool:
    """Return whether 'dat was gisteren' is all that is said, behind 'o nee' or at the beginning of a sentence."""
    start = place - 1
    while start >= 0 and words[start].lower in _LEADING:
        start -= 1
    is_led = any(word.lower in ("nee", "neen", "sorry", "wacht") for word in words[start + 1 : place])
    if (start >= 0 and not is_led) or lower_at(words, place + 1) not in ("was", "waren"):
        return False
    at = place + 2
    while lower_at(words, at) in ("van", "al", "nog"):
        at += 1
    if lower_at(words, at) in _LAST:
        at += 1
    elif lower_at(words, at) not in _DAYS:
        return False
    return _is_end(words, at + 1)


def _is_not_given(words: Sequence[Token], place: int) -> bool:
    """Return whether 'nee, toch niet' takes back that a medicine was given."""
    before = lower_at(words, place - 1)
    before = lower_at(words, place - 2) if before == "," else before
    if before not in ("nee", "neen") or lower_at(words, place + 1) != "niet":
        return False
    at = place + 2 + (lower_at(words, place + 2) in ("gegeven", "gehad", "gekregen", "ingenomen", "genomen"))
    return _is_end(words, at)
