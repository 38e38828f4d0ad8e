"""Whether a value is of another day than the dictation's, or of another moment than the one before it."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from ....dutch.word_sets import word_set
from ...evidence.values.dates import TODAY, WEEKDAYS
from ...evidence.words.tokens import Token, lower_at
from ..found import Found
from ..kinds import cue

_EARLIER = word_set(
    """eerder eerst voorheen
    destijds vroeger opname ontslag geboorte geleden terug voorjaar najaar zomer winter herfst lente vorig vorige
    afgelopen laatste normaal normaliter meestal doorgaans gewoonlijk gebruikelijk oorspronkelijk aanvankelijk altijd
    verleden
    januari februari maart april mei juni juli augustus september oktober november december baseline nulmeting intake
    uitgangswaarde ziekenhuisopname tevoren toentertijd gewoonlijk standaard"""
) | frozenset(WEEKDAYS)
#: Before such a word these make no other day of it: 'sinds gisteren', 'hoger dan gisteren'.
_NOT_EARLIER = word_set(
    """sinds vanaf dan als met tov tegenover vergeleken volgende volgend komende komend aanstaande tot na voor heel
    zelfde zoals"""
)
_TONIGHT = word_set("nacht uur uren half minuten kwartier tijd drie twee vier dagen ronde uurtjes")
_NOW = word_set(
    """nu vandaag vanmorgen vanochtend vanmiddag vanavond vannacht inmiddels thans momenteel net zojuist daarnet straks
    tegenwoordig hier"""
)
_PAST = word_set("was woog waren zat had gaf stond mat kwam bedroeg zaten hadden")
#: What 'voor haar hartaanval had ze' was before.
_EVENTS = word_set(
    """hartaanval hartinfarct infarct beroerte cva tia herseninfarct hersenbloeding operatie heupoperatie val valpartij
    bevalling zwangerschap corona griep longontsteking verhuizing chemo bestraling revalidatie"""
)
_NOW_BEFORE_A_VALUE = word_set("nu inmiddels thans vandaag momenteel")
_DETERMINERS = word_set("de het zijn haar hun mijn")
_SEASONS = word_set("zomer winter herfst lente maart mei")
_AGO = word_set("week weken maand maanden jaar dagen dag tijdje weekje maandje")
_SLOW = frozenset({"weight", "height"})
_THAT_WAS = {("dat", "was"), ("was", "dat"), ("dat", "woog"), ("dat", "waren"), ("die", "was"), ("was", "die")}
#: Between two values of one day: 'na een uur was dat een 4'.
_SHORTLY = word_set("toen daarna later uur uurtje kwartier minuten")
#: Before a value these make another moment of it: 'na de wandeling was de pols 95'.
_NEXT = TODAY - {"vandaag"} | word_set("om uur na later daarna erna nadien")
_THAT_WAS_NEAR = 5  # words from 'dat was' to what it was before
_DAYS = {day[:4] for day in WEEKDAYS}
_REACH, _BEHIND, _FAR = 15, 12, 40  # words
_SHORT = 3  # words of a clause that says nothing else, with its comma


def is_earlier(found: Found) -> bool:
    """Return whether the words of a value say that it is of another day."""
    words = found.scene.words
    first, last = found.scene.zone(found.item, found.cue_at)
    first, last = max(first, found.first - _REACH), min(last, max(found.last + 1, found.first + _BEHIND))
    if first and first == found.scene.clause(found.first)[0]:
        start = found.scene.clause(first - 1)[0]
        first = start if first - start <= _SHORT else first  # 'Gisteren wel, type 3'
    if any(_is_marker(words, at, found) for at in range(first, last)):
        return not _is_now_between(words, first, found)
    if _has_date(found, first, last) or _is_told_behind(found, last):
        return True
    return _is_led(found) or _is_left_behind(found)


def is_of_next_moment(old: Found, new: Found) -> bool:
    """Return whether a value is of another moment than the one before it: 'een uur later was de pols 95'."""
    first = old.last + 1 if old.scene.at == new.scene.at else 0
    return not _NEXT.isdisjoint(word.lower for word in new.scene.words[first : new.first])


def is_said_first(found: Found) -> bool:
    """Return whether a moment before opens the sentence, and holds for all that is listed: 'bij opname RR 160 over 90,
    pols 88'."""
    start = found.cue_at if 0 <= found.cue_at < found.first else found.first
    return found.item.place == 0 and any(_is_marker(found.scene.words, at, found) for at in range(min(start, _REACH)))


