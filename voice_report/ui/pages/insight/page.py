"""/inzicht: counts of whole weeks, of an organization for its administrators and of all for platform admins (S101)."""

import reflex as rx

from ....services.shared.identity import PLATFORM_ADMIN
from ...islands.insight import insight
from ...shell import routes
from ...shell.layout import back_to_admin, main, member_shell, page_head
from ...shell.session import SessionState


def insight_page() -> rx.Component:
    return member_shell(
        rx.cond(
            SessionState.role == PLATFORM_ADMIN,
            _page("/api/admin/insight", "Het hele platform, alleen aantallen. Geen namen en geen tekst.", of_all=True),
            _page(
                "/api/organization/insight",
                rx.el.bdi(SessionState.organization_name),
                ", alle collega's samen. Nooit per persoon.",
            ),
        ),
        section=routes.ADMIN,
    )


def _page(path: str, *words: str | rx.Component, of_all: bool = False) -> rx.Component:
    return main(
        page_head("Inzicht", rx.el.p(*words), back=back_to_admin()),
        rx.el.div(insight(path=path, of_all=of_all), class_name="page"),
    )
