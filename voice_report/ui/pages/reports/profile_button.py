"""'Profiel: Per kop' above the fields of a report, and the list that it opens."""

import reflex as rx

from ...kit import menu_button
from ...shell.choice import choice_dialog
from .profile_choice import ProfileState


def profile_button() -> rx.Component:
    """Return the button that names the profile; where the chosen one is gone, with a line that says so."""
    return rx.fragment(
        menu_button(rx.el.span("Profiel: "), ProfileState.name, ProfileState.open_choice),
        rx.cond(
            ProfileState.is_gone,
            rx.el.p("Het profiel dat je koos, is er niet meer. Je kopieert nu per kop.", class_name="quiet"),
        ),
    )


def profile_dialog() -> rx.Component:
    """Return the list of profiles, once for a page."""
    return choice_dialog("Profiel", "Welke koppen samen in één veld van jullie dossier gaan.", ProfileState)
