"""What a report template is. Frozen: a report keeps the headings it was made with (concepts/reports.md "Templates")."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from ...core.word_caches import cached_words
from ...dutch.characters import without_accents

MAX_SECTIONS = 8
MAX_TITLE = 60  # characters
MAX_HINT = 300  # characters

Form = Literal["zinnen", "lijst"]

_ACRONYM = re.compile(r"\b[A-Z]{3,8}\b")


class Role(StrEnum):
    """What a section is for, as the local rules know it: they weigh roles, and a template maps roles to sections.

    ``OTHER`` has no cues: such a section gets what the speaker announces for it ('bij Plan: ...'), and what has words
    of its title.
    """

    OCCASION = "aanleiding"
    CLIENT_WORDS = "cliëntwoorden"
    OBSERVATION = "waarneming"
    MEASUREMENT = "meting"
    ACTION = "handeling"
    JUDGEMENT = "oordeel"
    PLAN = "plan"
    PEOPLE = "betrokkenen"
    GOAL = "doel"
    MEANS = "middel"
    INCIDENT = "incident"
    OTHER = "overig"

    @property
    def meaning(self) -> str:
        """What belongs in such a section, worded for the author or reader of a template."""
        return _MEANINGS[self]


_MEANINGS = {
    Role.OTHER: "Alleen wat je bij naam noemt",
    Role.OCCASION: "Waarom je er was, en wat eerder speelde",
    Role.CLIENT_WORDS: "Wat de cliënt zelf vertelde",
    Role.OBSERVATION: "Wat je zag of hoorde",
    Role.MEASUREMENT: "Wat je mat",
    Role.ACTION: "Wat je deed",
    Role.JUDGEMENT: "Hoe het ging en wat je ervan vond",
    Role.PLAN: "Wat er nog gebeurt: afspraken en plannen",
    Role.PEOPLE: "Wie erbij was en wie het weet",
    Role.GOAL: "Waaraan gewerkt wordt: doelen",
    Role.MEANS: "Wat helpt: hulp en mogelijkheden",
    Role.INCIDENT: "Wat er misging of anders liep",
}


def key_of(title: str) -> str:
    """Return a section's key: its title in lower case, without diacritics, with '_' for anything but letters and
    digits."""
    return re.sub(r"[^a-z0-9]+", "_", without_accents(title.lower())).strip("_")


@dataclass(frozen=True, slots=True)
class Section:
    """One section: ``title`` is its heading; ``hint`` tells a language model what belongs in it; ``question`` helps the
    person who records. ``form`` is running text ('zinnen') or a list with dashes ('lijst')."""

    key: str
    title: str
    hint: str
    question: str
    role: Role
    form: Form = "zinnen"


@dataclass(frozen=True, slots=True)
class ReportTemplate:
    """A named, versioned order of sections. No two sections share a key or a title."""

    key: str
    name: str
    sector: str
    version: int
    sections: tuple[Section, ...]

    def __post_init__(self) -> None:
        for values in ({one.key for one in self.sections}, {one.title.casefold() for one in self.sections}):
            if not self.sections or len(values) != len(self.sections):
                raise ValueError(f"template {self.key}: every section needs a key and a title of its own")

    @property
    def title(self) -> str:
        """The title of a report made with the template: its name without the part in brackets at the end."""
        return self.name.split(" (")[0].strip() or self.name

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles of the sections, in order."""
        return tuple(section.title for section in self.sections)

    @property
    def roles(self) -> frozenset[Role]:
        """The roles that the sections have."""
        return frozenset(section.role for section in self.sections)

    def section_of(self, role: Role) -> Section:
        """Return the first section with this role; ``KeyError`` when the template has none."""
        for section in self.sections:
            if section.role is role:
                return section
        raise KeyError(role)


@cached_words(64)
def sections_by_letter(template: ReportTemplate) -> dict[str, Section]:
    """Return the sections by the letters of the acronym in the template's name: SOEP, SOAP, SBAR, GROW."""
    for acronym in _ACRONYM.findall(template.name):
        if len(acronym) == len(template.sections) == len(set(acronym)):
            return dict(zip(acronym, template.sections, strict=True))
    return {}
