"""A report written from a language model's lines, each bound to spoken sentences (concepts/reports.md "Four styles").

Pure: no model, no storage, no settings. ``LineReader`` reads the answer, ``Writer`` makes the report of it: what a
model gets wrong is replaced by what was said.
"""

from .labels import BUT_A_SECTION, BY_THE_RULES, NO_LINES, REFUSED, WITHOUT_AI
from .lines import LONGEST_LINE, Line, LineReader
from .sheet import markdown
from .writer import Statement, Style, Writer

__all__ = [
    "BUT_A_SECTION",
    "BY_THE_RULES",
    "LONGEST_LINE",
    "NO_LINES",
    "REFUSED",
    "WITHOUT_AI",
    "Line",
    "LineReader",
    "Statement",
    "Style",
    "Writer",
    "markdown",
]
