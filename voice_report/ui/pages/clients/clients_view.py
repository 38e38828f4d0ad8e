"""The clients card, with the form for a single client and the file import."""

import reflex as rx

from ...components import button, date_field, dialog, dialog_buttons, error_state, field, icon, icon_button, notice
from ...layout import archive_off
from ...paged_list import rows_or_empty
from ...session import SessionState
from .clients import ClientItem, ClientsState
from .file_import import client_import


def clients_card() -> rx.Component:
    """Return the clients card: find, add, change, import."""
    return rx.cond(
        ClientsState.loaded,
        rx.el.section(
            rx.el.div(
                rx.el.h2("Cliënten", id="clienten", class_name="subheading"),
                rx.el.p(ClientsState.count, class_name="quiet num"),
                class_name="card-head",
            ),
            rx.el.p(
                rx.cond(SessionState.archive_off, archive_off(), "Nodig om rapportages in het archief te bewaren."),
                class_name="soft",
            ),
            rx.el.div(
                button("Cliënt toevoegen", size="small", icon_name="plus", on_click=ClientsState.add),
                client_import(on_saved=ClientsState.load),
                class_name="row client-actions",
            ),
            rx.cond(ClientsState.count > 0, _list(), rx.fragment()),
            _form(),
            class_name="card pad",
            aria_labelledby="clienten",
        ),
        error_state("Kon cliënten niet laden. Probeer het later opnieuw.", ClientsState.load),
    )


def _list() -> rx.Component:
    return rx.fragment(
        rx.el.div(
            rx.el.label("Zoek een cliënt", html_for="zoek-client", class_name="visually-hidden"),
            icon("search"),
            rx.el.input(
                id="zoek-client",
                type="search",
                class_name="input",
                placeholder="Zoek op naam of id",
                auto_complete="off",
                on_change=ClientsState.search.debounce(250),
            ),
            class_name="client-search",
        ),
        rows_or_empty(
            ClientsState,
            rx.el.ul(rx.foreach(ClientsState.items, _item), class_name="list clients"),
            rx.el.p("Geen cliënten gevonden", class_name="soft", role="status"),
            "cliënten",
            small=True,
        ),
    )


def _item(item: rx.Var[ClientItem]) -> rx.Component:
    return rx.el.li(
        rx.el.span(
            rx.el.b(item.name),
            rx.el.span(item.id, ", geboren ", item.born, class_name="mail num"),
            class_name="text",
        ),
        icon_button("pencil", "Wijzig " + item.name.to(str), on_click=ClientsState.edit(item.id)),
        class_name="client-line",
        key=item.id,
    )


def _form() -> rx.Component:
    form, errors = ClientsState.form, ClientsState.errors
    return dialog(
        rx.cond(ClientsState.editing, "Cliënt wijzigen", "Cliënt toevoegen"),
        rx.cond(
            ClientsState.outdated != "",
            notice("Deze cliënt is intussen gewijzigd", ClientsState.outdated, role="alert"),
            rx.fragment(),
        ),
        rx.el.form(
            field(
                "Id",
                "clientId",
                hint="Het nummer uit je eigen administratie.",
                default_value=form.id,
                read_only=ClientsState.editing,
                error=errors.client_id,
                auto_complete="off",
            ),
            field("Voornaam", "firstName", default_value=form.first_name, error=errors.first_name, auto_complete="off"),
            field("Achternaam", "lastName", default_value=form.last_name, error=errors.last_name, auto_complete="off"),
            date_field(
                label="Geboortedatum",
                name="dateOfBirth",
                hint="Bijvoorbeeld 31-12-1940.",
                default_value=form.born,
                error=errors.date_of_birth,
            ),
            dialog_buttons(
                button("Annuleren", on_click=ClientsState.close), button("Opslaan", variant="primary", type="submit")
            ),
            on_submit=ClientsState.save,
            no_validate=True,
            class_name="form",
            key=ClientsState.round.to(str),
        ),
        open=ClientsState.open,
        on_close=ClientsState.close,
    )
