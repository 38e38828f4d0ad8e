"""Whom the sentences of a handover are about: a room or a client that the speaker named, until the next one.

Handovers go from room to room, and a report puts the sentences of all rooms under one heading. What does not say itself
whom it is about gets the speaker's own words for it in front: 'Kamer 4, mevrouw De Boer: Graag nog controleren.' A
wrong one is worse than none, so a topic ends at the first sentence that may be about another person, and a pronoun that
may be a relative's has no owner.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from ....dutch.word_sets import word_set
from ...evidence.words.medicines import is_listed
from ...templates import ReportTemplate
from .clients import Client, Clients, Mention
from .openers import OPENERS

HANDOVER = "dienst"
_FEWEST = 2  # topics of a handover; with one, no other person can be meant
_LONGEST = 8  # sentences of a topic, with the one that names it
_FIRST_WORDS = 4  # of a sentence, among which its subject is
_LED = 3  # words
_LED_BY = re.compile(r"\b(?:naar|van|op|uit|in|bij|met|naast|tegen|voor|door|over)(?: de| het)? $", re.IGNORECASE)
_STEM = 5  # letters by which words are of one family: 'aanval', 'aanvalsboek'

_NEWCOMER = re.compile(
    r"(?:(?:de|een) )?nieuwe\b(?! ge\w+(?:t|d|en)\b)|.*\bnieuwe (?:bewo|cli[eë]nt|pati[eë]nt|mevrouw|meneer|opname)",
    re.IGNORECASE,
)
_TAKES_BACK = re.compile(
    r"\b(?:nee|neen|sorry|pardon|correctie|herstel|wacht(?=[,.]| even\b)|ik bedoel|of eigenlijk)\b", re.IGNORECASE
)
#: A person who is named without a name: 'mevrouw op vier', 'meneer van drie'.
_UNNAMED = re.compile(
    r"\b(?:mevrouw|meneer|mevr|mw|dhr|heer|dame|bewoner|bewoonster)\b\.? (?:op|van|in|met|uit) ", re.IGNORECASE
)
_HERS, _HIS = word_set("zij haar ze d'r"), word_set("hij hem z'n ie 'm")
_SHE, _HE = word_set("zij haar"), word_set("hij hem")
#: What a client does to another person: 'Jaydon heeft haar geslagen'.
_DONE_TO = re.compile(r"\b(?:haar|hem)(?: (?:\w+ )?(?:ge|ver|be|ont|her)\w+(?:d|t|en)\b|[.,]|$)", re.IGNORECASE)
#: 'Ze' with one of these is several people or things.
_PLURAL = r"(?:komen|zijn|hebben|moeten|liggen|staan|gaan|worden|kunnen|willen|waren|hadden|mogen|zitten|blijven|doen)"
_THEY = re.compile(rf"\b(?:ze|zij) {_PLURAL}\b|\b{_PLURAL} (?:ze|zij)\b", re.IGNORECASE)
#: A name behind one of these is a relative's or a colleague's, and the sentence stays about the client.
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
_PROFESSION = re.compile(
    r"\w+(?:loog|peut|kundige|gever|gevende|houder|voerder|werker|werkster|begeleider|begeleidster|leider|leidster|coach|"
    r"trainer|arts|chirurg|consulent\w*|assistente?|adviseur|coördinator|manager|specialist|verzorgende|moeder|vader)"
)
_A_RELATIVE = re.compile(rf"(?:{'|'.join(sorted(_WOMEN | _MEN))})\b", re.IGNORECASE)
_RELATIVE = re.compile(rf"(?:de|een) (?:\w+ )?(?:{'|'.join(sorted(_WOMEN | _MEN))})\b", re.IGNORECASE)
_OTHERS = _WOMEN | _MEN | _EITHER
#: Of whom all are meant.
_OF_ALL = word_set("iedereen alle allemaal bewoners cliënten")
#: Of whom two are meant that were named.
_OF_TWO = word_set("beide beiden allebei tweeën elkaar")
#: Subjects that are no person, or one who was not named.
_NOBODY, _OF_ANOTHER = (
    word_set("niemand groep collega's"),
    word_set(
        "ander andere anderen buurman buurvrouw medebewoner medebewoners medebewoonster overbuurvrouw overbuurman"
    ),
)
_NEXT = re.compile(rf"(?i:{OPENERS}(?:de )?volgende\b(?! (?:week|keer|dienst|dag|ochtend|maand|afspraak)))")
#: What belongs to the house, and not to a client.
_OF_THE_HOUSE = word_set(
    """voordeur achterdeur buitendeur deuren alarm wasgoed droger koelkast keuken lift vuilnis vuilniszakken sleutel
    sleutels sleutelkast medicijnkastje medicijnkast medicijnkar linnenkar voorraad planning rooster telefoon
    afwas vaatwasser huiskamer gang kantoor vloer monteur lijst lijsten rest route ronde rondes
    nachtronde veiligheidsronde rondgegaan medicatiekar medicatiekarretje crashkar noodkar pillendozen weekgeld
    zakgeld kas kasboek printer wifi computer rookmelder schuifpui lampen ramen boodschappen
    koffie vergadering kluis pilletjes opiaten afdeling opname opnames tuin schommel wasmachine brandalarm uitgedeeld
    geteld nageteld dagboek urenregistratie bestelling nachtlicht tafelzeil slingers krant vergaderruimte wc-papier"""
)
#: What is of a body, or done to a client: beginnings of words.
_OF_A_CLIENT = re.compile(
    r"\b(?:paracetamol|oxazepam|insuline|morfine|pil|tablet|eenheden|mg\b|ml\b|milligram|gram\b|koorts|temperatuur|pijn|"
    r"bloed|suiker|urine|uitslag|ontlasting|gespuugd|gebraakt|gewassen|gedoucht|verschoond|gewogen|gewicht|gegeten|"
    r"gedronken|geslapen|wond|verband|pleister|zalf|katheter|infuus|zuurstof|saturatie|pols|tensie|huid|stuit|hiel|"
    r"benen|armen|hand|knie|heup|rug\b|hoofd|oog|ogen|oor\b|oren|mond|gebit|steunkous|kousen|druppel|noodmedicatie|"
    r"zijligging|rollator|rolstoel|luier|slikken|verslik|vocht|sonde|nuchter|wakker|rustig|onrustig|verward|angstig|"
    r"somber|boos|verdrietig|gerustgesteld|getroost|thee\b|melk\b|boterham|ontbijt|aangekleed|aangedaan|gedruppeld|"
    r"gesmeerd|ingesmeerd|gekoeld|gekatheteriseerd|geïnjecteerd|gespoten|verzorgd|gezwachteld|gescand|stoma|braak|misselijk|"
    r"obstipatie|diarree|plassen|geplast|jeuk|hoest|benauwd|duizelig|gevallen|uit bed|naar bed|toilet|tafel gezeten|"
    r"dochter|zoon\b|mantelzorg|contactpersoon|mentor|voogd|behandel|nuchter|mic\b)",
    re.IGNORECASE,
)
#: What begins another subject, where nothing points back: 'O ja, de was'.
_ANEW = re.compile(r"(?:eh,? )?(?:o ja|oh ja|verder|en verder|nog iets|ten slotte|tot slot)\b", re.IGNORECASE)
#: A pronoun as the subject: 'Ze heeft', 'Volgende maand wordt ze', 'Die zei'.
_POINTING = re.compile(
    r"(?:(?:eh|en|maar|dus|want|nou|ja),? )*(?:(?:daarom|daarna|toen|nu|volgende \w+|morgen|gisteren) \w+ )?"
    r"(ze|zij|hij|die|deze)\b"
    r"(?! (?:\w+(?:en|s|je) )?(?:\w+en|zijn)\b(?<!heeft))",
    re.IGNORECASE,
)
_SUBJECT = 6  # words of the sentence before among which its subject is
_CLOSES = re.compile(
    rf"(?i:{OPENERS}(?:dat was|tot zover|dit was|succes|tot morgen|goeie|goede|fijne)(?: [\w']+){{0,3}}[.!]?$)"
)


@dataclass(frozen=True, slots=True)
class Topic:
    """A room or a client, in the words of the sentence that names it; ``is_said``: this sentence names it itself.

    ``is_sure`` is false where the sentence may be about another person, or ``words`` are '' and it may be of all;
    ``is_alone``: the sentence says nothing else than whom the next ones are about. ``is_other``: it points at a man
    behind one about a woman, or the other way round.
    """

    words: str
    is_said: bool
    is_sure: bool = True
    is_alone: bool = False
    is_other: bool = False


@dataclass(slots=True)
class _Block:
    """The sentences about one client so far.

    ``is_opened``: a sentence opened with the client; ``is_sure``: it named no other person; ``is_announced``: a
    sentence said only that the next ones are about the client; ``pronouns``: 'v' and 'm' where the sentences that name
    the client have 'haar' and 'zijn'.
    """

    client: Client
    is_opened: bool
    is_sure: bool
    is_announced: bool
    pronouns: set[str] = field(default_factory=set)
    stems: set[str] = field(default_factory=set)
    length: int = 0
    is_shown: bool = True  #: the last sentence shows by itself that it is about the client


@dataclass(frozen=True, slots=True)
class _Found:
    """A sentence of a block: how it shows that it is about the client."""

    block: _Block
    is_said: bool
    is_alone: bool
    points: bool
    speaks: bool
    shares: bool
    follows: bool  #: the sentence before shows it
    may_be_another: bool


def topics(texts: Sequence[str], template: ReportTemplate) -> tuple[Topic | None, ...]:
    """Return for each sentence whom it is about; ``None`` for what is about no client, or about the one client.

    A handover is about whom the speaker named, until the next one; in other reports, and in a handover that names fewer
    than two, a sentence with 'ze' or 'die' behind one about a relative may be about that one.
    """
    found = _of_handover(texts) if template.key == HANDOVER else None
    return found or tuple(map(_third, texts, ("", *texts[:-1]), ("", "", *texts[:-2])))


def _of_handover(texts: Sequence[str]) -> tuple[Topic | None, ...] | None:
    """Return whom each sentence is about, ``None`` when fewer than two are named.

    Who goes from client to client stays with one until the next is named, or another person may be meant; where the
    speaker comes back to clients, only what points at one ('ze', 'hij') or is of a room that was just spoken of is.
    """
    clients = Clients(texts)
    found: list[_Found | Topic | None] = []
    block, before, is_lost = None, "", False
    for text in texts:
        mentions = clients.mentions(text)
        turn = clients.turns_to(text, mentions)
        if turn is not None and turn.client is not None:
            found.append(_before_turn(text[: turn.start], before, block, clients))
            is_lost = False
            behind = text[turn.start :]
            block = _Block(turn.client, True, True, clients.announces(behind, turn.client), length=1)
        elif mentions and block is not None and not is_lost and _is_about_before(text, mentions, block, clients):
            found.append(_seen(text, before, block, mentions, clients))
        elif mentions:
            block, former = _opened(block, text, mentions, clients), block
            is_lost = block is None
            found.append(_seen(text, before, block, mentions, clients) if block else None)
            block = block or former
        elif block is None:
            found.append(None)
        else:
            ends = _ends(text, block, clients)
            is_lost = is_lost or ends in ("nobody", "another") or block.length >= _LONGEST
            block.length += 1
            if ends == "nobody" or (ends == "another" and _opens_with_another(text, clients)):
                found.append(None)
            elif is_lost or ends:
                words = "" if is_lost else block.client.words
                found.append(Topic(words, is_said=False, is_sure=False, is_other=_is_other(text, block)))
            else:
                found.append(_seen(text, before, block, mentions, clients))
        before = text
    return _of_blocks(found)


def _of_blocks(found: Sequence[_Found | Topic | None]) -> tuple[Topic | None, ...] | None:
    """Return the topics of sentences of which each shows how it is about its client, by how the speaker goes on."""
    blocks = [one.block if isinstance(one, _Found) else None for one in found]
    there = [one for one in blocks if one is not None]
    if len({block.client.words for block in there}) < _FEWEST:
        return None
    has_rooms = len({block.client.words for block in there if block.client.is_room}) >= _FEWEST
    begins: list[int] = []
    returns: list[int] = []
    spoken: list[Client] = []
    for at, block in enumerate(blocks):
        if block is not None and block.client not in spoken[-1:]:
            begins.append(at)
            if block.client in spoken:
                returns.append(at)
            spoken.append(block.client)
    one_by_one = 3 * len(returns) <= len(begins)
    until = returns[0] if returns else begins[-1]
    tells_all = 2 * sum(at <= until for at in begins) <= until + 1
    return tuple(
        _topic(one, has_rooms=has_rooms, one_by_one=one_by_one, runs_on=tells_all and at < until)
        if isinstance(one, _Found)
        else one
        for at, one in enumerate(found)
    )


def _opened(before: _Block | None, text: str, mentions: Sequence[Mention], clients: Clients) -> _Block | None:
    """Return the block of a sentence that names clients; ``None`` when it is not clear which of them it is about."""
    named = {id(one.client): one.client for one in mentions}
    client = mentions[0].client
    is_opened = clients.opens(text, mentions[0])
    if client is None or clients.is_of_two_rooms(text) or (len(named) > 1 and not is_opened):
        return None
    if is_opened and (client.is_room or len(named) > 1) and _TAKES_BACK.search(text):
        return None
    is_sure = len(named) == 1 and not any(_is_another(name, text) for name in clients.others(text))
    is_sure = is_sure and not (is_opened and mentions[0].is_subject and _DONE_TO.search(text))
    is_announced = is_sure and clients.announces(text, client)
    if before is not None and before.client is client and is_sure:
        is_opened = is_opened or before.is_opened
        is_announced = is_announced or before.is_announced
    return _Block(client, is_opened, is_sure, is_announced, length=1)


def _before_turn(said: str, before: str, block: _Block | None, clients: Clients) -> Topic | None:
    """Return whom a sentence is about that turns to another client behind these words: the one whom they name, or the
    one so far where they point at that one."""
    named = [one.client for one in clients.mentions(said)]
    if named:
        words = named[0].words if len(named) == 1 and named[0] else ""
        return Topic(words, is_said=bool(words), is_sure=bool(words))
    if block is None:
        return None
    return Topic(
        block.client.words, is_said=False, is_sure=_points(said, block.client) and not _may_be_another(said, before)
    )


def _is_about_before(text: str, mentions: Sequence[Mention], block: _Block, clients: Clients) -> bool:
    """Return whether a sentence names another client or room, and is about the one so far: 'Zij verhuist naar kamer 2',
    'Ik heb haar van kamer 2 gehaald'. Not 'Zij van kamer 2 wil opstaan'."""
    first = mentions[0]
    said = text[: first.start]
    others = all(one.client is not block.client for one in mentions)
    is_led = len(said.split()) >= _LED and _LED_BY.search(said) is not None
    return others and is_led and not clients.opens(text, first) and _points(said, block.client)


def _third(text: str, before: str, earlier: str) -> Topic | None:
    """Return a topic that is not sure for a sentence that may be about another person than the client: its subject is a
    pronoun, and the sentence before is about a relative or a colleague, or continues about one."""
    subject = _POINTING.match(text)
    if subject is None:
        return None
    pronoun = subject[1].lower().replace("zij", "ze")
    longest = None if pronoun in ("die", "deze") else _SUBJECT
    if not _is_person(_words(before)[:longest], pronoun):
        again = _POINTING.match(before)
        goes_on = again is not None and again[1].lower().replace("zij", "ze") in (pronoun, "die")
        if not goes_on or not _is_person(_words(earlier)[:_SUBJECT], pronoun):
            return None
    return Topic("", is_said=False, is_sure=False)


def _is_person(words: Sequence[str], pronoun: str) -> bool:
    """Return whether one of the words is a relative or a colleague who may be meant by a pronoun."""
    fitting = {"hij": _MEN | _EITHER, "ze": _WOMEN | _EITHER}.get(pronoun, _OTHERS)
    return not fitting.isdisjoint(words) or any(map(_PROFESSION.fullmatch, words))


def _seen(text: str, before: str, block: _Block, mentions: Sequence[Mention], clients: Clients) -> _Found:
    is_said = any(one.client is block.client for one in mentions)
    stems = {word[:_STEM] for word in _words(text) if len(word) >= _STEM}
    shares = not stems.isdisjoint(block.stems)
    speaks = shares or bool(_OF_A_CLIENT.search(text)) or any(map(is_listed, _words(text)))
    points = _points(text, block.client)
    is_alone = is_said and block.is_announced and clients.announces(text, block.client)
    may_be_another = _may_be_another(text, before)
    found = _Found(block, is_said, is_alone, points, speaks, shares, block.is_shown, may_be_another)
    block.is_shown = is_said or points or speaks
    if is_said or found.points:
        block.stems |= stems
        block.pronouns |= _pronouns(text)
        if is_said and "zijn" in _words(text)[1:-1]:
            block.pronouns.add("m")
    return found


def _topic(one: _Found, *, has_rooms: bool, one_by_one: bool, runs_on: bool) -> Topic:
    """Return the topic of a sentence of a block; ``runs_on``: the speaker tells all of one client, then of the next."""
    client = one.block.client
    if one.is_said or one.block.is_announced:
        shows = client.is_room or one.points or one.speaks
        is_sure = one.is_said or (shows and not one.may_be_another)
        return Topic(client.words, is_said=one.is_said, is_sure=is_sure, is_alone=one.is_alone)
    if has_rooms and client.is_room and one.block.is_opened:
        is_about = one_by_one or one.points or one.shares
    else:
        shows = one.speaks or (one.follows and runs_on)
        is_about = one.block.is_sure and (one.points or (one_by_one and one.block.is_opened and shows))
    return Topic(client.words, is_said=False, is_sure=is_about and not one.may_be_another)


def _words(text: str) -> list[str]:
    return [word.lower() for word in re.findall(r"[\w']+", text)]


def _points(text: str, client: Client) -> bool:
    """Return whether a sentence points at a client."""
    if _A_RELATIVE.match(text):
        return False
    pronouns = _pronouns(text)
    is_his = "m" in pronouns or _is_his(text)
    return (is_his and client.gender != "v") or ("v" in pronouns and client.gender != "m")


def _is_his(text: str) -> bool:
    """Return whether a sentence opens with 'zijn' as 'haar' opens one: 'Zijn broer was er.'"""
    return _words(text)[:1] == ["zijn"] and not text.endswith("?")


def points_at_a_person(text: str) -> bool:
    """Return whether the first words of a sentence point at a person: 'Ze heeft', 'Zijn broer'."""
    return _is_his(text) or bool(_pronouns(" ".join(_words(text)[:_FIRST_WORDS])))


def _pronouns(text: str, hers: Set[str] = _HERS, his: Set[str] = _HIS) -> set[str]:
    """Return 'v' and 'm' for a woman's and a man's pronouns in a sentence."""
    words = _words(_THEY.sub(" ", text))
    return {gender for gender, some in (("v", hers), ("m", his)) if not some.isdisjoint(words)}


def _may_be_another(text: str, before: str) -> bool:
    """Return whether who a sentence points at may be a relative or a colleague: one who is its subject without being
    called a person's ('De dochter ... haar'), or of whom the sentence before spoke."""
    if _RELATIVE.match(text):
        return True
    subject, spoken = _words(text)[:_FIRST_WORDS], _words(before)
    they = _WOMEN if not {"ze", "zij"}.isdisjoint(subject) else _MEN if "hij" in subject else None
    return they is not None and not (they.isdisjoint(spoken) and _EITHER.isdisjoint(spoken[:_FIRST_WORDS]))


