"""Rows of the CSV files that offices produce: comma, semicolon, tab or |; UTF-8, UTF-16, Windows, Macintosh or DOS."""

import csv
import io
import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

from ...errors import WrongMedia
from .clients import HEADING_WITHIN, LONGEST, Row, Table

_DELIMITERS = ";,\t|"
_BLANK = " " + _DELIMITERS
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


#: Encodings of files that are no UTF-8, and the name by which a preview calls each. Of equals the first counts.
_ENCODINGS = {"cp1252": "Windows", "mac_roman": "Macintosh", "cp850": "DOS"}
#: What the same systems use in Central Europe and Turkey: no text says by itself that it is in one of these.
_ABROAD = {
    "cp1252": ("cp1250", "cp1254"),
    "mac_roman": ("mac_latin2", "mac_turkish", "mac_romanian", "mac_croatian"),
    "cp850": ("cp852", "cp857"),
}
_USUAL = frozenset("áàâäãåçéèêëíìîïñóòôöõøúùûüýÿšžğışœæß")
_SIGNS = frozenset("’‘“”–—€·°²½\u00a0")
#: UTF-8 that was read as Windows-1252 once, and stored as UTF-8 again: 'RenÃ©'.
_TWICE = re.compile("[ÃÅÄ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]")
_AROUND = re.compile(r"[^\s;,|\"]*[^\x00-\x7f][^\s;,|\"]*")
_LINES_OF_A_ROW = 20  # physical lines; a cell may have line breaks


def table(content: bytes) -> Table:
    """Return the rows of a file. Raises ``WrongMedia``."""
    text, guessed, doubted = _decoded(content)
    lines, delimiter = _lines(text)
    delimiter = delimiter or _delimiter(lines)
    rows = list(_joined(lines, delimiter))
    return Table(len(rows), partial(_rows, rows, delimiter), guessed=guessed, doubted=doubted)


