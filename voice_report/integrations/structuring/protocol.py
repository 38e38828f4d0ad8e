"""What a structuring engine does. ``voice_report.engines`` lists the engines there are."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from enum import Enum
from typing import Protocol

from ...reporting.templates import ReportTemplate
from ...reporting.writing import Style

#: The code of an ``Unavailable`` for good: the engine refuses this text, and would refuse it each time.
TEXT_REFUSED = "text_refused"
#: The code of an ``Unavailable``: the answer came too late, or is not of what was said.
UNUSABLE = "unusable"


class Note(Enum):
    """Between the pieces of an answer: something about them."""

    RESTART = "what came before was no part of the answer"
    CUT_OFF = "the answer ends here, and is not whole"
    REFUSED = "the engine refuses the rest of this text, and would refuse it each time"


class StructuringEngine(Protocol):
    """Turns a transcript into a report. One object per process, used by all requests on one event loop.

    ``label`` is shown next to its reports, in Dutch; '' for none. ``styles`` are those that it can write in.
    """

    @property
    def label(self) -> str: ...

    @property
    def styles(self) -> tuple[Style, ...]: ...

    async def examine(self, asking: Callable[[], AbstractAsyncContextManager[object]] = nullcontext) -> None:
        """Find out, for as long as it takes, whether the engine can do the work (a lifespan task).

        Each request is made in a new context of ``asking``.
        """
        ...

    def state(self) -> str:
        """Return ``ready``, ``failing`` (its last answers) or ``missing`` (not set up)."""
        ...

    def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str | Note]:
        """Yield a report in 'vrij' as pieces of markdown, with the template's headings; ``headings.check`` judges it.

        The only note is ``RESTART``. Raises ``Unavailable`` with a Dutch sentence when it cannot be made, with the code
        ``TEXT_REFUSED`` when it never can, or ``UNUSABLE`` when it
        came too late. ``STRUCTURE_TIMEOUT`` bounds all of it.
        """
        ...

    def lines(self, sentences: Sequence[str], template: ReportTemplate, style: Style) -> AsyncGenerator[str | Note]:
        """Yield, in pieces, the lines for a report in any style but 'vrij' (``reporting.writing.lines``).

        What the lines leave out is placed by the local rules; the last note says why they end early. Raises
        ``Unavailable`` when there is no answer; one that is empty, too long, too slow or of another kind is none of
        its concern.
        """
        ...
