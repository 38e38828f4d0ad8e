"""A draft: its texts, the headings it is written under, and its style."""

__all__ = [
    "content",
    "deleted",
    "drafts",
    "example_text",
    "generated",
    "listing",
    "news",
    "profiles",
    "styles",
    "templates",
    "ticks",
    "unsure",
]