def _decoded(content: bytes) -> tuple[str, str, str]:
    """Return the text, the name of its encoding if that was guessed, and words of it if the guess may be wrong."""
    guessed = doubted = ""
    try:
        text = content.decode("utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
        if twice := _TWICE.search(text):
            doubted = _word_at(text, twice.start())
    except UnicodeDecodeError:
        text, guessed, doubted = _guessed(content)
    begin = text[:200].lstrip("\ufeff \r\n\t").lower()
    for beginnings, sentence in _OTHERS:
        if begin.startswith(beginnings):
            raise WrongMedia(sentence, code="other_file_type")
    if "\x00" in text:
        raise WrongMedia("Dit is geen CSV-bestand. Bewaar je lijst als .xlsx of .csv en kies dat bestand.")
    return text, guessed, doubted


def _guessed(content: bytes) -> tuple[str, str, str]:
    """Decode as the encoding in which most letters beyond ASCII are such as Dutch names have, in their places."""
    texts = {name: content.decode(name, "replace") for name in _ENCODINGS}
    scores = {name: _likeness(text) for name, text in texts.items()}
    chosen = max(scores, key=scores.__getitem__)
    text, others = texts[chosen], _others(chosen)
    rivals = [score for name, score in scores.items() if name != chosen]
    is_sure = chosen == "cp1252" and scores[chosen] > max(rivals)
    shown: dict[str, str] = {}  # letters of which the reading is not sure, each with the first word that has it
    for one in re.finditer("[^\x00-\x7f]", text):
        if one[0] not in shown and (one[0] in others or _is_odd(text, one.start()) or not (is_sure or shown)):
            shown[one[0]] = _word_at(text, one.start())
    return text, _ENCODINGS[chosen], ", ".join(dict.fromkeys(shown.values()))


def _others(encoding: str) -> set[str]:
    """Return the characters of this encoding whose number is another letter abroad."""
    numbers = bytes(range(0x80, 0x100))
    pages = [numbers.decode(name, "replace") for name in (encoding, *_ABROAD[encoding])]
    return {own for own, *abroad in zip(*pages, strict=True) if any(one.isalpha() and one != own for one in abroad)}


def _likeness(text: str) -> int:
    return sum(-3 if _is_odd(text, one.start()) else 1 for one in islice(re.finditer("[^\x00-\x7f]", text), 2_000))


def _is_odd(text: str, at: int) -> bool:
    """Return whether a letter beyond ASCII is none of a Dutch name's, or a capital in the middle of a word."""
    one, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if one in _SIGNS:
        return False
    if one.lower() not in _USUAL:
        return True
    return (one.isupper() and before.islower()) or (one.islower() and not before.isalpha() and not after.isalpha())


def _word_at(text: str, at: int) -> str:
    """Return the word at this place, to show it."""
    start = max(0, at - 40)
    word = next((one[0] for one in _AROUND.finditer(text, start, at + 40) if one.end() > at), "")
    return word[:60]


def _lines(text: str) -> tuple[list[tuple[int, str]], str]:
    """Number the lines; return with them the delimiter that Excel's first line 'sep=;' names, or ''."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    rows = list(enumerate(lines, start=1))
    first = next((at for at, (_, line) in enumerate(rows) if line.strip(_BLANK)), len(rows))
    rows = rows[first:]
    if rows and rows[0][1].lower().startswith("sep="):
        return rows[1:], rows[0][1][4:5].strip(" ")
    return rows, ""


def _delimiter(lines: list[tuple[int, str]]) -> str:
    """Return the delimiter of the first line with enough of them for four columns: a title above has fewer."""
    filled = [line for _, line in lines if line.strip(_BLANK)][:HEADING_WITHIN] or [""]
    outside = ["".join(line.split('"')[::2]) for line in filled]  # a comma in quotes delimits nothing
    counts = [{sign: line.count(sign) for sign in _DELIMITERS} for line in outside]
    chosen = next((count for count in counts if max(count.values()) >= _FEWEST), counts[0])
    return max(chosen, key=chosen.__getitem__)


def _joined(lines: list[tuple[int, str]], delimiter: str) -> Iterator[tuple[int, str]]:
    """Yield the rows with the number of their first line: a quoted cell may have line breaks, a quote that is never
    closed costs its own line only."""
    at = 0
    while at < len(lines):
        number, line = lines[at]
        last = _last_line(lines, at, delimiter) if line.count('"') % 2 else at
        if last > at:
            line = "\n".join(text for _, text in lines[at : last + 1])
        if line.strip(_BLANK):
            yield number, line
        at = last + 1


def _last_line(lines: list[tuple[int, str]], at: int, delimiter: str) -> int:
    """Return the line in which the quote that is open at the end of this line is closed, or this line.

    A line between that is a whole row by itself says that the quote is a mistake.
    """
    text = lines[at][1]
    for last in range(at + 1, min(len(lines), at + _LINES_OF_A_ROW)):
        line = lines[last][1]
        text += "\n" + line
        if len(text) > LONGEST:
            return at
        if line.count('"') % 2:
            return last if _is_row(text, delimiter) else at
        if _is_row(line, delimiter):
            return at
    return at


def _is_row(text: str, delimiter: str) -> bool:
    try:
        return len(next(_reader(text, delimiter), ())) > _FEWEST
    except csv.Error:
        return False


def _reader(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, ""), delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t")


def _rows(lines: list[tuple[int, str]], delimiter: str) -> Iterator[Row]:
    for number, line in lines:
        if len(line) > LONGEST:
            yield Row(number, line[:LONGEST], [], f"Deze regel is langer dan {LONGEST} tekens")
            continue
        try:
            cells = next(_reader(line, delimiter), [])
        except csv.Error:
            yield Row(number, line, [], "Een aanhalingsteken in deze regel wordt niet gesloten")
        else:
            yield Row(number, line, [" ".join(cell.split("\n")) for cell in cells])
