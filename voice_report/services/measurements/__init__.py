"""Measured values that were spoken: shown and answered in a draft, kept with archived reports, and over time."""

__all__ = [
    "answers",
    "archived",
    "of_draft",
    "of_transcript",
    "recounting",
    "rows",
    "sample",
    "series",
]
