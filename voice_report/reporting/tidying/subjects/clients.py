"""Rooms and clients that a handover names, and the sentences that name them again: 'Meneer Faas ...', 'Bij Faas ...'.

Nothing depends on a name's gender or origin: a word is a name by its capital, by not being a word, or by its title.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ....dutch.dictionary import is_compound, is_known
from ....dutch.first_names import is_first_name
from ....dutch.surnames import is_surname
from ....dutch.word_sets import word_set
from ...evidence.words.medicines import is_listed
from .openers import OPENERS, TURN
from .rooms import (
    DIGITS,
    KNOWN_NUMBER,
    NUMBER,
    NUMBERED,
    OF_ONE,
    ROOM,
    SECOND_ROOM,
    SEVERAL,
    number_of,
    room_of,
    rooms_of,
    said_words,
)

_PREFIX = r"(?:(?:[Vv]an|[Dd]en?|[Dd]er|[Tt]er|[Tt]en|[Hh]et|[Dd]a|[Oo]p|'t|[Ll]a) ){0,3}"
_CAPITAL = r"[A-ZÀ-ÞĆČĞİŁŚŞŠŹŻŽ]"
_NAME = rf"{_CAPITAL}[\w'’]+(?:-{_CAPITAL}[\w'’]+)?"
_TITLE = r"(?i:mevrouw|meneer|mevr\.?|mw\.?|dhr\.?|de heer|(?:de )?familie|(?:het )?echtpaar)"
_TITLED = rf"{_TITLE} (?:{_PREFIX}{_NAME}(?: {_NAME})*|[A-Z]\b)"
#: Speech without capitals: what stands between a title and a verb is a name.
_SPOKEN = rf"{_TITLE} (?:(?:van|den?|der|ter|ten|het|op) ){{0,3}}[^\W\d]\w+"
_LAST = re.compile(r"[\w'’-]+$")
_OPENING = re.compile(OPENERS, re.IGNORECASE)
_NAMED = re.compile(rf"({_NAME})(?: (?:{_PREFIX}{_NAME}))?(?=,? ([\w']+))")
_LEADS = re.compile(r"\b(?:bij|met|voor|van|tegen|over|naar) $", re.IGNORECASE)
#: Nothing but a name, or a name before a comma: 'Volgende, Smit.', 'Hoekstra, suiker was 12.', 'Dekker als eerste.'
_ALONE = re.compile(rf"({_PREFIX}({_NAME}))(?=[.,:]?$|[,:] |,? als (?:eerste|laatste))")
#: A name that begins with 'De' or 'Van'.
_PREFIXED = re.compile(
    rf"((?:(?:[Vv]an|[Dd]en?|[Dd]er|[Tt]er|[Tt]en|[Hh]et|'t) ){{1,3}}({_NAME}))(?=[.,:]?$|,? ([\w']+))"
)
_STARTS_NAME = re.compile(r"(?:(?:Van|De|Den|Der|Ter|Ten|Het) (?:(?:de|den|der|het) )*)?$")
#: The same in speech without capitals, where only a list tells a name from a word.
_SPOKEN_NAME = re.compile(r"((?:(?:van|de|den|der|ter|ten|het|'t) ){0,3})([^\W\d_]{3,})(?= ([\w']+))")
_LED = re.compile(rf"({_PREFIX}({_NAME}))")
_INSIDE = re.compile(rf"(?<=[\w,;:] ){_NAME}")
_SPOKEN_LED = re.compile(
    r"\b(?:van|bij|voor|met|aan|naar|tegen) (?:(?:van|de|den|der|ter|ten) )*([^\W\d_]{4,})\b(?! (?:\w+en|gegeven)\b)"
)
#: Between a room and who is in it.
_LIVES = "ligt|lag|zit|woont|verblijft|slaapt|hebben we|heb ik"
#: A person who is named by a place alone: 'De mevrouw op de hoek'.
_AT_A_PLACE = re.compile(
    r"\b(?:(?:de|die) )?(?:mevrouw|meneer|heer|dame) (?:op|van|in|uit|naast|bij|aan) (?:de|het|dat|die) \w+",
    re.IGNORECASE,
)
_PREFIXED_NAME = re.compile(rf"{_PREFIX}({_NAME})")
_WORD = re.compile(r"(?:\b(?:van|de|den|der|ter|ten|het|'t) ){0,3}\b([^\W\d_]{3,})")
#: Whose name stands here is a colleague.
_ON_DUTY = re.compile(
    r"\b(?:had|heeft|draait|draaide|werkt|werkte|doet|deed) (?:\w+ ){0,3}(?:dienst|weekend)\b|"
    r"\b(?:stagiaire?|invaller)\b",
    re.IGNORECASE,
)
_WOMAN = re.compile(r"(?:mevrouw|mevr|mw)\b", re.IGNORECASE)
_MAN = re.compile(r"(?:meneer|dhr|de heer)\b", re.IGNORECASE)
#: Places of work: a person 'van de apotheek' is a colleague, and no client.
_ELSEWHERE = re.compile(
    r" van (?:de |het )?(?:apotheek|huisarts\w*|planning|thuiszorg|wijk\w*|gemeente|dagbesteding|politie|school|spoed|"
    r"receptie|keuken|technische|fysio\w*|ggz|administratie|zorgkantoor|laboratorium|lab)\b"
)
_STREET = re.compile(r".{3,}(?:straat|laan|weg|plein|dijk|gracht|kade|singel)$", re.IGNORECASE)

#: What follows a name at the start of a sentence: 'Bram heeft', 'Sanne wil', 'Bas zijn lijstje'.
BEHIND_A_NAME = word_set(
    """is was heeft had wil wilde wou kan kon mag mocht moet moest gaat ging komt kwam krijgt kreeg blijft bleef zit zat
    ligt lag loopt liep slaapt sliep eet at drinkt dronk doet deed zegt zei vraagt vroeg vindt vond geeft gaf weigert
    weigerde belt belde wordt werd hoeft klaagt klaagde huilt huilde hoest hoestte viel staat stond neemt nam praat
    praatte reageert reageerde slikt slikte ademt bloedt zag ziet rook voelt voelde lijkt leek denkt dacht belandde
    gebruikt gebruikte bijt beet slaat sloeg gooide gooit schreeuwt schreeuwde zocht zoekt wacht mist vergeet vergat
    heb trok trekt begon begint ging hing had mocht rustig onrustig misselijk nergens thuis weer drie alleen eerst
    braakt braakte spuugt plast plaste kijkt keek speelt speelde heet zou zal weet wist zijn z'n haar d'r die"""
)
#: What else a sentence has that only says whom the next ones are about.
_ANNOUNCING = word_set(
    """eh ehm uh uhm nou ja o oh en dan eerst verder goed oké even kijken dus bij op in met voor van over naar volgende
    daarna terug nog als eerste laatste begin begon ik we gaan wacht tot slot ten slotte daar kan kort zijn de
    waar was kamer bed nu zo ga kom loop door vervolgens hierna aansluitend wij hebben heb krijgen allereerst"""
)
_GOING = word_set("ga kom loop")
#: What opens a sentence, or has a capital inside one, and is no name.
NO_NAMES = word_set(
    """er dat dit die deze het dan daarna toen nu hier daar ook dus maar want verder wat wie vandaag vannacht vanavond
    vanmiddag vanochtend morgen gisteren avond nacht ochtend middag oké ze zij hij ik we wij wel graag nog let
    moeder vader ouders dochter zoon vrouw man partner broer zus opa oma familie mentor arts dokter huisarts
    infuus katheter pleister verband wond huid medicatie medicijnen insuline paracetamol mevrouw meneer niemand iemand
    bloeddruk suiker bloedsuiker temperatuur saturatie pols gewicht pijn ontlasting urine bloed uitslag slaap eten
    drinken ontbijt lunch avondeten bezoek gesprek nederlands engels turks arabisch pools kerst pasen god
    voilà amai allez allee hallo hoi goedemorgen goedemiddag goedenavond sorry succes verdorie
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag van de den der ter ten het la da een"""
)


@dataclass(slots=True, eq=False)
class Client:
    """A room or a client, in the fullest words that name it."""

    words: str
    gender: str  #: 'v', 'm', or '' when no title says it
    is_room: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a sentence names a person; ``client`` is ``None`` for a name of several clients, or of a stranger."""

    client: Client | None
    start: int
    is_subject: bool = True  #: no 'bij' or 'met' stands before it


