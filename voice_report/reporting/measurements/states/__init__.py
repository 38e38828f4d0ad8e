"""The state of a value: measured, of another day or person, an aim, or a doubt to ask about."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from ....dutch.word_sets import word_set
from ...evidence.words.tokens import lower_at
from ..found import Found
from ..kinds import cue
from ..lines import figures
from ..model import Doubt, State, Suggestion
from .holders import of_second
from .moments import is_earlier, is_said_first
from .persons import is_of_other

_UNSURE = (
    " volgens mij ", " ik geloof ", " geloof ik ",  " of was het ",
    " of zoiets ", " weet niet zeker ", " niet helemaal zeker ", " als ik het goed heb ", " uit mijn hoofd ",
    " meen ik ", " ik meen ", " misschien ", " weet het niet ", " niet zeker ", " geloof ik ", " of was dat ",
    " als ik me niet vergis ", " zou kunnen ", " vermoedelijk ", " waarschijnlijk ", " ik gok ", " ergens rond ",
    " onder voorbehoud ", " naar schatting ", " geschat ", " dacht dat ", " weet niet meer ", " kan ook ", " twijfel ",
    " niet meer zeker ", " zou het ", " kon ook ", " schat ik ", " ik schat ", " of het nou ", " als ik goed ",
    " althans ", " niet betrouwbaar ", " onbetrouwbaar ", " naar verluidt ", " lijkt me sterk ", " leek me sterk ",
    " lijkt mij sterk ",
    " niet kloppen ", " zoiets ",
    " als het klopt ", " was het nou ",
)  # fmt: skip
_THOUGHTS = (" ik denk ", " denk ik ", " dacht ik ", " ik dacht ")  # not 'ik dacht laat ik eens meten'
_THOUGHTS_BEHIND = (" denk ik ", " dacht ik ")
#: These say of a whole value, some words behind it, that it is not sure.
_UNSURE_LATER = (
    " niet of dat ", " niet of het ", " niet of die ", " niet zeker ", " twijfel ", " twijfelde ", " deugt niet ",
    " betwijfel ",
)  # fmt: skip
_LATER = 25  # words behind a value in which they may stand
_ASKING = word_set("vroeg vraagt vroegen vragen vraag")
_MARK = "onzeker"  # '[onzeker]', which speech recognition puts behind what it is not sure of
_AIMS = word_set(
    """houden blijven streven streven doel grens norm
    norma moet moeten mag mogen maximaal max hooguit afgesproken afspraak ingesteld idealiter liefst
    alarmgrens alarm wil willen bovengrens ondergrens target adviseert advies adviseren beleid gestreefd
    vochtbeperking hopelijk hopen hoopt richtlijn boekje voorbeeld
    bijvoorbeeld nastreven hoort horen behoort dient dienen gewenst gewenste toegestaan"""
)
_AIMED = ("streef", "normaalwaard", "grenswaard", "normwaard", "doelwaard", "referentie")
_SAYS = {
    (who, says) for who in ("dokter", "arts", "huisarts", "specialist") for says in ("zegt", "zei", "wil", "vindt")
}
_MUST = word_set("moet moeten mag mogen")
_CONDITIONS = word_set("als zodra indien wanneer mocht tenzij totdat")
_CALLS = word_set(
    """bellen bel gebeld waarschuwen waarschuw melden meld insturen inseinen contact ingrijpen overleggen overleg seinen
    geven geef starten stoppen ophogen gegeven alarmeren arts huisarts dokter dienstdoende weer herhalen bijspuiten
    aanzetten terugbellen raadplegen actie belt"""
)
_ORDERS = word_set("bel bellen waarschuw waarschuwen insturen inseinen melden meld ophogen alarmeren seinen")
#: Kinds of which two figures with 'of' are one inexact value, and no doubt.
_DOSES = frozenset({"eenheden", "mg", "tablet"})
_INHERITED = frozenset({"before", "target", "other_person"})
#: Between two values these say nothing new of whose, or of when, the second one is.
_JOINING = word_set("en met de het een haar zijn , bij op van ook een : is was")
_MOST_JOINED = 5  # words between two values that are of one day and person
_LOOSE = word_set("pain_score stool_count fluid_in fluid_out urine wound_size")
_MOST_KILOS = 300  # above it a bare weight may be grams


def doubts(found: Sequence[Found]) -> list[tuple[Doubt | None, Suggestion | None]]:
    """Return the doubt about each value, in order of speaking, with a suggested reading."""
    asked = (doubt(one) for one in found)
    return [
        ("person", None) if is_second and its[0] in (None, "kind") else its
        for its, is_second in zip(asked, of_second(found), strict=True)
    ]


def settled(found: Sequence[Found], doubts: Sequence[Doubt | None]) -> list[State]:
    """Return what each value is, in order of speaking."""
    states: list[State] = []
    is_opened = False
    for at, (one, its) in enumerate(zip(found, doubts, strict=True)):
        own = _state(one, its)
        joined = bool(states) and _is_joined(found[at - 1], one) and states[-1] in _INHERITED
        is_opened = is_said_first(one) or (joined and is_opened)
        is_shared = is_opened or states[-1:] == ["other_person"] or _has_and(found[at - 1], one)
        is_inherited = joined and is_shared and own in ("said", "uncertain")
        states.append(states[-1] if is_inherited else own)
    return states


def _is_joined(before: Found, found: Found) -> bool:
    """Return whether nothing new of whose, or of when, a value is stands between it and the one before it: 'gisteren
    was de tensie 160 over 90 en de pols 88'."""
    if found.scene is not before.scene or found.item.place != before.item.place + 1:
        return False
    between = [word.lower for word in found.scene.words[before.last + 1 : found.first]]
    return len(between) <= _MOST_JOINED and all(one in _JOINING or cue(one) is not None for one in between)


