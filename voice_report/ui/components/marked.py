"""A text with the words that were searched for marked; HTML in it is shown as plain text."""

from typing import Any

import reflex as rx

from ..scripts import script


class Marked(rx.Component):
    """``text``, in which every one of ``words`` is marked wherever it occurs."""

    library = script("components/marked.jsx")
    tag = "Marked"

    text: rx.Var[str]
    words: rx.Var[str]


def marked(text: Any, words: Any) -> rx.Component:
    """Show the text with the words marked."""
    return Marked.create(text=text, words=words)
