"""Add to a section of a report that is there already, and that somebody may have edited."""

from ..characters import cleaned
from ..markdown import Block, blocks, escape
from ..report_templates import Section
from ..texts import NIET_BESPROKEN


def with_sentence(report: str, section: Section, sentence: str) -> str:
    """Return the report (markdown) with a sentence at the end of a section; a section that is gone comes last."""
    lines = cleaned(report).rstrip("\n").split("\n")
    found = blocks(report)
    heading = _heading(found, section)
    if heading is None:
        return "\n".join([*lines, "", f"## {section.title}", "", _line(section, sentence)]).lstrip("\n") + "\n"
    body = []
    for one in found[heading + 1 :]:
        if one.kind == "heading":
            break
        body.append(one)
    if not body:
        lines[found[heading].last + 1 : found[heading].last + 1] = ["", _line(section, sentence)]
    elif len(body) == 1 and body[0].text.strip().rstrip(".") == NIET_BESPROKEN:
        lines[body[0].first : body[0].last + 1] = [_line(section, sentence)]
    elif body[-1].kind == "item":
        lines.insert(body[-1].last + 1, f"- {escape(sentence, line_start=True)}")
    else:
        lines[body[-1].last] += f" {escape(sentence)}"
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


def _line(section: Section, sentence: str) -> str:
    return ("- " if section.form == "lijst" else "") + escape(sentence, line_start=True)
