r"""The report's small markdown: its only specification. ``ui/kit/text/markdown.js`` parses it the same way.

A report is parsed line by line into blocks; display, copy, download and search are all built from these, so that they
agree everywhere. ``tests/unit/markdown.json`` holds the test vectors that both parsers have to meet.

==================  ==================================================================================================
heading             ``#`` to ``######`` and white space (any kind), or one line underlined with three or more ``=`` or
                    ``-``. Levels 1 and 2 are the sections of a report, deeper levels divide a section.
list item           ``-`` or ``*``, or a number and a dot, then white space. An indent of two more columns than the
                    item above is a level deeper. An indented line below an item belongs to it.
text                consecutive lines; a blank line ends it. Line breaks are kept.
rule                three or more ``-``, ``*`` or ``_`` alone on a line: a blank line.
bold, italic        ``**`` or ``__``, ``*`` or ``_``, three for both, around words of one line. Never inside a word:
                    '2*3*4' and 'jan_de_boer' stay as they are.
escape              a backslash before ASCII punctuation: that character.
==================  ==================================================================================================

Everything else is literal text: HTML, entities, links, images, tables, quotes, code, footnotes. CommonMark would hide
words in them (the address behind a link, a comment, a definition) or change their meaning: '+ 2 kg' would become a
list with a dash and '> 38 graden' a quotation. Therefore no CommonMark library is used: libraries would also parse
corner cases differently in the two languages (markdown-it, the one with a port, is 41 KB on the page). White space
around a line is ignored; characters are ``cleaned`` first.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal, NamedTuple

from ..dutch.characters import cleaned

_HEADING = re.compile(r"(#{1,6})(?=\s|$)")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_RULE = re.compile(r"([-*_])(?:\s*\1){2,}")
_ITEM = re.compile(r"(?:[-*]|(?P<number>0|[1-9][0-9]{0,8})\.)\s+")
_DEEPEST = 5  # levels of list items below the first

_MARK = re.compile(r"\\(?P<escaped>[!-/:-@\[-`{-~])|(?P<mark>\*+|_+)")

_TO_ESCAPE = re.compile(
    r"[\\`*\[\]]"  # escapes, code, emphasis, links
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis; inside a word '_' is literal
)
_LINE_START = re.compile(r"(?P<number>[0-9]+)(?P<dot>[.)])(?=\s|$)|(?P<mark>[#>+~=-])")


class Run(NamedTuple):
    """Words in one style: '', 'b' (bold), 'i' (italic) or 'bi'."""

    text: str
    style: str


@dataclass(slots=True)
class Block:
    """A heading, a text or a list item, as lines of runs.

    ``level`` is that of a heading (1 to 6), ``depth`` that of an item (0 to 5); ``number`` is an item's own, None for a
    bullet. ``first`` and ``last`` are the block's lines in ``cleaned(markdown)``, counted from 0.
    """

    kind: Literal["heading", "text", "item"]
    first: int
    last: int
    lines: list[list[Run]] = field(default_factory=list)
    level: int = 0
    depth: int = 0
    number: int | None = None

    @property
    def text(self) -> str:
        """The words, line by line, without any markup."""
        return "\n".join("".join(run.text for run in line) for line in self.lines)


def blocks(markdown: str) -> list[Block]:
    """Return the report's blocks, in order."""
    found: list[Block] = []
    growing: Block | None = None
    indents: list[int] = []  # of the open items, which may contain the next one
    for at, raw in enumerate(cleaned(markdown).split("\n")):
        line = raw.strip()
        lone_line = growing is not None and growing.kind == "text" and len(growing.lines) == 1
        if not line:
            growing = None
        elif lone_line and growing and _UNDERLINE.fullmatch(line):
            growing.kind, growing.level, growing.last = "heading", 1 if line[0] == "=" else 2, at
            growing = None
        elif _RULE.fullmatch(line):
            growing, indents = None, []
        elif heading := _HEADING.match(line):
            found.append(Block("heading", at, at, _title(line[heading.end() :]), level=len(heading[1])))
            growing, indents = None, []
        elif item := _ITEM.match(line):
            number = None if item["number"] is None else int(item["number"])
            depth = _depth(indents, _columns(raw))
            found.append(growing := Block("item", at, at, [_runs(line[item.end() :])], depth=depth, number=number))
        elif growing is not None and (growing.kind == "text" or raw[0].isspace()):
            growing.lines.append(_runs(line))
            growing.last = at
        else:
            found.append(growing := Block("text", at, at, [_runs(line)]))
            indents = []
    return found


def _with_content(found: list[Block], silent: str) -> list[Block]:
    """Return the blocks without the headings, and their ``silent``, that have nothing else below them."""
    kept: list[Block] = []
    part: list[Block] = []  # the blocks behind a heading, the last one first
    below = [False] * 7  # by level, whether a heading that follows has content
    for block in reversed(found):
        if block.kind != "heading":
            part.append(block)
            continue
        has_own = not all(_says(one, silent) for one in part)
        has_any = has_own or any(below[block.level + 1 :])
        kept += [*(part if has_own else ()), *([block] if has_any else ())]
        below[block.level :] = [has_any or below[block.level], *[False] * (6 - block.level)]
        part = []
    kept += part if not all(_says(one, silent) for one in part) else ()
    return kept[::-1]


