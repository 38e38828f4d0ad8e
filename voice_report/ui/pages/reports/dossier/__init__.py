"""/dossier: the archive by client. ``state`` knows what is read and open, ``page`` and ``entry`` show it."""

from .page import register
from .state import DossierState

__all__ = ["DossierState", "register"]
