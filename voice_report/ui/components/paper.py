"""The report as a sheet of paper; its content is never interpreted as HTML (security.md S24)."""

from typing import Any

import reflex as rx

from ..scripts import script

_JS = script("components/paper.jsx")


class Paper(rx.Component):
    """The report's markdown (``reporting.markdown``) as a sheet of paper; HTML in it is shown as plain text."""

    library = _JS
    tag = "Paper"

    markdown: rx.Var[str]
    heading: rx.Var[str]
    date: rx.Var[str]
    author: rx.Var[str]
    streaming: rx.Var[bool]
    label: rx.Var[str]
    words: rx.Var[str]


def paper(
    markdown: Any,
    *,
    heading: Any = "",
    date: Any = "",
    author: Any = "",
    streaming: Any = False,
    label: str = "Rapportage",
    words: Any = "",
) -> rx.Component:
    """Show a report. ``heading``, ``date`` and ``author`` fill its head; ``streaming`` shows that more text follows.

    ``words`` that were searched for are marked.
    """
    return Paper.create(
        markdown=markdown, heading=heading, date=date, author=author, streaming=streaming, label=label, words=words
    )
