"""Sentences under the headings of a template, as markdown."""

from collections.abc import Iterable, Sequence

from ...core.texts import NIET_BESPROKEN
from ..markdown import escape
from ..templates import ReportTemplate, Section


def markdown(template: ReportTemplate, placed: Iterable[tuple[str, str]], *, empty: str = NIET_BESPROKEN) -> str:
    """Return the report with these sentences (text, key of the section), each on one line, in the order given.

    ``empty`` is the body of a section without sentences.
    """
    said: dict[str, list[str]] = {section.key: [] for section in template.sections}
    for text, key in placed:
        said[key].append(text)
    parts = ((one.title, body(one, said[one.key], empty=empty)) for one in template.sections)
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in parts) + "\n"


def body(section: Section, said: Sequence[str], *, empty: str = NIET_BESPROKEN) -> str:
    """Return sentences as the section's form has them: an item each, or one after the other."""
    if section.form == "lijst":
        return "\n".join(f"- {escape(text, line_start=True)}" for text in said) or empty
    return " ".join(escape(text, line_start=at == 0) for at, text in enumerate(said)) or empty


def is_empty(text: str) -> bool:
    """Return whether a body only says that nothing was said."""
    return text.strip().rstrip(".") == NIET_BESPROKEN
