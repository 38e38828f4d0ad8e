"""Rows of the CSV files that offices produce: comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252."""

import csv
from collections.abc import Iterator

from ...errors import WrongMedia
from ._rows import LONGEST, Row, Table


def table(content: bytes) -> Table:
    """Return the rows of a file. Raises ``WrongMedia``."""
    lines = _lines(_decoded(content))
    return Table(len(lines), _rows(lines, _delimiter(lines[0][1])) if lines else iter(()))


def _decoded(content: bytes) -> str:
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = content.decode("utf-16")
        else:
            text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    if "\x00" in text:
        raise WrongMedia("Dit is geen CSV-bestand. Sla het op als CSV en kies dat bestand.")
    return text


def _lines(text: str) -> list[tuple[int, str]]:
    """Number the lines, and skip empty lines and Excel's 'sep=;' line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip(" \t;,")]
    if rows and rows[0][1].lower().startswith("sep="):
        return rows[1:]
    return rows


def _delimiter(line: str) -> str:
    outside = "".join(line.split('"')[::2])  # a comma within quotes is not a delimiter
    return max(";,\t", key=outside.count)


def _rows(lines: list[tuple[int, str]], delimiter: str) -> Iterator[Row]:
    """Split the lines one by one, so that a missing quote affects only its own line."""
    for number, line in lines:
        if len(line) > LONGEST:
            yield Row(number, line[:LONGEST], [], f"Deze regel is langer dan {LONGEST} tekens")
            continue
        try:
            cells = next(csv.reader([line], delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t"))
        except csv.Error:
            yield Row(number, line, [], "Een aanhalingsteken in deze regel wordt niet gesloten")
        else:
            yield Row(number, line, cells)
