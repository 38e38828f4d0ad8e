"""Rows of an Excel workbook (.xlsx), read in another process that may be killed: ``_sheet_process`` says why."""

import asyncio
import json
import logging
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from ...errors import DomainError, Invalid, TooLarge, WrongMedia
from ._sheet_process import BINARY, BROKEN, COLUMNS, OTHER_FILE, PASSWORD, STRICT, TOO_BIG
from .clients import HEADING_WITHIN, LONGEST, Row, Table

log = logging.getLogger(__name__)

_SCRIPT = Path(__file__).with_name("_sheet_process.py")
_SECONDS = 60.0  # for one workbook
_CPU_SECONDS = 20  # 50,000 rows of four columns take some ten seconds of one core
_MEMORY = 384 * 1024 * 1024  # bytes of addresses

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # the part of an OLE file that has the encrypted workbook

_PROBLEMS: dict[str, tuple[type[DomainError], str, str]] = {
    BROKEN: (
        WrongMedia,
        "Dit Excel-bestand is beschadigd. Open het in Excel, sla het opnieuw op en kies dat bestand.",
        "broken_file",
    ),
    PASSWORD: (
        Invalid,
        "Dit Excel-bestand heeft een wachtwoord. Haal dat er in Excel af, sla het op en kies het opnieuw.",
        "password",
    ),
    OTHER_FILE: (
        WrongMedia,
        "Dit is geen Excel-bestand. Sla je lijst op als .xlsx of als CSV en kies dat bestand.",
        "other_file_type",
    ),
    BINARY: (
        WrongMedia,
        "Dit is een binair Excel-bestand (.xlsb). Bewaar het in Excel als .xlsx of .csv en kies dat bestand.",
        "other_file_type",
    ),
    STRICT: (
        WrongMedia,
        "Dit Excel-bestand is bewaard als ‘Strict Open XML’. Bewaar het in Excel als gewone .xlsx of als .csv en kies "
        "dat bestand.",
        "other_file_type",
    ),
    TOO_BIG: (
        TooLarge,
        "Dit Excel-bestand is te groot of te ingewikkeld. Sla het blad met cliënten op als CSV en kies dat bestand.",
        "too_large",
    ),
}


def is_workbook(content: bytes) -> bool:
    """Return whether a file is an Excel workbook, or another file that begins as one."""
    return content.startswith((_ZIP, _OLE))


async def table(content: bytes, most: int, words: Iterable[str]) -> Table:
    """Return at most ``most`` rows of the worksheet that has most of these words in its heading; it counts one more
    when there are more.

    Raises ``WrongMedia``, ``Invalid`` (a password, a broken file) and ``TooLarge``.
    """
    if content.startswith(_OLE):
        if _ENCRYPTED in content:
            raise _problem(PASSWORD)
        raise WrongMedia("Dit is een oud Excel-bestand (.xls). Sla het in Excel op als .xlsx en kies dat bestand.")
    limits = {"memory": _MEMORY, "seconds": _CPU_SECONDS, "rows": most, "words": list(words)}
    limits["within"] = HEADING_WITHIN
    answer = await _output(content, json.dumps(limits))
    rest, _, last = answer.rstrip(b"\n").rpartition(b"\n")
    found = json.loads(last)
    if problem := found.get("problem"):
        raise _problem(problem)
    return Table(found["count"], partial(_rows, rest), found["sheet"], tuple(found["others"]))


async def _output(content: bytes, limits: str) -> bytes:
    """Return what the process writes; it ends with this call, also when that is cancelled."""
    line = [sys.executable, "-P", str(_SCRIPT), limits]
    # Not asyncio's: on uvloop it copies this process for it, with all its pages, while no other request is answered.
    process = subprocess.Popen(  # noqa: ASYNC220, S603  it returns in a millisecond; the line is ours
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={}
    )
    try:
        output, _ = await asyncio.to_thread(process.communicate, content, _SECONDS)
    except subprocess.TimeoutExpired:
        raise _problem(TOO_BIG) from None
    finally:
        process.kill()  # nothing, when it has ended
        process.wait()
    if process.returncode or not output:  # it met a limit
        log.warning("import: the process that reads workbooks ended with %s", process.returncode)
        raise _problem(TOO_BIG)
    return output


def _problem(name: str) -> DomainError:
    kind, sentence, code = _PROBLEMS[name]
    return kind(sentence, code=code)


def _rows(lines: bytes) -> Iterator[Row]:
    """Parse the rows one by one: the interpreter is never held for long."""
    for line in lines.splitlines():
        number, cells, hidden = json.loads(line)
        text = ";".join(cells)
        if len(text) > LONGEST:
            yield Row(number, text[:LONGEST], [], f"Deze regel is langer dan {LONGEST} tekens", hidden)
        else:
            yield Row(number, text, [*cells, *[""] * (COLUMNS - len(cells))], hidden=hidden)
