"""'Afdrukken': prints one sheet of a page. The page's own style says how it looks on paper."""

from typing import Any

import reflex as rx

from ..scripts import script
from .icon import icon


class PrintButton(rx.Component):
    """A button that marks the element around it that matches ``within`` (``data-printed``), and prints."""

    library = script("components/print_button.jsx")
    tag = "PrintButton"

    within: rx.Var[str]
    label: rx.Var[str]


def print_button(within: str, *, what: Any) -> rx.Component:
    """Show the button; ``what`` follows its label in the accessible name."""
    words = "Afdrukken"
    label = words + ": " + what
    return PrintButton.create(icon("print"), words, within=within, label=label, class_name="button secondary small")
