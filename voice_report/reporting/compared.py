"""Compare a report with its transcript, sentences that were tidied included.

A module with few imports, because another process loads it too (``evidence``).
"""

from dataclasses import dataclass

from ..dutch.characters import cleaned
from ..dutch.sentences import split
from .evidence import Evidence, evidence
from .templates import ReportTemplate
from .tidying import Tidied, tidy


@dataclass(frozen=True, slots=True)
class Compared:
    """The evidence for a report, and how the sentences of its transcript are tidied."""

    evidence: Evidence
    tidied: Tidied


def compared(
    transcript: str, report: str, template: ReportTemplate | None, own: frozenset[str], by_key: bool
) -> Compared:
    """Compare a report with its transcript; ``by_key``: the sections of its statements are keys of the template."""
    tidied = tidy(split(cleaned(transcript)), template, own)
    found = evidence(transcript, report, template if by_key else None, own, tidied.forms)
    return Compared(found, tidied)
