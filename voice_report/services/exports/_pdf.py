"""A report as PDF, to keep and to print: PDF/A-2a (ISO 19005-2) and PDF/UA-1 (ISO 14289-1) in one file.

The compiler refuses what would break either. A report goes in as data: nothing in it is read as markup, and the
template imports nothing.
"""

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from ...errors import Invalid
from ...reporting.markdown import Block
from ._document import MEASURED, MEASURED_TITLE, Document, is_silent

_FOLDER = Path(__file__).parent / "pdf"
#: Paragraphs and items, each of which costs a tag, and characters. With this many the file takes seconds; a shift has
#: some tens, and some thousands.
_MOST_BLOCKS, _MOST_CHARACTERS = 10_000, 1_000_000

_NO_GLYPH = re.compile(r'the text `"(.+?)"` could not be displayed')
_BY_NUMBER = re.compile(r"\\u\{([0-9a-f]+)\}")
_BELONGS = "[\u0300-\u036f\u200d\u20e3\ufe0f\U0001f3fb-\U0001f3ff]+"  # to the character before


def render(document: Document) -> bytes:
    """Return the file.

    Raises ``Invalid``: code ``no_glyph`` for a character that the fonts do not have, ``too_large`` for more than
    ``_MOST_BLOCKS`` paragraphs and items or ``_MOST_CHARACTERS``.
    """
    import typst

    blocks = document.every_block
    if len(blocks) > _MOST_BLOCKS or sum(len(block.text) for block in blocks) > _MOST_CHARACTERS:
        if document.parts:
            raise Invalid("Dit dossier is te groot voor een PDF. Kies een periode, Word of tekst.", code="too_large")
        raise Invalid("Deze rapportage is te lang voor een PDF. Kies Word of tekst.", code="too_large")
    data = json.dumps(_data(document), ensure_ascii=False)
    try:
        made = typst.compile(
            _FOLDER / "report.typ",
            root=_FOLDER,
            font_paths=_fonts(),
            sys_inputs={"report": data},
            pdf_standards=["a-2a", "ua-1"],
            timestamp=document.moment.replace(microsecond=0),
        )
    except typst.TypstError as error:
        if (found := _NO_GLYPH.search(error.message)) is None:
            raise
        shown = _whole_character(_BY_NUMBER.sub(lambda number: chr(int(number[1], 16)), found[1]), data)
        what = "Een rapportage" if document.parts else "Deze rapportage"
        sentence = f"{what} heeft een teken dat niet in een PDF kan: {shown}. Kies Word of tekst."
        raise Invalid(sentence, code="no_glyph") from error
    return cast(bytes, made)


def _whole_character(part: str, data: str) -> str:
    """Return the character as people see it: the compiler names the first code point of an emoji with more."""
    found = re.search(re.escape(part) + _BELONGS, data)
    return found[0] if found else part


@lru_cache(maxsize=1)
def _fonts() -> Any:
    """Return our fonts alone: with another, a character would look different from machine to machine."""
    import typst

    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[_FOLDER / "fonts"])


def _data(document: Document) -> dict[str, Any]:
    moment = document.moment
    return {
        "author": document.author,
        "subject": document.reference or document.status,
        "keywords": [*([document.made] if document.made else []), *(f"{k}={v}" for k, v in document.mark.items())],
        "date": {name: getattr(moment, name) for name in ("year", "month", "day", "hour", "minute", "second")},
        "foot": ", ".join(filter(None, (document.title, document.reference, document.organization))),
        **_part(document),
    }


def _part(document: Document) -> dict[str, Any]:
    return {
        "title": document.title,
        "status": document.status,
        "facts": [[fact.label, fact.value] for fact in document.facts],
        "sections": [
            {"title": section.title.lines if section.title else None, "blocks": _blocks(section.blocks)}
            for section in document.sections
        ],
        "measured": {"title": MEASURED_TITLE, "head": MEASURED, "rows": document.measurements},
        "after": [line for line in (document.review, document.made) if line],
        "parts": [_part(part) for part in document.parts],
    }


def _blocks(blocks: tuple[Block, ...]) -> list[dict[str, Any]]:
    """Return the blocks with the items as lists in lists: an item has the lists below it in ``under``."""
    found: list[dict[str, Any]] = []
    open_lists: list[list[dict[str, Any]]] = []  # the items of the open list, by depth
    for block in blocks:
        if block.kind != "item":
            open_lists = []
            found.append({"kind": block.kind, "lines": block.lines, "silent": is_silent(block)})
            continue
        depth = min(block.depth, len(open_lists))
        del open_lists[depth + 1 :]
        item = {"number": block.number, "lines": block.lines, "under": []}
        is_same = len(open_lists) > depth and (open_lists[depth][-1]["number"] is None) == (block.number is None)
        if is_same:
            open_lists[depth].append(item)
            continue
        del open_lists[depth:]
        items = [item]
        if depth:
            open_lists[depth - 1][-1]["under"].append(items)
        else:
            found.append({"kind": "list", "items": items})
        open_lists.append(items)
    return found
