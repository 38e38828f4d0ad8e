"""The platform admin's page: the counts, every organization and every user."""

from .counts import cards

__all__ = ["cards"]
