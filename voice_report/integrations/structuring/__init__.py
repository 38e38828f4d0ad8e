"""From transcript to report. ``engine()`` returns the configured engine; its output is markdown, streamed.

``STRUCTURE_ENGINE`` chooses the engine by its name in ``voice_report.engines``. ``headings.check`` decides whether the
output is a report.
"""

from ...config import Settings, settings
from . import headings
from .protocol import StructuringEngine

__all__ = ["engine", "headings"]

#: This process's engine, and the settings it was made for.
_made: tuple[Settings, StructuringEngine] | None = None


def engine() -> StructuringEngine:
    """Return this process's engine, created at first use and again when the settings have been reloaded."""
    global _made
    current = settings()
    if _made is None or _made[0] is not current:
        _made = current, current.chosen_structuring().create(current)
    return _made[1]
