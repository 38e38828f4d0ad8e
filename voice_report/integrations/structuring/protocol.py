"""What a structuring engine does. ``voice_report.engines`` lists the engines there are."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from typing import Protocol

from ...report_templates import ReportTemplate
from ...writing import Style


class StructuringEngine(Protocol):
    """Turns a transcript into a report. One object per process, used by all requests on one event loop.

    ``label`` is shown beside its reports, in Dutch; '' for none. ``styles`` are those that it can write in.
    """

    label: str
    styles: tuple[Style, ...]

    def state(self) -> str:
        """Return ``ready``, ``failing`` (its last answers) or ``missing`` (not set up)."""
        ...

    def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        """Yield a report in 'vrij' as pieces of markdown, with the template's headings; ``headings.check`` judges it.

        Raises ``Unavailable`` with a Dutch sentence when it cannot be made. ``STRUCTURE_TIMEOUT`` bounds all of it.
        """
        ...

    def lines(self, sentences: Sequence[str], template: ReportTemplate, style: Style) -> AsyncGenerator[str]:
        """Yield, in pieces, the lines for a report in 'letterlijk' or 'leesbaar' (``voice_report.writing.lines``).

        What the lines leave out is placed by the local rules. Raises ``Unavailable`` as ``stream`` does; an answer that
        is empty, too long or of another kind is none of its concern.
        """
        ...