def _says(block: Block, silent: str) -> bool:
    words = "".join(run.text for line in block.lines for run in line)
    return block.kind == "text" and len(block.lines) == 1 and words.strip().removesuffix(".").casefold() == silent


def with_words(markdown: str, *, silent: str = "") -> list[Block]:
    """Return the report's blocks that have words, without the sections that have nothing but the words ``silent``."""
    found = blocks(markdown)
    return [block for block in (_with_content(found, silent.casefold()) if silent else found) if block.lines]


def plain_text(markdown: str, *, silent: str = "") -> str:
    """Return the report as it is copied and downloaded (``as_text``), without sections that are ``silent``."""
    return as_text(with_words(markdown, silent=silent))


def as_text(shown: Iterable[Block]) -> str:
    """Return the words of these blocks as shown, items after a dash or their number.

    A heading is directly above its text and has one blank line above it; other blocks that are not adjacent in the
    report are separated by one blank line.
    """
    lines: list[str] = []
    above: Block | None = None
    for block in shown:
        apart = above is not None and above.kind != "heading" and block.first > above.last + 1
        if above is not None and (apart or block.kind == "heading"):
            lines.append("")
        lines += _plain_lines(block)
        above = block
    return "\n".join(lines) + "\n" if lines else ""


def escape(text: str, *, line_start: bool = False) -> str:
    """Return ``text`` (one line) as markdown that shows ``text``; ``line_start`` when it begins a line.

    Only characters that a markdown parser, ours or another, would read as markup get a backslash: ordinary Dutch is
    left unchanged.
    """
    escaped = _TO_ESCAPE.sub(r"\\\g<0>", text)
    if line_start and (start := _LINE_START.match(escaped)):
        escaped = f"{start['number'] or ''}\\{start['dot'] or start['mark']}{escaped[start.end() :]}"
    return escaped


def _title(rest: str) -> list[list[Run]]:
    """Return a heading's words, without the number signs that close it."""
    title = rest.strip()
    without = title.rstrip("#")
    if not without or without[-1].isspace():
        title = without.rstrip()
    return [_runs(title)] if title else []


def _columns(raw: str) -> int:
    return len(raw[: len(raw) - len(raw.lstrip())].expandtabs(4))


def _depth(indents: list[int], indent: int) -> int:
    while indents and indents[-1] > indent:
        indents.pop()
    if not indents or indent >= indents[-1] + 2:
        indents.append(indent)
    return min(len(indents) - 1, _DEEPEST)


def _runs(line: str) -> list[Run]:
    """Return the words of a line by style; an unpaired mark is a literal character."""
    pieces, spans = _pieces(line)
    if not spans:
        return [Run("".join(pieces), "")]
    bold, italic = [0] * len(pieces), [0] * len(pieces)
    for first, last, mark_length in spans:
        for levels in ([italic], [bold], [bold, italic])[mark_length - 1]:
            levels[first] += 1
            levels[last] -= 1
    runs: list[tuple[list[str], str]] = []
    for piece, in_bold, in_italic in zip(pieces, accumulate(bold), accumulate(italic), strict=True):
        style = ("b" if in_bold else "") + ("i" if in_italic else "")
        if piece and runs and runs[-1][1] == style:
            runs[-1][0].append(piece)
        elif piece:
            runs.append(([piece], style))
    return [Run("".join(words), style) for words, style in runs]


def _pieces(line: str) -> tuple[list[str], list[tuple[int, int, int]]]:
    """Split a line at its marks and escapes; return the pieces, and (first piece, last piece, mark length) per pair.

    The piece of a paired mark is empty. Runs in linear time.
    """
    pieces: list[str] = []
    spans: list[tuple[int, int, int]] = []
    waiting: list[tuple[str, int]] = []  # marks that are still unpaired, and their pieces
    count: Counter[str] = Counter()  # of those marks
    end = 0
    for found in _MARK.finditer(line):
        pieces.append(line[end : found.start()])
        end, mark = found.end(), found["mark"]
        if mark is None:
            pieces.append(found["escaped"])
            continue
        opens, closes = _flanks(line[found.start() - 1 : found.start()], line[end : end + 1])
        if closes and count[mark]:
            while True:
                other, first = waiting.pop()
                count[other] -= 1
                if other == mark:
                    break
            spans.append((first, len(pieces), len(mark)))
            pieces[first] = mark = ""
        elif opens and len(mark) <= 3:
            waiting.append((mark, len(pieces)))
            count[mark] += 1
        pieces.append(mark)
    pieces.append(line[end:])
    return pieces, spans


def _flanks(before: str, after: str) -> tuple[bool, bool]:
    """Return whether a mark between these characters (empty at an end of the line) can open, and can close."""
    opens = after != "" and not after.isspace() and not before.isalnum()
    closes = before != "" and not before.isspace() and not after.isalnum()
    return opens, closes


def _plain_lines(block: Block) -> list[str]:
    first, *others = block.text.split("\n")
    if block.kind != "item":
        return [first, *others]
    margin = "  " * block.depth
    marker = "-" if block.number is None else f"{block.number}."
    return [f"{margin}{marker} {first}", *(f"{margin}  {line}" for line in others)]
