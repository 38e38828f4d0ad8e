"""/dossier: the archive by client. ``state`` holds the loaded and open reports, ``page`` and ``entry`` show them."""

from .page import register
from .state import DossierState

__all__ = ["DossierState", "register"]