def _is_now_between(words: Sequence[Token], first: int, found: Found) -> bool:
    """Return whether a word of today stands between the last marker before a value and the value."""
    before = [at for at in range(first, found.first) if _is_marker(words, at, found)]
    behind = any(_is_marker(words, at, found) for at in range(found.last + 1, min(found.last + _BEHIND, len(words))))
    return (
        bool(before)
        and not behind
        and any(word.lower in _NOW - {"hier"} for word in words[before[-1] + 1 : found.first])
    )


def _is_marker(words: Sequence[Token], at: int, found: Found) -> bool:
    """Return whether a word here says that it was on another day."""
    lower = words[at].lower
    if lower in ("woonde", "woonden", "binnenkwam") or lower.startswith("gebruikelijk"):
        return True
    if lower in ("binnen", "hier") and lower_at(words, at - 1) in ("kwam", "kwamen"):
        return True
    if lower in ("ervoor", "daarvoor"):
        return lower_at(words, at - 1) in ("dag", "week", "maand", "keer", "avond", "nacht")
    if lower.startswith(("gister", "eergister")):
        return lower_at(words, at - 1) not in _NOT_EARLIER
    if lower == "wonen":
        return lower_at(words, at - 1) in ("kwam", "kwamen")
    if lower == "ziekenhuis" and lower_at(words, at - 2) == "in":
        return lower_at(words, at + 1) in _PAST or lower_at(words, at - 3) in _PAST
    if lower in _EVENTS and "voor" in (lower_at(words, at - 1), lower_at(words, at - 2)):
        return lower_at(words, at + 1) in _PAST
    if lower in _EARLIER:
        return not _is_no_earlier(words, at, found)
    if lower == "nog":
        is_only = lower_at(words, at + 1) in ("maar", "net", "steeds", "altijd", "wel", "geen", "een")
        return lower_at(words, at - 1) in ("was", "woog", "waren", "zat") and at < found.first and not is_only
    return lower[:4] in _DAYS and "dag" in lower[:-3]  # 'maandagavond'


def _is_no_earlier(words: Sequence[Token], at: int, found: Found) -> bool:
    lower, before, after = words[at].lower, lower_at(words, at - 1), lower_at(words, at + 1)
    if lower in ("opname", "ontslag", "geboorte"):
        led = lower_at(words, at - 2) if before in _DETERMINERS else before
        return led not in ("bij", "voor", "sinds", "tijdens", "na")
    if before in _NOT_EARLIER:
        return True
    if lower in ("laatste", "afgelopen"):
        return after in _TONIGHT or after[:1].isdigit() or before == "ten"
    if lower == "terug":
        return before not in _AGO
    if lower == "geleden":
        return before not in _AGO
    if lower == "eerder":
        return at > found.first or (found.corrects and lower_at(words, at + 1) in ("een", "richting", "rond"))
    if lower == "eerst" and found.kind in _SLOW:
        return False
    if lower == "eerst":
        behind = [word.lower for word in words[found.last + 1 : found.last + _BEHIND]]
        return at > found.first or not _NOW_BEFORE_A_VALUE & {*behind}
    if lower == "altijd" and before == "nog":
        return True
    if lower in ("normaal", "altijd", "meestal", "standaard"):
        return at > found.first or after in (",", ".", "")
    if lower in _SEASONS:
        return before not in ("in", "de", "begin", "eind", "vorige", "sinds", "van", "het", "half")
    return lower == "intake" and before not in ("bij", "de", "tijdens")


def _has_date(found: Found, first: int, last: int) -> bool:
    """Return whether a day and a month were said with a value."""
    values = found.scene.reading.values
    place = bisect_left(values, first, key=lambda one: one.first)
    for value in values[place : place + _BEHIND]:
        if value.first >= last:
            return False
        if value.kind == "date" and any(kind == "day" for kind, _ in value.keys):
            return True
    return False


