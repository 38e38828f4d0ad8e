"""The rows of a file of clients, whatever kind of file it is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

HEADING_WITHIN = 10  # rows; a list may have a title above its headings
LONGEST = 4_000  # characters of a row; four quoted cells of maximum length, and as much again for other columns


@dataclass(frozen=True, slots=True)
class Row:
    """A row that is not empty; ``number`` counts from 1, as in a spreadsheet. With a ``problem`` it has no cells.

    ``hidden``: Excel does not show it, because somebody hid it or filters the rows.
    """

    number: int
    text: str
    cells: list[str]
    problem: str = ""
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """How many rows there are, and a call that reads them one by one from the first.

    Of a workbook: the name of the ``sheet`` they come from, and of the ``other_sheets`` that are not read. Of a text
    whose encoding had to be ``guessed``: its name, and when that is ``doubted`` words that show it.
    """

    count: int
    rows: Callable[[], Iterator[Row]]
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    guessed: str = ""
    doubted: str = ""
