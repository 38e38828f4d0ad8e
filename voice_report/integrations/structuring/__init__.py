"""From transcript to report. ``engine()`` returns the engine of a profile; its output is markdown, streamed.

``STRUCTURE_ENGINE`` or ``ENGINES_FILE`` chooses the engines by their names in ``voice_report.engines``.
``headings.check`` decides whether the output is a report.
"""

from ...config import settings
from ...core.process import process_singleton
from ...engines import Profile
from . import headings
from .protocol import StructuringEngine

__all__ = ["engine", "headings"]


def engine(profile: Profile | None = None) -> StructuringEngine:
    """Return this process's engine for a profile, or for the installation's first."""
    wanted = profile or settings().first("structuring")
    if wanted.key not in _made():
        _made()[wanted.key] = wanted.create(settings())
    return _made()[wanted.key]


@process_singleton
def _made() -> dict[str, StructuringEngine]:
    return {}
