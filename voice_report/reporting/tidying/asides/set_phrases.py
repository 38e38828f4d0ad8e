"""Set phrases as whole sentences at the edges of a dictation: greetings, openings and closings.

'Hallo, ik zit nog in de auto.', 'Nou, dat was het wel.'; at the start the speaker or the kind of document:
'Goedenavond, met Fleur van de interne.', 'Overdracht, groep De Egel.'
"""

import re
from collections.abc import Sequence

from ....dutch.first_names import is_first_name
from ....dutch.word_sets import word_set
from ...templates import ReportTemplate
from ..disfluency import CALLING, is_sound
from ..words import VERBS, Word, is_participle

_FIRST, _LAST = 3, 2  # sentences of a dictation among which they are looked for

LEAD = (
    "(?:(?:nou|ja|oke|oké|goed|prima|mooi|top|zo|voilà|voila|allee|dus|eh|ehm|uh|uhm|euh|en|hallo|hoi|dag|even|snel|kort|o|oh|hé|hè|yes"
    "|hop|hoppa|hup) )*"
)
TAIL = "(?: (?:hoor|dan|allemaal|weer|eh|he|hè|verder|nog|nu|even|alvast|wel))*"
DAY = "(?:vandaag|vanmorgen|vanochtend|vanmiddag|vanavond|vannacht|nu)"
KIND = (
    "(?:dag|nacht|avond|ochtend|middag|zorg|dienst|mic[ -])?(?:rapportage|overdracht|verslag|rapport|dictaat|dictee"
    "|notitie|melding|opname|bericht|spreekuur|mdo|intake|voortgang|gesprek|coachgesprek|keukentafelgesprek|soep|soap|sbar)"
)
_PART = (
    "(?:spreekuur|mdo|intake|gesprek|dienst|dagdienst|avonddienst|nachtdienst|vroege dienst|late dienst"
    "|dag|nacht|avond|ochtend|middag)"
)
_SPELL = "(?:dag|avond|nacht|dienst|middag|weekend)"
#: Not 'rustige nacht', which is how it went; nor the others, but at the end.
_WISH = f"(?:een )?(?:fijne|goede|goeie|prettige|mooie) {_SPELL}"
HELLO = (
    "(?:hallo|hoi|hee|hai|hi|heey|hey|moi|goedendag|goeiendag|goedemorgen|goedemiddag|goedenavond|goeienavond"
    "|goeiemorgen|goeiemiddag|goedenacht|houdoe|yo)"
)
GREETING = f"(?:{HELLO}|dag)"
_IN_CAR = "(?:auto|bus|trein|tram|metro)"
_WHOM = "(?:adres|client|cliënt|bewoner|bewoonster)"
_SENTENCES = (
    HELLO,  # 'Dag.' may be the part of the day that is meant
    f"{GREETING} (?:collega|collegas|allemaal|iedereen|team)",
    f"ik (?:zit|sta|ben) (?:(?:nog|nu|net|even|alweer|al|weer) )*(?:in|bij) (?:de|mijn) {_IN_CAR}",
    f"(?:even |snel |kort |gauw |vlug )+(?:vanuit|in) de {_IN_CAR}",
    "ik (?:zit|sta) (?:(?:nog|nu|net|even) )*(?:bij|voor) de (?:voordeur|deur)|(?:even |snel )+tussendoor",
    "ik ga (?:(?:nu|even|snel|kort|het|weer) )*(?:inspreken|rapporteren|beginnen|dicteren|opnemen)",
    "(?:(?:even|snel|kort) )+(?:inspreken|rapporteren|dicteren)",
    "(?:ik )?begin (?:maar|nu|even)",
    "daar gaan we|daar gaat ie|komt ie|daar komt ie|we beginnen|we gaan beginnen",
    "(?:de )?opname loopt|stop de opname(?: maar)?|opname (?:stop(?:pen)?|uit)|over en uit|genoeg gebabbeld"
    "|(?:even )?(?:opslaan|versturen|verzenden|stoppen|afsluiten)(?: maar)?|ziezo|hoppa|ik word geroepen"
    "|(?:dat|dit) (?:stond|staat) (?:erop|erin)"
    "|(?:even )?kijken of (?:hij|ie|dit|het) (?:het doet|werkt|opneemt)"
    f"|hiermee (?:besluit|sluit|eindig) ik (?:mijn|dit|het|deze|de) {KIND}(?: af)?",
    "hij neemt op|doet hij het|doet ie het|staat hij aan|hoor je me|kun je me horen",
    "test|test test|testen",
    f"(?:(?:dat|dit) (?:was|is)|da's) (?:het|hem|alles|'?m)"
    f"(?: voor {DAY}| voor deze {_PART}| wel| weer| eigenlijk| zo| denk ik| volgens mij| zo ongeveer| zo'n beetje)*",
    f"(?:(?:dat|dit) was )?(?:mijn|de) {KIND}(?: van {DAY})?",
    "ik denk dat (?:dat|dit) het (?:was|is)|volgens mij (?:was|is) (?:dat|dit) het",
    "met mij",
    f"ik wil (?:(?:graag|even|nog) )*(?:een )?(?:mic-)?{KIND} (?:doen|maken|inspreken)",
    f"tot zover(?: (?:mijn|de|deze|het|dit) {KIND})?(?: voor {DAY})?",
    f"einde? (?:van )?(?:(?:de|het|mijn|deze|dit) )?{KIND}|einde",
    f"(?:start|begin) (?:van )?(?:(?:de|het|mijn|deze|dit) )?{KIND}",
    f"(?:(?:dit|hier) is |hier komt )?(?:de|het|mijn|een)? ?{KIND}(?: (?:van|voor|over) (?:(?:de|deze|mijn|het) )?"
    f"(?:{DAY}|{_PART}))?",
    "daag|dag dag|joe|slaapwel|salukes|salut|werkse|dikke kus",
    "klaar|doei|doeg|groet|groetjes|bedankt|dank je|dank je wel|dankjewel|werk ze|welterusten|hou je (?:taai|goed)",
    f"succes(?: (?:ermee|met alles|met de dienst|jongens|meiden|mensen|team|iedereen|morgen|straks|{DAY}))*",
    "(?:bedankt|dank)(?: u| je)? voor het luisteren|dank u(?: wel)?(?: dokter| collega)?",
    "merci|(?:doe )?doei(?: doei)?|saluut|moi moi",
    f"{_WISH}(?: verder| gewenst)?",
    f"(?:een )?rustige {_SPELL} (?:verder|gewenst)",
    "(?:een )?(?:fijn|goed|prettig) weekend",
    f"(?:ik (?:ga|moet) (?:nu |weer )?(?:(?:door|verder) )?|op )naar (?:de|het) volgende(?: {_WHOM})?",
)
#: Alone they may be a client's words ('Ze wil niet meer. Ik ben klaar.'), or end the sentence before them ('Ze mag niet
#: belasten. Tot volgende week.'): only together with one of the others.
_TOGETHER = (
    "ik stop ermee|ik stop (?:nu|hier|even)|ik hang op|ik ga ophangen|ik sluit af|ik ben klaar|ik ga weer|dag|dat",
    f"ik (?:ga|moet) (?:(?:nu|weer|even|zo) )*(?:door|verder|weg|naar huis)|volgende(?: {_WHOM})?",
    "tot (?:morgen|straks|later|ziens|zo|gauw|snel|de volgende keer|volgende keer|volgende week|de volgende)",
    "(?:heb|hebben) (?:je|jij|jullie) (?:nog )?vragen|zijn er nog vragen|nog vragen|vragen",
)
_ONE = f"{LEAD}(?:{'|'.join(_SENTENCES)}){TAIL}"
_ANY = f"{LEAD}(?:{'|'.join((*_SENTENCES, *_TOGETHER))}){TAIL}"
_PATTERN = re.compile(f"(?:{_ANY} ){{0,2}}{_ONE}(?: {_ANY}){{0,2}}")
_TWO = re.compile(f"{_ONE}(?: {_ANY}){{1,2}}|{_ANY} {_ONE}")
_CLOSING = re.compile(_ANY)  # behind a sentence that is a closing itself: 'Dat was het. Tot morgen.'
#: The speaker's alone, whatever was said before.
_REPORTING = re.compile(rf"\b{KIND}\b|opname|inspreken|rapporteren|dicteren|tot zover")
_TELLING = CALLING | word_set("? vraagt vroeg vragen vroegen gevraagd gezegd geroepen roepen riepen zeiden noemt")
#: With one of these the sentence itself has what was said or asked: 'Ze zei dat ze moe was.', 'Zoals ik al zei'.
_INDIRECT = word_set("dat of wanneer hoe waarom wie waar welke hoeveel over niets niks geen")
#: And these behind who asks, or before 'te': not 'Ze zei om acht uur'.
_ASKED_FOR = word_set("om naar")
_OWN_WORDS = frozenset("?:'\"‘’“”…")
_SHORTEST_SAID = 2  # words
_LONGEST = 100  # characters
NAME_PARTS = word_set("de het van voor een")

