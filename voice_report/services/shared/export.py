"""What files have in common: a report's words, lines of CSV, and a file name that is safe on every system.

The download is ``rapportage-DD-MM-YYYY.txt``; from the archive ``rapportage-Voornaam_Achternaam-DD-MM-YYYY.txt``
(decisions/0006).
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime

from ...core.texts import NIET_BESPROKEN, dutch_date, dutch_moment
from ...dutch.characters import cleaned
from ...reporting import markdown

#: Characters that make a spreadsheet read a cell as a formula, in ASCII and in full width (security.md S24).
FORMULA = tuple("=+-@＝＋－＠")

#: Invisible characters, which a spreadsheet may skip in front of a formula: zero width, soft hyphens, byte order marks.
_UNSEEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")

_MAX_CLIENT_NAME = 400  # characters, decomposed
_UNSAFE_IN_NAME = re.compile(r"[^\w.-]+")


def shown(report: str, *, empty: bool) -> list[markdown.Block]:
    """Return a report's blocks as they are on the screen.

    Without ``empty`` sections that nothing was said of are left out, unless there are no others.
    """
    return (not empty and markdown.with_words(report, silent=NIET_BESPROKEN)) or markdown.with_words(report)


def plain_text(report: str, *, empty: bool) -> str:
    """Return a report as plain text: the words ``shown``, lists as dashes, no control characters."""
    return markdown.as_text(shown(report, empty=empty))


def spoken_text(transcript: str) -> str:
    """Return a transcript as plain text. What looks like markup is kept: it is no markdown."""
    text = cleaned(transcript).strip()
    return text + "\n" if text else ""


def review_line(by: str | None, at: datetime | None) -> str:
    """Return 'Nagekeken door Anna de Vries, 20-11-2026, 09.06 uur'; '' when the report was not signed off."""
    return f"Nagekeken door {by}, {dutch_moment(at)}" if by and at else ""


def refiled_line(by: str | None, at: datetime | None) -> str:
    """Return 'Verplaatst door Anna de Vries, 20-11-2026, 09.06 uur'; '' for a report that was not moved."""
    return f"Verplaatst door {by}, {dutch_moment(at)}" if by and at else ""


def with_review(text: str, line: str) -> str:
    """Return a report as plain text with its ``review_line`` as the last, if it was signed off."""
    return f"{text}\n{line}\n" if line else text


def file_name(moment: datetime, client_name: str = "", suffix: str = "txt", *, what: str = "rapportage") -> str:
    """Return the name of a download; the client's name keeps its letters, everything else becomes '_'."""
    safe = _UNSAFE_IN_NAME.sub("_", unicodedata.normalize("NFC", client_name[:_MAX_CLIENT_NAME])).strip("_.")[:100]
    return f"{what}-{safe + '-' if safe else ''}{dutch_date(moment)}.{suffix}"


def csv_line(cells: Iterable[str]) -> str:
    """Return one line of CSV as Dutch spreadsheets read it (semicolons).

    A cell that a spreadsheet would read as a formula gets a leading apostrophe (OWASP "CSV Injection", S24).
    """
    return ";".join(_csv_cell(cell) for cell in cells) + "\r\n"


def _csv_cell(text: str) -> str:
    seen = _UNSEEN.sub("", text).lstrip()
    inert = f"'{text}" if seen.startswith(FORMULA) or text.startswith(("\t", "\r")) else text
    return f'"{inert.replace(chr(34), chr(34) * 2)}"'
