"""'Dossier wissen': everything about a client goes, at the client's request, after the name was typed."""

import reflex as rx

from .....core import texts
from .....errors import Invalid
from .....services.audit.audited_reads import run_audited
from .....services.privacy import client_erasure
from .....services.shared.identity import ADMIN
from ....kit import dialog, dialog_form, field, focus_error, select, show_toast
from ....shell.actions import action
from ....shell.session import current_user
from .items import ClientItem
from .state import DossierState

_MOST_LISTED = 5


class ErasureState(rx.State):
    """The client whose dossier would be erased, while the dialog is open; ``about`` says what would go."""

    client_id: str = ""
    name: str = ""
    about: str = ""
    typed_error: str = ""
    reason_error: str = ""
    refused: int = 0

    @action
    async def ask(self):
        """Open the dialog for the client on the page, with the numbers of what would go."""
        user = await current_user(self, ADMIN)
        client_id = (await self.get_state(DossierState)).client.id
        found = await run_audited(client_erasure.contents, user, client_id)
        self.typed_error = self.reason_error = ""
        self.client_id, self.name = client_id, found.name
        reports = texts.counted(found.reports, "rapportage", "rapportages")
        drafts = texts.counted(found.drafts, "concept", "concepten")
        people = texts.counted(found.people, "collega", "collega's")
        self.about = f"{reports} en {drafts} van {people} worden gewist, met de transcripten. Het komt niet terug."
        if found.listed:
            words = ", ".join(f"‘{word}’" for word in found.listed[:_MOST_LISTED])
            self.about += f" In jullie lijsten met woorden blijft staan: {words}."

    @action
    async def keep(self):
        await current_user(self, ADMIN)
        self.client_id = ""

    @action
    async def confirm(self, form: dict):
        """'Wissen'."""
        user = await current_user(self, ADMIN)
        if not self.client_id:
            return None
        self.typed_error = self.reason_error = ""
        typed, reason = (str(form.get(name) or "")[:400] for name in ("typed-name", "erase-reason"))
        try:
            await client_erasure.erase(
                user, self.client_id, typed=typed, reason=reason, with_client=bool(form.get("with-client"))
            )
        except Invalid as error:
            setattr(self, f"{'reason' if error.code == 'reason' else 'typed'}_error", error.message)
            self.refused += 1
            return None
        self.client_id = ""
        (await self.get_state(DossierState)).client = ClientItem()
        await show_toast(self, "Gewist", "Het bewijs staat bij Privacy, Wisbewijzen.")
        return DossierState.load


def erasure_dialog() -> rx.Component:
    """Return the dialog in which the name is typed."""
    state = ErasureState
    return dialog(
        "Dossier van " + state.name + " wissen",
        rx.cond(
            state.client_id != "",
            dialog_form(
                select(
                    "Waarom",
                    "erase-reason",
                    list(client_erasure.REASONS.items()),
                    placeholder="Kies waarom",
                    error=state.reason_error,
                ),
                field("Typ de naam van de cliënt", "typed-name", error=state.typed_error, auto_complete="off"),
                rx.el.label(
                    rx.el.input(type="checkbox", name="with-client", id="field-with-client"),
                    "Haal ook de cliënt zelf uit de lijst.",
                    class_name="tick-row",
                ),
                focus_error(round=state.refused),
                on_submit=state.confirm,
                on_cancel=state.keep,
                save="Wissen",
                variant="danger",
            ),
        ),
        text=state.about,
        open=state.client_id != "",
        on_close=state.keep,
    )
