"""From the words of a draft to a report that is compared with them."""

__all__ = [
    "additions",
    "covered",
    "evidence",
    "ready",
    "review",
    "revising",
    "structuring",
    "tidying",
]
