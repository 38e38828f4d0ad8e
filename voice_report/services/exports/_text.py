"""A report as plain text: for whatever takes only that."""

from ...reporting.markdown import as_text
from ..shared import export
from ._document import Document


def render(document: Document) -> bytes:
    """Return the file, in UTF-8: the head, the words as they are copied, and who signed them off."""
    head = [document.title, document.status, *(fact.line for fact in document.facts), document.made]
    words = export.with_review(as_text(document.blocks), document.review)
    return ("\n".join(filter(None, head)) + f"\n\n{words}").encode()
