"""What a structuring engine does. ``voice_report.engines`` lists the engines there are."""

from collections.abc import AsyncIterator
from typing import Protocol

from ...report_templates import ReportTemplate


class StructuringEngine(Protocol):
    """Turns a transcript into a report. One object per process, used by all requests on one event loop.

    ``label`` is shown beside its reports, in Dutch; '' for none.
    """

    label: str

    def state(self) -> str:
        """Return ``ready``, ``failing`` (its last answers) or ``missing`` (not set up)."""
        ...

    def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        """Yield the report as pieces of markdown, with the template's headings; ``headings.check`` judges the whole.

        Raises ``Unavailable`` with a Dutch sentence when it cannot be made. ``STRUCTURE_TIMEOUT`` bounds all of it.
        """
        ...
