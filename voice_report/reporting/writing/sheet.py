"""Sentences under the headings of a template, as markdown."""

from collections.abc import Iterable

from ...core.texts import NIET_BESPROKEN
from ..markdown import escape
from ..templates import ReportTemplate


def markdown(template: ReportTemplate, placed: Iterable[tuple[str, str]], *, empty: str = NIET_BESPROKEN) -> str:
    """Return the report with these sentences (text, key of the section), each on one line, in the order given.

    ``empty`` is the body of a section without sentences.
    """
    said: dict[str, list[str]] = {section.key: [] for section in template.sections}
    for text, key in placed:
        said[key].append(text)
    bodies = ((one.title, _body(said[one.key], as_list=one.form == "lijst") or empty) for one in template.sections)
    return "\n\n".join(f"## {title}\n\n{body}" for title, body in bodies) + "\n"


def _body(said: list[str], *, as_list: bool) -> str:
    if as_list:
        return "\n".join(f"- {escape(text, line_start=True)}" for text in said)
    return " ".join(escape(text, line_start=at == 0) for at, text in enumerate(said))
