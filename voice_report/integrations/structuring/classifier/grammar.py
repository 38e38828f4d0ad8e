"""Grammatical evidence in a Dutch sentence: tense, person, an infinitive as a task, a measured value, a future date."""

import re
from typing import NamedTuple

from .lexicon import AGREEMENT, CARE, JUDGEMENT, OBSERVATION, ROLES, SITUATION, Weights, word_set

_WORD = re.compile(r"\w+(?:[.,:/'’@-]\w+)*|'s")

_FIRST_PERSON = word_set("ik we wij")
_SUBJECTS = word_set(
    """hij ze zij die dat mevrouw meneer cliënt client patiënt patient bewoner bewoonster moeder vader ouders zoon
    dochter partner echtgenoot echtgenote man vrouw kind jongen meisje deelnemer"""
)
_SUBORDINATORS = word_set(
    """dat als omdat toen terwijl wat of die hoe waarom zodra voordat nadat wanneer waar wie zoals tot sinds"""
)
_OPENERS = word_set("en maar want dus ook eh ja nou")

_STRONG_PAST = word_set(
    """was waren had hadden werd werden kwam kwamen ging gingen deed deden zei zeiden zag zagen lag lagen zat zaten
    stond stonden liep liepen sliep sliepen at aten dronk dronken gaf gaven nam namen vond vonden hield hielden bleef
    bleven viel vielen riep riepen sloeg sloegen vroeg vroegen trok trokken wou wilde wilden kon konden moest moesten
    mocht mochten zou zouden wist wisten dacht dachten bracht brachten hielp hielpen belde belden las sprak spraken
    leek leken bleek bleken schreef reed begon begonnen kreeg kregen droeg sloot koos ontving verliet verloor won
    zocht kocht hoorde voelde maakte zette legde vertelde"""
)
_NOT_PAST = word_set(
    """beide einde goede slechte hoogte ruimte ziekte hoeveelheid gedeelte grootte warmte mate route laatste eerste
    beste meeste minste ochtende vrede aarde methode periode late rode koude oude wijde blijde tweede derde samen
    allebei grote vaste juiste lichte"""
)
_PERFECT = re.compile(
    r" (?:ik (?:heb|had|ben)|(?:heb|had|ben) ik|(?:we|wij) (?:hebben|hadden|zijn)|(?:hebben|zijn) (?:we|wij)) "
)
_PASSIVE = word_set("is zijn werd werden")
_OTHERS_DID = _PASSIVE | word_set("wordt worden heeft had hebben heb hij ze zij")
_COLLEAGUES = word_set(
    """collega collega's arts huisarts verpleegkundige wijkverpleegkundige wondverpleegkundige diëtist fysiotherapeut
    ergotherapeut logopedist psycholoog psychiater assistente verzorgende begeleider praktijkondersteuner"""
)

_PARTICIPLE = re.compile(
    r"(?:aan|af|bij|door|droog|in|klaar|los|mee|na|om|op|open|over|rond|samen|schoon|stil|terug|toe|uit|vast|voor|weg)?"
    r"ge(?:[a-zïéë]{2,}(?:d|t|en)|[a-z]+aan)"
)
#: Participles without 'ge' look like nouns and infinitives; they count only where 'ik heb' requires one.
_PREFIXED = re.compile(r"(?:be|ver|ont|her|over|onder)[a-zé]{4,}(?:d|t|en)")
_NOT_PREFIXED = word_set(
    """beiden benen beleid beeld bericht besluit bekend verband verdriet verstand vertrouwen overdracht onderarmen
    ontbijt bezoeken verpleegkundigen behoefte verder"""
)
_NOT_PARTICIPLE = word_set(
    """geen gewicht gezicht gebit geluid gebied gezin geld gevoel gevaar gedrag gesprek gesprekken gedachten geduld
    gezond gezonde genoeg geneesmiddelen gemiddeld getal gehemelte geest gebeurtenissen gevallen gebruiken gegevens
    gewend gehoorapparaten gezamenlijk gevolgen gewrichten gevoelens geheugen gerust geschikt genieten gelden gelaat
    gemoed geloven gebeuren geschat gespannen gezwollen gescheiden geboren getrouwd gevorderd ongeveer"""
)
_PERCEIVED = word_set(
    """gezien gehoord gemerkt opgemerkt gevonden geconstateerd waargenomen vernomen aangetroffen geobserveerd gemeten
    gewogen bepaald geteld gescoord opgevallen geroken gevoeld"""
)
_PRESENT_AT = word_set("geweest langsgegaan gekomen langsgekomen gegaan")
_AGREED = word_set("afgesproken ingepland gepland toegezegd beloofd")
_HAPPENED = word_set("gevallen gegleden gestegen gezakt gedaald afgevallen aangekomen toegenomen afgenomen")

