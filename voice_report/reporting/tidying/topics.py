"""Whom the sentences of a handover are about: a room or a client that the speaker named, until the next one.

Handovers go from room to room, and a report puts the sentences of all rooms under one heading. What does not say itself
whom it is about gets the speaker's own words for it in front: 'Kamer 4, mevrouw De Boer: Graag nog controleren.' A
wrong one is worse than none, so a topic ends at the first sentence that may be about somebody else.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from ...dutch.word_sets import word_set
from ..evidence.medicines import is_listed
from ..templates import ReportTemplate

_HANDOVER = "dienst"
_FEWEST = 2  # topics of a handover; with one, nobody else can be meant
_LONGEST = 6  # sentences of a topic, with the one that names it

_OPENERS = r"(?:(?:eh|ehm|uh|uhm|nou|ja|en|dan|eerst|verder|goed|oké|even kijken|bij|op)[,.]? +)*"
_NUMBER = (
    r"(?:\d{1,4}[a-z]?|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|\w{3,9}tien|\w{0,20}tig)\b"
)
_ROOM = rf"(?:kamer|bed|box|appartement|studio|woning) {_NUMBER}"
_ANY_ROOM = re.compile(rf"\b{_ROOM}", re.IGNORECASE)
_SECOND_ROOM = re.compile(rf"\b{_ROOM},?(?: (?:en|of|tot|tot en met|t/m) | ?[/+&-] ?){_NUMBER}", re.IGNORECASE)
_NEWCOMER = re.compile(
    r"(?:(?:de|een) )?nieuwe\b|.*\bnieuwe (?:bewo|cli[eë]nt|pati[eë]nt|mevrouw|meneer|opname)", re.IGNORECASE
)
_TAKES_BACK = re.compile(r"\b(?:nee|neen|sorry|pardon|correctie|herstel|wacht|ik bedoel|of eigenlijk)\b", re.IGNORECASE)
_SURNAME = (
    r"(?:(?:[Vv]an|[Dd]en?|[Dd]er|[Tt]er|[Tt]en|[Hh]et|[Dd]a|[Oo]p|'t|[Ll]a) ){0,3}"
    r"[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]*)*"
)
_TITLED = rf"(?:(?i:mevrouw|meneer|mevr\.?|mw\.?|dhr\.?|de heer) {_SURNAME})"
_NAME = r"[A-ZÀ-Þ][a-zß-ÿ]+(?:-[A-Z][a-zß-ÿ]+)?"
_PLACED = re.compile(rf"(?i:{_OPENERS})((?i:{_ROOM})(?:,? (?:{_TITLED}|{_NAME}(?=[ ,.])))?)")
_ADDRESSED = re.compile(rf"(?i:{_OPENERS})({_TITLED})")
_NAMED = re.compile(rf"(?i:{_OPENERS})({_NAME})(?: (?i:en|van)\b)?,? ([\w']+)")
_CAPITAL = re.compile(r"(?<=[\w,;:] )[A-ZÀ-Þ][a-zß-ÿ]\w{0,40}")  # inside a sentence
#: A room or a client anywhere in a sentence: 'Bij 22', 'de dochter van kamer 1', 'mevrouw van drie', '15 heeft'.
_MENTIONED = re.compile(
    rf"\b(?:{_ROOM}|(?:mevrouw|meneer|mevr|mw|dhr|de heer)\b\.? (?:(?:van|de|der|den|ter|da) ){{0,3}}[^\W\d]\w+)"
    r"|(?:^|\b(?:op|van|naar|bij) )\d{1,4}\b(?! (?:uur|procent|liter|keer|mg|ml|minuten|graden))",
    re.IGNORECASE,
)

_WOMAN = (word_set("zij haar"), re.compile(r"(?i:mevrouw|mevr|mw)\b"))
_MAN = (word_set("hij hem"), re.compile(r"(?i:meneer|dhr|de heer)\b"))
#: What points at the topic: 'ze' may be several people, and 'zijn' a verb but in front of a sentence.
_HERS, _HIS = word_set("zij haar ze d'r"), word_set("hij hem z'n")
#: Who is named behind these is a relative or a colleague, and the sentence stays about the client.
_OTHERS = word_set(
    """dochter zoon broer zus zusje broertje vader moeder partner man vrouw dokter arts huisarts collega zuster
    verpleegkundige begeleider mentor fysiotherapeut psycholoog apotheek"""
)
#: What follows a name at the start of a sentence: 'Bram heeft', 'Sanne wil', 'Bas zijn lijstje'.
_BEHIND_A_NAME = word_set(
    """is was heeft had wil wilde kan kon mag mocht moet moest gaat ging komt kwam krijgt kreeg blijft bleef zit zat
    ligt lag loopt liep slaapt sliep eet at drinkt dronk doet deed zegt zei vraagt vroeg vindt vond geeft gaf weigert
    weigerde belt belde wordt werd hoeft klaagt klaagde huilt huilde hoest hoestte viel staat stond zijn z'n haar d'r"""
)
#: What opens a sentence with a capital and is no name.
_NO_NAMES = word_set(
    """er dat dit die deze het dan daarna toen nu hier daar ook dus maar want verder wat wie vandaag vannacht vanavond
    vanmiddag vanochtend morgen gisteren avond nacht ochtend middag oké ze zij hij ik we wij wel graag nog
    moeder vader ouders dochter zoon vrouw man partner broer zus opa oma familie mentor arts dokter huisarts
    infuus katheter pleister verband wond huid medicatie medicijnen insuline paracetamol
    bloeddruk suiker bloedsuiker temperatuur saturatie pols gewicht pijn ontlasting urine bloed uitslag slaap eten
    drinken ontbijt lunch avondeten bezoek gesprek"""
)
#: What belongs to the house or to all, and not to a client.
_OF_ALL = word_set(
    """voordeur achterdeur buitendeur deuren alarm wasgoed droger koelkast keuken lift vuilnis vuilniszakken sleutel
    sleutels sleutelkast medicijnkastje medicijnkar linnenkar voorraad planning rooster telefoon afwas vaatwasser
    huiskamer gang kantoor vloer monteur iedereen alle allemaal niemand iemand collega's bewoners cliënten groep
    volgende ander andere anderen beide beiden buurman buurvrouw medebewoner medebewoners medebewoonster
    vrijwilliger vrijwilligers familie lijst lijsten rest route ronde rondes rondgegaan medicatiekar crashkar noodkar"""
)

_CLOSES = re.compile(rf"(?i:{_OPENERS}(?:dat was|tot zover|dit was)(?: [\w']+){{0,3}}[.!]?$)")


@dataclass(frozen=True, slots=True)
class Topic:
    """A room or a client, in the words of the sentence that names it; ``is_said``: this sentence names it itself."""

    words: str
    is_said: bool


def topics(texts: Sequence[str], template: ReportTemplate) -> tuple[Topic | None, ...]:
    """Return for each sentence of a handover whom it is about; ``None`` where that is not sure, and for all of a
    dictation that is no handover or names fewer than two.

    A first name is a topic when it has its capital inside a sentence too: else it may be any word. Speech without
    capitals has no topics: names cannot be told from words. Who goes from room to room stays in a room; of a client
    without one, only what points at a person ('ze', 'hij') is about that client.
    """
    if template.key != _HANDOVER or sum(text[:1].islower() for text in texts) > len(texts) / 2:
        return (None,) * len(texts)
    inside = {name for text in texts for name in _CAPITAL.findall(text)}
    found: list[Topic | None] = []
    current, opening, length = None, "", 0
    for text in texts:
        opened = _opened(text, inside)
        if opened is not None and _is_of_several(text, opened):
            current, opened = None, None
        elif opened is not None:
            current, opening, length = opened, text, 0
        elif current and (length >= _LONGEST or _is_about_another(text, current, opening)):
            current = None
        length += 1
        found.append(Topic(current, current.split()[-1] in text) if current else None)
    named = {one.words.casefold() for one in found if one is not None}
    if len(named) < _FEWEST:
        return (None,) * len(texts)
    rooms = sum(_PLACED.match(one) is not None for one in named)
    return tuple(
        one
        if one and (one.is_said or (rooms >= _FEWEST and _PLACED.match(one.words)) or _points(text, one.words))
        else None
        for one, text in zip(found, texts, strict=True)
    )


def labels(found: Sequence[Topic | None], sections: Sequence[str]) -> dict[int, str]:
    """Return the words to put in front of sentences, by position, where each stands under the section (key) given.

    Under a heading a run of sentences about one topic is named once, in its first sentence or in front of that.
    """
    current: dict[str, str | None] = {}
    needed: dict[int, str] = {}
    for at, (topic, section) in enumerate(zip(found, sections, strict=True)):
        if topic is not None and not topic.is_said and current.get(section) != topic.words:
            needed[at] = topic.words
        current[section] = topic.words if topic is not None else None
    return needed


def _opened(text: str, inside: Set[str]) -> str | None:
    """Return the words for the room or client that a sentence names at its start."""
    if placed := _PLACED.match(text) or _ADDRESSED.match(text):
        return placed[1][0].upper() + placed[1][1:]
    name = _first_name(text)
    return name if name in inside else None


def _is_of_several(text: str, opened: str) -> bool:
    """Return whether a sentence that names a room or client at its start names a second room, or takes back."""
    if _TAKES_BACK.search(text) or _SECOND_ROOM.search(text):
        return True
    return any(room[0].lower() not in opened.lower() for room in _ANY_ROOM.finditer(text))


def _first_name(text: str) -> str | None:
    """Return the word at the start of a sentence that may be a name."""
    named = _NAMED.match(text)
    may_be = named is not None and named[2].lower() in _BEHIND_A_NAME and named[1].lower() not in _NO_NAMES
    return named[1] if named is not None and may_be else None


def _points(text: str, topic: str) -> bool:
    """Return whether a sentence points at the person that a topic names."""
    words = [word.lower() for word in re.findall(r"[\w']+", text)]
    is_his = not _HIS.isdisjoint(words) or (words[:1] == ["zijn"] and not text.endswith("?"))
    if _WOMAN[1].search(topic):
        return not _HERS.isdisjoint(words)
    return is_his or (not _MAN[1].search(topic) and not _WOMAN[0].isdisjoint(words))


def _is_about_another(text: str, topic: str, opening: str) -> bool:
    """Return whether a sentence may be about somebody else than the topic, or about nobody."""
    words = [word.lower() for word in re.findall(r"[\w']+", text)]
    if not _OF_ALL.isdisjoint(words) or " de was " in f" {text.lower()} " or _CLOSES.match(text):
        return True
    if _NEWCOMER.match(text):
        return True
    if any(mentioned[0].lower() not in topic.lower() for mentioned in _MENTIONED.finditer(text)):
        return True
    if _first_name(text) not in (None, *topic.split()):
        return True
    known = set(topic.split()) | set(_CAPITAL.findall(opening))
    for name in _CAPITAL.finditer(text):
        before = text[: name.start()].split()[-1].lower().strip(",")
        if name[0] not in known and before not in _OTHERS and not is_listed(name[0]):
            return True
    is_woman, is_man = (title.search(topic) is not None for _, title in (_WOMAN, _MAN))
    return (is_woman and not _MAN[0].isdisjoint(words)) or (is_man and not _WOMAN[0].isdisjoint(words))
