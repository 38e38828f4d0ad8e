"""Dictation, structuring, drafts and the archive."""
