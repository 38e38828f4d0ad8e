"""Reports that are archived: a client's dossier, search, moving and export."""

__all__ = [
    "archive",
    "client_choice",
    "dossier",
    "refiling",
    "search",
]
