"""Add to a section of an existing report, which the user may have edited."""

from collections.abc import Sequence
from itertools import takewhile

from ...core.texts import NIET_BESPROKEN
from ...dutch.characters import cleaned
from ..markdown import Block, blocks, escape
from ..templates import Section


def with_sentences(report: str, section: Section, sentences: Sequence[str]) -> str:
    """Return the report (markdown) with sentences at the end of a section; a section that is gone comes last."""
    if not sentences:
        return report
    lines = cleaned(report).rstrip("\n").split("\n")
    found = blocks(report)
    heading = _heading(found, section)
    if heading is None:
        return "\n".join([*lines, "", f"## {section.title}", "", *_lines(section, sentences)]).lstrip("\n") + "\n"
    body = list(takewhile(lambda one: one.kind != "heading", found[heading + 1 :]))
    if not body:
        after = found[heading].last + 1
        lines[after:after] = ["", *_lines(section, sentences)]
    elif len(body) == 1 and body[0].text.strip().rstrip(".") == NIET_BESPROKEN:
        lines[body[0].first : body[0].last + 1] = _lines(section, sentences)
    elif body[-1].kind == "item":
        after = body[-1].last + 1
        lines[after:after] = _items(sentences)
    else:
        lines[body[-1].last] += "".join(f" {escape(sentence)}" for sentence in sentences)
    return "\n".join(lines) + "\n"


def with_body(report: str, section: Section, body: str) -> str:
    """Return the report (markdown) with more markdown at the beginning of a section; one that is gone comes last."""
    lines, found = cleaned(report).rstrip("\n").split("\n"), blocks(report)
    heading = _heading(found, section)
    if heading is None:
        return "\n".join([*lines, "", f"## {section.title}", "", body]).lstrip("\n") + "\n"
    after = found[heading].last + 1
    return "\n".join([*lines[:after], "", body, "", *lines[after:]]) + "\n"


def _heading(found: list[Block], section: Section) -> int | None:
    title = section.title.casefold()
    return next((at for at, one in enumerate(found) if one.kind == "heading" and one.text.casefold() == title), None)


def _lines(section: Section, sentences: Sequence[str]) -> list[str]:
    """Return the sentences as the section's form has them: an item each, or one after the other."""
    if section.form == "lijst":
        return _items(sentences)
    first, *rest = sentences
    return [" ".join([escape(first, line_start=True), *map(escape, rest)])]


def _items(sentences: Sequence[str]) -> list[str]:
    return [f"- {escape(sentence, line_start=True)}" for sentence in sentences]
