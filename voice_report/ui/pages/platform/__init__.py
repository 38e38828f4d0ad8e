"""The platform admin's page: the counts, every organization and every user."""

from .counts import cards
from .page import register

__all__ = ["cards", "register"]
