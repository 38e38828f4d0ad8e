"""Medicines that were given: name, dose, and whether a verb of giving was said."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from ...dutch.dictionary import is_known
from ...dutch.word_sets import word_set
from ..evidence.reading import Mark
from ..evidence.words.medicines import is_listed, substance
from ..evidence.words.tokens import Token, lower_at
from .bindings.followers import is_begun
from .clauses import Scene
from .figures.quantities import Item
from .found import Found, found_in

UNITS = word_set("mg µg g ml eenheden tablet capsule druppels zakje puf pleister zetpil ampul")
_GIVEN = word_set(
    """gegeven gehad gekregen ingenomen gespoten geplakt toegediend geslikt doorgeslikt ingespoten gaf kreeg slikte
    aangeplakt gedruppeld gepuft verneveld genomen nam toegediende ingebracht opgelost ingedruppeld aangebracht
    bijgespoten bijgegeven spoot plakte innam vervangen gezet opgeplakt geïnhaleerd geinhaleerd gedronken toegedient
    doorgespoten opgehad gedaan opgedronken opgegeten ingesmeerd gesmeerd opgesmeerd gezogen"""
)
_NOT_GIVEN = word_set(
    """niet geen weigert weigerde geweigerd vergeten vergat overgeslagen uitgespuugd uitgespuwd gemist mist spuugde
    wilde zonder nooit liggen gevonden kwijt achterwege"""
)
_PLANNED = word_set(
    """moet moeten mag mogen gestart start starten opgehoogd verhoogd verlaagd afgebouwd gestopt stop stoppen ophogen
    verhogen verlagen afbouwen voorgeschreven wordt wil straks morgen voortaan advies voorstel voorstellen zou kan
    afgesproken besteld bestellen aangevraagd graag verzoek gaat terug teruggebracht maximaal indien mocht gebracht
    omgezet gewijzigd bijgesteld erbij blijft daags dd zn voorschrift schema standaard geven krijgt slikt
    gebruikt dagelijks"""
)
_NEAR, _FAR = 3, 6  # words between a medicine and its dose
_AGAIN = 14  # words from one dose to a further one of the same medicine
_TO_COME = word_set("moet mag straks morgen moeten mogen besproken geven")
#: A medicine that is still where it was: 'zat er nog in', 'lag er nog'.
_STILL_THERE = word_set("zat zit lag ligt stond zaten lagen")
_LONG = word_set("jarenlang maandenlang wekenlang")
_BACK = 8  # words of the clause before
_SOON = 6  # words of the next clause in which a verb of giving is of this medicine
_PLURAL = re.compile(r"(?:-?(?:pleister|tablet|zetpil|drank|spray|injectie|pomp)(?:je|tje|en)?s?|l?etjes?|tjes?|'?s)$")
_SHORT, _LONGEST = 6, 60  # letters of a word with an ending; words that are looked at
#: What is said for a medicine without its name.
_EVERYDAY = word_set(
    """plaspil plastablet slaappil slaaptablet pijnstiller maagbeschermer maagtablet bloedverdunner laxeermiddel pcm
    antibiotica antibioticum oxy furo magnesiumoxide nitrospray pijnpleister ijzertablet foliumzuur kaliumdrank
    hoestdrank oogdruppels kalmeringstablet bloeddruktablet dafalgan perdolan asaflow pantomed burinex emconcor
    contramal"""
)
_LETTER = 3  # characters of the letter of a vitamin
_MOST = 40  # medicines in a sentence


def medicines(scene: Scene, taken: set[int]) -> list[Found]:
    """Return the medicines of a sentence with their doses; ``taken`` are the first words of figures of other kinds."""
    its = drugs(scene)
    if not its:
        return []
    found: list[Found] = []
    used: set[int] = set()
    for item in scene.items:
        if item.first in taken or item.shape != "single" or is_begun(scene, item):
            continue
        mark = _medicine(scene, item, its, used)
        if mark is None:
            found += _again(scene, item, found)
            continue
        made = given(scene, item, mark)
        used.add(mark.at)
        if made is not None:
            found += [*_changed_from(scene, item, mark), made]
    return found


def _again(scene: Scene, item: Item, found: Sequence[Found]) -> list[Found]:
    """Return a further dose of the medicine before it: 'oxycodon 5 mg gegeven, na een uur nog 5 mg'."""
    last = found[-1] if found else None
    if last is None or not item.unit or item.unit != last.unit or item.place == 0 or last.doubt:
        return []
    first, end = scene.clause(item.first)
    near = [word.lower for word in scene.words[max(first, last.last + 1) : min(end, item.last + _FAR)]]
    is_planned = not _PLANNED.isdisjoint(near)
    is_given = is_planned or any(one in _GIVEN for one in near) or (last.state == "" and "nog" in near)
    if not is_given or item.first - last.last > _AGAIN or any(one in _NOT_GIVEN for one in near):
        return []
    made = found_in(scene, "medication", item, {"dose": item.amounts[0]}, last.cue_at)
    made.name, made.state = last.name, "target" if is_planned else ""
    return [made]


def drugs(scene: Scene) -> Sequence[Mark]:
    """Return the medicines of a sentence, also as plurals and diminutives: 'twee Dafalgans', 'paracetamolletjes'."""
    found = scene.reading.drugs[:_MOST]
    words = scene.words[:_LONGEST]
    found = [*found, *(one for at in range(len(words) - 1) if (one := _vitamin(scene, at)) is not None)]
    found += [one for item in scene.items if (one := _unlisted(scene, item, found)) is not None]
    if found:
        return sorted(found, key=lambda mark: mark.at)[:_MOST]
    forms = ((at, word, _PLURAL.sub("", word.text)) for at, word in enumerate(words) if len(word.text) > _SHORT)
    listed = ((at, form) for at, word, form in forms if form != word.text and is_listed(form, scene.reading.own))
    return [Mark(substance(form, scene.reading.own) or "", at, form) for at, form in listed][:_MOST]


def _unlisted(scene: Scene, item: Item, listed: Sequence[Mark]) -> Mark | None:
    """Return the medicine next to a dose that no list has: an everyday word ('plaspil'), or one that is no Dutch word
    ('20 eenheden Toujeo')."""
    if item.unit not in UNITS - {"ml"}:
        return None
    words, places = scene.words, (item.last + 1, item.last + 2, item.first - 1, item.first - 2)
    if any(abs(one.at - item.first) <= _NEAR or abs(one.at - item.last) <= _NEAR for one in listed):
        return None
    for at in places:
        word = words[at] if 0 <= at < len(words) else None
        if word is None or not word.text.isalpha() or word.value is not None:
            continue
        is_name = word.text.istitle() and at and len(word.text) >= _SHORT and not is_known(word.text)
        if word.lower in _EVERYDAY or is_name:
            return Mark(word.lower, at, word.text)
    return None


def _vitamin(scene: Scene, at: int) -> Mark | None:
    """Return 'vitamine D' as a medicine."""
    words = scene.words
    is_named = (
        words[at].lower in ("vitamine", "vit")
        and len(words[at + 1].text) <= _LETTER
        and words[at + 1].text[0].isalpha()
    )
    return Mark("vitamine", at, scene.reading.piece(at, at + 1)) if is_named else None


def _medicine(scene: Scene, item: Item, drugs: Sequence[Mark], used: set[int]) -> Mark | None:
    """Return the medicine of a dose: the one right behind it, else the nearest before it, else one behind it."""
    amount = item.amounts[0]
    if is_of_pump(scene.words, item):
        return None
    if amount.unit not in UNITS and (amount.unit or amount.low > 5000 or amount.is_article):
        return None
    first, last = scene.clause(item.first)
    before = scene.items[item.place - 1] if item.place else None
    if before is None or before.last < item.first - _FAR or is_begun(scene, before):
        first -= _FAR  # 'paracetamol gegeven, 1000 milligram'
    near = [mark for mark in drugs if mark.at not in used and first - 1 <= mark.at <= last]
    is_other = not amount.unit and lower_at(scene.words, item.first - 1) in ("een", "of")
    behind = (
        []
        if is_other
        else [mark for mark in near if 0 < mark.at - item.last <= 2 and _is_joined(scene, item.last, mark.at)]
    )
    ahead_own = bool(behind) and any(
        one.first == behind[0].at + 1 for one in scene.items[item.place + 1 : item.place + 2]
    )
    if behind and not (ahead_own and any(mark.at == item.first - 1 for mark in near)):
        return behind[0]
    before = [mark for mark in near if 0 < item.first - mark.at <= _FAR]
    if not amount.unit:
        before = [mark for mark in before if item.first - mark.at == 1]
        if lower_at(scene.words, item.first - 1) in ("een", "of"):
            return None  # 'pijn een vijf, morfine', 'een dag of vijf'
        after = lower_at(scene.words, item.last + 1)
        if after in ("keer", "maal", "x", "dd", "daags", "dagen", "uur", "over", "is"):
            return None
    if before:
        return before[-1]
    ahead = [mark for mark in near if 0 < mark.at - item.last <= _NEAR]
    return ahead[0] if ahead and amount.unit else None


def is_of_pump(words: Sequence[Token], item: Item) -> bool:
    """Return whether a figure is what a pump gives: '2 ml per uur'; micrograms are those of a plaster."""
    is_each = lower_at(words, item.last + 1) in ("per", "/") and lower_at(words, item.last + 2) in ("uur", "u")
    return is_each and item.unit != "µg"


def _is_joined(scene: Scene, last: int, drug: int) -> bool:
    between = [scene.words[at].lower for at in range(last + 1, drug)]
    return all(one in ("van", "de", "aan", "snelwerkende", "langwerkende", "een") for one in between)


def given(scene: Scene, item: Item, mark: Mark) -> Found | None:
    """Return a dose as a value of its medicine, ``None`` when the medicine was refused or forgotten."""
    if _is_not_given(scene, item, mark):
        return None
    inside, behind = _around(scene, item, mark)
    is_given = bool(inside & _GIVEN) and not _is_of_earlier(scene, item, mark, inside)
    is_listed_behind = any(
        one.lower in _GIVEN and other.text == ":" for one, other in pairwise(scene.words[: min(mark.at, _LONGEST)])
    )
    is_given = (
        is_given or is_listed_behind or any(word in _GIVEN for word in behind[:_SOON]) or _is_led(scene, item, mark)
    )
    made = found_in(scene, "medication", item, {"dose": item.amounts[0]}, mark.at)
    made.name = scene.reading.piece(mark.at, _strength(scene, mark.at)) if item.last < mark.at else mark.text
    made.taken_back = mark.taken_back
    is_long_ago = any(word in _LONG for word in (*inside, *behind)) or ("jaar", "lang") in pairwise(behind)
    if is_given and not inside & _TO_COME and not is_long_ago:
        made.doubt = None if item.unit else "unit"
    elif inside & _PLANNED or _is_changed(scene, item):
        made.state = "target"
    else:
        made.doubt = "given"
    return made


def _is_not_given(scene: Scene, item: Item, mark: Mark) -> bool:
    """Return whether a medicine was refused, forgotten, or still lies where it was."""
    inside, behind = _around(scene, item, mark)
    return (
        _is_denied(scene, item, mark, inside)
        or ("nog" in inside and bool(inside & _STILL_THERE))
        or _is_refused(behind)
        or _is_instead(scene, mark)
    )


def _is_of_earlier(scene: Scene, item: Item, mark: Mark, inside: set[str]) -> bool:
    """Return whether the one verb of giving closes what was said of a medicine before this one: in speech without marks
    '8 eenheden Novorapid gekregen metformine 500 milligram'."""
    if not scene.reading.is_unmarked or len(inside & _GIVEN) > 1:
        return False
    words, first = scene.words, min(mark.at, item.first)
    place = next((at for at in range(first - 1, max(-1, first - _AGAIN), -1) if words[at].lower in _GIVEN), -1)
    is_closed = place >= 0 and lower_at(words, place + 1) not in ("en", "met", "ook")
    return is_closed and any(place - _AGAIN <= one.at < place for one in drugs(scene) if one.at != mark.at)


def _is_denied(scene: Scene, item: Item, mark: Mark, inside: set[str]) -> bool:
    """Return whether it is said that a medicine was not given; behind a verb of giving it is said of something else."""
    if not inside & _NOT_GIVEN:
        return False
    words, last = scene.words, max(mark.at, item.last)
    given = next((at for at in range(last + 1, min(last + _SOON, len(words))) if words[at].lower in _GIVEN), None)
    first = scene.clause(min(mark.at, item.first))[0]
    return given is None or any(word.lower in _NOT_GIVEN for word in words[max(first, mark.at - 15) : given + 2])


def _around(scene: Scene, item: Item, mark: Mark) -> tuple[set[str], list[str]]:
    """Return the words of the clauses of a medicine and its dose, and those behind until another medicine."""
    words = scene.words
    first = scene.clause(min(mark.at, item.first))[0]
    last = scene.clause(max(mark.at, item.last))[1]
    first, last = max(first, mark.at - 15), min(last, max(mark.at, item.last) + 14)
    inside = {word.lower for word in words[first:last]}
    behind: list[str] = []
    others = {one.at for one in drugs(scene)}
    for at in range(last, min(last + 12, len(words))):
        if at in others or words[at].text in ".;":
            break
        behind.append(words[at].lower)
    return inside, behind


def _is_led(scene: Scene, item: Item, mark: Mark) -> bool:
    """Return whether the clause before says that it was given, and of no other dose: 'heeft gespoten, 12 E'."""
    first = scene.clause(min(mark.at, item.first))[0]
    start = max(0, first - 1 - _BACK, scene.items[item.place - 1].last + 1 if item.place else 0)
    words = [word.lower for word in (scene.words[start:first] if first else scene.earlier)]
    has_figure = not first and any(word.value is not None for word in scene.earlier)
    if has_figure or any(one in words for one in ("niet", ";", "geen")):
        return False
    return any(one in _GIVEN for one in words)


def _is_instead(scene: Scene, mark: Mark) -> bool:
    """Return whether a medicine is the one that was not given: 'gaf metoprolol in plaats van amlodipine'."""
    before = [word.lower for word in scene.words[max(0, mark.at - 4) : mark.at]]
    return "plaats" in before or "ipv" in before


def _is_refused(behind: Sequence[str]) -> bool:
    """Return whether a next clause says that it was not taken: ', heeft hij niet ingenomen'."""
    for at, word in enumerate(behind):
        if (
            word in ("niks", "niets")
            and "verder" not in behind[:at]
            and any(one in _GIVEN for one in behind[at : at + 4])
        ):
            return True
        if word in ("niet", "nooit") and any(one in _GIVEN for one in behind[at : at + 4]):
            return True
        if word in ("geweigerd", "weigerde", "vergeten", "uitgespuugd", "overgeslagen"):
            return True
    return False


def _strength(scene: Scene, at: int) -> int:
    """Return the last word of a medicine with its strength: of 'twee tabletten paracetamol 500 mg' it is 'mg'."""
    place = bisect_left(scene.items, at, key=lambda item: item.first)
    item = scene.items[place] if place < len(scene.items) else None
    is_strength = item is not None and item.first == at + 1 and item.unit in ("mg", "µg", "g")
    return item.last if item is not None and is_strength else at


def _changed_from(scene: Scene, item: Item, mark: Mark) -> list[Found]:
    """Return the dose that was until now: of 'van 50 naar 100 mg' the first."""
    earlier = scene.items[item.place - 1] if item.place else None
    if earlier is None or lower_at(scene.words, item.first - 1) != "naar" or item.first - earlier.last > _NEAR:
        return []
    if lower_at(scene.words, earlier.first - 1) != "van" or earlier.unit not in ("", item.unit):
        return []
    made = found_in(scene, "medication", earlier, {"dose": earlier.amounts[0]}, mark.at, "before")
    made.name, made.unit = mark.text, item.unit
    return [made]


def _is_changed(scene: Scene, item: Item) -> bool:
    """Return whether a dose changes: 'van 36 naar 54 milligram'."""
    before = lower_at(scene.words, item.first - 1)
    return before == "naar" or (before == "van" and lower_at(scene.words, item.last + 1) == "naar")
