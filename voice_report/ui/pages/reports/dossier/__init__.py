"""/dossier: the archive by client. ``state`` holds the loaded and open reports, ``page`` shows them."""

from .state import DossierState

__all__ = ["DossierState"]
