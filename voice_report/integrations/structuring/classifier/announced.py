"""Headings that the speaker says aloud: 'Evaluatie: ...', 'Bij wat gaat goed, ...', 'S, ...' (SOEP, SBAR, GROW)."""

import re

from ....core.word_caches import cached_words
from ....reporting.templates import ReportTemplate, Section, sections_by_letter
from .lexicon import ANNOUNCEMENTS

#: 'Plan: ...', 'Plan, ...' or 'Plan is: ...'; after 'bij', 'onder' or 'kopje' a heading needs no mark.
_LEAD = re.compile(r"(?:(?:en|dan|nu|onder|bij|voor|het|de|kop|kopje|even|eerst) ){0,4}", re.IGNORECASE)
_MARK = re.compile(r"(?: (?:is|zijn))?[:,.](?:\s|$)")
_POINTS = re.compile(r"\b(?:bij|onder|kop|kopje) ", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 120  # characters of a sentence in which a heading is looked for


def announced(text: str, template: ReportTemplate) -> Section | None:
    """Return the section that the sentence announces at its start, if any."""
    opening = text[:_LONGEST]
    lead = _LEAD.match(opening)
    led = lead.end() if lead else 0
    for start in (led, 0):
        section = _titled(opening, start, template) or _abbreviated(opening, start, template)
        if section is not None:
            return section
    return None


def _titled(opening: str, start: int, template: ReportTemplate) -> Section | None:
    pointed = bool(_POINTS.search(opening[:start]))
    for title, section in _titles(template):
        end = start + len(title)
        if opening[start:end].casefold() == title:
            after = opening[end:]
            if _MARK.match(after) or (pointed and (not after or after[0].isspace())):
                return section
    return None


def _abbreviated(opening: str, start: int, template: ReportTemplate) -> Section | None:
    """Return the section for a word that usually heads one ('conclusie', 'P'), and that is followed by a mark."""
    word = _WORD.match(opening, start)
    if word is None or not _MARK.match(opening, word.end()) or (len(word[0]) == 1 and not word[0].isupper()):
        return None
    return sections_by_letter(template).get(word[0]) or _by_role(word[0], template)


def _by_role(word: str, template: ReportTemplate) -> Section | None:
    role = ANNOUNCEMENTS.get(word.lower())
    return template.section_of(role) if role is not None and role in template.roles else None


@cached_words(64)
def _titles(template: ReportTemplate) -> tuple[tuple[str, Section], ...]:
    """Return the titles, in small letters, longest first: 'Situatie per leefgebied' before 'Situatie'."""
    titles = ((section.title.casefold(), section) for section in template.sections)
    return tuple(sorted(titles, key=lambda pair: -len(pair[0])))
