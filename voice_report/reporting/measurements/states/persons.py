"""Whose a value is: the client's, or another person's who is the subject where it is said."""

from collections.abc import Sequence
from itertools import pairwise

from ....dutch.word_sets import word_set
from ...evidence.words.people import PERSONS
from ...evidence.words.tokens import Token, lower_at
from ..found import Found
from ..kinds import cue

_PROFESSIONS = word_set(
    """huisarts dokter arts dr doktoren huisartsenpraktijk fysiotherapeut fysiotherapeute fysio ergotherapeut
    ergotherapeute ergo logopedist logopediste dietist dietiste psycholoog psychologe psychiater apotheker apotheek
    cardioloog cardiologe neuroloog uroloog internist geriater chirurg orthopeed oncoloog dermatoloog longarts
    praktijkondersteuner poh casemanager podotherapeut pedicure tandarts mondhygienist opticien gezinsvoogd
    jeugdbeschermer bewindvoerder leerkracht juf leraar lerares wondverpleegkundige wijkverpleegkundige vrijwilliger
    vrijwilligster gedragsdeskundige gedragskundige"""
)
_RELATIONS = frozenset(PERSONS) - _PROFESSIONS | word_set(
    """medebewoner medebewoonster kamergenoot kamergenote buren overbuurvrouw overbuurman medeclient medepatient
    huisgenoot huisgenote nichtje neefje schoonzus zwager stiefmoeder stiefvader mama papa hond hondje kat
    poes"""
)
#: These are another person only with a possessive: 'haar man'; 'een man van tachtig' is the client.
_SOMEBODYS = word_set("man vrouw kindje baby vriend vriendin kind zuster")
#: Those who report and measure: another person only when it is said that they are meant themselves.
_CARERS = _PROFESSIONS | word_set(
    """kok kapper kapster schoonmaker schoonmaakster gastvrouw chauffeur collega stagiair stagiaire zorghulp
    verpleegkundige verzorgende nachtdienst avonddienst"""
)
_POSSESSIVE = word_set("zijn haar z'n d'r hun mijn m'n onze zijne hare zijnen heur r n d m")
_BEFORE = _POSSESSIVE | word_set("de een die deze 's")
_THROUGH = word_set("door volgens met aan naar namens via tegen zonder samen vroeg vroegen belde gebeld voor")
_REPORTS = word_set(
    """zei zegt zeiden zeggen vertelde vertelt meldt meldde belde mat meet meten gemeten noemde noemt schreef schrijft
    opgeschreven doorgegeven appte mailde gaf geeft vond zag las leest noteerde genoteerd bracht doorgaf aangaf
    rapporteerde vroeg wil wilde dacht denkt opgenomen belt gewogen gecontroleerd geprikt getemperatuurd mailt appt
    gezegd verteld gemeld
    bepaald"""
)
_CLIENT = word_set("mevrouw meneer mw dhr client cliente clienten bewoner bewoonster patient patiente haarzelf hemzelf")
_PRONOUNS = word_set("ze zij hij ik")
_BEFORE_A_PRONOUN = word_set("en , . maar want toen nu bij")
_ELSEWHERE = word_set("hiernaast kamer bed boven beneden nummer overkant hieronder hierboven")
_HIMSELF = word_set("zelf zelve mezelf mijzelf")
_BREAKS = word_set(", ; . en maar want terwijl")
#: Without one of these no other person is spoken of.
_ANY = _RELATIONS | _SOMEBODYS | _CARERS | _CLIENT | {"mijn", "m'n", "ik", "hiernaast"}
#: Also as the last part of a word: 'tweelingbroer'.
_KIN = ("broer", "broertje", "zus", "zusje", "zoon", "dochter", "moeder", "vader")
_REACH = 40  # words before a value
_FURTHER = word_set("en krijgt kreeg gaat ging eet at")
_RECORDS = word_set("lijst dossier map rapport rapportage schrift kaart")
_DEVICES = word_set("meter apparaat weegschaal toestel thermometer saturatiemeter bloeddrukmeter")
_GENDERS = {"hij": "m", "zij": "f", "ze": "f"}
_MEN = word_set("man zoon broer vader opa oom neef kleinzoon buurman schoonzoon echtgenoot vriend zwager broertje papa")
_WOMEN = word_set(
    """vrouw dochter zus moeder oma tante nicht kleindochter buurvrouw schoondochter echtgenote vriendin schoonzus zusje
    mama"""
)
#: Of whom another person is, by the word before it.
_OWNERS = {"haar": "f", "d'r": "f", "hare": "f", "r": "f", "zijn": "m", "z'n": "m", "zijne": "m"}
#: With these a sentence continues about who was spoken of.
_ABOUT_ONE = word_set("hij zij ze die")


