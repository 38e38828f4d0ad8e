"""The check of what an organization writes in a template of its own: names, titles, hints and their limits."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ...core.texts import NIET_BESPROKEN
from ...dutch.characters import cleaned
from ...errors import Invalid
from ...integrations.structuring.own_roles import guessed
from ...reporting.templates import MAX_HINT, MAX_SECTIONS, MAX_TITLE, Form, Role, Section, hints
from ...reporting.templates.template import key_of
from ..shared.text import checked_name, composed

MAX_NAME = 60  # characters

#: A title is part of the prompt, and is a heading in markdown, so it has no characters of markup.
_TITLE = re.compile(r"[^\W_](?:[\w '’(),./&+?-]*[\w)?])?")


@dataclass(frozen=True, slots=True)
class SectionContent:
    """A section as an administrator wrote it; without a role that is guessed from title and hint."""

    title: str
    hint: str = ""
    form: Form = "zinnen"
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class TemplateContent:
    """A template as an administrator wrote it."""

    name: str
    sections: Sequence[SectionContent]


def checked(content: TemplateContent) -> tuple[str, tuple[Section, ...]]:
    """Return the name and the sections as they are stored.

    Raises ``Invalid`` for the first field that is wrong; its ``code`` names the field: 'name', 'sections', or
    'sections.2.title' and 'sections.2.hint', counted from 0.
    """
    try:
        name = checked_name(content.name, "Naam", MAX_NAME)
    except Invalid as error:
        raise Invalid(error.message, code="name") from None
    if not 1 <= len(content.sections) <= MAX_SECTIONS:
        raise Invalid(f"Een sjabloon heeft 1 tot en met {MAX_SECTIONS} koppen.", code="sections")
    found: list[Section] = []
    for index, section in enumerate(content.sections):
        title = _title(section.title, f"sections.{index}.title", [one.title for one in found])
        hint = _hint(section.hint, title, f"sections.{index}.hint")
        key = _free(key_of(title), {one.key for one in found})
        role = guessed(title, hint) if section.role is None else section.role
        found.append(Section(key, title, hint, hint, role, section.form))
    return name, tuple(found)


def _title(written: str, code: str, before: list[str]) -> str:
    try:
        title = checked_name(written, "Kop", MAX_TITLE)
    except Invalid as error:
        raise Invalid(error.message, code=code) from None
    if not _TITLE.fullmatch(title):
        sentence = (
            "Een kop begint met een letter of cijfer, en heeft alleen letters, cijfers, spaties en ' ( ) , . / & + ? -"
        )
        raise Invalid(sentence, code=code)
    if title.casefold() == NIET_BESPROKEN.casefold():
        raise Invalid(
            f"'{NIET_BESPROKEN}' kan geen kop zijn: dat staat onder een kop waarover niets is gezegd.", code=code
        )
    if title.casefold() in [one.casefold() for one in before]:
        raise Invalid(f"De kop '{title}' staat er twee keer in.", code=code)
    return title


def _hint(written: str, title: str, code: str) -> str:
    too_long = f"De aanwijzing bij '{title}' mag maximaal {MAX_HINT} tekens hebben."
    hint = composed(written, MAX_HINT, too_long, code=code)
    hint = " ".join("".join(one for one in cleaned(hint) if unicodedata.category(one) != "Co").split())
    if "<" in hint or ">" in hint:
        raise Invalid(f"De aanwijzing bij '{title}' kan geen < of > hebben.", code=code)
    if refused := hints.refused(hint):
        kinds = " of ".join(dict.fromkeys(one.kind for one in refused))
        words = " en ".join(f"'{words}'" for words in dict.fromkeys(one.words for one in refused))
        sentence = f"De aanwijzing bij '{title}' vraagt om {kinds}. Haal {words} weg."
        raise Invalid(f"{sentence} In het verslag komt alleen wat gezegd is.", code=code)
    return hint


def _free(key: str, taken: set[str]) -> str:
    """Return the key, or one like it that no section before has; 'kop' for a title without Latin letters."""
    key = key or "kop"
    number = 2
    found = key
    while found in taken:
        found, number = f"{key}_{number}", number + 1
    return found
