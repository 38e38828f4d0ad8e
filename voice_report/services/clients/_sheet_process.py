"""Reads a workbook (.xlsx) in a process of its own: run as a script, with the workbook on standard input.

A workbook is compressed XML: a few kilobytes can ask for gigabytes or for hours (decisions/0024). So the process has
limits, and the process that started it kills it when it takes too long. It imports nothing of the product, to start
quickly. Formulas are not computed, macros and links to other files not read: a cell has the value that Excel last
stored.

Standard output: a line of JSON ``[number, cells, hidden]`` for each row that is not empty, as it is read, and a last
line with ``count``, ``sheet`` and ``others``, or with ``problem``: then those before it are of no use.
"""

import itertools
import json
import os
import re
import resource
import sys
import unicodedata
import warnings
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, datetime, time
from io import BytesIO
from typing import Any

BROKEN, PASSWORD, TOO_BIG, OTHER_FILE = "broken", "password", "too_big", "other_file"
BINARY, STRICT = "binary", "strict"  # .xlsb, and the .xlsx that Excel calls 'Strict Open XML'

_BOOK = "xl/workbook.xml"
_UNPACKED = 64 * 1024 * 1024  # bytes, all parts together
_PARTS = 2_000
COLUMNS = 64  # that are read
_ROWS = 1_048_576  # of a worksheet, according to ECMA-376
_LONGEST_NAME, _NAMED = 31, 20  # characters of a worksheet's name, as in Excel; other worksheets that are named
_TEXT = 8 * 1024 * 1024  # characters of all cells together
_LONGEST_CELL = 4_001  # characters; longer than a row may be
#: A year shown with two digits was typed with two: Excel took 25 for 2025. Not the built-in format 14, which has four
#: in Dutch.
_HAS_SHORT_YEAR = re.compile(r"^(?!mm-dd-yy$).*(?<!y)yy(?!y)", re.IGNORECASE)
_STRICT_NAMES = b"http://purl.oclc.org/ooxml/"
_ROW = re.compile(rb"<(?:\w+:)?row\b([^<>]*)>")
_HIDDEN = re.compile(rb"""\bhidden=["'](?:1|true)["']""")
_NUMBER = re.compile(rb"""(?<![\w:])r=["'](\d{1,7})["']""")
_NICE = 10  # a page is not waited for as long as a file
_CHUNK, _LONGEST_TAG = 1024 * 1024, 64 * 1024  # bytes
_EXACT = 10**15
_ZEROS = re.compile(r"0+", re.ASCII)


class Problem(Exception):
    """The workbook cannot be read; the argument is one of the codes above."""