def is_of_other(found: Found) -> bool:
    """Return whether another person is who the words of a value are about; not who reports or measures.

    Read from the beginning of the sentence: who is spoken of stays so until the client, or a pronoun that can be the
    client, takes its place.
    """
    scene, words = found.scene, found.scene.words
    goes_on = found.first < _REACH and words[0].lower in _ABOUT_ONE
    earlier = scene.earlier[-_REACH:] if goes_on else ()
    start = max(0, found.first - _REACH)
    near = [*earlier, *words[start : found.last + _REACH]]
    if _spoken_of(near, len(earlier) + found.first - start, found.kind):
        return True
    return _is_behind(words, found) or _is_not_ours(words, found)


def _spoken_of(words: Sequence[Token], end: int, kind: str) -> bool:
    """Return whether another person is spoken of at a word."""
    start = max(0, end - _REACH)
    if not any(word.lower in _ANY or word.lower.endswith(_KIN) for word in words[start:end]):
        return False
    other = -1
    for at in range(start, end):
        turned = _turn(words, at, end, kind)
        if turned is False and _is_pronoun_of(words, at, other):
            continue
        other = other if turned is None else at if turned else -1
    return other >= 0


def _is_pronoun_of(words: Sequence[Token], at: int, other: int) -> bool:
    """Return whether 'hij' or 'zij' can only be the other person: 'haar man was ziek, hij had 39'."""
    lower = words[at].lower
    if other < 0 or lower not in _GENDERS or lower_at(words, at + 1) in _HIMSELF:
        return False
    of_client = _OWNERS.get(lower_at(words, other - 1))
    gender = "m" if words[other].lower in _MEN else "f" if words[other].lower in _WOMEN else None
    return gender == _GENDERS[lower] and of_client is not None and of_client != gender


def _is_not_ours(words: Sequence[Token], found: Found) -> bool:
    """Return whether it is said that the person spoken of is no client of the speaker: 'dat is niet mijn bewoner'."""
    return any(
        words[at].lower in _CLIENT
        and lower_at(words, at - 1) in ("mijn", "onze")
        and lower_at(words, at - 2) in ("niet", "geen")
        for at in range(found.last + 3, min(found.last + 12, len(words)))
    ) or any(
        words[at].lower in _RECORDS and lower_at(words, at - 1) == "eigen"
        for at in range(found.last + 2, min(found.last + 12, len(words)))
    )


