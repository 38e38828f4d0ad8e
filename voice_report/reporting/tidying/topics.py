"""Whom the sentences of a handover are about: a room or a client that the speaker named, until the next one.

Handovers go from room to room, and a report puts the sentences of all rooms under one heading. What does not say itself
whom it is about gets the speaker's own words for it in front: 'Kamer 4, mevrouw De Boer: Graag nog controleren.' A
wrong one is worse than none, so a topic ends at the first sentence that may be about somebody else, and a pronoun that
may be a relative's is nobody's.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from ...dutch.word_sets import word_set
from ..templates import ReportTemplate
from .clients import OPENERS, Client, Clients, Mention

_HANDOVER = "dienst"
_FEWEST = 2  # topics of a handover; with one, nobody else can be meant
_LONGEST = 6  # sentences of a topic, with the one that names it
_FIRST_WORDS = 4  # of a sentence, among which its subject is
_STEM = 5  # letters by which words are of one family: 'aanval', 'aanvalsboek'

_NEWCOMER = re.compile(
    r"(?:(?:de|een) )?nieuwe\b|.*\bnieuwe (?:bewo|cli[eë]nt|pati[eë]nt|mevrouw|meneer|opname)", re.IGNORECASE
)
_TAKES_BACK = re.compile(
    r"\b(?:nee|neen|sorry|pardon|correctie|herstel|wacht(?=[,.]| even\b)|ik bedoel|of eigenlijk)\b", re.IGNORECASE
)
#: Somebody who is named without a name: 'mevrouw op vier', 'meneer van drie'.
_UNNAMED = re.compile(r"\b(?:mevrouw|meneer|mevr|mw|dhr)\b\.? (?:op|van|in|met|uit) ", re.IGNORECASE)
_HERS, _HIS = word_set("zij haar ze d'r"), word_set("hij hem z'n ie 'm")
_SHE, _HE = word_set("zij haar"), word_set("hij hem")
#: 'Ze' with one of these is several people or things.
_PLURAL = r"(?:komen|zijn|hebben|moeten|liggen|staan|gaan|worden|kunnen|willen|waren|hadden|mogen|zitten|blijven|doen)"
_THEY = re.compile(rf"\b(?:ze|zij) {_PLURAL}\b|\b{_PLURAL} (?:ze|zij)\b", re.IGNORECASE)
#: Who is named behind these is a relative or a colleague, and the sentence stays about the client.
_WOMEN = word_set(
    """dochter zus zusje moeder vrouw oma tante nicht nichtje vriendin buurvrouw schoondochter kleindochter mama
    echtgenote zuster"""
)
_MEN = word_set(
    "zoon broer broertje vader man opa oom neef neefje vriend vriendje buurman schoonzoon kleinzoon papa echtgenoot"
)
_EITHER = word_set(
    """partner dokter arts huisarts zaalarts collega verpleegkundige begeleider mentor fysiotherapeut fysio psycholoog
    psychiater apotheek apotheker voogd mantelzorger tandarts verloskundige logopedist diëtist casemanager kind
    baby tolk chauffeur werkbegeleider"""
)
_A_RELATIVE = re.compile(rf"(?:{'|'.join(sorted(_WOMEN | _MEN))})\b", re.IGNORECASE)
_RELATIVE = re.compile(rf"(?:de|een) (?:\w+ )?(?:{'|'.join(sorted(_WOMEN | _MEN))})\b", re.IGNORECASE)
_OTHERS = _WOMEN | _MEN | _EITHER
#: Of whom more than one client, or another, is meant.
_OF_SEVERAL = word_set(
    """iedereen alle allemaal niemand iemand collega's bewoners cliënten groep volgende ander andere anderen beide
    beiden allebei buurman buurvrouw medebewoner medebewoners medebewoonster vrijwilliger vrijwilligers"""
)
#: What belongs to the house, and not to a client.
_OF_THE_HOUSE = word_set(
    """voordeur achterdeur buitendeur deuren alarm wasgoed droger koelkast keuken lift vuilnis vuilniszakken sleutel
    sleutels sleutelkast medicijnkastje medicijnkast medicijnkar linnenkar voorraad planning rooster telefoon
    afwas vaatwasser huiskamer gang kantoor vloer monteur familie lijst lijsten rest route ronde rondes
    nachtronde veiligheidsronde rondgegaan medicatiekar medicatiekarretje crashkar noodkar pillendozen weekgeld
    zakgeld kas kasboek printer wifi computer rookmelder schuifpui badkamer tillift lampen ramen boodschappen
    koffie vergadering kluis opiaten afdeling opname opnames tuin schommel wasmachine brandalarm uitgedeeld
    geteld nageteld"""
)
#: What is of a body, or done to a client: beginnings of words.
_OF_A_CLIENT = re.compile(
    r"\b(?:paracetamol|oxazepam|insuline|morfine|pil|tablet|eenheden|mg\b|ml\b|milligram|gram\b|koorts|temperatuur|pijn|"
    r"bloed|suiker|urine|uitslag|ontlasting|gespuugd|gebraakt|gewassen|gedoucht|verschoond|gewogen|gewicht|gegeten|"
    r"gedronken|geslapen|wond|verband|pleister|zalf|katheter|infuus|zuurstof|saturatie|pols|tensie|huid|stuit|hiel|"
    r"benen|armen|hand|knie|heup|rug\b|hoofd|oog|ogen|oor\b|oren|mond|gebit|steunkous|kousen|druppel|noodmedicatie|"
    r"zijligging|rollator|rolstoel|luier|slikken|verslik|vocht|sonde|nuchter|wakker|rustig|onrustig|verward|angstig|"
    r"somber|boos|verdrietig|gerustgesteld|getroost|thee\b|melk\b|boterham|ontbijt)",
    re.IGNORECASE,
)
#: What begins another subject, where nothing points back: 'O ja, de was'.
_ANEW = re.compile(r"(?:eh,? )?(?:o ja|oh ja|verder|en verder|nog iets|ten slotte|tot slot)\b", re.IGNORECASE)
_CLOSES = re.compile(
    rf"(?i:{OPENERS}(?:dat was|tot zover|dit was|succes|tot morgen|goeie|goede|fijne)(?: [\w']+){{0,3}}[.!]?$)"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """A room or a client, in the words of the sentence that names it; ``is_said``: this sentence names it itself."""

    words: str
    is_said: bool


@dataclass(slots=True)
class _Block:
    """The sentences about one client so far.

    ``is_opened``: a sentence opened with the client; ``is_sure``: it named nobody else; ``pronouns``: 'v' and
    'm' where the sentences that name the client have 'haar' and 'zijn'.
    """

    client: Client
    is_opened: bool
    is_sure: bool
    pronouns: set[str] = field(default_factory=set)
    stems: set[str] = field(default_factory=set)
    length: int = 0


@dataclass(frozen=True, slots=True)
class _Found:
    """A sentence of a block: how it shows that it is about the client."""

    block: _Block
    is_said: bool
    points: bool
    speaks: bool
    shares: bool
    may_be_another: bool


def topics(texts: Sequence[str], template: ReportTemplate) -> tuple[Topic | None, ...]:
    """Return for each sentence of a handover whom it is about; ``None`` where that is not sure, and for all of a
    dictation that is no handover or names fewer than two.

    Who goes from room to room stays in a room; of a client without one, what points at a person ('ze', 'hij') is about
    that client, and where the speaker goes from client to client also what speaks of a body, or of what was just said.
    """
    if template.key != _HANDOVER:
        return (None,) * len(texts)
    clients = Clients(texts)
    found: list[_Found | None] = []
    block, before = None, ""
    for text in texts:
        mentions = clients.mentions(text)
        block = _block(block, text, mentions, clients)
        found.append(_seen(text, before, block, mentions) if block else None)
        before = text
    blocks = [one.block for one in found if one]
    named = {block.client.words for block in blocks}
    if len(named) < _FEWEST:
        return (None,) * len(texts)
    has_rooms = len({block.client.words for block in blocks if block.client.is_room}) >= _FEWEST
    one_by_one = _goes_from_client_to_client(blocks)
    return tuple(one and _topic(one, has_rooms=has_rooms, one_by_one=one_by_one) for one in found)


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


def kept_with_who_is_meant(texts: Sequence[str], found: Sequence[Topic | None], sections: Sequence[str]) -> list[str]:
    """Return the section (key) of each sentence: its own, or that of the one before for a sentence that points at
    somebody, has no topic, and would be read there as about another than who was last named."""
    kept, named = list(sections), ""
    shown: dict[str, str] = {}
    for at, (text, topic) in enumerate(zip(texts, found, strict=True)):
        if topic is not None:
            named = topic.words
        elif _pronouns(" ".join(_words(text)[:_FIRST_WORDS])):
            if shown.get(kept[at], named) != named:
                kept[at] = kept[at - 1]
        else:
            continue
        shown[kept[at]] = named
    return kept


def _block(before: _Block | None, text: str, mentions: Sequence[Mention], clients: Clients) -> _Block | None:
    """Return the block of a sentence: a new one where it names a client, the one before while that may go on."""
    named = {id(one.client): one.client for one in mentions}
    if mentions:
        client = mentions[0].client
        is_opened = clients.opens(text, mentions[0])
        if client is None or clients.is_of_two_rooms(text) or (len(named) > 1 and not is_opened):
            return None
        if is_opened and client.is_room and _TAKES_BACK.search(text):
            return None
        is_sure = len(named) == 1 and not any(_is_another(name, text) for name in clients.others(text))
        if before is not None and before.client is client and is_sure:
            before.length = 0
            is_opened = is_opened or before.is_opened
        block = _Block(client, is_opened, is_sure)
    elif before is None or before.length >= _LONGEST or _ends(text, before, clients):
        return None
    else:
        block = before
    block.length += 1
    return block


def _seen(text: str, before: str, block: _Block, mentions: Sequence[Mention]) -> _Found:
    is_said = any(one.client is block.client for one in mentions)
    stems = {word[:_STEM] for word in _words(text) if len(word) >= _STEM}
    shares = not stems.isdisjoint(block.stems)
    speaks = shares or bool(_OF_A_CLIENT.search(text))
    found = _Found(block, is_said, _points(text, block.client), speaks, shares, _may_be_another(text, before))
    if is_said or found.points:
        block.stems |= stems
        block.pronouns |= _pronouns(text)
        if is_said and "zijn" in _words(text)[1:-1]:
            block.pronouns.add("m")
    return found


def _topic(one: _Found, *, has_rooms: bool, one_by_one: bool) -> Topic | None:
    client = one.block.client
    if one.is_said:
        return Topic(client.words, is_said=True)
    if one.may_be_another:
        return None
    if has_rooms and client.is_room and one.block.is_opened:
        is_about = one_by_one or one.points or one.shares
    else:
        is_about = one.block.is_sure and (one.points or (one_by_one and one.speaks and one.block.is_opened))
    return Topic(client.words, is_said=False) if is_about else None


def _goes_from_client_to_client(blocks: Sequence[_Block]) -> bool:
    """Return whether a speaker tells all of one client and then of the next: hardly anybody comes back."""
    openings = [one for at, one in enumerate(blocks) if not at or blocks[at - 1].client is not one.client]
    returns = len(openings) - len({id(one.client) for one in openings})
    return 4 * returns <= len(openings)


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[\w']+", text)]


def _points(text: str, client: Client) -> bool:
    """Return whether a sentence points at a client."""
    if _A_RELATIVE.match(text):
        return False
    pronouns = _pronouns(text)
    is_his = "m" in pronouns or (_words(text)[:1] == ["zijn"] and not text.endswith("?"))
    return (is_his and client.gender != "v") or ("v" in pronouns and client.gender != "m")


def _pronouns(text: str, hers: Set[str] = _HERS, his: Set[str] = _HIS) -> set[str]:
    """Return 'v' and 'm' for a woman's and a man's pronouns in a sentence."""
    words = _words(_THEY.sub(" ", text))
    return {gender for gender, some in (("v", hers), ("m", his)) if not some.isdisjoint(words)}


def _may_be_another(text: str, before: str) -> bool:
    """Return whether who a sentence points at may be a relative or a colleague: one who is its subject without being
    called somebody's ('De dochter ... haar'), or of whom the sentence before spoke."""
    if _RELATIVE.match(text):
        return True
    subject, spoken = _words(text)[:_FIRST_WORDS], _words(before)
    they = _WOMEN if not {"ze", "zij"}.isdisjoint(subject) else _MEN if "hij" in subject else None
    return they is not None and not (they.isdisjoint(spoken) and _EITHER.isdisjoint(spoken[:_FIRST_WORDS]))


