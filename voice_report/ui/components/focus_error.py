"""Focus on the first field with an error, as after a refused form (WCAG 3.3.1)."""

from typing import Any

import reflex as rx

from ..scripts import script


class FocusError(rx.Component):
    """Nothing on the screen; ``round`` counts the refusals of the page's form, 0 for none."""

    library = script("components/focus_error.jsx")
    tag = "FocusError"

    round: rx.Var[int]


def focus_error(round: Any) -> rx.Component:
    """Move the focus to the first field with an error when ``round`` changes."""
    return FocusError.create(round=round)
