"""From transcript to report. ``engine()`` returns the configured engine; its output is markdown, streamed.

``STRUCTURE_ENGINE`` chooses the engine by its name in ``voice_report.engines``. ``headings.check`` decides whether the
output is a report.
"""

from ...config import settings
from ...core.process import per_process
from . import headings
from .protocol import StructuringEngine

__all__ = ["engine", "headings"]


@per_process
def engine() -> StructuringEngine:
    """Return this process's engine."""
    return settings().chosen_structuring().create(settings())
