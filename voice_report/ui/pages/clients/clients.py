"""The organization's clients: search, add, change, import (decisions/0005)."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from ....core import texts
from ....db.session import transaction
from ....errors import Conflict
from ....services.audit.audited_reads import audited_read, run_audited
from ....services.clients import client_file, clients
from ....services.clients.clients import ClientView
from ....services.shared.identity import ADMIN, CurrentUser
from ....services.shared.pagination import Page
from ...kit import button, date_field, dialog, dialog_form, error_state, field, icon_button, notice, show_toast
from ...scripts import component, no_args
from ...shell.actions import action
from ...shell.layout import archive_off
from ...shell.paged_list import SearchedList, rows_or_empty, search_box
from ...shell.session import SessionState, current_user

_AT_ONCE = 10


@dataclass
class ClientItem:
    """A client in the list; also the initial values of the form."""

    id: str = ""
    first_name: str = ""
    last_name: str = ""
    born: str = ""
    name: str = ""


@dataclass
class ClientErrors:
    """The error message of each field of the form; empty means no error."""

    client_id: str = ""
    first_name: str = ""
    last_name: str = ""
    date_of_birth: str = ""


class ClientsState(SearchedList, rx.State):
    """The clients loaded so far, and the client in the form."""

    _roles: ClassVar = (ADMIN,)

    items: list[ClientItem] = []
    count: int = 0
    open: bool = False
    editing: bool = False
    round: int = 0
    form: ClientItem = ClientItem()
    errors: ClientErrors = ClientErrors()
    outdated: str = ""

    @action
    async def add(self):
        await current_user(self, ADMIN)
        self._open_form(ClientItem(), editing=False)

    @action
    async def edit(self, client_id: str):
        """Open the form with the current data of a client."""
        user = await current_user(self, ADMIN)
        found = await run_audited(clients.get_client, user, str(client_id))
        self._open_form(client_item(found), editing=True)

    @action
    async def close(self):
        await current_user(self, ADMIN)
        self.open = False

    @action
    async def save(self, form: dict[str, Any]):
        """Add or change the client in the form; typed values stay as long as there are errors."""
        user = await current_user(self, ADMIN)
        if not self.open:
            return  # a double click: already saved
        names = ("clientId", "firstName", "lastName", "dateOfBirth")
        client_id, *values = (str(form.get(name, "")) for name in names)
        client, problems = clients.read_client(self.form.id if self.editing else client_id, *values)
        self.errors = ClientErrors(**{problem.code: problem.message for problem in problems})
        if client is None:
            return
        try:
            await self._store(user, client)
        except Conflict as error:
            if self.editing:
                await self._tell_what_changed(user)
            else:
                self.errors = ClientErrors(client_id=error.message)
            return
        self.open = False
        await self._read(user)
        await show_toast(self, "Cliënt gewijzigd" if self.editing else "Cliënt toegevoegd")

    async def _store(self, user: CurrentUser, client: ClientView) -> None:
        async with transaction() as session:
            if self.editing:
                await clients.edit_client(session, user, client, known=_seen(self.form))
            else:
                await clients.add_client(session, user, client)

    async def _tell_what_changed(self, user: CurrentUser) -> None:
        """Show the stored values; the typed values stay in the form, and saving again stores them."""
        now = client_item(await run_audited(clients.get_client, user, self.form.id))
        self.form = now
        self.outdated = (
            f"Nu staat er: {now.name}, geboren {now.born}. Wat je invulde staat nog hieronder; met Opslaan geldt dat."
        )

    def _open_form(self, form: ClientItem, *, editing: bool) -> None:
        self.form, self.editing, self.errors, self.outdated = form, editing, ClientErrors(), ""
        self.round += 1  # resets the fields
        self.open = True

    async def _page(self, user: CurrentUser, after: str | None) -> Page[ClientItem]:
        async with audited_read() as session:
            count = self.count if after else await clients.count_clients(session, user)
            found = await clients.list_clients(session, user, query=self.query, after=after, limit=_AT_ONCE)
        self.count = count
        return found.map(client_item)


def _seen(form: ClientItem) -> ClientView | None:
    """Return the client with the form's initial values."""
    return clients.read_client(form.id, form.first_name, form.last_name, form.born)[0]


def client_item(client: ClientView) -> ClientItem:
    """Return the list item of a client, with the date of birth in Dutch notation."""
    born = texts.dutch_date(client.date_of_birth)
    return ClientItem(client.id, client.first_name, client.last_name, born, client.name)


#: A button with a dialog: choose a file, preview the import, save. ``on_saved``: the clients have changed.
ClientImport = component("pages/clients/file_import.jsx", "ClientImport", largest=int, lines=int, on_saved=no_args)


def client_import(*, on_saved: Any) -> rx.Component:
    """Show the button 'Bestand importeren'."""
    return ClientImport.create(largest=client_file.MAX_BYTES, lines=client_file.MAX_LINES, on_saved=on_saved)


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
            rx.cond(ClientsState.count > 0, _list()),
            _form(),
            class_name="card pad",
            aria_labelledby="clienten",
        ),
        error_state("Kon cliënten niet laden. Probeer het later opnieuw.", ClientsState.load),
    )


def _list() -> rx.Component:
    return rx.fragment(
        search_box(ClientsState, "Zoek een cliënt", id="zoek-client", placeholder="Zoek op naam of id"),
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
        ),
        dialog_form(
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
            on_submit=ClientsState.save,
            on_cancel=ClientsState.close,
            key=ClientsState.round.to(str),
        ),
        open=ClientsState.open,
        on_close=ClientsState.close,
    )
