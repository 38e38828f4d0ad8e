"""Whole sentences of greeting, opening and closing: 'Hallo, ik zit nog in de auto.', 'Nou, dat was het wel.'

At the start who speaks, or what it is: 'Goedenavond, met Fleur van de interne.', 'Overdracht, groep De Egel.' And
talk beside the report ('Wacht, er wordt gebeld.'), by what was learnt of it (``talk``).
"""

import re
from collections.abc import Sequence

from ...dutch.first_names import is_first_name
from ...dutch.word_sets import word_set
from ..templates import ReportTemplate
from . import talk
from .disfluency import CALLING, is_sound
from .words import VERBS, Word, is_participle

_FIRST, _LAST = 3, 2  # sentences of a dictation among which they are looked for

_LEAD = "(?:(?:nou|ja|oke|oké|goed|prima|mooi|top|zo|dus|eh|ehm|uh|uhm|euh|en|hallo|hoi|dag|even|snel|kort|o|oh) )*"
_TAIL = "(?: (?:hoor|dan|allemaal|weer|eh|he|hè|verder|nog|nu|even|alvast|wel))*"
_DAY = "(?:vandaag|vanmorgen|vanochtend|vanmiddag|vanavond|vannacht|nu)"
_KIND = (
    "(?:dag|nacht|avond|ochtend|middag|zorg|dienst|mic[ -])?(?:rapportage|overdracht|verslag|rapport|dictaat|dictee"
    "|notitie|melding|opname|bericht|spreekuur|mdo|intake|voortgang|gesprek|coachgesprek|keukentafelgesprek|soep|soap|sbar)"
)
_PART = (
    "(?:spreekuur|mdo|intake|gesprek|dienst|dagdienst|avonddienst|nachtdienst|vroege dienst|late dienst"
    "|dag|nacht|avond|ochtend|middag)"
)
_HELLO = (
    "(?:hallo|hoi|hee|hai|hi|heey|hey|moi|goedendag|goeiendag|goedemorgen|goedemiddag|goedenavond|goeienavond"
    "|goeiemorgen|goeiemiddag|goedenacht|houdoe)"
)
_GREETING = f"(?:{_HELLO}|dag)"
_IN_CAR = "(?:auto|bus|trein|tram|metro)"
_WHOM = "(?:adres|client|cliënt|bewoner|bewoonster)"
_SENTENCES = (
    _HELLO,  # 'Dag.' may be the part of the day that is told
    f"{_GREETING} (?:collega|collegas|allemaal|iedereen|team)",
    f"ik (?:zit|sta|ben) (?:(?:nog|nu|net|even|alweer|al|weer) )*(?:in|bij) (?:de|mijn) {_IN_CAR}",
    f"(?:even |snel |kort |gauw |vlug )+(?:vanuit|in) de {_IN_CAR}",
    "ik (?:zit|sta) (?:(?:nog|nu|net|even) )*(?:bij|voor) de (?:voordeur|deur)|(?:even |snel )+tussendoor",
    "ik ga (?:(?:nu|even|snel|kort|het|weer) )*(?:inspreken|rapporteren|beginnen|dicteren|opnemen)",
    "(?:(?:even|snel|kort) )+(?:inspreken|rapporteren|dicteren)",
    "(?:ik )?begin (?:maar|nu|even)",
    "daar gaan we|daar gaat ie|komt ie|daar komt ie|we beginnen|we gaan beginnen",
    "(?:de )?opname loopt|stop de opname(?: maar)?|opname stop(?:pen)?|over en uit|genoeg gebabbeld"
    "|(?:even )?kijken of (?:hij|ie|dit|het) (?:het doet|werkt|opneemt)"
    f"|hiermee (?:besluit|sluit|eindig) ik (?:mijn|dit|het|deze|de) {_KIND}(?: af)?",
    "hij neemt op|doet hij het|doet ie het|staat hij aan|hoor je me|kun je me horen",
    "test|test test|testen",
    f"(?:dat|dit) (?:was|is) (?:het|hem|alles|'?m)"
    f"(?: voor {_DAY}| voor deze {_PART}| wel| weer| eigenlijk| zo| denk ik| volgens mij| zo ongeveer| zo'n beetje)*",
    f"(?:(?:dat|dit) was )?(?:mijn|de) {_KIND}(?: van {_DAY})?",
    "ik denk dat (?:dat|dit) het (?:was|is)|volgens mij (?:was|is) (?:dat|dit) het",
    "met mij",
    f"ik wil (?:(?:graag|even|nog) )*(?:een )?(?:mic-)?{_KIND} (?:doen|maken|inspreken)",
    f"tot zover(?: (?:mijn|de|deze|het|dit) {_KIND})?(?: voor {_DAY})?",
    f"einde? (?:van )?(?:(?:de|het|mijn|deze|dit) )?{_KIND}|einde",
    f"(?:start|begin) (?:van )?(?:(?:de|het|mijn|deze|dit) )?{_KIND}",
    f"(?:(?:dit|hier) is |hier komt )?(?:de|het|mijn|een)? ?{_KIND}(?: (?:van|voor|over) (?:(?:de|deze|mijn|het) )?"
    f"(?:{_DAY}|{_PART}))?",
    "klaar|doei|doeg|groet|groetjes|bedankt|dank je|dank je wel|dankjewel|succes|succes ermee|werk ze|welterusten",
    "(?:bedankt|dank)(?: u| je)? voor het luisteren|dank u(?: wel)?|merci|(?:doe )?doei(?: doei)?|saluut|moi moi",
    "(?:een )?(?:fijne|goede|prettige) (?:dag|avond|nacht|dienst|middag|weekend|dag verder|dienst verder)",
    "(?:een )?(?:fijn|goed|prettig) weekend",
    f"(?:ik (?:ga|moet) (?:nu |weer )?(?:(?:door|verder) )?|op )naar (?:de|het) volgende(?: {_WHOM})?",
)
#: Alone they may be a client's words ('Ze wil niet meer. Ik ben klaar.'), or end the sentence before them ('Ze mag niet
#: belasten. Tot volgende week.'): only together with one of the others.
_TOGETHER = (
    "ik stop ermee|ik stop (?:nu|hier|even)|ik hang op|ik ga ophangen|ik sluit af|ik ben klaar|ik ga weer|dag",
    "tot (?:morgen|straks|later|ziens|zo|gauw|snel|de volgende keer|volgende keer|volgende week)",
    "(?:heb|hebben) (?:je|jij|jullie) (?:nog )?vragen|zijn er nog vragen|nog vragen|vragen",
)
_ONE = f"{_LEAD}(?:{'|'.join(_SENTENCES)}){_TAIL}"
_ANY = f"{_LEAD}(?:{'|'.join((*_SENTENCES, *_TOGETHER))}){_TAIL}"
_PATTERN = re.compile(f"(?:{_ANY} ){{0,2}}{_ONE}(?: {_ANY}){{0,2}}")
_CLOSING = re.compile(_ANY)  # behind a sentence that is a closing itself: 'Dat was het. Tot morgen.'
#: The speaker's alone, whatever was told before.
_REPORTING = re.compile(rf"\b{_KIND}\b|opname|inspreken|rapporteren|dicteren|tot zover")
_TELLING = CALLING | word_set("? vraagt vroeg vragen vroegen gevraagd gezegd geroepen roepen riepen zeiden noemt")
_LONGEST = 100  # characters
_NAME_PARTS = word_set("de het van voor een")
#: How sure the weights of ``talk`` have to be among the first and last three sentences, and between them.
_AT_EDGE, _BETWEEN = 100, 300
_EDGE = 3
_SHORTEST = 3  # words
_LEADING = word_set("ja nou goed oké oke zo en eh ehm uh uhm o oh")
_ANSWERING = word_set("ja nee goed beter slecht slechter rustig prima stabiel mooi best")
#: The name behind these is the speaker's; behind 'over' it is a client's.
_NAMES_SPEAKER = re.compile(
    rf"^(?!.*\b(?:over|bij|voor) {talk.NAME}\b)"
    rf".*(?:\b(?:met|ben|heet|groet|groetjes) {talk.NAME}\b|\b{talk.NAME} hier\b)"
)
_AT_EDGES = re.compile(rf"\b(?:{_GREETING}|{_KIND}|dat was|tot)\b")
_THAT_WAS = re.compile(f"(?:(?:en|ja|zo|nou|goed|oké|oke|eh) )*(?:dat|dit) was {talk.NAME}(?: (?:dus|dan|weer|hoor))*")
#: A piece of a sentence is a title when it names what is made, and all of its words are these.
_MADE = re.compile(
    r"\w*(?:rapportage|overdracht|verslag|rapport|dossier|notitie|melding|samenvatting|memo|terugkoppeling|coachgesprek"
    r"|keukentafelgesprek|mdo|sbar|soap|soep|mic)(?:je)?"
)
_MET = re.compile(r"\w*(?:gesprek|overleg|beraad|bezoek|contact|intake|consult|spreekuur)(?:je)?")
_TITLE_WORDS = _NAME_PARTS | word_set(
    f"""{talk.NAME} over met bij rond op aan dit is wordt hier komt dan nu even nog kort korte klein kleine mijn deze
    telefonisch nummer doel dienst late vroege nacht avond ochtend middag
    dag nachtdienst avonddienst dagdienst vandaag vanmorgen vanochtend vanmiddag vanavond vannacht zonet net zojuist
    dus ja goed oké oke zo nou eh hallo hoi goedemorgen goedemiddag goedenavond"""
)

