"""The words of a person and an organization, as they are written here."""

__all__ = [
    "client_names",
    "corrections",
    "word_content",
    "words",
]