def _ends(text: str, block: _Block, clients: Clients) -> bool:
    """Return whether a sentence that names no client may be about somebody else, or about nobody."""
    words = _words(text)
    if not _OF_SEVERAL.isdisjoint(words) or _CLOSES.match(text):
        return True
    if clients.may_open(text) or clients.names_unknown(text):
        return True
    is_of_the_house = not _OF_THE_HOUSE.isdisjoint(words) or " de was " in f" {text.lower()} "
    if is_of_the_house and not _points(" ".join(words[:_FIRST_WORDS]), block.client):
        return True
    if _NEWCOMER.match(text) or _UNNAMED.search(text) or (_ANEW.match(text) and not _points(text, block.client)):
        return True
    if any(_is_another(name, text) for name in clients.others(text)):
        return True
    known = {block.client.gender} if block.client.gender else block.pronouns
    return ("m" in _pronouns(text, _SHE, _HE) and known == {"v"}) or (
        "v" in _pronouns(text, _SHE, _HE) and known == {"m"}
    )


def _is_another(name: re.Match[str], text: str) -> bool:
    """Return whether a name inside a sentence may be another client's: not after 'dochter' or 'dokter'."""
    before = text[: name.start()].split()
    return not before or before[-1].lower().strip(",") not in _OTHERS