_NAME = "[^\\W\\d_][\\w'’-]+"
_WARD = "(?:groep|afdeling|unit|team|route|huis|locatie|etage|verdieping|woongroep)"
_NUMBERED = "(?P<number{}>[a-z]|\\d{{1,2}}|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)"
_TIMES_OF_DAY = "dag|nacht|avond|ochtend|middag|week"
_SHIFT = f"(?:(?:late|vroege) dienst|(?:{_TIMES_OF_DAY})?(?:dienst|route|ronde)|nacht|avond|ochtend|middag"
_SHIFT += "|thuiszorg|kraamzorg|wijkzorg|nachtzorg|wijk|dagbesteding|woongroep)"
_OPENING_LEAD = f"{LEAD}(?:{GREETING}(?: (?:dokter|collega|allemaal))? )?"
#: The speaker, behind a greeting; and the subject, for whom, where.
_SPEAKER = re.compile(
    f"{LEAD}{HELLO}(?: (?:dokter|collega|allemaal))? (?:(?:je|jij|u) spreekt )?"
    f"(?:met|hier is|hier|dit is) (?P<speaker>{_NAME})"
    f"(?: (?:van|uit) (?:(?:de|het) )?(?:{_WARD} )?(?:(?P<place>{_NAME})|{_NUMBERED.format(1)}))?"
)
_TITLE = re.compile(
    f"{_OPENING_LEAD}(?:(?:dit|hier) is |hier (?:komt )?)?(?:(?:de|het|een|mijn|kort|korte|kleine) )?{KIND}"
    f"(?: (?:nummer )?{_NUMBERED.format(2)})?"
    f"(?: op doel)?(?: (?:van|voor|over) (?:collega )?(?P<name>{_NAME}))?"
    f"(?: (?:van|voor|over) (?:(?:de|het|mijn|deze) )?{_SHIFT})?"
    f"(?: (?:van |op )?{_WARD} (?:(?:de|het) )?(?:(?P<ward>{_NAME})|{_NUMBERED.format(3)}))?"
)
#: All words that this rule may leave out, apart from those of the template's name and an opening's names and numbers.
CLOSED = (
    frozenset(
        re.findall(r"[^\W\d_]{2,}", " ".join((LEAD, TAIL, *_SENTENCES, *_TOGETHER, _WARD, _SHIFT, _SPEAKER.pattern)))
    )
    | {f"{day}{kind}" for day in _TIMES_OF_DAY.split("|") for kind in ("dienst", "route", "ronde")}
    | {
        f"{day}{kind}"
        for day in ("", "mic-", "dag", "nacht", "avond", "ochtend", "middag", "zorg", "dienst")
        for kind in word_set("rapportage overdracht verslag rapport dictaat dictee notitie melding opname")
    }
    | word_set("ik m n s o u je nummer op doel mic")
)


