"""How many values a JSON text can have at most, without parsing it (security.md S33).

Parsing costs by the value: a text of a megabyte is read in a millisecond, as many empty lists take a second, in which
nobody else is answered. Every value but the first comes after a bracket, a brace or a comma, so their number bounds
that of the values.
"""

#: Marks in a message or body that may hold a care worker's texts. The longest transcript and report together have
#: 800,000 characters; that many marks is one in every sixteen, and a comma in every forty is already much. Parsing the
#: worst of this size takes some hundredths of a second.
MOST_WITH_TEXTS = 50_000

_MARKS = "[{,"


def marks(text: str | bytes) -> int:
    """Return how many brackets, braces and commas there are, in strings too."""
    if isinstance(text, str):
        return sum(text.count(mark) for mark in _MARKS)
    return sum(text.count(mark.encode()) for mark in _MARKS)
