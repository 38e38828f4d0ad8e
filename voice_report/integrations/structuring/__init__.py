"""From transcript to report. ``engine()`` returns the configured engine; its output is markdown, streamed.

An engine has a ``name``, a ``label`` to show beside its reports ('' for none), a ``state()`` and
``stream(transcript, template)``. ``headings.check`` decides whether the output is a report.
"""

from collections.abc import AsyncIterator
from typing import Protocol

from ...config import Settings, settings
from ...report_templates import ReportTemplate
from . import headings
from .local import LocalEngine
from .openai_compatible import OpenAICompatibleEngine

__all__ = ["StructureEngine", "engine", "headings"]


class StructureEngine(Protocol):
    """The interface of every engine."""

    name: str
    label: str

    def state(self) -> str:
        """Return ``ready``, ``failing`` (its last answers) or ``missing`` (not set up)."""
        ...

    def stream(self, transcript: str, template: ReportTemplate) -> AsyncIterator[str]:
        """Yield the report as pieces of markdown; raises ``Unavailable`` when it cannot be made."""
        ...


_engine: StructureEngine | None = None
_made_for: Settings | None = None


def engine() -> StructureEngine:
    """Return this process's engine, created at first use and again when the settings have been reloaded.

    ``STRUCTURE_ENGINE`` chooses; ``auto`` means the external engine as soon as a key or an address is set.
    """
    global _engine, _made_for
    current = settings()
    if _engine is None or _made_for is not current:
        outside = current.uses_outside_structuring()
        _engine = OpenAICompatibleEngine.configured(current) if outside else LocalEngine()
        _made_for = current
    return _engine