_NAME = "[^\\W\\d_][\\w'’-]+"
_WARD = "(?:groep|afdeling|unit|team|route|huis|locatie|etage|verdieping|woongroep)"
_NUMBERED = "(?P<number{}>[a-z]|\\d{{1,2}}|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)"
_TIMES_OF_DAY = "dag|nacht|avond|ochtend|middag|week"
_SHIFT = f"(?:(?:late|vroege) dienst|(?:{_TIMES_OF_DAY})?(?:dienst|route|ronde)|nacht|avond|ochtend|middag"
_SHIFT += "|thuiszorg|kraamzorg|wijkzorg|nachtzorg|wijk|dagbesteding|woongroep)"
_OPENING_LEAD = f"{_LEAD}(?:{_GREETING}(?: (?:dokter|collega|allemaal))? )?"
#: Who speaks, behind a greeting; and what is told, for whom, where.
_SPEAKER = re.compile(
    f"{_LEAD}{_HELLO}(?: (?:dokter|collega|allemaal))? (?:(?:je|jij|u) spreekt )?"
    f"(?:met|hier is|hier|dit is) (?P<speaker>{_NAME})"
    f"(?: (?:van|uit) (?:(?:de|het) )?(?:{_WARD} )?(?:(?P<place>{_NAME})|{_NUMBERED.format(1)}))?"
)
_TITLE = re.compile(
    f"{_OPENING_LEAD}(?:(?:dit|hier) is |hier (?:komt )?)?(?:(?:de|het|een|mijn|kort|korte|kleine) )?{_KIND}"
    f"(?: (?:nummer )?{_NUMBERED.format(2)})?"
    f"(?: op doel)?(?: (?:van|voor|over) (?:collega )?(?P<name>{_NAME}))?"
    f"(?: (?:van|voor|over) (?:(?:de|het|mijn|deze) )?{_SHIFT})?"
    f"(?: (?:van |op )?{_WARD} (?:(?:de|het) )?(?:(?P<ward>{_NAME})|{_NUMBERED.format(3)}))?"
)
#: All words that this rule may leave out, besides those of the template's name and an opening's names and numbers.
CLOSED = (
    frozenset(
        re.findall(r"[^\W\d_]{2,}", " ".join((_LEAD, _TAIL, *_SENTENCES, *_TOGETHER, _WARD, _SHIFT, _SPEAKER.pattern)))
    )
    | {f"{day}{kind}" for day in _TIMES_OF_DAY.split("|") for kind in ("dienst", "route", "ronde")}
    | {
        f"{day}{kind}"
        for day in ("", "mic-", "dag", "nacht", "avond", "ochtend", "middag", "zorg", "dienst")
        for kind in word_set("rapportage overdracht verslag rapport dictaat dictee notitie melding opname")
    }
    | word_set("ik m n o je nummer op doel mic")
)


