"""Evidence: every sentence of a report bound to what was spoken, by rules and in milliseconds (concepts/evidence.md).

A pure comparison: no model, no storage, no settings. It compares with the transcript; what was misheard passes.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from ...core.texts import NIET_BESPROKEN
from ...dutch.characters import cleaned
from ...dutch.sentences import Known, split
from ..markdown import blocks
from ..templates import ReportTemplate
from .checks import check, check_line, slots
from .literal import copied
from .model import Evidence, Flag, Kind, Omission, Statement
from .omissions import omissions
from .reading import Reading
from .sources import Cover, Spoken, cover

__all__ = ["Evidence", "Flag", "Kind", "Omission", "Spoken", "Statement", "check_line", "evidence", "written"]

#: By spoken sentences, other texts that a report may have in their place; '' when they may be left out.
Forms = Mapping[tuple[int, ...], Sequence[str]]

NO_FORMS: Forms = MappingProxyType({})

_MOST_BESIDE = 12  # written sentences with one source that are compared with each other


def evidence(
    transcript: str,
    report: str,
    template: ReportTemplate | None = None,
    own: frozenset[str] = frozenset(),
    forms: Forms = NO_FORMS,
) -> Evidence:
    """Compare a report (markdown) with the transcript it was made of; ``own`` are medicines that the list has not.

    A text of the ``forms`` is copied, as a sentence is that stands as it was said. ``section`` of a statement is
    the key of the template's section with that title, else the heading itself.
    """
    spoken = Spoken(split(cleaned(transcript)), own, forms)
    keys = {section.title.casefold(): section.key for section in template.sections} if template else {}
    lines = [
        (heading, text, Reading(text, own))
        for heading, text in written(report, Known([*spoken.sentences, *chain(*forms.values())]))
    ]
    readings = [reading for *_, reading in lines]
    literal = [copied(reading, spoken) for reading in readings]
    covers = [None if sources else cover(one, spoken) for one, sources in zip(readings, literal, strict=True)]
    made_of = _made_of(readings, covers)
    statements = []
    for (heading, text, reading), sources, found in zip(lines, literal, covers, strict=True):
        flags: tuple[Flag, ...] = ()
        unsaid: tuple[str, ...] = ()
        if found is not None:
            sources = tuple(found.sources)
            beside = [other for source in sources for other in made_of[source] if other is not reading]
            flags = tuple(check(reading, found, spoken, beside=beside))
            places = slots.unsaid(reading, [spoken.readings[source] for source in sources])
            unsaid = tuple(dict.fromkeys(reading.words[at].text for at in places))
        statements.append(Statement(keys.get(heading.casefold(), heading), text, sources, flags, found is None, unsaid))
    return Evidence(tuple(statements), spoken.sentences, tuple(omissions(statements, readings, spoken)))


def _made_of(readings: Sequence[Reading], covers: Sequence[Cover | None]) -> Mapping[int, Sequence[Reading]]:
    """Return, by spoken sentence, the first written ones that are made of it."""
    found: dict[int, list[Reading]] = defaultdict(list)
    for reading, cover_of in zip(readings, covers, strict=True):
        for source in cover_of.sources if cover_of else ():
            if len(found[source]) < _MOST_BESIDE:
                found[source].append(reading)
    return found


def written(report: str, known: Known | None = None) -> list[tuple[str, str]]:
    """Return (heading, sentence) for every sentence of the report, items of lists included.

    ``known`` are the spoken clauses: a report by the local engine has them one after the other, without punctuation.
    """
    found, heading = [], ""
    for block in blocks(report):
        if block.kind == "heading":
            heading = block.text.replace("\n", " ").strip()
        elif block.text.strip().rstrip(".") != NIET_BESPROKEN:
            found += [(heading, sentence) for sentence in split(block.text, known)]
    return found