class Clients:
    """Those that the sentences of a handover name."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._by_alias: dict[str, list[Client]] = defaultdict(list)
        self._has_capitals = sum(text[:1].islower() for text in texts) <= len(texts) / 2
        self._inside = {name for text in texts for name in _INSIDE.findall(text)}
        self._titled = re.compile(rf"\b(?:{_TITLED if self._has_capitals else _SPOKEN})")
        self._placed = re.compile(rf"\b(?i:{ROOM})(?:,? ({self._titled.pattern}|{_NAME}(?=[ ,.])))?")
        titled = self._titled.pattern
        self._in_room = re.compile(
            rf"({titled}|\b{_PREFIX}{_NAME}),? (?:op|van|in|uit) ((?i:{ROOM}))|"
            rf"((?i:{ROOM}))(?:,? daar)? (?:(?:is|was|{_LIVES}|had|heeft) ({titled})|(?:{_LIVES}) ({_PREFIX}{_NAME}))"
        )
        is_alone = r"(?=[.,]?$|,? (?i:nog|eerst|als|daar)\b)"
        self._joined = re.compile(
            rf"(?P<name>{titled}|{_PREFIX}{_NAME})(?:,? (?:(?i:op|van|in|uit) )?(?P<room>(?i:{ROOM})){is_alone}"
            rf"| (?i:op|van) (?P<number>(?i:{NUMBER}))(?:{is_alone}|(?= (?i:{OF_ONE})\b)))"
            rf"|(?P<first>(?i:{NUMBER})), (?P<titled>{titled}){is_alone}"
        )
        for text in texts:
            self._add_joined(text)
            for pair in self._in_room.finditer(text):
                name, room = (pair[1], pair[2]) if pair[1] else (pair[4] or pair[5], pair[3])
                if not _gender(name) and not (
                    is_first_name(_last(name)) or is_surname(_last(name), behind_a_prefix=" " in name)
                ):
                    continue  # 'Ruzie op kamer 4'
                self._add(name, _gender(name), is_room=True, aliases={_last(name), *rooms_of(room)})
        rooms = {room_of(placed[0]) for text in texts if (placed := self._placed.match(text))}
        rooms |= {number_of(number) for text in texts if (number := self._opening_number(text))}
        self._has_numbers = len(rooms) > 1
        for text in texts:
            self._learn(text)

    def announces(self, text: str, client: Client) -> bool:
        """Return whether a sentence says nothing but whom the next ones are about: 'Dan kamer 4, mevrouw De Boer.'"""
        own = said_words(client.words) | {word for name in self._aliases(client) for word in said_words(name)}
        said = said_words(text)
        said = {word for word in said if not word.isdecimal()}  # 'Dan de acht, mevrouw Bos.'
        is_plan = "nog" in said and not said.isdisjoint(_GOING)  # 'Ik ga nog naar kamer 4.'
        return said <= own | _ANNOUNCING and not is_plan

    def _aliases(self, client: Client) -> list[str]:
        return [name for name, clients in self._by_alias.items() if client in clients]

    def _add_joined(self, text: str) -> None:
        """Add the client whom a sentence opens with by a name and a room, neither in its usual place: 'Henk op twaalf',
        'mevrouw Oosting, kamer 10', 'Veertien, meneer Faas'."""
        opening = _OPENING.match(text)
        joined = self._joined.match(text, opening.end() if opening else 0)
        if joined is None:
            return
        name, number = joined["name"] or joined["titled"], joined["number"] or joined["first"]
        room = joined["room"] or f"kamer {number}"
        if _gender(name) or is_first_name(_last(name)) or is_surname(_last(name), behind_a_prefix=" " in name):
            self._add(joined[0], _gender(name), is_room=True, aliases={_last(name), *rooms_of(room)})

    def mentions(self, text: str) -> list[Mention]:
        """Return the rooms and clients that a sentence names, in order."""
        found: dict[int, Mention] = {}
        covered: list[range] = []

        def add(client: Client | None, start: int, end: int) -> None:
            if not any(start in one for one in covered):
                covered.append(range(start, end))
                found[start] = Mention(client, start, not _LEADS.search(text[:start]))

        for placed in self._placed.finditer(text):
            add(self._known(room_of(placed[0])), placed.start(), placed.end())
        for titled in self._titles(text):
            add(self._known(_last(titled[0]), _gender(titled[0])), titled.start(), titled.end())
        for placed in _AT_A_PLACE.finditer(text):
            if client := self._known(placed[0].lower()):
                add(client, placed.start(), placed.end())
        for numbered in NUMBERED.finditer(text):
            client = self._known(number_of(numbered))
            if client or (not found and not numbered[3]):
                add(client, numbered.start(), numbered.end())
        for numbered in KNOWN_NUMBER.finditer(text):
            if client := self._known(numbered[1].lower()):
                add(client, numbered.start(), numbered.end())
        for name in self._bare_names(text):
            add(self._known(name[1].lower()), name.start(), name.end())
        return [found[start] for start in sorted(found)]

    def _bare_names(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the names of known clients without a title; a number is none."""
        for name in re.finditer(_PREFIXED_NAME if self._has_capitals else _WORD, text):
            alias = name[1].lower()
            is_name = self._is_name_at(name, text) if self._has_capitals else alias not in {*DIGITS, "een"}
            if alias in self._by_alias and is_name:
                yield name

    def others(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the names inside a sentence that are of no known client and of no medicine."""
        for name in _INSIDE.finditer(text):
            known = name[0].isupper() or is_listed(name[0]) or name[0].lower() in NO_NAMES
            if not known and name[0].lower() not in self._by_alias:
                yield name

    def may_open(self, text: str) -> bool:
        """Return whether a sentence opens with a word that may be the name of an unknown person."""
        opening = _OPENING.match(text)
        word = re.compile(_NAME).match(text, opening.end() if opening else 0)
        if (
            word is None
            or word[0].isupper()
            or word[0].lower() in NO_NAMES
            or is_listed(word[0])
            or not self._has_capitals
        ):
            return False
        return is_first_name(word[0]) or not (is_known(word[0]) or is_compound(word[0]))

    def names_unknown(self, text: str) -> bool:
        """Return whether speech without capitals may have the name of an unknown person: behind a title or 'bij', or
        before a verb."""
        if self._has_capitals:
            return False
        if any(_last(one[0]) not in BEHIND_A_NAME | NO_NAMES for one in self._titled.finditer(text)):
            return True
        first = _SPOKEN_NAME.match(text, opening.end() if (opening := _OPENING.match(text)) else 0)
        words = [one[1] for one in _SPOKEN_LED.finditer(text)]
        if first is not None and first[3] in BEHIND_A_NAME:
            words.append(first[2])
        return any(self._may_be_name(word) for word in words)

    def _may_be_name(self, word: str) -> bool:
        """Return whether a word without a capital may be a name, by where it stands."""
        if word in NO_NAMES or is_listed(word):
            return False
        return is_first_name(word) or is_surname(word) or not (is_known(word) or is_compound(word))

    def opens(self, text: str, mention: Mention) -> bool:
        """Return whether a sentence opens with a mention."""
        opening = _OPENING.match(text)
        return opening is not None and mention.start <= opening.end()

    def turns_to(self, text: str, mentions: Sequence[Mention]) -> Mention | None:
        """Return the client to whom a speaker turns within a sentence: 'Ze sliep goed en dan ga ik naar kamer 2.'"""
        turned = (one for one in mentions if one.client and TURN.search(text[: one.start]))
        return next((one for one in turned if not self.opens(text, one)), None)

    def is_of_two_rooms(self, text: str) -> bool:
        opening = _OPENING.match(text)
        if opening is not None and SEVERAL.match(text, opening.end()):
            return True
        return bool(SECOND_ROOM.search(text)) or len({room_of(one[0]) for one in self._placed.finditer(text)}) > 1

    def _learn(self, text: str) -> None:
        opening = _OPENING.match(text)
        start = opening.end() if opening else 0
        for placed in self._placed.finditer(text):
            beside = placed[1] if placed[1] and self._may_stand(placed, 1, text) else None
            words = placed[0] if beside or not placed[1] else text[placed.start() : placed.start(1)].rstrip(" ,")
            if "nummer" in words.lower() and placed.start() > start:
                continue  # 'de kast van nummer 18'
            aliases = rooms_of(placed[0]) | ({_last(beside)} if beside else set())
            self._add(words, _gender(beside or ""), is_room=True, aliases=aliases)
        for titled in self._titles(text):
            if not _ELSEWHERE.match(text, titled.end()):
                self._add(titled[0], _gender(titled[0]), is_room=False, aliases={_last(titled[0])})
        if (at_a_place := _AT_A_PLACE.match(text)) or (at_a_place := _AT_A_PLACE.match(text, start)):
            words = at_a_place[0]
            self._add(
                words,
                _gender(re.sub("^(?:de|die) ", "", words, flags=re.IGNORECASE)),
                is_room=False,
                aliases={words.lower()},
            )
        if self._has_numbers and (number := self._opening_number(text)):
            lead = re.search(r"\b(?:die van|op) $", text[: number.start(number.lastindex or 0)], re.IGNORECASE)
            words = (lead[0] if lead else "") + number[number.lastindex or 0]
            self._add(words, "", is_room=True, aliases={number_of(number)})
        if not _ON_DUTY.search(text) and (named := self._opening_name(text, start)):
            words, alias = named
            self._add(words, "", is_room=False, aliases={alias.lower(), _last(words)})

    def _opening_number(self, text: str) -> re.Match[str] | None:
        """Return the number that a sentence opens with as a room, if any."""
        opening = _OPENING.match(text)
        end = opening.end() if opening else 0
        found = [one for one in NUMBERED.finditer(text) if one.lastindex != 2]
        return next((one for one in [*found, *KNOWN_NUMBER.finditer(text)] if one.start() <= end), None)

    def _opening_name(self, text: str, start: int) -> tuple[str, str] | None:
        """Return the name without a title that a sentence opens with, and its last word."""
        if not self._has_capitals:
            spoken = _SPOKEN_NAME.match(text, start)
            if spoken is None or spoken[3] not in BEHIND_A_NAME or spoken[2] in NO_NAMES:
                return None
            is_known_name = is_surname(spoken[2], behind_a_prefix=bool(spoken[1])) or (
                not spoken[1] and is_first_name(spoken[2])
            )
            return (spoken[1] + spoken[2], spoken[2]) if is_known_name else None
        if begun := _STARTS_NAME.search(text[:start]):
            start = begun.start()
        named = _NAMED.match(text, start)
        is_used = named is not None and (named[2].lower() in BEHIND_A_NAME or (not start and named[1] in self._inside))
        if named and is_used and self._is_name(named[1], at_start=not start):
            is_full = not (_last(named[0]).isupper() or named[0].split()[-1].isupper() or is_listed(_last(named[0])))
            return (named[0] if is_full else named[1]), named[1]
        alone = _ALONE.match(text, start)
        if alone and (
            is_first_name(alone[2])
            or is_surname(alone[2], behind_a_prefix=alone[1] != alone[2])
            or (alone[2] in self._inside and self._is_name(alone[2], at_start=True))
        ):
            return alone[1], alone[2]
        prefixed = _PREFIXED.match(text, start)
        if prefixed and not is_listed(prefixed[2]) and not prefixed[2].isupper():
            is_verb = prefixed[3] is not None and prefixed[3].lower() in BEHIND_A_NAME
            if is_verb or is_surname(prefixed[2], behind_a_prefix=True):
                return prefixed[1], prefixed[2]
        if _LEADS.search(text[:start]) and (led := _LED.match(text, start)) and self._is_name(led[2], at_start=False):
            return led[1], led[2]
        return None

    def _titles(self, text: str) -> Iterator[re.Match[str]]:
        return (one for one in self._titled.finditer(text) if self._may_stand(one, 0, text))

    def _may_stand(self, found: re.Match[str], group: int, text: str) -> bool:
        """Return whether a title is followed by a name: in speech without capitals, when a verb or the end follows."""
        if self._has_capitals or self._known(_last(found[group])):
            return True
        after = re.match(r"(?:,|$| ([\w']+))", text[found.end(group) :])
        is_verb = after is not None and (after[1] is None or after[1].lower() in BEHIND_A_NAME | {"ook", "niet"})
        return is_verb and _last(found[group]) not in BEHIND_A_NAME | NO_NAMES

    def _is_name(self, word: str, *, at_start: bool) -> bool:
        lower = word.lower()
        if lower in NO_NAMES or is_listed(word) or word.isupper() or _STREET.fullmatch(word):
            return False
        if is_first_name(word) or is_surname(word) or word in self._inside or not at_start:
            return True
        return not (is_known(lower) or is_compound(lower))

    def _is_name_at(self, name: re.Match[str], text: str) -> bool:
        """Return whether a word with a capital is the name that it looks like: at the start it may be any word."""
        if name.start() or name[1] in self._inside or is_first_name(name[1]) or not is_known(name[1]):
            return True
        if is_surname(name[1]) and re.match(r"[.,:]?$|[,:] |,? als ", text[name.end() :]):
            return True
        behind = re.match(r",? ([\w']+)", text[name.end() :])
        return behind is not None and behind[1].lower() in BEHIND_A_NAME

    def _known(self, alias: str, gender: str = "") -> Client | None:
        found = [one for one in self._by_alias.get(alias, ()) if not gender or one.gender in ("", gender)]
        return found[0] if len(found) == 1 else None

    def _add(self, words: str, gender: str, *, is_room: bool, aliases: set[str]) -> None:
        """Add a client, or another name of one: the fullest words stay."""
        words = words[0].upper() + words[1:]
        known = (one for alias in sorted(aliases) for one in self._by_alias.get(alias, ()))
        client = next((one for one in known if not (gender and one.gender) or one.gender == gender), None)
        if client is None:
            client = Client(words, gender, is_room)
        elif len(words) > len(client.words):
            client.words = words
        client.is_room |= is_room
        client.gender = client.gender or gender
        for alias in aliases:
            if client not in self._by_alias[alias]:
                self._by_alias[alias].append(client)


def _last(name: str) -> str:
    last = _LAST.search(name)
    return last[0].lower() if last else ""


def _gender(titled: str) -> str:
    return "v" if _WOMAN.match(titled) else "m" if _MAN.match(titled) else ""
