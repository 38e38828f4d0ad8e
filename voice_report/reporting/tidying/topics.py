"""Whom the sentences of a handover are about: a room or a client that the speaker named, until the next one.

Handovers go from room to room, and a report puts the sentences of all rooms under one heading. What does not say itself
whom it is about gets the speaker's own words for it in front: 'Kamer 4, mevrouw De Boer: Graag nog controleren.'
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...dutch.word_sets import word_set
from ..templates import ReportTemplate

_HANDOVER = "dienst"
_FEWEST = 2  # topics of a handover; with one, nobody else can be meant

_OPENERS = r"(?:(?:eh|ehm|uh|uhm|nou|ja|en|dan|eerst|verder|goed|oké|even kijken|bij|op)[,.]? +)*"
_NUMBER = (
    r"(?:\d{1,4}[a-z]?|een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|\w{3,9}tien|\w{0,20}tig)\b"
)
_ROOM = rf"(?:kamer|bed|box|appartement|studio|woning) {_NUMBER}"
_TITLED = (
    r"(?:mevrouw|meneer|mevr\.?|mw\.?|dhr\.?|de heer) (?:(?:van|de|der|den|ter|ten|het|'t|op|la) ){0,3}[^\W\d_][\w'’-]+"
)
_NAME = r"[A-ZÀ-Þ][a-zß-ÿ]+(?:-[A-Z][a-zß-ÿ]+)?"
_PLACED = re.compile(rf"(?i:{_OPENERS})((?i:{_ROOM})(?:,? (?:(?i:{_TITLED})|{_NAME}(?=[ ,.])))?)")
_ADDRESSED = re.compile(rf"{_OPENERS}({_TITLED})", re.I)
_NAMED = re.compile(rf"(?i:{_OPENERS})({_NAME})(?: (?i:en|van)\b)?,? (\w+)")

_PERSONAL = word_set("hij ze zij hem haar zijn z'n d'r haar hen hun")
#: Finite verbs behind a name: 'Bram heeft', 'Sanne wil'.
_FINITE = word_set(
    """is was heeft had wil wilde kan kon mag mocht moet moest gaat ging komt kwam krijgt kreeg blijft bleef zit zat
    ligt lag loopt liep slaapt sliep eet at drinkt dronk doet deed zegt zei vraagt vroeg vindt vond geeft gaf weigert
    weigerde belt belde wordt werd hoeft klaagt klaagde huilt huilde hoest hoestte viel"""
)
#: What opens a sentence with a capital and is no name.
_NO_NAMES = word_set(
    """er dat dit die deze het dan daarna toen nu hier daar ook dus maar want verder wat wie alles iedereen niemand
    iemand vandaag vannacht vanavond vanmiddag vanochtend morgen gisteren avond nacht ochtend middag
    moeder vader ouders dochter zoon vrouw man partner broer zus opa oma familie mentor arts dokter huisarts collega
    verpleegkundige begeleider infuus katheter pleister verband wond huid medicatie medicijnen insuline paracetamol
    bloeddruk suiker bloedsuiker temperatuur saturatie pols gewicht pijn ontlasting urine bloed uitslag slaap eten
    drinken ontbijt lunch avondeten bezoek gesprek sfeer groep mevrouw meneer cliënt bewoner patiënt ik we wij"""
)
#: What belongs to the house and not to a client.
_OF_THE_HOUSE = word_set(
    """voordeur achterdeur buitendeur deuren alarm wasgoed droger koelkast keuken lift vuilnis vuilniszakken sleutel
    sleutels sleutelkast medicijnkastje medicijnkar linnenkar voorraad planning rooster telefoon afwas vaatwasser
    huiskamer gang kantoor"""
)


@dataclass(frozen=True, slots=True)
class Topic:
    """A room or a client, in the words of the sentence that names it; ``opens``: that is this sentence."""

    words: str
    opens: bool


def topics(texts: Sequence[str], template: ReportTemplate) -> tuple[Topic | None, ...]:
    """Return for each sentence of a handover whom it is about; ``None`` for nobody in particular, and for all of a
    dictation that is no handover or names fewer than two."""
    if template.key != _HANDOVER:
        return (None,) * len(texts)
    found: list[Topic | None] = []
    current: str | None = None
    for at, text in enumerate(texts):
        opened = _opened(text, texts[at + 1] if at + 1 < len(texts) else "")
        words = set(re.findall(r"[\w']+", text.lower()))
        if opened is not None:
            current = opened
        elif (words & _OF_THE_HOUSE or " de was " in f"{text.lower()} ") and not words & _PERSONAL:
            current = None
        found.append(Topic(current, opened is not None) if current else None)
    named = {one.words.casefold() for one in found if one is not None}
    return tuple(found) if len(named) >= _FEWEST else (None,) * len(texts)


def labels(found: Sequence[Topic | None], sections: Sequence[str]) -> dict[int, str]:
    """Return the words to put in front of sentences, by position, where each stands under the section (key) given.

    Under a heading a run of sentences about one topic is named once, in its first sentence or in front of that.
    """
    current: dict[str, str | None] = {}
    needed: dict[int, str] = {}
    for at, (topic, section) in enumerate(zip(found, sections, strict=True)):
        if topic is not None and not topic.opens and current.get(section) != topic.words:
            needed[at] = topic.words
        current[section] = topic.words if topic is not None else None
    return needed


def _opened(text: str, after: str) -> str | None:
    """Return the words for the room or client that a sentence names at its start."""
    if placed := _PLACED.match(text) or _ADDRESSED.match(text):
        return placed[1][0].upper() + placed[1][1:]
    named = _NAMED.match(text)
    if named is None or named[2].lower() not in _FINITE:
        return None
    name = named[1].lower()
    is_person = not _PERSONAL.isdisjoint(re.findall(r"[\w']+", f"{text} {after}".lower()))
    return named[1] if is_person and name not in _NO_NAMES | _PERSONAL else None
