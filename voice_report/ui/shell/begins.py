"""The marker of links that start a recording at one press: the dashboard's microphone, every 'Nieuwe rapportage', and
'Volgende rapportage' (``islands/recorder/session/asked.js``)."""

import reflex as rx

from .session import SessionState


def begins() -> dict[str, rx.Var[str]]:
    """Return the attribute of a link or button that leads to an empty recording step. Without credits the step waits:
    it says so before the user talks."""
    return {"data-records": rx.cond(SessionState.no_credits, "", "true")}
