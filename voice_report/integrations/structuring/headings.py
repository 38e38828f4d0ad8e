"""Check that an answer is a report: the fixed headings, all of them, once, in order, none of them empty."""

import re

from ...core.texts import NIET_BESPROKEN
from ...dutch.characters import cleaned
from ...errors import Unavailable
from ...reporting.markdown import Block, blocks, plain_text
from ...reporting.templates import ReportTemplate

#: What the user reads when there is no usable concept (decisions/0001).
SENTENCE = "Kon concept niet genereren"

_FENCES = ("```", "~~~")
_CLOSING_MARKS = " \t#*_:"
_LONGEST_TITLE = 100
_LONGEST_INTRODUCTION = 200
_LONGEST_REMARK = 400  # characters behind a code block
_NUMBER = r"\d{1,2}[.)][ \t]+"


def check(markdown: str, template: ReportTemplate) -> str:
    """Return the report with its headings as the template writes them; raise ``Unavailable`` when it is invalid.

    Headings are those that the page shows (``reporting.markdown``); without any of these, lines that begin with a
    heading in bold or with a colon. A code fence around the whole, or the end of one that began before, with what is
    remarked behind it, a title and one line of introduction ('Hier is het verslag:') are removed; anything else before
    the first heading might be content, so it makes the report invalid. Also invalid: a heading that is missing,
    repeated (also inside a section), unknown or out of order, an empty section, a code block, or nothing said in any
    section.
    """
    names = [heading.casefold() for heading in template.headings]
    text = cleaned(markdown).strip()
    text = _unfenced(text)
    if any(line.lstrip().startswith(_FENCES) for line in text.split("\n")):
        raise Unavailable(SENTENCE)
    found = blocks(text)
    if not any(block.kind == "heading" and _name(block, names) in names for block in found):
        text = _with_headings(text, template)
        found = blocks(text)
    if _is_title(found, names):
        found = found[1:]
    if found and _is_introduction(found[0]):
        found = found[1:]
    sections = [block for block in found if block.kind == "heading" and block.level <= 2]
    if [_name(block, names) for block in sections] != names or found[0] is not sections[0]:
        raise Unavailable(SENTENCE)
    if any(block.kind == "heading" and block.level > 2 and _name(block, names) in names for block in found):
        raise Unavailable(SENTENCE)
    bodies = _bodies(text, sections)
    words = [plain_text(body) for body in bodies]
    if not all(re.search(r"\w", said) for said in words):
        raise Unavailable(SENTENCE)
    if all(said.strip(" .*_-\n").casefold() == NIET_BESPROKEN.casefold() for said in words):
        raise Unavailable(SENTENCE)
    return "\n\n".join(f"## {title}\n\n{body}" for title, body in zip(template.headings, bodies, strict=True)) + "\n"


def _unfenced(text: str) -> str:
    """Return what is in the code block that is the whole answer: of what is around it, it is none."""
    lines = text.split("\n")
    fences = [at for at, line in enumerate(lines) if line.lstrip().startswith(_FENCES)]
    if not 1 <= len(fences) <= 2 or fences == [0]:
        return text
    first, end = fences[0] if len(fences) == 2 else -1, fences[-1]
    before, behind = blocks("\n".join(lines[: max(0, first)])), blocks("\n".join(lines[end + 1 :]))
    is_whole = not before or (len(before) == 1 and _is_introduction(before[0]))
    is_remark = (
        all(block.kind == "text" for block in behind) and sum(len(one.text) for one in behind) <= _LONGEST_REMARK
    )
    return "\n".join(lines[first + 1 : end]).strip() if is_whole and is_remark else text


def _with_headings(text: str, template: ReportTemplate) -> str:
    """Return the text with a heading for each line that begins with one in bold or with a colon."""
    titles = "|".join(sorted(map(re.escape, template.headings), key=len, reverse=True))
    line = re.compile(
        rf"^[ \t]*(?:{_NUMBER})?(?P<bold>[*_]{{0,3}})(?:{_NUMBER})?(?P<title>{titles})[ \t]*(?P<inside>:?)"
        r"[ \t]*(?P=bold)[ \t]*(?P<behind>:?)[ \t]*(?P<rest>.*)$",
        re.MULTILINE | re.IGNORECASE,
    )

    def heading(found: re.Match[str]) -> str:
        has_colon = found["inside"] or found["behind"]
        is_heading = has_colon or (found["bold"] and not found["rest"])
        return f"\n## {found['title']}\n\n{found['rest']}" if is_heading else found[0]

    return line.sub(heading, text).strip()


def _name(heading: Block, names: list[str]) -> str:
    name = heading.text.strip(_CLOSING_MARKS).casefold()
    return name if name in names else re.sub(rf"\A{_NUMBER}", "", name)


def _is_title(found: list[Block], names: list[str]) -> bool:
    """Return whether the answer starts with a title: a heading of the first level that is not one of the report's."""
    if not found or found[0].kind != "heading" or found[0].level != 1:
        return False
    return len(found[0].text) <= _LONGEST_TITLE and _name(found[0], names) not in names


def _is_introduction(block: Block) -> bool:
    text = block.text
    return block.kind == "text" and len(text) <= _LONGEST_INTRODUCTION and text.endswith(":") and "\n" not in text


def _bodies(text: str, sections: list[Block]) -> list[str]:
    lines = text.split("\n")
    ends = [block.first for block in sections[1:]] + [len(lines)]
    return ["\n".join(lines[block.last + 1 : end]).strip() for block, end in zip(sections, ends, strict=True)]
