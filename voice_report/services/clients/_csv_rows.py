"""Rows of the CSV files that offices produce: comma, semicolon or tab; UTF-8, UTF-16 or Windows-1252."""

import csv
from collections.abc import Iterator

from ...errors import WrongMedia
from ._rows import HEADING_WITHIN, LONGEST, Row, Table

_FEWEST = 3  # delimiters in a line of four columns

#: Beginnings of other files that can be called .csv, and what to do.
_OTHERS = (
    (("%pdf-",), "Dit is een PDF. Bewaar je lijst als .xlsx of .csv en kies dat bestand."),
    (("{\\rtf",), "Dit is een tekstdocument. Bewaar je lijst als .xlsx of .csv en kies dat bestand."),
    (
        ("<!doctype", "<html", "<table", "<?xml"),
        "Dit is een webpagina of XML. Open het in Excel, bewaar het als .xlsx of .csv en kies dat bestand.",
    ),
)


def table(content: bytes) -> Table:
    """Return the rows of a file. Raises ``WrongMedia``."""
    lines = _lines(_decoded(content))
    return Table(len(lines), _rows(lines, _delimiter(lines)) if lines else iter(()))


def _decoded(content: bytes) -> str:
    try:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            text = content.decode("utf-16")
        else:
            text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    begin = text[:200].lstrip("\ufeff \r\n\t").lower()
    for beginnings, sentence in _OTHERS:
        if begin.startswith(beginnings):
            raise WrongMedia(sentence, code="other_file_type")
    if "\x00" in text:
        raise WrongMedia("Dit is geen CSV-bestand. Bewaar je lijst als .xlsx of .csv en kies dat bestand.")
    return text


def _lines(text: str) -> list[tuple[int, str]]:
    """Number the lines, and skip empty lines and Excel's 'sep=;' line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = [(number, line) for number, line in enumerate(lines, start=1) if line.strip(" \t;,")]
    if rows and rows[0][1].lower().startswith("sep="):
        return rows[1:]
    return rows


def _delimiter(lines: list[tuple[int, str]]) -> str:
    """Return the delimiter of the first line with enough of them for four columns: a title above has fewer."""
    outside = [
        "".join(line.split('"')[::2]) for _, line in lines[:HEADING_WITHIN]
    ]  # a comma in quotes delimits nothing
    counts = [{sign: line.count(sign) for sign in ";,\t"} for line in outside]
    chosen = next((count for count in counts if max(count.values()) >= _FEWEST), counts[0])
    return max(chosen, key=chosen.__getitem__)


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
