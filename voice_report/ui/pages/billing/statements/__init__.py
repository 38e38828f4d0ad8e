"""/betalingen: an organization's purchases, payments and use of credits. ``state`` loads it, ``page`` shows it."""

from .state import BookkeepingState

__all__ = ["BookkeepingState"]