def main(limits: str) -> None:
    """Read standard input and write standard output.

    ``limits`` is JSON: bytes of ``memory``, ``seconds`` of a processor, ``rows``, the ``words`` of a heading and
    ``within`` how many rows it is.
    """
    sys.modules["numpy"] = None  # type: ignore[assignment]  # openpyxl imports it where it is installed: slow and unused
    wanted = json.loads(limits)
    os.nice(_NICE)
    resource.setrlimit(resource.RLIMIT_AS, (wanted["memory"], wanted["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (wanted["seconds"], wanted["seconds"]))
    try:
        for line in read(sys.stdin.buffer.read(), wanted["rows"], set(wanted["words"]), wanted["within"]):
            _write(line)
    except Problem as problem:
        _write({"problem": problem.args[0]})
    except MemoryError:
        _write({"problem": TOO_BIG})


def _write(line: Any) -> None:
    sys.stdout.buffer.write(f"{json.dumps(line, ensure_ascii=False)}\n".encode("utf-8", "replace"))


def read(content: bytes, most: int, words: set[str], within: int) -> Iterator[Any]:
    """Yield the lines of standard output: at most ``most`` rows of the worksheet with most of these column names.

    They are looked for in the first rows, ``within`` so many. When no worksheet has a heading, the first that is not
    empty is read. Raises ``Problem``.
    """
    # Not above: ``main`` sets its limits first.
    from openpyxl import load_workbook
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

    # It would read a worksheet that does not state its size to the end for it, and keep every row of that in memory.
    ReadOnlyWorksheet._get_size = lambda self: None  # pyright: ignore[reportAttributeAccessIssue]  not in its stubs
    try:
        _check_archive(content)
        yield from _read(load_workbook, content, most, words, within)
    except (Problem, MemoryError):
        raise
    except Exception:  # noqa: BLE001  # a broken file can make the parsers raise anything
        raise Problem(BROKEN) from None


def _check_archive(content: bytes) -> None:
    """Raise ``Problem`` unless this is a workbook of a normal size; a part is never unpacked beyond its stated size."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        parts = archive.infolist()
        names = {part.filename for part in parts}
        begin = b"" if _BOOK not in names else _beginning(archive)
    if any(part.flag_bits & 1 for part in parts):
        raise Problem(PASSWORD)
    if len(parts) > _PARTS or sum(part.file_size for part in parts) > _UNPACKED:
        raise Problem(TOO_BIG)
    if "xl/workbook.bin" in names:
        raise Problem(BINARY)
    if _STRICT_NAMES in begin:
        raise Problem(STRICT)
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise Problem(OTHER_FILE)


def _beginning(archive: zipfile.ZipFile) -> bytes:
    """Return the first bytes of the workbook's own part, with its namespaces; none when it cannot be read."""
    try:
        with archive.open(_BOOK) as part:
            return part.read(4096)
    except (RuntimeError, zipfile.BadZipFile):  # a password or a compression of its own; broken
        return b""


def _read(load_workbook: Callable[..., Any], content: bytes, most: int, words: set[str], within: int) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about parts that openpyxl does not know
        book = load_workbook(BytesIO(content), read_only=True, data_only=True, keep_links=False)
        every = book.worksheets
        sheets = [sheet for sheet in every if sheet.sheet_state == "visible"] or every
        if not sheets:
            raise Problem(OTHER_FILE)
        firsts = {sheet.title: [cells for _, cells in itertools.islice(_rows(sheet), within)] for sheet in sheets}
        known = {
            title: max((len(words & set(map(_folded, cells))) for cells in first), default=0)
            for title, first in firsts.items()
        }
        filled = [sheet for sheet in sheets if firsts[sheet.title]] or sheets
        chosen = max(filled, key=lambda sheet: known[sheet.title])  # of equals the first
        others = [_name(sheet) for sheet in sheets if sheet is not chosen and firsts[sheet.title]]
        hidden, rows, count = _hidden(chosen), _rows(chosen), 0
        for number, cells in _bounded(itertools.islice(rows, most)):
            yield [number, cells, number in hidden]
            count += 1
        count += next(rows, None) is not None
    yield {"count": count, "sheet": _name(chosen), "others": others[:_NAMED]}


def _hidden(sheet: Any) -> set[int]:
    """Return the numbers of the rows that Excel does not show. Read-only openpyxl drops them, so its XML is scanned."""
    found: set[int] = set()
    last, rest = 0, b""
    with sheet._get_source() as source:
        while chunk := source.read(_CHUNK):
            text = rest + chunk
            end = text.rfind(b"<")  # an element may end in the next piece
            text, rest = (text[:end], text[end:]) if 0 <= end >= len(text) - _LONGEST_TAG else (text, b"")
            for row in _ROW.finditer(text):
                number = _NUMBER.search(row[1])
                last = int(number[1]) if number else last + 1
                if _HIDDEN.search(row[1]):
                    found.add(last)
    return found


def _name(sheet: Any) -> str:
    return str(sheet.title)[:_LONGEST_NAME]


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    sheet.reset_dimensions()  # they may be anything; without them a row ends at its last cell
    for number, row in enumerate(sheet.iter_rows(min_row=1, max_row=_ROWS, min_col=1), start=1):
        cells = [_shown(cell) for cell in row[:COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def _bounded(rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    total = 0
    for number, cells in rows:
        total += sum(map(len, cells))
        if total > _TEXT:
            raise Problem(TOO_BIG)
        yield number, cells


def _shown(cell: Any) -> str:
    """Return a cell as people see it: a date in Dutch, 123.0 as 123, and with the leading zeros of its format."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "WAAR" if value else "ONWAAR"
    if isinstance(value, datetime):
        if value.time() == time():
            return f"{value:%d-%m-%y}" if _HAS_SHORT_YEAR.search(cell.number_format) else f"{value:%d-%m-%Y}"
        return f"{value:%d-%m-%Y %H:%M}"
    if isinstance(value, date):
        return f"{value:%d-%m-%Y}"
    if isinstance(value, int | float):
        return _number(value, cell.number_format)
    return " ".join(str(value)[:_LONGEST_CELL].split())


def _number(value: float, form: str) -> str:
    if value != int(value):
        return f"{value:.15g}".replace(".", ",")
    if abs(value) >= _EXACT:
        return f"{value:.14E}"  # the reader refuses it: Excel keeps fifteen digits
    digits = str(int(value))
    return digits.zfill(len(form)) if _ZEROS.fullmatch(form) else digits


def _folded(cell: str) -> str:
    """Return a column name without accents, capitals, spaces and signs."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", cell.casefold())))


if __name__ == "__main__":
    main(sys.argv[1])
