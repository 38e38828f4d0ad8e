"""A child per step; the visible child stays mounted while the server does not know the step (concepts/dictation.md)."""

import reflex as rx

from ..scripts import script

_JS = script("components/keep_step.jsx")


class KeepStep(rx.Component):
    """Show child number ``step`` (from 1); 0 keeps the current child. So does a ``path`` of another page."""

    library = _JS
    tag = "KeepStep"
    step: rx.Var[int]
    path: rx.Var[str]


keep_step = KeepStep.create