def opening(sentences: Sequence[Sequence[Word]], at: int) -> frozenset[str] | None:
    """Return the names and numbers, in small letters, of a sentence that opens a dictation with who speaks or what it
    is; ``None`` when it says anything else.

    The name in a title is that of a client, unless it is a handover's (``is_talk``).
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
    if "name" in parts and "overdracht" not in text and not others_have([parts["name"]], sentences, at):
        return None
    return frozenset(parts.values())


def is_set_phrase(
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
    is_own = at > 0 and not _REPORTING.search(text) and opens_quotation(found[at - 1])
    if at < count - _LAST and re.fullmatch(_WISH, text):
        return False
    if _PATTERN.fullmatch(text) or (said == ["dag"] and at == count - 1):
        return not is_own or (at == count - 1 and _TWO.fullmatch(text) is not None)
    if is_behind and at >= count - _LAST and _CLOSING.fullmatch(text):
        return True
    return at < _FIRST and template is not None and _is_its_name(said, template)


def opens_quotation(found: Sequence[Word]) -> bool:
    """Return whether what follows a sentence may be what a person said: 'Ze roept de hele dag.', 'Hij zei iets.'

    Not behind indirect speech: 'Ze zei dat ze moe was.'
    """
    told = [at for at, word in enumerate(found) if word.lower in _TELLING]
    if not told or not _OWN_WORDS.isdisjoint(word.text for word in found):
        return bool(told)
    said = [word.lower for word in found if not word.is_mark]
    behind = [word.lower for word in found[told[-1] + 1 :] if not word.is_mark]
    has_verb = behind[-2:-1] == ["te"]  # 'Ze zegt pijn te hebben.'
    asks = "vr" in found[told[-1]].lower or "te" in behind
    leading = _INDIRECT | _ASKED_FOR if asks else _INDIRECT
    conjunction = next((at for at, word in enumerate(behind) if word in leading), len(behind))
    return said[0] != "zoals" and not has_verb and len(behind) - conjunction <= _SHORTEST_SAID


def tells(found: Sequence[Word]) -> bool:
    """Return whether a sentence has a verb of saying or of questioning."""
    return any(word.lower in _TELLING for word in found)


def words_of_name(template: ReportTemplate) -> frozenset[str]:
    """Return the words of a template's name, and those that join them."""
    return NAME_PARTS | frozenset(re.findall(r"\w+", template.title.lower()))


def _is_its_name(said: Sequence[str], template: ReportTemplate) -> bool:
    """'MIC-melding.', 'SBAR-overdracht.'"""
    return re.findall(r"\w+", " ".join(said)) == re.findall(r"\w+", template.title.lower())


def others_have(names: Sequence[str], found: Sequence[Sequence[Word]], at: int) -> bool:
    others = {word.lower for one in (*found[:at], *found[at + 1 :]) for word in one} if names else ()
    return all(name in others for name in names)
