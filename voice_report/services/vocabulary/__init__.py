"""The words of a person and an organization, as they are written here."""

__all__ = [
    "client_names",
    "corrections",
    "known_people",
    "masking_words",
    "word_content",
    "words",
]