TO_DO = word_set(
    """bellen wegen meten kijken controleren proberen starten stoppen afbouwen ophogen verhogen verlagen herhalen
    plannen inplannen regelen aanvragen bestellen overleggen bespreken evalueren vragen navragen doorgeven verwijzen
    doorverwijzen terugkomen oefenen smeren spuiten letten houden observeren monitoren rapporteren noteren aanbieden
    stimuleren opvangen ophalen meenemen brengen sturen mailen invullen uitzoeken afspreken melden voortzetten
    continueren uitbreiden herbeoordelen prikken verbinden zwachteln verwisselen nagaan afwachten langskomen
    bijhouden opbouwen trainen inzetten aanpassen"""
)

_COGNITION = word_set("vind denk verwacht schat geloof hoop twijfel merk vrees betwijfel concludeer zie constateer")
_STATIVE = word_set("ben heb kan wil wou moet mag weet hoor voel had was doe vond dacht kon wilde moest wist zou")
_WE_STATIVE = word_set("hebben zijn kunnen weten zien vinden denken willen hadden waren horen halen merken")

_UNIT = (
    "procent|%|kilo|kg|gram|cc|ml|milliliter|liter|cm|centimeter|mm|millimeter|graden|mmol|mmhg|slagen|punten|meter|"
    "passen|keer|happen"
)
#: Numbers in words: those to twenty, tens, hundreds; 'tien over acht' is a time, so pressures are made of tens.
_TENS = r"(?<!\w)\w{0,24}(?:tig|honderd\w{0,12})"
_IN_WORDS = (
    rf"(?:{_TENS}|\w{{0,12}}duizend|nul|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien"
    "|vijftien|zestien|zeventien|achttien|negentien)"
)
MEASURED = re.compile(
    rf"(?<!\d)\d++(?:[.,]\d++)? (?:{_UNIT})\b|\b\d+ (?:over|bij|op|uit|naar) \d+|\b\d+,\d+\b|\b\d+/\d+\b"
    rf"|(?i:\b{_IN_WORDS} (?:(?:{_UNIT})\b|komma {_IN_WORDS}\b)|\b{_TENS} over {_TENS}\b)"
)
_POSTCODE = re.compile(r"\b\d{4} ?[A-Z]{2}\b")
_AGE = re.compile(r"\b\d{1,3}(?: jaar\b|-jarige| jarige)")
_COMPARISON = re.compile(
    r" (?:(?:minder|meer) (?:\w+ ){0,2}|\w{3,}er )dan | steeds (?:meer|minder|\w{3,}er) "
    r"| \w{3,}er (?:geworden|wordt|werd|worden) "
)
_NUMBER = r"(?:\d+|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|twaalf|veertien|anderhalve?|een paar|enkele)"
_IN_A_WHILE = re.compile(rf" over (?:ongeveer |een )?{_NUMBER} (?:dag|dagen|week|weken|maand|maanden|jaar|uur) ")
_MONTH = r"(?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december)"
_DATE = re.compile(rf" \d{{1,2}} {_MONTH} ")
_WEEKDAY = re.compile(
    r"(?<! sinds)(?<! van)(?<! dan)(?<! afgelopen)(?<! vorige)"
    r" (?:maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag)(?:ochtend|middag|avond)? "
)
_PART_OF_DAY = word_set("vanmiddag vanavond vannacht vandaag")
#: 'Als de koorts stijgt, bellen'; 'Komt hij boven de 38, dan bellen'.
_CONDITION = re.compile(
    r"^ (?:en |dus |maar )?(?:(?:als|indien|bij|wanneer|mocht) "
    r"|(?:komt|wordt|blijft|gaat|is|zijn|krijgt|stijgt|daalt|zakt|heeft|lukt|valt|geeft|wil|drinkt|eet) (?:\S+ )+dan )"
)
_LONGEST_VALUE = 8  # words of a sentence that is a value
_VERBS = (
    _OTHERS_DID
    | _STRONG_PAST
    | _STATIVE
    | TO_DO
    | _FIRST_PERSON
    | word_set("krijgt moet mag gaat komt blijft start elke")
)


class Sentence(NamedTuple):
    """A sentence as the rules use it: the text itself, its words in lower case, and those between single spaces."""

    text: str
    words: tuple[str, ...]
    line: str

    @classmethod
    def of(cls, text: str) -> "Sentence":
        words = tuple(word.replace("’", "'") for word in _WORD.findall(text.lower()))
        return cls(text, words, f" {' '.join(words)} ")