def _turn(words: Sequence[Token], at: int, end: int, kind: str) -> bool | None:
    """Return True when another person becomes who is spoken of at this word, False for the client, else ``None``."""
    lower, before, after = words[at].lower, lower_at(words, at - 1), lower_at(words, at + 1)
    if lower in ("mijn", "m'n") and (after == "eigen" or ((one := cue(after)) is not None and bool(one.kind))):
        return True
    if lower == "ik":
        return _turn_to_me(words, at, end)
    if _is_relation(words, at, end, kind) or (lower in _CARERS and _is_meant(words, at, end)):
        return True
    if after in _HIMSELF and words[at].text.istitle() and at and lower not in _PRONOUNS and lower not in _ANY:
        return False  # 'broertje weegt 15 kilo, Daan zelf 21'
    if lower in _CLIENT:
        is_owner = before == "van" and lower_at(words, at - 2) in _RELATIONS | _SOMEBODYS  # 'de buurman van mevrouw'
        is_elsewhere = after in _ELSEWHERE or (after == "van" and lower_at(words, at + 2) in _ELSEWHERE)
        return None if is_owner else is_elsewhere
    if lower in _PRONOUNS and before == "dat" and after in _HIMSELF:
        return None
    if lower in _PRONOUNS and (after in _HIMSELF or before in _BEFORE_A_PRONOUN):
        return False
    if lower in ("haar", "hem") and before == "bij":
        return after in _RELATIONS or after in _SOMEBODYS
    has_also = any(word.lower == "ook" for word in words[max(0, at - _REACH // 4) : at])
    is_opening = not has_also and (before in _BREAKS or before in ("", "dat", "toen", "is", "was"))
    if is_opening and lower in _POSSESSIVE and after != "eigen" and (one := cue(after)) is not None and one.kind:
        return False  # 'haar dochter was er, haar bloeddruk was'
    is_new = before in _BREAKS or (lower_at(words, at - 2) in _BREAKS and before in ("de", "het", "was", "is"))
    found_cue = cue(lower)
    is_new = is_new and not (lower in ("weegt", "woog") and before == "en")  # 'haar zoon is lang en weegt 100 kilo'
    return False if is_new and found_cue is not None and found_cue.kind == kind else None


def _turn_to_me(words: Sequence[Token], at: int, end: int) -> bool | None:
    """Return True when 'ik' is who the value is of, False when the speaker measures the client again: 'ik kreeg'."""
    near = {word.lower for word in words[max(0, at - 2) : at + 4]}
    is_self = bool(near & _HIMSELF) and bool(near & {"heb", "had", "was", "ben", "weeg", "woog"})
    if lower_at(words, at + 1) in ("kreeg", "mat", "meet", "vond", "telde") and not is_self:
        return False
    return True if is_self and not any(word.lower in _REPORTS for word in words[at:end]) else None


def _is_relation(words: Sequence[Token], at: int, end: int, kind: str) -> bool:
    """Return whether another person is named here who does more than report."""
    lower, before = words[at].lower, lower_at(words, at - 1)
    if lower in _SOMEBODYS and before in ("de", "een") and lower_at(words, at + 1) == "van":
        return lower_at(words, at + 2) in _CLIENT  # 'de man van mevrouw'
    is_somebody = lower in _SOMEBODYS and before in _POSSESSIVE - {"d", "n", "r", "m"}
    is_named = lower in _RELATIONS or lower.endswith(_KIN) or is_somebody
    return lower == "hiernaast" or (is_named and not is_reporter(words, at, end, kind))


def _is_meant(words: Sequence[Token], at: int, end: int) -> bool:
    """Return whether a carer speaks of a value of their own: 'collega had zelf 39,2'."""
    between = words[at + 1 : end]
    is_ours = lower_at(words, at - 1) in ("mijn", "m'n", "een", "de", "onze") and any(
        one.lower == "ook" for one in between
    )
    if lower_at(words, at + 1) in ("had", "heeft") and not any(word.lower in _REPORTS for word in words[at : end + 4]):
        return True  # 'mijn collega had 39 koorts'
    has_had = any(word.lower == "laten" for word in between)
    return (is_ours or any(word.lower in _HIMSELF for word in between)) and (
        has_had or not any(word.lower in _REPORTS for word in between)
    )


def is_reporter(words: Sequence[Token], at: int, end: int, kind: str) -> bool:
    """Return whether a person only reports, measures or is spoken to: 'volgens haar dochter', 'haar zoon zei dat'."""
    before = at - 1
    while before >= 0 and words[before].lower in _BEFORE:
        before -= 1
    leading = lower_at(words, before)
    if leading in _THROUGH:
        return lower_at(words, at - 1) not in ("mijn", "m'n")  # 'hoe het met mijn dochter ging, die had 40 graden'
    if leading in ("van", "bij"):
        return False
    between = [word.lower for word in words[at + 1 : min(end, at + 12)]]
    if kind == "medication" and {"haar", "hem", "mevrouw", "meneer", "gaf"} & {*between}:
        return True  # who gives it
    if any(
        trio[0] == "dat" and trio[1] in _PRONOUNS and trio[2] in _HIMSELF
        for trio in zip(between, between[1:], between[2:], strict=False)
    ):
        return False  # 'haar zoon vertelde dat hij zelf 140 had'
    if "ook" in between and {"had", "heeft", "was"} & {*between}:
        return False  # 'zijn vrouw wilde ook, die had 130 over 70'
    if any(pair[0] == "eigen" and pair[1] in _DEVICES for pair in pairwise(between)):
        return True
    return "laten" not in between and "eigen" not in between and any(one in _REPORTS for one in between)


def _is_behind(words: Sequence[Token], found: Found) -> bool:
    """Return whether it is said behind a value whose it is: '39, maar dat was haar man', '140 over 80 bij haar man'."""
    last = min(found.scene.clause(found.first)[1], found.last + 8)
    for at in range(found.last + 1, last):
        lower = words[at].lower
        if lower in _FURTHER:
            return False  # 'een liter sap en krijgt bij oma een maaltijd'
        before = at - 1
        while before > found.last and words[before].lower in _BEFORE:
            before -= 1
        is_led = lower_at(words, before) in ("van", "bij")
        is_person = (
            lower in _RELATIONS
            or lower.endswith(_KIN)
            or (lower in _SOMEBODYS and lower_at(words, at - 1) in _POSSESSIVE)
        )
        if (is_led and is_person) or lower == "hiernaast":
            return True
    return False
