"""The core product: from audio to an archived report that can be found again."""

__all__ = ["archive", "dictation", "dossier", "drafts", "evidence", "left_out", "search", "structuring", "templates"]