def _has_and(before: Found, found: Found) -> bool:
    return any(word.lower == "en" for word in found.scene.words[before.last + 1 : found.first])


def _state(found: Found, doubt: Doubt | None) -> State:
    """Return what a value is by its own words: the first of these that fits."""
    if found.taken_back:
        return "taken_back"
    if found.state == "other_person" or is_of_other(found):
        return "other_person"
    if found.state == "before" or is_earlier(found):
        return "before"
    if found.state == "target" or is_aim(found):
        return "target"
    if doubt is not None:
        return "uncertain"
    return "corrected" if found.corrects else "said"


def is_aim(found: Found) -> bool:
    """Return whether a value is an aim, a limit or a condition."""
    scene, words = found.scene, found.scene.words
    first, last = scene.clause(found.first)
    low, high = max(first, found.first - 15), min(last, found.last + 10)
    if found.item.place:  # a condition is of the first figure behind it
        low = max(low, scene.items[found.item.place - 1].last + 1)
    before = [word.lower for word in words[low : found.first]]
    behind = [word.lower for word in words[found.first : high]]
    is_while = found.kind == "pain_score" and not found.item.limit  # 'als hij beweegt is het een acht'
    if (not is_while and _has_condition(before, [*before, *behind])) or _is_limit(found, before, {*before, *behind}):
        return True
    is_told = not {"was", "is", "gemeten"}.isdisjoint({*before, *behind})
    if any(pair in _SAYS for pair in pairwise(before)) and not is_told:
        return True
    if "binnen" in before[-2:] or ("aan" in behind and {"houdt", "hou", "houd"} & {*before}):
        return True
    if found.kind == "fluid_in" and {"drinken", "drinkt"} & {*before, *behind} and ("per", "dag") in pairwise(behind):
        return True
    zone_first, zone_last = scene.zone(found.item, found.cue_at)
    near = {word.lower for word in words[max(zone_first, low) : min(zone_last, high)]}
    near -= {"moet", "moeten"} if found.corrects else set()
    if any(one.startswith(_AIMED) for one in near):
        return True
    has_must = not found.corrects and not _MUST.isdisjoint({*before, *behind})
    return bool(near & _AIMS or has_must) and not {"was", "gemeten"} & near


