"""The archive section of the concept step: choosing the client, saving, and the confirmation dialog."""

import reflex as rx

from .... import routes
from ....components.button import button, link
from ....components.client_picker import client_picker
from ....components.dialog import dialog, dialog_buttons
from ....components.notice import notice
from .state import WizardState


def archive_part() -> rx.Component:
    """Show the option to save to the archive, or why that is not possible (spec section 6)."""
    return rx.cond(
        WizardState.archive_shown,
        rx.el.section(
            rx.cond(
                WizardState.archive_refusal != "",
                _refusal(),
                rx.cond(WizardState.has_clients, _saving(), _nobody_yet()),
            ),
            id="archief",
            class_name="archive-part",
            aria_label="Archief",
        ),
        rx.fragment(),
    )


def archived_dialog() -> rx.Component:
    """Show that the report is in the archive, with its reference and the time."""
    return dialog(
        "Opgeslagen",
        rx.el.dl(
            rx.el.dt("Referentie"),
            rx.el.dd(WizardState.archived_reference),
            rx.el.dt("Tijdstip"),
            rx.el.dd(WizardState.archived_at),
            class_name="num",
        ),
        dialog_buttons(button("Sluiten", variant="primary", on_click=WizardState.close_archived)),
        text="De rapportage staat in het archief.",
        open=WizardState.archived_reference != "",
        lasting=True,
        on_close=WizardState.close_archived,
    )


def _saving() -> rx.Component:
    return rx.fragment(
        client_picker(
            label="Cliënt",
            value=WizardState.client_id,
            words=WizardState.client_words,
            options=WizardState.client_options,
            answered=WizardState.client_answered,
            more=WizardState.client_more,
            error=WizardState.client_error,
            on_search=WizardState.search_clients,
            on_choose=WizardState.choose_client,
        ),
        button(
            "Opslaan in archief",
            full=True,
            icon_name="archive",
            disabled=WizardState.streaming,
            on_click=WizardState.archive_report,
        ),
    )


def _refusal() -> rx.Component:
    return notice(
        WizardState.archive_refusal,
        rx.cond(
            WizardState.archive_needs_plan,
            rx.el.p("Met een betaald plan kan dat wel. ", link("Bekijk de prijzen", href=routes.PRICING)),
            rx.fragment(),
        ),
        tone="petrol",
        icon_name="archive",
    )


def _nobody_yet() -> rx.Component:
    return notice(
        "Er zijn nog geen cliënten",
        rx.cond(
            WizardState.may_add_clients,
            rx.el.p(
                "Voeg eerst de cliënt toe, dan kun je de rapportage opslaan. ", link("Naar Admin", href=routes.ADMIN)
            ),
            rx.el.p("Vraag de administrator van je organisatie om de cliënt toe te voegen."),
        ),
        tone="petrol",
        icon_name="archive",
    )
