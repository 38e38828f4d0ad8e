"""From sound to a report that can be found back: the product itself."""

__all__ = ["archive", "dictation", "dossier", "drafts", "search", "structuring"]