def opening(sentences: Sequence[Sequence[Word]], at: int) -> frozenset[str] | None:
    """Return the names and numbers, in small letters, of a sentence that opens a dictation with who speaks or what it
    is; ``None`` when it says anything else.

    The name in a title is that of a client, unless it is a handover's: it stays where no other sentence has it.
    """
    if at >= _FIRST - 1:
        return None
    words = [word for word in sentences[at] if not word.is_mark and not is_sound(word)]
    text = " ".join(word.lower for word in words)
    found = _SPEAKER.fullmatch(text) or _TITLE.fullmatch(text)
    if found is None:
        return None
    parts = {group: said for group, said in found.groupdict().items() if said}
    capitals = {word.lower for word in words if word.text[0].isupper()}
    for group in ("speaker", "name", "ward"):
        if group in parts and parts[group] not in capitals and not is_first_name(parts[group]):
            return None
    if "place" in parts and (parts["place"] in VERBS or is_participle(parts["place"])):
        return None
    if "name" in parts and "overdracht" not in text and not _others_have([parts["name"]], sentences, at):
        return None
    return frozenset(parts.values())


def is_small_talk(
    found: Sequence[Sequence[Word]], at: int, template: ReportTemplate | None, *, is_behind: bool
) -> bool:
    """Return whether the ``at``-th of these sentences is nothing but a greeting, an opening or a closing.

    ``is_behind``: the one before it is one. Behind a question, and behind who says or calls something, it may be what
    was said: 'Ze roept de hele dag. Hallo.'
    """
    words, count = found[at], len(found)
    if _FIRST <= at < count - _LAST or not words or words[-1].end > _LONGEST:
        return False
    said = [word.lower for word in words if not word.is_mark and not is_sound(word)]
    text = " ".join(said)
    is_own = at > 0 and not _REPORTING.search(text) and any(word.lower in _TELLING for word in found[at - 1])
    if _PATTERN.fullmatch(text) or (said == ["dag"] and at == count - 1):
        return not is_own
    if is_behind and at >= count - _LAST and _CLOSING.fullmatch(text):
        return True
    return at < _FIRST and template is not None and _is_its_name(said, template)


