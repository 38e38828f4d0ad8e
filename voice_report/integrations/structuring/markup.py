"""Put plain words into markdown so that rendering shows exactly those words, and get them back.

The transcript may hold characters that mean something in markdown ('*', '#', '<b>', a line '## Situatie'). They are
escaped with a backslash, only where a renderer would read them as markup: ordinary spoken Dutch goes through untouched.
``plain`` is the inverse, for a copy or a .txt. Raw HTML is off in the renderer besides.
"""

import re

_INLINE = re.compile(
    r"[\\`*\[\]~$]"  # escapes, code, emphasis, links, strikethrough, formulas
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis; inside a word '_' is only itself
    r"|<(?=[A-Za-z/!?])"  # tags, comments, autolinks
    r"|&(?=#?\w+;)"  # entities
)
_LINE_START = re.compile(r"(?P<number>\d{1,9})(?P<dot>[.)])(?=\s|$)|(?P<mark>[#>+=|:-])")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def escape(text: str, *, line_start: bool = False) -> str:
    """Return ``text`` (one line) as markdown that renders as ``text``; ``line_start`` when it begins a line."""
    escaped = _INLINE.sub(r"\\\g<0>", text)
    if line_start and (block := _LINE_START.match(escaped)):
        escaped = f"{block['number'] or ''}\\{block['dot'] or block['mark']}{escaped[block.end() :]}"
    return escaped


def plain(markdown: str) -> str:
    """Return ``markdown`` with its backslash escapes undone."""
    return _ESCAPED.sub(r"\1", markdown)
