"""The mark of what begins a recording at one press: the dashboard's microphone, 'Volgende rapportage' (session.js)."""

import reflex as rx

from ....session import SessionState
from .state import WizardState


def begins() -> dict[str, rx.Var[str]]:
    """Return the attribute of a link or button that leads to an empty recording step. Without credits the step waits:
    it says so before somebody talks."""
    return {"data-begins": rx.cond(SessionState.no_credits, "", WizardState.visit.to_string())}
