"""The part of the stylesheet that a page needs for its first paint.

The whole stylesheet dresses every page and every dialog, menu and toast on it. What a page shows before any script has
run needs a third of that, so this third goes first; the whole follows at the end of the page, where it hides in a
template and costs next to nothing on the wire (compression sees the same text twice), and is put on after the first
frame, before anything else can appear. It then stands last, so that nothing but its own order decides.
"""

import re
from collections.abc import Iterator

_CLASS_ATTRIBUTE = re.compile(r'\bclass="([^"]*)"')
_CLASS = re.compile(r"\.((?:[\w-]|\\.)+)")
_FUNCTION = re.compile(r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)")
_CONDITIONAL = ("@media", "@supports", "@layer", "@container")

#: Worn by the document before its first paint, by choice of the visitor.
_BY_SCRIPT = {"light", "dark"}

#: Runs at the end of the body: two frames, so that the first one is on the screen.
_PUT_ON = (
    '(function(){var t=document.getElementById("whole-style");function put(){var s=document.createElement("style");'
    "s.textContent=t.content.textContent;document.head.append(s)}"
    "requestAnimationFrame(function(){setTimeout(put)});})()"
)


def needed(css: str, html: str) -> str:
    """Return the rules of a minified stylesheet that could apply to this page as it is built."""
    worn = _BY_SCRIPT | {name for names in _CLASS_ATTRIBUTE.findall(html) for name in names.split()}
    return "".join(_kept(css, worn))


def whole(css: str) -> str:
    """Return what stands at the end of the page: the whole stylesheet, and the script that puts it on."""
    return f'<template id="whole-style">{css}</template><script>{_PUT_ON}</script>'


def _kept(css: str, worn: set[str]) -> Iterator[str]:
    for head, body in _rules(css):
        if head.startswith(_CONDITIONAL):
            inner = "".join(_kept(body, worn))
            if inner:
                yield f"{head}{{{inner}}}"
        elif head.startswith("@") or any(_fits(selector, worn) for selector in _split(head)):
            yield f"{head}{{{body}}}" if body else head


def _fits(selector: str, worn: set[str]) -> bool:
    """Tell whether every class the selector asks for is worn by something; what it excludes does not count."""
    asked = _CLASS.findall(_FUNCTION.sub("", selector))
    return all(name.replace("\\", "") in worn for name in asked)


def _split(selectors: str) -> list[str]:
    """Split a selector list at its commas, those within brackets apart."""
    return re.split(r",(?![^(\[]*[)\]])", selectors)


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """Give each rule as what stands before its braces and what stands in them; statements (``@import``) without."""
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
    """Return where the brace opened here is closed; braces within quotes do not count."""
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