def _is_limit(found: Found, before: list[str], inside: set[str]) -> bool:
    """Return whether a value is a limit at which something is to be done: 'bellen boven de 39'."""
    words, limit = found.scene.words, found.item.limit
    following = found.scene.items[found.item.place + 1 : found.item.place + 2]
    if limit and any(one.unit in _DOSES for one in following):
        return True  # 'boven de 15 is het 8 eenheden'
    around = {word.lower for word in words[max(0, found.first - 30) : found.last + 30]}
    is_at = lower_at(words, found.first - 1) in ("vanaf", "bij", "pas")
    is_at = is_at and lower_at(words, found.last + 1) in ("of", "graden", "bellen", "")
    if (limit or is_at) and around & _CALLS and not {"was", "is", "bleef", "zat", "kwam"} & {*before}:
        return True
    if limit in ("meer", "minder", "meer dan") and not {"was", "is", "heeft"} & inside:
        return True
    if limit and {"bij", "niet", "tot", "zolang", "blijft", "blijven", "houden", "nooit"} & {*before}:
        return not {"was", "gemeten"} & inside
    is_cue_at = found.cue_at >= 0 and "bij" in {word.lower for word in words[max(0, found.cue_at - 2) : found.cue_at]}
    return is_cue_at and bool(around & _ORDERS) and not {"was", "is", "gemeten"} & inside


def _has_condition(before: list[str], inside: list[str]) -> bool:
    """Return whether a condition opens the clause of a value; 'als ik vraag' and 'als ik meet' are none."""
    for at, word in enumerate(before):
        is_asked = word == "als" and before[at + 1 : at + 2] in (["ik"], ["we"], ["wij"], ["je"])
        if word == "als" and before[at + 1 : at + 2] in (["volgt"], ["altijd"], ["gewoonlijk"], ["vanouds"]):
            continue
        if word == "stel" and before[at + 1 : at + 2] == ["dat"]:
            return True
        if word in _CONDITIONS and (not is_asked or any(one in _ORDERS for one in inside)):
            return True
    return False


def doubt(found: Found) -> tuple[Doubt | None, Suggestion | None]:
    """Return the doubt about a value and a suggested reading, each ``None`` when there is none.

    That of the judge of kinds is the last: it hides no other.
    """
    doubted, suggestion = _doubt(found, None if found.doubt == "kind" else found.doubt)
    return (doubted or found.doubt), suggestion


def _doubt(found: Found, bound: Doubt | None) -> tuple[Doubt | None, Suggestion | None]:
    """Return the doubt that the rules have; ``bound`` is the one that the value was found with."""
    if found.kind == "blood_pressure" and (tens := _in_tens(found)):
        return "reading", tens
    if found.kind == "medication":
        return bound or ("speaker" if is_unsure(found) else None), None
    rule = found.rule
    if found.kind == "weight" and not found.unit and found.parts["value"].low > _MOST_KILOS:
        return "unit", None
    is_cut_off = lower_at(found.scene.words, found.last + 1) in ("komma", "punt")  # '59 komma nog wat'
    if is_cut_off or (found.item.limit and found.item.about != "iets"):
        return "reading", None
    if rule.needs_unit and not found.unit:
        return "unit", _with_unit(found)
    if bound == "unit":
        return "unit", None
    for name, amount in found.parts.items():
        low, high = rule.limits[name]
        factor = rule.units.get(found.unit, Decimal(1))
        is_whole = not rule.is_whole or amount.low == int(amount.low)
        if not is_whole or not low <= amount.low * factor <= amount.high * factor <= high:
            return "heard", _shifted(found, name, amount.low * factor)
    if _is_crossed(found) or _is_marked(found):
        return "heard", None
    if bound:
        return bound, None
    return ("speaker" if _is_one_of_two(found) or is_unsure(found) else None), None


def _is_crossed(found: Found) -> bool:
    if not {"systolic", "diastolic"} <= found.parts.keys():
        return False
    return found.parts["systolic"].low <= found.parts["diastolic"].low


def _is_marked(found: Found) -> bool:
    """Return whether speech recognition was not sure of the words: '38,5 [onzeker]'."""
    words, text = found.scene.words, found.scene.reading.text
    for at in range(found.first, min(found.last + 3, len(words))):
        if words[at].lower in (_MARK, "onverstaanbaar") and text[words[at].start - 1 : words[at].start] == "[":
            return True
    before = words[found.first - 1] if found.first else None
    return before is not None and before.lower == "onverstaanbaar" and text[before.start - 1 : before.start] == "["