def weigh(sentence: Sentence) -> Weights:
    """Return the weight that the sentence's grammar gives to each role."""
    scores: Weights = dict.fromkeys(ROLES, 0.0)
    words = set(sentence.words)
    participles = {word for word in words if _is_participle(word)}
    perfect = bool(_PERFECT.search(sentence.line))
    if perfect:
        participles |= {word for word in words - _NOT_PREFIXED if _PREFIXED.fullmatch(word)}
        perfect = bool(participles or words & {"gaan", "laten"})
    past = perfect or _is_past(sentence)
    _weigh_participles(scores, words, participles, perfect)
    if not perfect:
        _weigh_first_person(scores, sentence, past)
    _weigh_time(scores, sentence, past)
    _weigh_form(scores, sentence, words, past)
    if past and not words & (_AGREED | {"spraken", "sprak"}):
        scores[AGREEMENT] -= 2
    return scores


def is_value(sentence: Sentence) -> bool:
    """Return whether a sentence is a measured value without a verb: 'Temperatuur 37,2.'"""
    words = sentence.words
    if len(words) > _LONGEST_VALUE or not MEASURED.search(sentence.text):
        return False
    return not any(word in _VERBS or _is_participle(word) for word in words)


def _weigh_participles(scores: Weights, words: set[str], participles: set[str], perfect: bool) -> None:
    acted = participles - _PERCEIVED - _HAPPENED - _PRESENT_AT - _AGREED
    if perfect and participles & _AGREED:
        scores[AGREEMENT] += 4
    elif perfect and participles & _PRESENT_AT and not acted:
        scores[SITUATION] += 3  # 'Ik ben bij mevrouw geweest'
    elif perfect:
        scores[CARE if acted or not participles else OBSERVATION] += 4
    elif acted and not words & _OTHERS_DID:
        scores[CARE] += 3  # 'Kousen aangetrokken en haar geholpen met opstaan.'
    elif acted and words & _COLLEAGUES:
        scores[CARE] += 3  # 'De diëtist heeft uitleg gegeven'
    elif acted and words & _PASSIVE:
        scores[CARE] += 1
    if participles & (_PERCEIVED | _HAPPENED):
        scores[OBSERVATION] += 2


def _weigh_first_person(scores: Weights, sentence: Sentence, past: bool) -> None:
    """'Ik bestel nieuwe' is a plan, 'ik vind' a judgement, 'ik hielp haar' care."""
    for subject, verb in _first_person_verbs(sentence.words):
        if subject == "ik" and verb in _COGNITION:
            scores[JUDGEMENT] += 2
        elif verb in _STATIVE or verb in _WE_STATIVE:
            continue
        elif verb in _STRONG_PAST or _weak_past(verb):
            scores[OBSERVATION if verb in {"zag", "zagen", "hoorde", "voelde", "merkte"} else CARE] += 2
        elif not past:
            scores[AGREEMENT] += 3


def _first_person_verbs(words: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the subjects 'ik', 'we' and 'wij' with their finite verbs, as far as word order shows them."""
    found = []
    for place, word in enumerate(words):
        if word not in _FIRST_PERSON:
            continue
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        if before in _SUBORDINATORS:
            continue
        verb = after if not before or before in _OPENERS else before
        if word != "ik" and verb == after and not verb.endswith("n"):
            verb = before
        found.append((word, verb))
    return found


def _weigh_time(scores: Weights, sentence: Sentence, past: bool) -> None:
    if _IN_A_WHILE.search(sentence.line) and not past:
        scores[AGREEMENT] += 4
    if _DATE.search(sentence.line):
        scores[SITUATION if past else AGREEMENT] += 1 if past else 2
    if _WEEKDAY.search(sentence.line) and not past:
        scores[AGREEMENT] += 3
    if not past and _PART_OF_DAY & set(sentence.words):
        scores[AGREEMENT] += 2


def _weigh_form(scores: Weights, sentence: Sentence, words: set[str], past: bool) -> None:
    if MEASURED.search(sentence.text):
        scores[OBSERVATION] += 2
    if _POSTCODE.search(sentence.text) or _AGE.search(sentence.text):
        scores[SITUATION] += 2
    if _COMPARISON.search(sentence.line):
        scores[JUDGEMENT] += 2
    if past:
        scores[OBSERVATION] += 1
        return
    if _CONDITION.search(sentence.line):
        scores[AGREEMENT] += 3
    if words & TO_DO and not words & _FIRST_PERSON:
        scores[AGREEMENT] += 2


def _is_past(sentence: Sentence) -> bool:
    previous = ""
    for word in sentence.words:
        if word in _STRONG_PAST or (previous in _SUBJECTS and _weak_past(word)):
            return True
        previous = word
    return False


def _weak_past(word: str) -> bool:
    return len(word) > 4 and word.endswith(("de", "te", "den", "ten")) and word not in _NOT_PAST


def _is_participle(word: str) -> bool:
    return word not in _NOT_PARTICIPLE and bool(_PARTICIPLE.fullmatch(word))
