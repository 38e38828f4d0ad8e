"""Whole sentences of greeting, opening and closing: 'Hallo, ik zit nog in de auto.', 'Nou, dat was het wel.'"""

import re
from collections.abc import Sequence

from ...dutch.word_sets import word_set
from ..templates import ReportTemplate
from .disfluency import CALLING
from .words import Word

_FIRST, _LAST = 3, 2  # sentences of a dictation among which they are looked for

_LEAD = "(?:(?:nou|ja|oke|oké|goed|zo|dus|eh|ehm|uh|uhm|euh|en|hallo|hoi|dag|even|snel|kort|o|oh) )*"
_TAIL = "(?: (?:hoor|dan|allemaal|weer|eh|he|hè|verder|nog|nu|even|alvast|wel))*"
_DAY = "(?:vandaag|vanmorgen|vanochtend|vanmiddag|vanavond|vannacht|nu)"
_KIND = (
    "(?:dag|nacht|avond|ochtend|middag|zorg|dienst)?(?:rapportage|overdracht|verslag|rapport|dictaat|dictee|notitie"
    "|melding|opname|bericht|spreekuur|mdo|intake|voortgang|gesprek|coachgesprek|keukentafelgesprek|soep|soap|sbar)"
)
_PART = (
    "(?:spreekuur|mdo|intake|gesprek|dienst|dagdienst|avonddienst|nachtdienst|vroege dienst|late dienst"
    "|dag|nacht|avond|ochtend|middag)"
)
_GREETING = "(?:hallo|hoi|hee|dag|goedemorgen|goedemiddag|goedenavond|goeienavond|goeiemorgen|goedenacht|houdoe)"
_IN_CAR = "(?:auto|bus|trein|tram|metro)"
_SENTENCES = (
    _GREETING.replace("dag|", ""),  # 'Dag.' may be the part of the day that is told
    f"{_GREETING} (?:collega|collegas|allemaal|iedereen|team)",
    f"ik (?:zit|sta|ben) (?:(?:nog|nu|net|even|alweer|al|weer) )*(?:in|bij) (?:de|mijn) {_IN_CAR}",
    f"(?:even |snel |kort |gauw |vlug )+(?:vanuit|in) de {_IN_CAR}",
    "ik (?:zit|sta) (?:(?:nog|nu|net|even) )*(?:bij|voor) de (?:voordeur|deur)|(?:even |snel )+tussendoor",
    "ik ga (?:(?:nu|even|snel|kort|het|weer) )*(?:inspreken|rapporteren|beginnen|dicteren|opnemen)",
    "(?:(?:even|snel|kort) )+(?:inspreken|rapporteren|dicteren)",
    "(?:ik )?begin (?:maar|nu|even)",
    "daar gaan we|daar gaat ie|komt ie|daar komt ie|we beginnen|we gaan beginnen",
    "de opname loopt|hij neemt op|doet hij het|doet ie het|staat hij aan|hoor je me|kun je me horen",
    "test|test test|testen",
    f"(?:dat|dit) (?:was|is) (?:het|hem|alles|m)"
    f"(?: voor {_DAY}| voor deze {_PART}| zo| denk ik| zo ongeveer| zo'n beetje)*",
    f"(?:dat was )?(?:mijn|de) {_KIND}",
    f"tot zover(?: (?:mijn|de|deze|het|dit) {_KIND})?(?: voor {_DAY})?",
    f"einde? (?:van )?(?:(?:de|het|mijn|deze|dit) )?{_KIND}|einde",
    f"(?:start|begin) (?:van )?(?:(?:de|het|mijn|deze|dit) )?{_KIND}",
    f"(?:(?:dit|hier) is |hier komt )?(?:de|het|mijn|een)? ?{_KIND}(?: (?:van|voor|over) (?:(?:de|deze|mijn|het) )?"
    f"(?:{_DAY}|{_PART}))?",
    "klaar|doei|doeg|groet|groetjes|bedankt|dank je|dank je wel|dankjewel|succes|succes ermee|werk ze|welterusten",
    "bedankt voor het luisteren",
    "(?:een )?(?:fijne|goede|prettige) (?:dag|avond|nacht|dienst|middag|weekend|dag verder|dienst verder)",
    "(?:een )?(?:fijn|goed|prettig) weekend",
    "ik ga (?:nu |weer )?(?:(?:door|verder) )?naar (?:de|het) volgende(?: (?:adres|client|cliënt|bewoner|bewoonster))?",
    "op naar (?:de|het) volgende(?: (?:adres|client|cliënt|bewoner|bewoonster))?",
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

#: All words that this rule may leave out, besides those of the template's name.
CLOSED = (
    frozenset(re.findall(r"[^\W\d_]{2,}", " ".join((_LEAD, _TAIL, *_SENTENCES, *_TOGETHER))))
    | {
        f"{day}{kind}"
        for day in ("", "dag", "nacht", "avond", "ochtend", "middag", "zorg", "dienst")
        for kind in (
            "rapportage",
            "overdracht",
            "verslag",
            "rapport",
            "dictaat",
            "dictee",
            "notitie",
            "melding",
            "opname",
        )
    }
    | {"ik", "m", "o", "je"}
)


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
    said = [word.lower for word in words if not word.is_mark]
    text = " ".join(said)
    is_own = at > 0 and not _REPORTING.search(text) and any(word.lower in _TELLING for word in found[at - 1])
    if _PATTERN.fullmatch(text) or (said == ["dag"] and at == count - 1):
        return not is_own
    if is_behind and at >= count - _LAST and _CLOSING.fullmatch(text):
        return True
    return at < _FIRST and template is not None and _is_its_name(said, template)


def words_of_name(template: ReportTemplate) -> frozenset[str]:
    """Return the words of a template's name, and those that join them."""
    return _NAME_PARTS | frozenset(re.findall(r"\w+", template.title.lower()))


def _is_its_name(said: Sequence[str], template: ReportTemplate) -> bool:
    """'MIC-melding.', 'SBAR-overdracht.'"""
    return re.findall(r"\w+", " ".join(said)) == re.findall(r"\w+", template.title.lower())
