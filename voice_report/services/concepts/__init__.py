"""From the words of a draft to a report that is compared with them."""

__all__ = [
    "additions",
    "evidence",
    "outgoing",
    "ready",
    "repeats",
    "review",
    "revising",
    "structuring",
    "tidying",
]
