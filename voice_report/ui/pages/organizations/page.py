"""The organization admin's page."""

import reflex as rx

from ...kit import error_state, link_button
from ...shell import routes
from ...shell.layout import main, member_shell, page_head, to_logbook
from ..clients.clients import ClientsState, clients_card
from .members import TeamState
from .members_view import invitations_card, invite_card, users_card
from .style import DefaultStyleState, style_card
from .usage import MonthMailState, UsageState, usage_card


def admin() -> rx.Component:
    """Return the page with the team, the clients and the usage."""
    return member_shell(
        main(
            page_head(
                "Admin",
                rx.el.p(TeamState.summary),
                to_logbook(
                    link_button("Sjablonen", href=routes.TEMPLATES, size="small"),
                    link_button("Veldprofielen", href=routes.PROFILES, size="small"),
                    link_button("Woordenlijst", href=routes.WORDS, size="small"),
                    link_button("Inloggen van collega's", href=routes.SIGNING_IN, size="small"),
                    link_button("Privacy", href=routes.OUTSIDE, size="small"),
                    link_button("Betalingen", href=routes.BOOKS, size="small"),
                    link_button("Inzicht", href=routes.INSIGHT, size="small"),
                ),
            ),
            rx.cond(
                TeamState.loaded,
                rx.el.div(
                    rx.el.div(invite_card(), style_card(), class_name="stack"),
                    rx.el.div(invitations_card(), users_card(), clients_card(), class_name="stack"),
                    rx.el.div(usage_card(), class_name="across"),
                    class_name="columns-2 page admin",
                ),
                rx.el.div(
                    error_state("Kon gebruikers niet laden. Probeer het later opnieuw.", TeamState.load),
                    class_name="page",
                ),
            ),
        ),
        ready=(TeamState.loaded | TeamState.failed)
        & (ClientsState.loaded | ClientsState.failed)
        & (UsageState.loaded | UsageState.failed),
        needs_organization=True,
    )


#: The events that load the page, after ``require_admin``.
LOADS = (TeamState.load, ClientsState.load, UsageState.load, DefaultStyleState.load, MonthMailState.load)
