"""The line protocol: what a language model answers in Letterlijk and Leesbaar (reports.md, "Three ways to write").

One JSON object a line: ``{"s":[3,4],"h":"observaties","t":"De wond meet 3 bij 2 centimeter."}``. ``s`` are numbers of
spoken sentences, counted from 1; ``h`` is the key of a section; ``t``, in Leesbaar alone, is the written sentence.

The reader takes whatever a model sends: prose, code fences, arrays, objects over several lines or several on one line
are read for the objects in them. A small model writes numbers as strings, one number in place of a list, keys in full,
or an object as Python has it: that can mean one thing only, and what is made of a line is checked afterwards. It looks
at every character once and keeps no more than one line.
"""

import ast
import json
import re
from dataclasses import dataclass
from typing import Any

#: Characters of one line; a longer one is broken.
LONGEST_LINE = 4_000

_PART = re.compile(r'[^\\"{}\n]+|\\[^\n]?|["{}\n]')
_NAMED = re.compile(
    r"""["']?\b(?:s|zin|zinnen|sentences?)["']?\s*:\s*(?:\[([0-9\s,"']*)|["']?([0-9]+)\b)""", re.IGNORECASE
)
_NUMBER = re.compile(r"[0-9]{1,6}")
#: A string of numbers alone: "3", "3, 4", "[3]", "zin 3".
_NUMBERS = re.compile(
    r"[\s\[(]*(?:zin(?:nen)?\s+)?[0-9]{1,6}(?:[\s,;&\]\[]+(?:en\s+)?[0-9]{1,6})*[\s\])]*", re.IGNORECASE
)
_LAST_COMMA = re.compile(r",(\s*[\]}])")
#: The keys, and how models write them in full.
_KEYS = {
    **dict.fromkeys(("s", "zin", "zinnen", "nummers", "sentence", "sentences"), "s"),
    **dict.fromkeys(("h", "kop", "sleutel", "heading", "section"), "h"),
    **dict.fromkeys(("t", "tekst", "text"), "t"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an answer: the spoken sentences it names (positions from 0, each once), its section and its text.

    The ``section`` of a broken line is ''. ``text`` is what the model wrote, markup and all.
    """

    sentences: tuple[int, ...]
    section: str
    text: str = ""


class LineReader:
    """Reads an answer that arrives in pieces of any size. Never raises on what a model sends."""

    def __init__(self) -> None:
        self._open: list[str] = []  # the pieces of the object that has begun
        self._length = 0
        self._in_text = False  # between quotation marks
        self._escaped = False  # the last piece ended in a backslash
        self._skipping = False  # the rest of a line that was too long

    @property
    def is_open(self) -> bool:
        """Whether the answer so far ends in the middle of a line."""
        return bool(self._open) or self._skipping

    def feed(self, piece: str) -> list[Line]:
        """Return the lines that this piece completes, broken ones that name sentences included."""
        found: list[Line] = []
        if self._escaped and piece[:1] not in ("", "\n"):
            found += self._take("\\" + piece[0])
            piece = piece[1:]
            self._escaped = False
        for part in _PART.findall(piece):
            self._escaped = part == "\\" and piece.endswith(part)
            if not self._escaped:
                found += self._take(part)
        return found

    def close(self) -> list[Line]:
        """Return what the last line names when the answer ended in the middle of it."""
        return self._broken()

    def _take(self, part: str) -> list[Line]:
        if self._skipping:
            self._skipping = part != "\n"
            return []
        if part == "{" and not self._in_text:
            found = self._broken()  # the one before, when it has no end
            self._open, self._length = [part], 1
            return found
        if not self._open:
            return []
        self._open.append(part[:LONGEST_LINE])
        self._length += len(part)
        if self._length > LONGEST_LINE:
            self._skipping = part != "\n"
            return self._broken()
        if part == '"':
            self._in_text = not self._in_text
        elif part == "}" and not self._in_text:
            return self._whole()
        elif part == "\n" and self._in_text:
            return self._broken()
        return []

    def _whole(self) -> list[Line]:
        text = "".join(self._open)
        self._forget()
        return _line(text)

    def _broken(self) -> list[Line]:
        text = "".join(self._open)
        self._forget()
        return _named(text)

    def _forget(self) -> None:
        self._open, self._length, self._in_text = [], 0, False


def _line(text: str) -> list[Line]:
    answer = _object(text)
    sentences = _positions(answer.get("s"))
    section, written = answer.get("h"), answer.get("t", "")
    if isinstance(section, list) and len(section) == 1:
        section = section[0]
    if not sentences:
        return _named(text)
    if not isinstance(section, str) or not isinstance(written, str):
        return [Line(sentences, "")]
    return [Line(sentences, section.strip(), written)]


def _object(text: str) -> dict[str, Any]:
    """Return the object with the protocol's keys; an empty one when it cannot be read."""
    for read in (json.loads, _as_python, lambda text: json.loads(_LAST_COMMA.sub(r"\1", text))):
        try:
            found = read(text)
        except (ValueError, SyntaxError, RecursionError, MemoryError, TypeError):
            continue
        if isinstance(found, dict):
            return {_KEYS.get(str(key).strip().lower(), ""): value for key, value in reversed(found.items())}
    return {}


def _as_python(text: str) -> object:
    """Return the object as Python has it, with other quotation marks and a comma before the end."""
    if "\\" in text:  # its escapes are other ones
        raise ValueError("escapes")
    return ast.literal_eval(text)


def _positions(numbers: Any) -> tuple[int, ...]:
    """Return the positions, from 0, that these numbers name; none when one of them is something else."""
    found: list[int] = []
    for number in numbers if isinstance(numbers, list) else [numbers]:
        if isinstance(number, str) and _NUMBERS.fullmatch(number):
            found += map(int, _NUMBER.findall(number))
        elif type(number) is int or (type(number) is float and number.is_integer()):
            found.append(int(number))
        else:
            return ()
    return tuple(dict.fromkeys(number - 1 for number in found))


def _named(text: str) -> list[Line]:
    """Return the sentences that a broken line names, as far as they can be read."""
    named = _NAMED.search(text)
    numbers = _NUMBER.findall(named[1] or named[2] or "") if named else []
    return [Line(tuple(dict.fromkeys(int(number) - 1 for number in numbers)), "")] if numbers else []
