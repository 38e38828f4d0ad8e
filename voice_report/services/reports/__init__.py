"""The core product: from audio to an archived report that can be found again."""

__all__ = [
    "additions",
    "archive",
    "client_choice",
    "client_export",
    "corrections",
    "covered",
    "dictation",
    "dossier",
    "drafts",
    "evidence",
    "example",
    "refiling",
    "replacements",
    "review",
    "revising",
    "search",
    "structuring",
    "styles",
    "templates",
    "words",
]
