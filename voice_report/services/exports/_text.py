"""A report as plain text: for whatever takes only that."""

from collections.abc import Iterable

from ...reporting.markdown import as_text
from ..shared import export
from ._document import MEASURED_TITLE, Document


def render(document: Document) -> bytes:
    """Return the file, in UTF-8: the head, the words as they are copied, and who signed them off."""
    head = [document.title, document.status, *(fact.line for fact in document.facts), document.made]
    words = export.with_review(as_text(document.blocks) + measured(document.measurements), document.review)
    return ("\n".join(filter(None, head)) + f"\n\n{words}").encode()


def measured(rows: Iterable[tuple[str, ...]]) -> str:
    """Return measured values as lines under their title: 'Bloeddruk: 160/98 mmHg, zittend (Anna de Vries)'; '' without
    any."""
    lines = []
    for name, value, unit, time, details, author in rows:
        said = ", ".join(filter(None, (f"{value} {unit}".strip(), time, details)))
        lines.append(f"{name}: {said} ({author})\n")
    return f"\n{MEASURED_TITLE}\n{''.join(lines)}" if lines else ""