def is_unsure(found: Found) -> bool:
    """Return whether the speaker says in the clause that the value is not sure."""
    words = found.scene.words
    near = words[max(0, found.first - 12) : found.last + 9]
    start = max(
        (
            at
            for at, word in enumerate(near[: found.first])
            if (word.text in ".;" or word.lower == "maar") and word.start < words[found.first].start
        ),
        default=-1,
    )
    text = " " + " ".join(word.lower for word in near[start + 1 :] if word.text[0].isalnum()) + " "
    before = " " + " ".join(word.lower for word in words[max(0, found.first - 5) : found.first]) + " "
    behind = " " + " ".join(word.lower for word in words[found.last + 1 : found.last + 8]) + " "
    following = found.scene.items[found.item.place + 1 : found.item.place + 2]
    end = min(found.last + _LATER, following[0].first if following else len(words))
    later = " " + " ".join(word.lower for word in words[found.last + 1 : end]) + " "
    if any(one in later for one in _UNSURE_LATER):
        return True
    is_thought = any(one in before for one in _THOUGHTS) or any(one in behind for one in _THOUGHTS_BEHIND)
    return is_thought or _is_asked(found) or any(one in text for one in _UNSURE)


def _is_asked(found: Found) -> bool:
    """Return whether someone asks whether it is so: 'is haar pols 80?', 'ze vroeg of haar pols 80 is'."""
    words = found.scene.words
    first, last = found.scene.clause(found.first)
    if lower_at(words, last) == "?":
        return True
    first = max(first, found.first - 12)
    return any(
        words[at].lower in _ASKING and lower_at(words, at + 1) in ("of", "af") for at in range(first, found.first)
    )


def _is_one_of_two(found: Found) -> bool:
    """Return whether two figures are said of which one holds: 'achtendertig of negenendertig', '130 over 80 of 140
    over 80'."""
    is_range = any(one.low != one.high for one in found.parts.values())
    if is_range and found.item.about == "of" and found.kind not in _LOOSE:
        return True
    words, items, place = found.scene.words, found.scene.items, found.item.place
    before, behind = items[place - 1 : place] if place else [], items[place + 1 : place + 2]
    if found.kind in _LOOSE or found.kind == "medication" or found.corrects or found.taken_back:
        return False
    return any(
        one.shape == other.shape
        and other.first == one.last + 2
        and (
            lower_at(words, one.last + 1) == "of"
            or (one.shape == "pair" and lower_at(words, one.first - 1) == "tussen")
        )
        for one, other in [*((one, found.item) for one in before), *((found.item, one) for one in behind)]
    )


def _with_unit(found: Found) -> Suggestion:
    (amount,) = found.parts.values()
    parts = {"value": (float(amount.low), float(amount.high))}
    return Suggestion(parts, found.rule.unit, figures(found.kind, parts, found.rule.unit))


def _in_tens(found: Found) -> Suggestion | None:
    """Return the reading of '16 over 9' as 160 over 90."""
    if len(found.parts) != 2:
        return None
    high, low = found.parts["systolic"], found.parts["diastolic"]
    if not (low.high < high.low <= 28 and low.low >= 2) or high.unit or low.unit:
        return None
    parts = {
        "systolic": (float(high.low * 10), float(high.high * 10)),
        "diastolic": (float(low.low * 10), float(low.high * 10)),
    }
    return Suggestion(parts, "mmHg", figures(found.kind, parts, "mmHg"))


def _shifted(found: Found, name: str, amount: Decimal) -> Suggestion | None:
    """Return the reading with a comma: 385 as 38,5."""
    low, high = found.rule.limits[name]
    if found.kind not in ("temperature", "weight", "glucose", "inr") or amount != int(amount):
        return None
    shifted = amount / 10
    if not low <= shifted <= high:
        return None
    parts = {name: (float(shifted), float(shifted))}
    return Suggestion(parts, found.rule.unit, figures(found.kind, parts, found.rule.unit))
