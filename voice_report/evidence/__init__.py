"""Evidence: every sentence of a report bound to what was spoken, by rules and in milliseconds (reports.md).

A pure comparison: no model, no storage, no settings. It compares with the transcript; what was misheard passes.
"""

from ..markdown import blocks
from ..report_templates import ReportTemplate
from ..sentences import Known, split
from ..texts import NIET_BESPROKEN
from .checks import check, check_line
from .literal import copied
from .model import Evidence, Flag, Kind, Omission, Statement
from .omissions import omissions
from .reading import Reading
from .sources import Spoken, cover

__all__ = ["Evidence", "Flag", "Kind", "Omission", "Spoken", "Statement", "check_line", "evidence", "written"]


def evidence(
    transcript: str, report: str, template: ReportTemplate | None = None, own: frozenset[str] = frozenset()
) -> Evidence:
    """Compare a report (markdown) with the transcript it was made of; ``own`` are medicines besides those in the list.

    ``section`` of a statement is the key of the template's section with that title, else the heading itself.
    """
    spoken = Spoken(split(transcript), own)
    keys = {section.title.casefold(): section.key for section in template.sections} if template else {}
    statements, readings = [], []
    for heading, text in written(report, Known(spoken.sentences)):
        reading = Reading(text, own)
        sources = copied(reading, spoken)
        flags, is_copied = (), bool(sources)
        if not is_copied:
            found = cover(reading, spoken)
            sources, flags = tuple(found.sources), tuple(check(reading, found, spoken))
        statements.append(Statement(keys.get(heading.casefold(), heading), text, sources, flags, is_copied))
        readings.append(reading)
    return Evidence(tuple(statements), spoken.sentences, tuple(omissions(statements, readings, spoken)))


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
