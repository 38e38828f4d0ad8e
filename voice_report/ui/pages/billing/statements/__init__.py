"""/betalingen: what an organization bought, paid and used. ``state`` knows what is read, ``page`` shows it."""

from .page import register
from .state import BookkeepingState

__all__ = ["BookkeepingState", "register"]
