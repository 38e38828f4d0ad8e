"""The archive section of the concept step: choosing the client, saving, and the confirmation dialog."""

import reflex as rx

from ....islands.measurements import FIRST_QUESTION
from ....kit.display.icon import icon
from ....kit.display.notice import notice
from ....kit.form.button import button, link
from ....kit.overlay.dialog import dialog, dialog_buttons
from ....kit.scripted import focus_on, to_archive
from ....shell import routes
from ....shell.session import begins
from .archive_step import ArchiveState
from .client_choice import ClientState, client_field
from .concept import ConceptState
from .draft_sync import DraftState
from .state import WizardState


def archive_part() -> rx.Component:
    """Show the option to save to the archive, or why that is not possible (decisions/0004)."""
    return rx.cond(
        ArchiveState.shown,
        rx.el.section(
            rx.cond(
                ArchiveState.refusal != "",
                notice(
                    ArchiveState.refusal,
                    rx.cond(
                        ArchiveState.needs_plan,
                        rx.el.p("Met een betaald plan kan dat wel. ", link("Bekijk de prijzen", href=routes.PRICING)),
                    ),
                    tone="petrol",
                    icon_name="archive",
                ),
                rx.cond(ClientState.offered, _saving(), _nobody_yet()),
            ),
            id="archief",
            class_name="archive-part",
            aria_label="Archief",
        ),
    )


def archived_dialog() -> rx.Component:
    """Show that the report is in the archive: whose it is, its reference and the time; and the way to the next."""
    return dialog(
        ArchiveState.archived_for,
        rx.el.dl(
            rx.el.dt("Referentie"),
            rx.el.dd(ArchiveState.reference),
            rx.el.dt("Tijdstip"),
            rx.el.dd(ArchiveState.archived_at),
            class_name="num",
        ),
        rx.cond(
            DraftState.report != "",
            button("Kopieer per kop", icon_name="copy", full=True, on_click=ConceptState.show_fields),
        ),
        dialog_buttons(
            button("Ongedaan maken", variant="plain", icon_name="back", on_click=ArchiveState.take_back),
            button("Sluiten", on_click=WizardState.close),
            button(
                "Volgende rapportage",
                variant="primary",
                icon_name="mic",
                custom_attrs=begins(),
                on_click=WizardState.next_report,
            ),
        ),
        text="De rapportage staat in het archief.",
        open=(ArchiveState.reference != "") & ~ConceptState.by_heading,
        lasting=True,
        on_close=WizardState.close,
    )


def archive_button(class_name: str, label: str = "") -> rx.Component:
    """Return the way to the archive: with a client it asks whether to save there, else it leads to the client field."""
    words = (icon("archive"), "Archief")
    named = {"aria_label": label} if label else {}
    return rx.cond(
        ArchiveState.shown & (ArchiveState.refusal == "") & (DraftState.client_name != ""),
        rx.el.button(*words, type="button", class_name=class_name, on_click=ArchiveState.ask, **named),
        to_archive(*words, class_name=class_name, **({"label": label} if label else {})),
    )


def client_question() -> rx.Component:
    """Ask whether the report is this client's: from the top of the page the author does not see the name any more."""
    return dialog(
        "Opslaan bij " + DraftState.client_name + " (" + DraftState.client_born + ")?",
        dialog_buttons(
            button("Annuleren", on_click=ArchiveState.not_yet),
            button(
                "Opslaan in archief",
                variant="primary",
                auto_focus=True,
                on_click=ArchiveState.archive_report,
            ),
        ),
        open=ArchiveState.asking,
        on_close=ArchiveState.not_yet,
    )


def _open_points_dialog() -> rx.Component:
    """Ask whether to archive a report with red points that are open, and without measured values that are not sure."""
    return dialog(
        ArchiveState.points_title,
        dialog_buttons(
            button("Eerst nakijken", variant="primary", on_click=ArchiveState.check_first, auto_focus=True),
            button("Toch opslaan", on_click=ArchiveState.archive_anyway),
        ),
        text=ArchiveState.points_text,
        open=ArchiveState.points_title != "",
        on_close=ArchiveState.check_first,
    )


def _saving() -> rx.Component:
    is_known = (DraftState.client_name != "") & ~ClientState.by_field  # chosen before: no second question
    return rx.fragment(
        rx.cond(
            is_known,
            rx.el.p("Voor ", rx.el.b(rx.el.bdi(DraftState.client_name)), ", geboren ", DraftState.client_born),
            client_field(name="client", clears=True, error=ClientState.error),
        ),
        button(
            "Opslaan in archief",
            full=True,
            icon_name="archive",
            disabled=DraftState.streaming,
            on_click=ArchiveState.archive_report,
        ),
        _open_points_dialog(),
        focus_on(target=FIRST_QUESTION, round=ArchiveState.doubts_shown),
        dialog(
            "Nog een keer opslaan?",
            dialog_buttons(
                button("Niet opslaan", variant="primary", on_click=ArchiveState.check_first, auto_focus=True),
                button("Toch nog een keer", on_click=ArchiveState.archive_twice),
            ),
            text=ArchiveState.twice,
            open=ArchiveState.twice != "",
            on_close=ArchiveState.check_first,
        ),
    )


def _nobody_yet() -> rx.Component:
    return notice(
        "Er zijn nog geen cliënten",
        rx.cond(
            ArchiveState.may_add_clients,
            rx.el.p(
                "Voeg eerst de cliënt toe, dan kun je de rapportage opslaan. ", link("Naar Admin", href=routes.ADMIN)
            ),
            rx.el.p("Vraag de administrator van je organisatie om de cliënt toe te voegen."),
        ),
        tone="petrol",
        icon_name="archive",
    )
