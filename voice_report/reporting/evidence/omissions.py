"""What was said and is not in the report."""

from collections.abc import Sequence

from .figures import is_code_in
from .filler import is_filler, looks_like_filler
from .model import Omission, Statement
from .reading import Reading
from .sources import Spoken

_PRIMARY = 0.25  # of a sentence's content, when it is the first source of a written one
_CITED = 0.5  # when it is another source


def omissions(statements: Sequence[Statement], written: Sequence[Reading], spoken: Spoken) -> list[Omission]:
    """Return the spoken sentences with content that no written sentence has."""
    citing: dict[int, list[tuple[Reading, bool]]] = {}
    for statement, reading in zip(statements, written, strict=True):
        for rank, source in enumerate(statement.sources):
            citing.setdefault(source, []).append((reading, rank == 0))
    found = []
    for at, reading in enumerate(spoken.readings):
        near = [(one, False) for other in spoken.beside(at) for one, _ in citing.get(other, [])]
        same = spoken.literal[reading.literal]  # who says a sentence twice is cited where it was said first
        by = citing.get(at, []) + citing.get(same, []) + near
        if at in spoken.orders or is_filler(reading) or _is_present(reading, by, spoken):
            continue
        if looks_like_filler(reading):
            found.append(Omission(at, "note", "Dit lijkt niets voor het verslag."))
        elif _has_figures(reading):
            found.append(Omission(at, "red", "Hierin is een getal, tijd of medicijn gezegd; het ontbreekt."))
        else:
            found.append(Omission(at, "amber", "Dit is gezegd, maar staat niet in het verslag."))
    return found


def _has_figures(reading: Reading) -> bool:
    figures = [one for one in reading.values if not (one.taken_back or one.is_article)]
    return bool(figures) or any(not one.taken_back for one in reading.drugs)


def _is_present(reading: Reading, citing: Sequence[tuple[Reading, bool]], spoken: Spoken) -> bool:
    if any(one.literal == reading.literal or reading.literal in one.literal for one, _ in citing):
        return True
    content = reading.content
    if not citing:
        return False
    heard = frozenset().union(*(one.content for one, _ in citing))
    total = sum(spoken.weight(one) for one in content)
    shared = sum(spoken.weight(one) for one in content if one in heard or _is_part_of(one, heard))
    values = [one for one in reading.values if not (one.taken_back or one.is_article)]
    keys = {key for one, _ in citing for value in one.values for key in value.keys}
    kept = sum(bool(one.keys & keys) for one in values)
    if any(is_code_in(value, reading) for one, _ in citing for value in one.values):
        kept = len(values)  # a number that was said in pieces
    if values and total:
        shared, total = shared + kept, total + len(values)
    elif not total:
        return bool(kept)
    needed = _PRIMARY if any(first for _, first in citing) else _CITED
    return shared >= needed * total


def _is_part_of(one: str, heard: frozenset[str]) -> bool:
    return len(one) > 3 and any(
        len(other) > 3 and (one[:5] == other[:5] or one in other or other in one) for other in heard
    )
