"""A report at the wrong client: 'Terughalen' in the first minutes, 'Hoort bij een andere cliënt' from then on."""

import reflex as rx

from .....db.session import run_in_transaction
from .....services.archive import refiling
from ....kit import button, dialog, dialog_buttons, show_toast
from ....shell import routes
from ....shell.actions import action
from ....shell.client_search import ClientSearch, client_combobox
from ....shell.session import current_user
from .items import ReportItem
from .state import DossierState


class RefilingState(ClientSearch, rx.State):
    """The report that is being moved, while the dialog is open, and the client that was chosen for it."""

    report_id: str = ""
    about: str = ""
    chosen: str = ""
    chosen_words: str = ""

    @action
    async def take_back(self, report_id: str):
        """Make the report a draft again, and open it."""
        user = await current_user(self)
        await run_in_transaction(refiling.take_back, user, str(report_id))
        await show_toast(self, "Teruggehaald", "De rapportage is weer een concept van jou.")
        return rx.redirect(routes.new_report(str(report_id)))

    @action
    async def ask(self, report_id: str):
        """Open the dialog for a report on the page."""
        user = await current_user(self)
        item = (await self.get_state(DossierState))._item(str(report_id))
        if item is None:
            return
        await self._search(user, "")
        self.report_id, self.about = item.id, f"{item.when}, {item.author}"
        self.chosen = self.chosen_words = ""

    @action
    async def choose(self, client_id: str):
        """Note the client that was picked from the list."""
        await current_user(self)
        found = next((one for one in self.options if one["value"] == client_id), None)
        self.chosen, self.chosen_words = (found["value"], found["label"]) if found else ("", "")

    @action
    async def keep(self):
        await current_user(self)
        self.report_id = ""

    @action
    async def move(self):
        """Move the report to the chosen client, and show that client."""
        user = await current_user(self)
        if not (self.report_id and self.chosen):
            return None
        name = await run_in_transaction(refiling.move, user, self.report_id, self.chosen)
        self.report_id = ""
        await show_toast(self, "Verplaatst", f"De rapportage staat nu bij {name}.")
        return [DossierState.load, DossierState.choose(self.chosen)]


def refiling_buttons(item: rx.Var[ReportItem]) -> rx.Component:
    """Return the actions that are left to correct a wrong client, for a user who may correct it."""
    return rx.fragment(
        rx.cond(
            item.may_take_back,
            button(
                "Terughalen",
                variant="plain",
                size="small",
                icon_name="back",
                on_click=RefilingState.take_back(item.id),
                what=item.when,
            ),
        ),
        rx.cond(
            item.may_move,
            button(
                "Hoort bij een andere cliënt",
                variant="plain",
                size="small",
                icon_name="person",
                on_click=RefilingState.ask(item.id),
                what=item.when,
            ),
        ),
    )


def refiling_dialog() -> rx.Component:
    return dialog(
        "Bij welke cliënt hoort deze rapportage?",
        rx.cond(
            RefilingState.report_id != "",
            client_combobox(
                RefilingState,
                value=RefilingState.chosen,
                words=RefilingState.chosen_words,
                clears=True,
                on_choose=RefilingState.choose,
            ),
        ),
        dialog_buttons(
            button("Annuleren", on_click=RefilingState.keep),
            button("Verplaatsen", variant="primary", disabled=RefilingState.chosen == "", on_click=RefilingState.move),
        ),
        text=RefilingState.about + ". Er blijft bij staan wie hem verplaatste, en wanneer.",
        open=RefilingState.report_id != "",
        on_close=RefilingState.keep,
    )
