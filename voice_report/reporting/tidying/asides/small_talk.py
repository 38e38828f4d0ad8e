"""Whole sentences of greeting, opening and closing: 'Hallo, ik zit nog in de auto.', 'Nou, dat was het wel.'

At the start who speaks, or what it is: 'Goedenavond, met Fleur van de interne.', 'Overdracht, groep De Egel.' And
talk outside the report ('Wacht, er wordt gebeld.'), by what was learnt of it (``talk``).
"""

import re
from collections.abc import Sequence, Set
from itertools import pairwise

from ....dutch.first_names import is_first_name
from ....dutch.word_sets import word_set
from ...evidence import filler
from ...evidence.reading import Reading
from ...evidence.values.dates import WEEKDAYS
from ...evidence.words.negation import DENYING
from ...templates import ReportTemplate
from ..disfluency import CALLING, is_sound
from ..words import VERBS, Word, is_participle
from . import talk, wording
from .findings import is_request, may_tell

_FIRST, _LAST = 3, 2  # sentences of a dictation among which they are looked for

_LEAD = (
    "(?:(?:nou|ja|oke|oké|goed|prima|mooi|top|zo|voilà|voila|allee|dus|eh|ehm|uh|uhm|euh|en|hallo|hoi|dag|even|snel|kort|o|oh|hé|hè|yes"
    "|hop|hoppa|hup) )*"
)
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
_SPELL = "(?:dag|avond|nacht|dienst|middag|weekend)"
#: Not 'rustige nacht', which is how it went; nor the others, but at the end.
_WISH = f"(?:een )?(?:fijne|goede|prettige|mooie) {_SPELL}"
_HELLO = (
    "(?:hallo|hoi|hee|hai|hi|heey|hey|moi|goedendag|goeiendag|goedemorgen|goedemiddag|goedenavond|goeienavond"
    "|goeiemorgen|goeiemiddag|goedenacht|houdoe|yo)"
)
_GREETING = f"(?:{_HELLO}|dag)"
_IN_CAR = "(?:auto|bus|trein|tram|metro)"
_WHOM = "(?:adres|client|cliënt|bewoner|bewoonster)"
_SENTENCES = (
    _HELLO,  # 'Dag.' may be the part of the day that is meant
    f"{_GREETING} (?:collega|collegas|allemaal|iedereen|team)",
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
    f"|hiermee (?:besluit|sluit|eindig) ik (?:mijn|dit|het|deze|de) {_KIND}(?: af)?",
    "hij neemt op|doet hij het|doet ie het|staat hij aan|hoor je me|kun je me horen",
    "test|test test|testen",
    f"(?:(?:dat|dit) (?:was|is)|da's) (?:het|hem|alles|'?m)"
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
    "daag|dag dag|joe|slaapwel|salukes|salut|werkse|dikke kus",
    "klaar|doei|doeg|groet|groetjes|bedankt|dank je|dank je wel|dankjewel|werk ze|welterusten|hou je (?:taai|goed)",
    f"succes(?: (?:ermee|met alles|met de dienst|jongens|meiden|mensen|team|iedereen|morgen|straks|{_DAY}))*",
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
_ONE = f"{_LEAD}(?:{'|'.join(_SENTENCES)}){_TAIL}"
_ANY = f"{_LEAD}(?:{'|'.join((*_SENTENCES, *_TOGETHER))}){_TAIL}"
_PATTERN = re.compile(f"(?:{_ANY} ){{0,2}}{_ONE}(?: {_ANY}){{0,2}}")
_TWO = re.compile(f"{_ONE}(?: {_ANY}){{1,2}}|{_ANY} {_ONE}")
_CLOSING = re.compile(_ANY)  # behind a sentence that is a closing itself: 'Dat was het. Tot morgen.'
#: The speaker's alone, whatever was said before.
_REPORTING = re.compile(rf"\b{_KIND}\b|opname|inspreken|rapporteren|dicteren|tot zover")
_TELLING = CALLING | word_set("? vraagt vroeg vragen vroegen gevraagd gezegd geroepen roepen riepen zeiden noemt")
_LONGEST = 100  # characters
_NAME_PARTS = word_set("de het van voor een")
#: How sure the weights of ``talk`` have to be among the first and last three sentences, and between them.
_AT_EDGE, _BETWEEN = 150, 350
_EDGE = 3
#: The same in the first and last sentence, where one speaks of the dictating: over any words but those of care.
_OUTERMOST = 250
#: How sure those of ``wording`` have to be: of most sentences; of what is vague or a plan; of what may tell by its
#: grammar; of a piece of speech without marks.
_WORDED, _SURELY_WORDED, _MAY_TELL, _UNMARKED = 140, 240, 460, 370
_SHORTEST = 3  # words
_LEADING = word_set("ja nou goed oké oke zo en eh ehm uh uhm o oh")
_ANSWERING = word_set("ja nee goed beter slecht slechter rustig prima stabiel mooi best")
#: Words of the dictating itself.
_DICTATING = re.compile(
    r"in(?:ge)?spr\w*|spreek|praat|praten|dictee?r\w*|rapporte\w*|rapport(?:je)?|\w*verslag(?:je|legging)?|\w*rapportage"
    r"|overdracht|\w*melding|opnames?|op(?:neemt|nemen|genomen)|aanteken\w*|notitie|dossier|typen|typ|inbreng|update"
    r"|verstaan|verstaat|verstaanbaar|luisteren|voorlezen|nalezen|galm|test|wal|microfoon|bolletje|lampje|knop|formulier"
)
#: What will be, and what was done: 'Morgen ga ik er weer langs', 'Dit blijft zo', 'Ik ben nog even gebleven'.
_PLANNING = word_set("morgen overmorgen straks later langs terug mee blijft blijf blijven bleef gebleven")
#: What these tell depends on what was said before: 'Ik loop hier tegenaan', 'Nog even doorgaan zo'.
_VAGUE = word_set("stop hier hiermee hiervan hieraan hierop hierdoor erin eraan erop zo doorgaan verder dan dacht wat")
_DAYS = frozenset(WEEKDAYS) | word_set(
    """vandaag vanmorgen vanochtend vanmiddag vanavond vannacht gisteren morgen overmorgen week maand weekend
    januari februari maart april juni juli augustus september oktober november december vakantie avonds nachts ochtends
    middags"""
)
_HABITS = word_set("altijd steeds meestal vaak daarna telkens")
#: What is thought of something, and quotations.
_JUDGING = word_set("denk denken dacht vermoed inschatting volgens vind vindt geloof lijkt")
_QUOTING = frozenset("?:'\"‘’“”")
#: Who speaks, next to it: 'Ik red me wel, zei hij.'
_SAYING = word_set(
    """zei zegt zeiden zeggen vroeg vraagt vroegen riep roept riepen antwoordt antwoordde mompelt mompelde fluistert
    fluisterde zucht zuchtte dacht schreeuwt schreeuwde vertelt vertelde herhaalt herhaalde"""
)
_SAYERS = word_set("hij zij ze ie mevrouw meneer client cliënt bewoner")
#: These answer, and lead what a person does: 'Nee, met de trein.', 'Ja zeggen en nee doen.'
_ANSWERS = word_set("ja nee nou goed zo oké oke dag")
#: The name behind these is the speaker's; behind 'over' it is a client's.
_NAMES_SPEAKER = re.compile(
    rf"^(?!.*\b(?:over|bij|voor) {talk.NAME}\b)"
    rf".*(?:\b(?:met|ben|heet|groet|groetjes) {talk.NAME}\b|\b{talk.NAME} hier\b)"
)
_AT_EDGES = re.compile(rf"\b(?:{_GREETING}|{_KIND}|dat was|tot)\b")
_THAT_WAS = re.compile(f"(?:(?:en|ja|zo|nou|goed|oké|oke|eh) )*(?:dat|dit) was {talk.NAME}(?: (?:dus|dan|weer|hoor))*")
_ALL_OF = re.compile(f"{_LEAD}(?:(?:dat|dit) was (?:het|alles)|tot zover) (?:(?:over|van|voor) )?{talk.NAME}{_TAIL}")
_WHEN = re.compile(f"{_LEAD}(?:dat|dit|het) (?:was|is) (?:pas |al )?(?:{_DAY}|(?:eer)?gisteren)")
#: A piece of a sentence is a title when it names what is made, or says that it is made, and all of its words are these.
_MADE = re.compile(
    r"\w*(?:rapportage|overdracht|verslag|rapport|dossier|notitie|melding|meldinkje|samenvatting|memo|terugkoppeling"
    r"|coachgesprek|keukentafelgesprek|mdo|sbar|soap|soep|mic)(?:t?je)?"
    r"|inspreken|rapporteren|dicteren|uitwerken|vastleggen|noteren"
)
_MET = re.compile(r"\w*(?:gesprek|overleg|beraad|bezoek|contact|intake|consult|spreekuur)(?:je)?")
_SAW = re.compile(rf"\b{_MET.pattern} met {talk.NAME}\b")
_TITLE_WORDS = _NAME_PARTS | word_set(
    f"""{talk.NAME} over met bij rond op aan dit is wordt hier komt dan nu even nog kort korte klein kleine mijn deze
    telefonisch nummer doel dienst late vroege nacht avond ochtend middag
    dag nachtdienst avonddienst dagdienst vandaag vanmorgen vanochtend vanmiddag vanavond vannacht zonet net zojuist
    ochtendzorg avondzorg nachtzorg thuiszorg haar zijn z'n d'r ik wil ga doe doen begin maken wat iets eerst snel
    dus ja goed oké oke zo nou eh dan hallo hoi hee hé hey hai yo goedemorgen goedemiddag goedenavond goeiemorgen"""
)
#: A name alone, of whom the rest is: 'even meneer Poelstra', 'ik doe even Joppe van vandaag'.
_QUICK = "(?:even|effe|snel|kort|gauw|nu|dan|hier)"
_WHOSE = re.compile(
    f"(?P<led>(?:(?:nou|ja|oke|oké|goed|zo|dus|en|dan|nu|eerst|even|effe|snel|kort|{_HELLO}|ik (?:doe|begin met)"
    f"|ik spreek(?: {_QUICK})* in|(?:dit|het) gaat(?: {_QUICK})*|volgende is) )*)"
    f"(?:(?:over|voor|om) )?{talk.NAME}(?: van)?(?: (?:{_DAY}|zonet|net|zojuist))?(?: (?:dan|dus|maar|hè))*"
)
_LED = re.compile(f"even|effe|nu|eerst|snel|kort|doe|begin|spreek|gaat|volgende|{_HELLO}")
#: How one gets going behind a name: 'en dan meteen maar erin'.
_GOING_IN = re.compile(
    "(?:(?:en|dan|nu|meteen|direct|gelijk|maar|even|snel|gauw|weer) )+(?:erin|beginnen|van start|maar)"
    "|(?:(?:nou|ja|oké|oke|goed|zo|dus|en) )*(?:daar gaan we|daar gaat ie|komt ie|daar komt ie|we (?:gaan )?beginnen)"
)
_TEAM = "afdeling|wijk|thuiszorg|nacht|dag|late|vroege|interne|groep"
#: Who speaks, behind a greeting; and that this is the fifth of several.
_WITH = re.compile(f"(?:met|hier|hier is) {talk.NAME}(?: (?:van|uit) (?:(?:de|het) )?(?:{_TEAM}|{talk.NAME}))?")
_COUNTED = re.compile(r"\w+ (?:nummer )?(?:\d{1,2}|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)")
_HELLOS = re.compile(f"(?:{_LEAD}{_HELLO} ?)+")
#: Behind one of these begins a piece of its own: 'voordat ik het vergeet'.
_REASONS = word_set("want voordat terwijl zolang nu")
#: In the first words of the next sentence one of these says whom it is about.
_SUBJECT_WITHIN = 4
_SUBJECTS = word_set(
    """ik we wij ze zij hij het er de een haar zijn mijn dit dat mevrouw meneer mevr mw dhr client cliënt bewoner"""
)

_NAME = "[^\\W\\d_][\\w'’-]+"
_WARD = "(?:groep|afdeling|unit|team|route|huis|locatie|etage|verdieping|woongroep)"
_NUMBERED = "(?P<number{}>[a-z]|\\d{{1,2}}|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf)"
_TIMES_OF_DAY = "dag|nacht|avond|ochtend|middag|week"
_SHIFT = f"(?:(?:late|vroege) dienst|(?:{_TIMES_OF_DAY})?(?:dienst|route|ronde)|nacht|avond|ochtend|middag"
_SHIFT += "|thuiszorg|kraamzorg|wijkzorg|nachtzorg|wijk|dagbesteding|woongroep)"
_OPENING_LEAD = f"{_LEAD}(?:{_GREETING}(?: (?:dokter|collega|allemaal))? )?"
#: The speaker, behind a greeting; and the subject, for whom, where.
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
#: All words that this rule may leave out, apart from those of the template's name and an opening's names and numbers.
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
    if at < count - _LAST and re.fullmatch(_WISH, text):
        return False
    if _PATTERN.fullmatch(text) or (said == ["dag"] and at == count - 1):
        return not is_own or (at == count - 1 and _TWO.fullmatch(text) is not None)
    if is_behind and at >= count - _LAST and _CLOSING.fullmatch(text):
        return True
    return at < _FIRST and template is not None and _is_its_name(said, template)


def is_talk(found: Sequence[Sequence[Word]], at: int, *, is_handover: bool, is_first: bool) -> bool:
    """Return whether the ``at``-th of these sentences is talk outside the report by what was learnt, or an opening or
    closing with a name.

    In a handover no name goes: it says whom the next sentences are about. ``is_first``: only what is left out is
    before it.
    """
    count = len(found)
    said, names = talk.nameless(found[at])
    if _is_quoted(said):
        return False
    is_edge = not _EDGE <= at < count - _EDGE
    if at > 0 and any(word.lower in _TELLING for word in found[at - 1]):  # this may be what a person said
        is_called = wording.calls(found[at]) and found[at][0].lower not in _ANSWERS
        return is_called and _is_beside(found[at], said, names, is_first=False, least=_SURELY_WORDED)
    if names and (is_handover or not is_edge):
        return False
    is_outermost = count > _EDGE and (at == 0 or (at == count - 1 and not _is_plan(said)))
    if is_outermost and _speaks_of_dictating(found[at], said) and _others_have(names, found, at):
        return True
    text = " ".join(said)
    if _WHEN.fullmatch(text):
        return False
    is_speaker = _NAMES_SPEAKER.search(text) and not _SAW.search(text) and not talk.has_title(found[at])
    if not names or is_speaker:
        is_other = not is_edge and _AT_EDGES.search(text)
        if not is_other and _is_worded_so(said, _AT_EDGE if is_edge else _BETWEEN, may_have_another=is_edge):
            return True
    is_apart = is_edge or not _AT_EDGES.search(text)
    if is_apart and _is_beside(found[at], said, names, is_first=at == 0, least=_WORDED):
        return True
    if at >= _EDGE:
        is_end = is_edge and (_THAT_WAS.fullmatch(text) or _ALL_OF.fullmatch(text))
        return bool(is_end) and _others_have(names, found, at)
    return _is_opening(found, at, is_first=is_first)


def _speaks_of_dictating(found: Sequence[Word], said: Sequence[str]) -> bool:
    """Return whether a sentence is worded as talk and speaks of the dictating itself, without care and denials.

    Its other words may be any, so the weights alone are not enough: 'Ja, hier staat dus het gas open.'
    """
    own = [word for word in said if word != talk.NAME]
    named = {word for word in own if _DICTATING.fullmatch(word)}
    if is_request(said):
        return False  # 'Spreek langzaam, dan verstaat hij het.'
    if not named or talk.score(said) <= (_AT_EDGE if len(named) > 1 else _OUTERMOST):
        return False
    for piece in _pieces(found, _REASONS - {"nu"}):
        words = {word.lower for word in piece}
        if not DENYING.isdisjoint(words) and named.isdisjoint(words):
            return False  # 'typen lukt niet' denies something of the dictating alone
    # In speech without capitals 'mevrouw was' may be a name.
    is_unsure = talk.has_title(found) and not any(word.text[0].isupper() for word in found[1:])
    return not (is_unsure or any(map(talk.is_of_care, own)))


def _is_beside(found: Sequence[Word], said: Sequence[str], names: Sequence[str], *, is_first: bool, least: int) -> bool:
    """Return whether a sentence is talk by how all of it is worded, whatever its words: 'Mijn tas valt om.'

    It has no word of care, denial, figure, date, question, judgement or quotation. ``least``: how sure the weights have
    to be. They have to be surer where it may tell of a client with words that say nothing by themselves, or what will
    be; and in a piece of speech without marks, which may have words of the next. A name goes with the first sentence
    alone: every report stands with its client.
    """
    rest = [word for word in said if word not in _LEADING and word != talk.NAME]
    if (
        len(rest) < _SHORTEST + bool(names)
        or _is_bare(found, said)
        or (names and (not is_first or _SAW.search(" ".join(said))))
    ):
        return False
    is_soft = _is_plan(rest) or not _VAGUE.isdisjoint(rest)
    least = max(least, _MAY_TELL if names or may_tell(rest) else _SURELY_WORDED if is_soft else _WORDED)
    if wording.score(found) <= (least if found[-1].is_mark else _UNMARKED):
        return False
    words = {word.lower for word in found}
    tells = not words.isdisjoint(DENYING | _DAYS | _JUDGING | _QUOTING) or _is_course(rest)
    reading = Reading(" ".join(rest))
    is_grave = not reading.content.isdisjoint(filler.GRAVE) or not all(map(filler.is_slight, reading.values))
    return not tells and not is_grave and not any(map(talk.is_of_care, rest))


def _is_quoted(said: Sequence[str]) -> bool:
    """Return whether it is said who speaks: 'Ik red me wel, zei hij.', 'Ze vraagt hoe laat het is.'"""
    return any(
        (one in _SAYING and other in _SAYERS) or (one in _SAYERS and other in _SAYING) for one, other in pairwise(said)
    )


def _is_bare(found: Sequence[Word], said: Sequence[str]) -> bool:
    """Return whether a sentence has no subject: it may say how a person is, or what a person does.

    'Momentje van rust gehad.', 'Ja zeggen en nee doen.' Not what begins with a call ('Sorry, telefoon'), calls out
    itself ('wat een regen'), or is of the dictating; nor, where the weights are sure, 'Even de ruitenwisser.'
    """
    words = set(said)
    if not words.isdisjoint(wording.OF_SPEAKING) or any(map(_DICTATING.fullmatch, said)):
        return False
    last = next((word for word in reversed(said) if word not in _LEADING), "")
    has_done = is_participle(last)
    is_short = said[:1] == ["even"] and not last.endswith("en") and wording.score(found) > _UNMARKED
    is_called = is_short or found[0].lower in wording.CALLS - _ANSWERS or ("wat", "een") in pairwise(said)
    return has_done if not VERBS.isdisjoint(words) else not is_called or has_done


def _is_done(said: Sequence[str]) -> bool:
    """Return whether it is told what was done, without who did it: 'Momentje van rust gehad.'"""
    return bool(said) and is_participle(said[-1]) and wording.OF_SPEAKING.isdisjoint(said)


def _is_course(said: Sequence[str]) -> bool:
    """Return whether what is said comes in steps, or is a habit: 'Eerst koffie, dan pas werk.', 'Ik klop altijd.'"""
    return said.count("dan") > 1 or {"eerst", "dan"}.issubset(said) or not _HABITS.isdisjoint(said)


def _is_plan(said: Sequence[str]) -> bool:
    return not _PLANNING.isdisjoint(said) or {"moet", "nog"}.issubset(said)


def _is_opening(found: Sequence[Sequence[Word]], at: int, *, is_first: bool) -> bool:
    """Return whether a sentence is made of titles, of whom they are, of who speaks, and of talk.

    A name goes where another sentence has it. At the very start that of a title goes too, as every report stands with
    its client, and every draft with the beginning of what was said; save behind 'met', as that person was seen.
    """
    has_title = is_named = is_greeted = is_about = is_going = False
    rest: list[str] = []
    about: list[str] = []
    needed: list[str] = []  # names that another sentence has to have
    beside: list[Word] = []
    for piece in _pieces(found[at], _REASONS):
        said, names = talk.nameless(piece)
        text = " ".join(said)
        whose = _WHOSE.fullmatch(text)
        is_lead = _LEADING.issuperset(said) or _HELLOS.fullmatch(text)
        if _is_title(said) or (_COUNTED.fullmatch(text) and _is_title(said[:1])):
            has_title = is_named = True
            needed += names if "met" in said or not is_first else ()
        elif is_greeted and _WITH.fullmatch(text):
            pass
        elif whose and names:
            is_about = True
            about += names
            is_named |= bool(_LED.search(whose["led"])) and _has_subject(found, at + 1, about)
            needed += () if is_first else names
        elif _GOING_IN.fullmatch(text):
            is_going = True
        elif not is_lead:
            rest += () if is_named and _TITLE_WORDS.issuperset(said) else said
            beside += piece
            needed += names
        is_greeted |= bool(_HELLOS.match(text))
    is_named |= is_about and is_first and bool(rest or is_going) and _has_subject(found, at + 1, about)
    limit = 0 if has_title or is_greeted else _AT_EDGE
    is_told = not (_ANSWERING | _PLANNING).isdisjoint(rest) or (
        may_tell(rest) and not any(map(_DICTATING.fullmatch, rest))
    )
    is_beside = not is_told and talk.is_talk(rest, limit, sure=limit, may_have_another=True)
    is_beside |= has_title and _is_beside([*beside, *found[at][-1:]], rest, (), is_first=False, least=_WORDED)
    return is_named and (not rest or is_beside) and _others_have(needed, found, at)


def _has_subject(found: Sequence[Sequence[Word]], at: int, named: Sequence[str]) -> bool:
    """Return whether a sentence says in its first words whom or what it is about, or begins with one of the ``named``.

    Not 'Heeft goed gegeten.'
    """
    first = [word for word in found[at] if not word.is_mark][:_SUBJECT_WITHIN] if at < len(found) else ()
    is_named = any(word.lower in named for word in first[:1]) or any(word.text[0].isupper() for word in first[1:])
    return is_named or any(word.lower in _SUBJECTS for word in first)


def _others_have(names: Sequence[str], found: Sequence[Sequence[Word]], at: int) -> bool:
    others = {word.lower for one in (*found[:at], *found[at + 1 :]) for word in one} if names else ()
    return all(name in others for name in names)


def _is_worded_so(said: Sequence[str], limit: int, *, may_have_another: bool) -> bool:
    """One or two words may be an answer, and 'goed' may be how it goes: 'Goed.', 'Verder gaat het goed.'

    A word that talk is not known to have goes next to one of dictating alone: not 'Hier zit iemand opgesloten.' So
    does what may be a finding or a request by its grammar: not 'Alles oké hier.'
    """
    first = next((at for at, word in enumerate(said) if word not in _LEADING), len(said))
    rest = said[first:]
    tells = len(rest) < _SHORTEST or not _ANSWERING.isdisjoint(rest) or _is_plan(rest)
    is_of_dictating = any(map(_DICTATING.fullmatch, said))
    may_have_another = may_have_another and is_of_dictating
    tells |= is_request(rest) or (not is_of_dictating and (may_tell(rest) or _is_done(rest)))
    return not tells and talk.is_talk(said, limit, may_have_another=may_have_another)


def _pieces(found: Sequence[Word], opening: Set[str]) -> list[list[Word]]:
    """Return the words of a sentence between its marks, and before words that open a clause: 'want', 'voordat'."""
    pieces: list[list[Word]] = [[]]
    for word in found:
        if word.is_mark or word.lower in opening:
            pieces.append([])
        if not word.is_mark:
            pieces[-1].append(word)
    return [piece for piece in pieces if piece]


def _is_title(piece: Sequence[str]) -> bool:
    is_named = any(map(_MADE.fullmatch, piece)) or (len(piece) == 1 and _MET.fullmatch(piece[0]) is not None)
    is_planned = "ik" in piece and "nog" in piece  # 'ik moet nog een melding doen'
    is_all = all(one in _TITLE_WORDS or _MADE.fullmatch(one) or _MET.fullmatch(one) for one in piece)
    return is_named and is_all and not is_planned


def words_of_name(template: ReportTemplate) -> frozenset[str]:
    """Return the words of a template's name, and those that join them."""
    return _NAME_PARTS | frozenset(re.findall(r"\w+", template.title.lower()))


def _is_its_name(said: Sequence[str], template: ReportTemplate) -> bool:
    """'MIC-melding.', 'SBAR-overdracht.'"""
    return re.findall(r"\w+", " ".join(said)) == re.findall(r"\w+", template.title.lower())
