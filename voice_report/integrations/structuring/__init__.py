"""From transcript to report. ``engine()`` says who does it here; the answer is markdown, streamed.

An engine has a ``name``, a ``label`` to show beside its reports ('' for none) and ``stream(transcript)``.
``headings.check`` decides whether what came out is a report.
"""

from collections.abc import AsyncIterator
from typing import Protocol

from ...config import settings
from . import headings
from .local import LocalEngine
from .markup import plain
from .openai_compatible import OpenAICompatibleEngine

__all__ = ["StructureEngine", "engine", "headings", "plain"]


class StructureEngine(Protocol):
    """What every engine offers."""

    name: str
    label: str

    def stream(self, transcript: str) -> AsyncIterator[str]:
        """Yield the report as pieces of markdown; raises ``Unavailable`` when it cannot be made."""
        ...


def engine() -> StructureEngine:
    """Return the engine of this installation (``STRUCTURE_ENGINE``; ``auto``: outside if a key or address is set)."""
    configured = settings()
    return OpenAICompatibleEngine.configured(configured) if configured.uses_outside_structuring() else LocalEngine()