def is_talk(found: Sequence[Sequence[Word]], at: int, *, is_handover: bool) -> bool:
    """Return whether the ``at``-th of these sentences is talk beside the report by what was learnt, or a title.

    Its pieces are titles, names, or talk. The client's name goes with a title at the start and a closing where another
    sentence has it, save in a handover, where it says whom the next sentences are about.
    """
    count = len(found)
    if at > 0 and any(word.lower in _TELLING for word in found[at - 1]):
        return False
    said, names = talk.nameless(found[at])
    is_edge = not _EDGE <= at < count - _EDGE
    if names and (is_handover or not is_edge):
        return False
    text = " ".join(said)
    if not names or (_NAMES_SPEAKER.search(text) and not talk.has_title(found[at])):
        is_other = not is_edge and _AT_EDGES.search(text)
        if not is_other and _is_worded_so(said, _AT_EDGE if is_edge else _BETWEEN, may_have_another=is_edge):
            return True
    if not _others_have(names, found, at):
        return False
    if at >= _EDGE:
        return is_edge and bool(_THAT_WAS.fullmatch(text))
    pieces = [talk.nameless(piece)[0] for piece in _pieces(found[at])]
    titles = [piece for piece in pieces if _is_title(piece)]
    rest = [word for piece in pieces if piece not in titles and set(piece) != {talk.NAME} for word in piece]
    return bool(titles) and (not rest or _is_worded_so(rest, 0, may_have_another=True))


def _others_have(names: Sequence[str], found: Sequence[Sequence[Word]], at: int) -> bool:
    others = {word.lower for one in (*found[:at], *found[at + 1 :]) for word in one} if names else ()
    return all(name in others for name in names)


def _is_worded_so(said: Sequence[str], limit: int, *, may_have_another: bool) -> bool:
    """One or two words may be an answer, and 'goed' may be how it goes: 'Goed.', 'Verder gaat het goed.'"""
    first = next((at for at, word in enumerate(said) if word not in _LEADING), len(said))
    rest = said[first:]
    is_answer = len(rest) < _SHORTEST or not _ANSWERING.isdisjoint(rest)
    return not is_answer and talk.is_talk(said, limit, may_have_another=may_have_another)


def _pieces(found: Sequence[Word]) -> list[list[Word]]:
    """Return the words of a sentence between its marks."""
    pieces: list[list[Word]] = [[]]
    for word in found:
        if word.is_mark:
            pieces.append([])
        else:
            pieces[-1].append(word)
    return [piece for piece in pieces if piece]


def _is_title(piece: Sequence[str]) -> bool:
    is_named = any(map(_MADE.fullmatch, piece))
    return is_named and all(one in _TITLE_WORDS or _MADE.fullmatch(one) or _MET.fullmatch(one) for one in piece)


def words_of_name(template: ReportTemplate) -> frozenset[str]:
    """Return the words of a template's name, and those that join them."""
    return _NAME_PARTS | frozenset(re.findall(r"\w+", template.title.lower()))


def _is_its_name(said: Sequence[str], template: ReportTemplate) -> bool:
    """'MIC-melding.', 'SBAR-overdracht.'"""
    return re.findall(r"\w+", " ".join(said)) == re.findall(r"\w+", template.title.lower())