def _is_told_behind(found: Found, last: int) -> bool:
    """Return whether the next clause says when it was: '21, dat was zondag'."""
    words = found.scene.words
    at = last + 1 if lower_at(words, last) == "," else last
    at += lower_at(words, at) == "en"
    if lower_at(words, at) not in ("dat", "die") or lower_at(words, at + 1) not in ("was", "is"):
        return False
    end = min(found.scene.clause(at)[1], at + 6)
    has_figure = any(word.value is not None or word.text[0].isdigit() for word in words[at:end])
    return not has_figure and any(_is_marker(words, one, found) for one in range(at + 2, end))


def _is_led(found: Found) -> bool:
    """Return whether a moment before stands between the word of a value and the value, or in the clause of that word:
    'zijn hartslag vroeger, toen hij nog fietste, was 48'."""
    words = found.scene.words
    if not 0 <= found.cue_at < found.first or found.first - found.cue_at > _FAR:
        return False
    earlier = found.scene.items[found.item.place - 1] if found.item.place else None
    if earlier is not None and earlier.first > found.cue_at:
        return False
    start = found.scene.clause(found.cue_at)[0]
    start = max(start, found.cue_at - _REACH, earlier.last + 1 if earlier is not None else 0)
    markers = [at for at in range(start, found.first) if _is_marker(words, at, found)]
    return bool(markers) and not any(word.lower in _NOW for word in words[markers[-1] + 1 : found.first])


def _is_left_behind(found: Found) -> bool:
    """Return whether a value is what another one was: 'van 82 naar 80', 'dat was 48,7', 'was 82, nu 80'."""
    scene, words = found.scene, found.scene.words
    following = scene.items[found.item.place + 1 : found.item.place + 2]
    between = [word.lower for word in words[found.last + 1 : following[0].first]] if following else []
    led = found.first - 1 - (lower_at(words, found.first - 1) in ("een", "de"))
    if following and lower_at(words, led) == "van" and "naar" in between[:4]:
        return True
    if following and between and between[-1] == "is" and lower_at(words, led) == "was" and _is_followed_by_is(between):
        return True
    if found.item.place and not found.corrects and _is_same_kind(found):
        earlier = scene.items[found.item.place - 1]
        near = [word.lower for word in words[max(earlier.last + 1, found.first - _THAT_WAS_NEAR) : found.first]]
        whole = {word.lower for word in words[earlier.last + 1 : found.first]}
        is_was = near[-1:] == ["was"] and len(near) <= 3 and lower_at(words, earlier.first - 1) != "was"
        behind = lower_at(words, found.last + 1)
        if behind in ("was", "woog") and "nog" in near and not whole & _NOW:
            return True  # 'nu 52 kilo, terwijl dat met Pasen nog 57 was'
        if is_was and not whole & (_NOW | _SHORTLY):
            return True
        if any(pair in _THAT_WAS for pair in pairwise(near)) and not whole & (_NOW | {"toen", "daarna", "later", "na"}):
            return lower_at(words, earlier.last + 1) in (",", "en", "dat", "", "kilo") or "en" in whole or "," in whole
    if not following or not _is_followed_by_now(found, between):
        return False
    first = scene.clause(found.first)[0]
    own = {word.lower for word in words[max(first, found.first - 10) : found.first]}
    if own & {"uur", "u"} or {*between} & (_NOW - _NOW_BEFORE_A_VALUE):
        return False  # 'om 16 uur was ze 37,4, nu 38,3', 'ze was 38,1 vanmorgen en is nu 37,2'
    return bool(own & _PAST) and not own & _NOW


def _is_followed_by_is(between: Sequence[str]) -> bool:
    """Return whether the next figure is what it is, of the same kind: 'gewicht was 71, is 69'."""
    return len(between) <= 3 and not any((one := cue(lower)) is not None and one.kind for lower in between)


def _is_followed_by_now(found: Found, between: Sequence[str]) -> bool:
    """Return whether the next figure is the value of now of the same kind: 'was 82, nu 80'."""
    is_other = any((one := cue(lower)) is not None and one.kind not in ("", found.kind) for lower in between)
    most = 20 if found.kind in _SLOW else 7
    return (
        not is_other
        and len(between) <= most
        and bool({*(between if found.kind in _SLOW else between[-4:])} & _NOW_BEFORE_A_VALUE)
    )


def _is_same_kind(found: Found) -> bool:
    """Return whether no other cue stands between the value and the one before it: they are of one kind."""
    return found.cue_at < found.scene.items[found.item.place - 1].first
