"""What masking is given, and what it finds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class Kind(StrEnum):
    """What a placeholder stands for; the words are part of what a language model reads."""

    EMAIL = "EMAIL"
    WEB = "WEB"
    PERSON = "PERSOON"
    INSTITUTION = "INSTELLING"
    PLACE = "PLAATS"
    TELEPHONE = "TELEFOON"
    ACCOUNT = "REKENING"
    BSN = "BSN"
    NUMBER = "NUMMER"
    POSTCODE = "POSTCODE"
    ADDRESS = "ADRES"
    BIRTH_DATE = "GEBOORTEDATUM"
    DATE = "DATUM"
    NAME = "NAAM"


class Reason(StrEnum):
    """Why something is masked; its words for people are the page's."""

    KNOWN = "known"  # a client or member of the organization
    LISTED = "listed"  # 'always replace', or a word list of names
    ADDRESSED = "addressed"  # after a title, relation or profession
    UNUSUAL = "unusual"  # no ordinary word, or a capital where Dutch has none
    REPEATED = "repeated"  # masked elsewhere in these texts
    SHAPE = "shape"  # a number, an address, a date


@dataclass(frozen=True, slots=True)
class Hit:
    """A place in one of the texts, from ``start`` to ``end``, that is masked."""

    start: int
    end: int
    kind: Kind
    reason: Reason
    person: str = ""  # which known person, if one


@dataclass(frozen=True, slots=True)
class Person:
    """A person whom the organization knows by these parts of a name (``name_parts``); a client by more.

    ``is_chosen``: the texts are about this one, so that every part counts in any case.
    """

    id: str
    parts: frozenset[str]
    number: str = ""
    born: date | None = None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """The people whose names may be in the texts, names of other things (by kind), and today's date."""

    today: date
    people: tuple[Person, ...] = ()
    things: Mapping[str, Kind] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class Choices:
    """Words (any case) that are always masked, and those that stay unless a known person has them; ``dates``: all
    dates of a day are masked, not those of birth alone."""

    replace: frozenset[str] = frozenset()
    keep: frozenset[str] = frozenset()
    dates: bool = False
