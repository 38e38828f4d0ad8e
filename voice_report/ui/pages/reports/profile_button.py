"""'Profiel: Per kop' above the fields of a report, and the list that it opens."""

import reflex as rx

from ...kit import dialog
from .new_report.style_choice import menu_button, pick
from .profile_choice import ProfileItem, ProfileState


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
    return dialog(
        "Profiel",
        rx.el.div(rx.foreach(ProfileState.items, _item)),
        text="Welke koppen samen in één veld van jullie dossier gaan.",
        open=ProfileState.choosing,
        closable=True,
        on_close=ProfileState.close_choice,
    )


def _item(item: rx.Var[ProfileItem]) -> rx.Component:
    return pick(
        item.key,
        item.name,
        item.meaning,
        chosen=item.key == ProfileState.key,
        on_click=ProfileState.choose(item.key),
    )
