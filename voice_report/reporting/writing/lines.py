"""The line protocol: what a language model answers in Letterlijk and Leesbaar (concepts/reports.md "Four styles").

One JSON object a line: ``{"s":[3,4],"h":"observaties","t":"De wond meet 3 bij 2 centimeter."}``. ``s`` are numbers of
spoken sentences, counted from 1; ``h`` is the key of a section; ``t``, in Leesbaar alone, is the written sentence.

The reader takes whatever a model sends: prose, code fences, arrays, objects over several lines or several on one line
are read for the objects in them. A small model writes numbers as strings, one number in place of a list, keys in full,
or an object as Python has it: that can mean one thing only, and what is made of a line is checked afterwards. An object
with words behind it on the same line is one that the model talks about, so it is broken. The reader looks at every
character once and keeps no more than one line and what stands before it.
"""

import ast
import json
import re
from dataclasses import dataclass, field, replace
from typing import Any

#: Characters of one line; a longer one is broken.
LONGEST_LINE = 4_000
_LONGEST_BETWEEN = 1_000  # characters before a line that are kept, the last ones
_LONGEST_RANGE = 1_000  # sentences

_PART = re.compile(r'[^\\"{}\n]+|\\[^\n]?|["{}\n]')
#: What may stand behind an object on its line: the rest of the JSON around it, a comment, the end of a code block.
_ENDS = re.compile(r"""[\s\],};]*(?:["/#`].*|(?:[^\w<]|\d)*)""", re.DOTALL)
_NAMED = re.compile(
    r"""["']?\b(?:s|zin|zinnen|sentences?)["']?\s*:\s*(?:\[((?:[0-9\s,"'#\[–-]|t/m)*)|["']?([0-9]+)\b)""", re.IGNORECASE
)
_TO = r"\s*(?:-|–|t/m|tot en met)\s*"
#: 3, 3.0, and 3-5.
_NUMBER = re.compile(rf"([0-9]{{1,6}})(?:\.0+)?(?:{_TO}([0-9]{{1,6}}))?", re.IGNORECASE)
#: A string of such numbers alone: "3", "3, 4", "[3]", "zin 3", "#3", "3 t/m 5".
_NUMBERS = re.compile(
    rf"[\s\[(#]*(?:zin(?:nen)?\s+)?{_NUMBER.pattern}(?:[\s,;&\]\[#]+(?:en\s+|zin\s+)?{_NUMBER.pattern})*[\s\])]*",
    re.IGNORECASE,
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

    The ``section`` of a broken line is ''. ``text`` is what the model wrote, markup and all. ``behind`` is what stands
    before it, up to the line before; of much the end.
    """

    sentences: tuple[int, ...]
    section: str
    text: str = ""
    behind: str = field(default="", compare=False)


class LineReader:
    """Reads an answer that arrives in pieces of any size. Never raises on what a model sends."""

    def __init__(self) -> None:
        self._open: list[str] = []  # the pieces of the object that has begun
        self._length = 0
        self._in_text = False  # between quotation marks
        self._escaped = False  # the last piece ended in a backslash
        self._skipping = False  # the rest of a line that was too long
        self._between = ""  # what came since the last line that was found
        self._waiting: list[Line] = []  # a whole line, until it is known what is behind it

    @property
    def is_open(self) -> bool:
        """Whether the answer so far ends in the middle of a line."""
        return bool(self._open) or self._skipping

    def feed(self, piece: str) -> list[Line]:
        """Return the lines that this piece ends, by a line break or the next one; broken ones only if they name any."""
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
        """Return the last line; what it names when the answer ended in the middle of it."""
        return self._ended() + self._broken()

    def _take(self, part: str) -> list[Line]:
        if self._skipping:
            self._skipping = part != "\n"
            return []
        if part == "{" and not self._in_text:
            found = self._ended() + self._broken()  # the one before, when it has no end
            self._open, self._length = [part], 1
            return found
        if not self._open:
            found = self._ended() if part == "\n" else []
            self._between = (self._between + part)[-_LONGEST_BETWEEN:]
            return found
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
        self._waiting = self._placed(_line(text))
        return []

    def _broken(self) -> list[Line]:
        text = "".join(self._open)
        self._forget()
        return self._placed(_named(text))

    def _placed(self, found: list[Line]) -> list[Line]:
        """Return the line with what stands before it."""
        if not found:
            return []
        behind, self._between = self._between, ""
        return [replace(one, behind=behind) for one in found]

    def _ended(self) -> list[Line]:
        """Return the line that waits, now that what is behind it has come."""
        found, self._waiting = self._waiting, []
        return found if _ENDS.fullmatch(self._between) else [replace(one, section="", text="") for one in found]

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
            found += _in_words(number)
        elif isinstance(number, list) and (inner := _positions(number)):  # [[1, 2]]
            found += [at + 1 for at in inner]
        elif type(number) is int or (type(number) is float and number.is_integer()):
            found.append(int(number))
        else:
            return ()
    return tuple(dict.fromkeys(number - 1 for number in found))


def _in_words(text: str) -> list[int]:
    """Return the numbers in a text, those of '3-5' and '3 t/m 5' with what is between them."""
    found: list[int] = []
    for first, last in _NUMBER.findall(text):
        found += range(int(first), min(int(last or first), int(first) + _LONGEST_RANGE) + 1)
    return found


def _named(text: str) -> list[Line]:
    """Return the sentences that a broken line names, as far as they can be read."""
    named = _NAMED.search(text)
    numbers = _in_words(named[1] or named[2] or "") if named else []
    return [Line(tuple(dict.fromkeys(number - 1 for number in numbers)), "")] if numbers else []
