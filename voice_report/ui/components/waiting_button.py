"""A button for what costs money: while the connection is lost it waits visibly, and the press can be taken back."""

from typing import Any

import reflex as rx
from reflex_components_core.core.banner import has_connection_errors

from ..scripts import script


class WaitingButton(rx.Component):
    """Calls ``on_go`` when the server is there; until then it shows 'Wacht op verbinding…' with 'Niet meer doen'."""

    library = script("components/waiting_button.jsx")
    tag = "WaitingButton"

    words: rx.Var[str]
    disabled: rx.Var[bool]
    lost: rx.Var[bool]

    on_go: rx.EventHandler[rx.event.no_args_event_spec]


def waiting_button(words: Any, *, class_name: Any = "button primary", **props: Any) -> rx.Component:
    """Return a button that does not act later by itself."""
    return WaitingButton.create(words=words, lost=has_connection_errors, class_name=class_name, **props)
