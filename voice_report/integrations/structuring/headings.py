"""Whether an answer is a report: the fixed headings, all of them, once, in order, each with something under it."""

import re

from ...errors import Unavailable
from ...texts import NIET_BESPROKEN, REPORT_HEADINGS

#: What the user reads when there is no usable concept (spec section 8).
SENTENCE = "Kon concept niet genereren"

_WHOLE_FENCE = re.compile(r"```(?:markdown|md)?[ \t]*\n(?P<inside>.*)\n```", re.DOTALL | re.IGNORECASE)
_FENCE_LINE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_TOP_HEADING = re.compile(r"^ {0,3}#{1,2}(?P<title>(?:[ \t][^\n]*+)?)$", re.MULTILINE)
_CLOSING_MARKS = " \t#*_:"
_PREAMBLE = re.compile(r"(?:#[ \t][^\n]{1,100})?\s*(?:[^\n#]{1,200}:)?")
_LONGEST_PREAMBLE = 320  # characters


def check(markdown: str) -> str:
    """Return the report with its headings written as '## Situatie' and so on; raise ``Unavailable`` when it is none.

    A code fence around the whole, a title and one line of introduction ('Hier is het verslag:') are taken off; anything
    else in front of the first heading might be content, so then it is no report. Not a report either: a heading that
    is missing, repeated, unknown or out of order, an empty section, a code block, or nothing said in any section.
    """
    text = markdown.replace("\r\n", "\n").strip()
    if fenced := _WHOLE_FENCE.fullmatch(text):
        text = fenced["inside"].strip()
    if _FENCE_LINE.search(text):
        raise Unavailable(SENTENCE)
    found = list(_TOP_HEADING.finditer(text))
    if len(found) == len(REPORT_HEADINGS) + 1 and not found[0].start() and found[0][0].lstrip().startswith("# "):
        found = found[1:]  # a title above the report
    titles = [heading["title"].strip(_CLOSING_MARKS).casefold() for heading in found]
    if titles != [heading.casefold() for heading in REPORT_HEADINGS]:
        raise Unavailable(SENTENCE)
    preamble = text[: found[0].start()].strip()
    if len(preamble) > _LONGEST_PREAMBLE or not _PREAMBLE.fullmatch(preamble):
        raise Unavailable(SENTENCE)
    ends = [heading.start() for heading in found[1:]] + [len(text)]
    bodies = [text[heading.end() : end].strip() for heading, end in zip(found, ends, strict=True)]
    if not all(re.search(r"\w", body) for body in bodies):
        raise Unavailable(SENTENCE)
    if all(body.strip(" .*_-").casefold() == NIET_BESPROKEN.casefold() for body in bodies):
        raise Unavailable(SENTENCE)
    return "\n\n".join(f"## {title}\n\n{body}" for title, body in zip(REPORT_HEADINGS, bodies, strict=True)) + "\n"
