"""An upper bound on the number of values in a JSON text, without parsing it (security.md S33).

Parsing time depends on the number of values: a text of a megabyte is parsed in a millisecond, the same size in empty
lists takes a second, in which no other request is answered. Every value but the first follows a bracket, a brace or a
comma, so the number of these marks bounds the number of values.
"""

#: Marks allowed in a message or body that may hold a care worker's texts. The longest transcript and report together
#: have 800,000 characters; this many marks is one in every sixteen, and a comma in every forty is already a lot.
#: Parsing the worst text of this size takes a few hundredths of a second.
MOST_WITH_TEXTS = 50_000

_MARKS = "[{,"


def marks(text: str | bytes) -> int:
    """Return the number of brackets, braces and commas, including those inside strings."""
    if isinstance(text, str):
        return sum(text.count(mark) for mark in _MARKS)
    return sum(text.count(mark.encode()) for mark in _MARKS)