def _ends(text: str, block: _Block, clients: Clients) -> Literal["", "nobody", "another", "doubt"]:
    """Return what a sentence that names no client is about, if not surely about the client of the block: no person,
    perhaps another one, or in doubt; '' when nothing shows so.

    A client that was announced holds until the next one, also where a sentence between names another person.
    """
    words = _words(text)
    subject = words[:_FIRST_WORDS]
    if not _OF_ALL.isdisjoint(words) or not _NOBODY.isdisjoint(subject) or _CLOSES.match(text):
        return "nobody"
    points = _points(" ".join(subject), block.client) and not text.endswith("?")
    if not points and not _OF_THE_HOUSE.isdisjoint(subject):
        return "nobody"
    is_of_the_house = not _OF_THE_HOUSE.isdisjoint(words) or " de was " in f" {text.lower()} "
    is_new = (is_of_the_house and not points) or (bool(_ANEW.match(text)) and not _points(text, block.client))
    is_of_two = not _OF_TWO.isdisjoint(words) or _THEY.search(text) is not None
    if block.is_announced:
        is_new |= _is_other(" ".join(subject), block)
        is_new |= _opens_with_another(text, clients)
        return "another" if is_new else "doubt" if is_of_two else ""
    if _names_another(text, clients):
        return "another"
    if _is_other(text, block):
        return "another"
    if is_of_two:
        return "doubt"
    return "another" if is_new else ""


def _is_other(text: str, block: _Block) -> bool:
    """Return whether a sentence points at a man where the client is a woman, or the other way round."""
    known = {block.client.gender} if block.client.gender else block.pronouns
    meant = _pronouns(text, _SHE, _HE)
    return len(meant) == len(known) == 1 and meant != known


def _names_another(text: str, clients: Clients) -> bool:
    """Return whether a sentence that names no known client may name another one."""
    return _opens_with_another(text, clients) or any(_is_another(name, text) for name in clients.others(text))


def _opens_with_another(text: str, clients: Clients) -> bool:
    """Return whether a sentence is about another person by its wording, whom it names itself."""
    if clients.may_open(text) or clients.names_unknown(text):
        return True
    if _NEWCOMER.match(text) or _UNNAMED.search(text) or _NEXT.match(text):
        return True
    return not _OF_ANOTHER.isdisjoint(_words(text)[:_FIRST_WORDS])


def _is_another(name: re.Match[str], text: str) -> bool:
    """Return whether a name inside a sentence may be another client's: not after 'dochter' or 'dokter'."""
    before = text[: name.start()].split()
    return not before or before[-1].lower().strip(",") not in _OTHERS
