"""The line protocol: what a language model answers in Letterlijk and Leesbaar (reports.md, "Three ways to write").

One JSON object a line: ``{"s":[3,4],"h":"observaties","t":"De wond meet 3 bij 2 centimeter."}``. ``s`` are numbers of
spoken sentences, counted from 1; ``h`` is the key of a section; ``t``, in Leesbaar alone, is the written sentence.

The reader takes whatever a model sends: prose, code fences, arrays, objects over several lines or several on one line
are read for the objects in them. It looks at every character once and keeps no more than one line.
"""

import json
import re
from dataclasses import dataclass

#: Characters of one line; a longer one is broken.
LONGEST_LINE = 4_000

_PART = re.compile(r'[^\\"{}\n]+|\\[^\n]?|["{}\n]')
_NAMED = re.compile(r'"s"\s*:\s*\[([0-9\s,]*)')
_NUMBER = re.compile(r"[0-9]{1,6}")
_LAST_COMMA = re.compile(r",\s*\}\Z")


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
    try:
        answer = json.loads(_LAST_COMMA.sub("}", text))
    except (ValueError, RecursionError):
        return _named(text)
    numbers, section, written = answer.get("s"), answer.get("h"), answer.get("t", "")
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        return _named(text)
    sentences = tuple(dict.fromkeys(number - 1 for number in numbers))
    if not sentences or not isinstance(section, str) or not isinstance(written, str):
        return [Line(sentences, "")] if sentences else []
    return [Line(sentences, section.strip(), written)]


def _named(text: str) -> list[Line]:
    """Return the sentences that a broken line names, as far as they can be read."""
    named = _NAMED.search(text)
    numbers = _NUMBER.findall(named[1]) if named else []
    return [Line(tuple(dict.fromkeys(int(number) - 1 for number in numbers)), "")] if numbers else []
