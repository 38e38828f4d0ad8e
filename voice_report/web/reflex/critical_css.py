"""Critical CSS: the part of the stylesheet that a page needs for its first paint.

The full stylesheet covers every page and every dialog, menu and toast. The page as it is before any script has run
needs a third of it, so this third is in the page itself. The full stylesheet is a file, which a browser fetches after
the first frame (``first_frame``) and keeps for the next pages. It is applied before anything else can appear, and it
comes after the third, so that only its own order decides the cascade.
"""

import re
from collections.abc import Iterator

_CLASS_ATTRIBUTE = re.compile(r'\bclass="([^"]*)"')
_CLASS = re.compile(r"\.((?:[\w-]|\\.)+)")
_FUNCTION = re.compile(r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)")
_CONDITIONAL = ("@media", "@supports", "@layer", "@container")

#: Classes set on the document before its first paint, by the visitor's choice; and of the notice that the full
#: stylesheet, or a script, was lost (``chunk_reload``).
_BY_SCRIPT = {"light", "dark", "connection-notice", "lost-files", "button", "secondary", "small"}


def needed(css: str, html: str) -> str:
    """Return the rules of a minified stylesheet that can match elements of this page as built."""
    worn = _BY_SCRIPT | {name for names in _CLASS_ATTRIBUTE.findall(html) for name in names.split()}
    return "".join(_kept(css, worn))


def _kept(css: str, worn: set[str]) -> Iterator[str]:
    for head, body in _rules(css):
        if head.startswith(_CONDITIONAL):
            inner = "".join(_kept(body, worn))
            if inner:
                yield f"{head}{{{inner}}}"
        elif head.startswith("@") or any(_fits(selector, worn) for selector in _split(head)):
            yield f"{head}{{{body}}}" if body else head


def _fits(selector: str, worn: set[str]) -> bool:
    """Return whether every class in the selector is in ``worn``; classes within ``:not()`` and the like are ignored."""
    asked = _CLASS.findall(_FUNCTION.sub("", selector))
    return all(name.replace("\\", "") in worn for name in asked)


def _split(selectors: str) -> list[str]:
    """Split a selector list at its commas, except those within brackets."""
    return re.split(r",(?![^(\[]*[)\]])", selectors)


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """Yield each rule as (prelude, body); for at-rules without a block (``@import``) the body is empty."""
    start = position = 0
    while position < len(css):
        character = css[position]
        if character == ";" and css[start] == "@":
            yield css[start : position + 1], ""
            start = position + 1
        elif character == "{":
            end = _closing(css, position)
            yield css[start:position], css[position + 1 : end]
            start = position = end + 1
            continue
        position += 1


def _closing(css: str, opening: int) -> int:
    """Return the position of the matching closing brace; braces within quotes are ignored. Raises ``ValueError``."""
    depth, quote, position = 0, "", opening
    while position < len(css):
        character = css[position]
        if character == "\\":
            position += 1
        elif quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in "{}":
            depth += 1 if character == "{" else -1
            if depth == 0:
                return position
        position += 1
    raise ValueError("A brace of the stylesheet is never closed.")
