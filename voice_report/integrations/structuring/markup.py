"""Put plain words into markdown so that rendering shows exactly those words.

The transcript may hold characters that mean something in markdown ('*', '#', a line '## Situatie'). They are escaped
with a backslash, only where a renderer would read them as markup: ordinary spoken Dutch goes through untouched. The
escapes are the ones that the report's paper shows, and the plain copy and download write, as the bare character. HTML
needs none: it is nowhere read as anything but characters.
"""

import re

_INLINE = re.compile(
    r"[\\`*\[\]]"  # escapes, code, emphasis, links
    r"|(?<![^\W_])_|_(?![^\W_])"  # emphasis; inside a word '_' is only itself
)
_LINE_START = re.compile(r"(?P<number>\d+)(?P<dot>[.)])(?=\s|$)|(?P<mark>[#>+~-])")


def escape(text: str, *, line_start: bool = False) -> str:
    """Return ``text`` (one line) as markdown that renders as ``text``; ``line_start`` when it begins a line."""
    escaped = _INLINE.sub(r"\\\g<0>", text)
    if line_start and (block := _LINE_START.match(escaped)):
        escaped = f"{block['number'] or ''}\\{block['dot'] or block['mark']}{escaped[block.end() :]}"
    return escaped
