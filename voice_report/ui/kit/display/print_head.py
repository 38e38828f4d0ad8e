"""The head of a report on paper: whom it is about, and where it comes from."""

from typing import Any

import reflex as rx


def print_head(words: Any) -> rx.Component:
    """Show a list of words, two in a line, on paper only; empty ones keep their place.

    They are no text of the page, where each of them is written already.
    """
    return rx.el.div(
        rx.foreach(words, lambda one: rx.el.span(custom_attrs={"data-text": one})), class_name="print-head num"
    )
