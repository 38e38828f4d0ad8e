"""A draft: its texts, the headings it is written under, and its style."""

__all__ = [
    "content",
    "drafts",
    "example_text",
    "generated",
    "styles",
    "templates",
    "text_search",
    "unsure",
]
