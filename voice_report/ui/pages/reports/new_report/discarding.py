"""'Dictaat weggooien': the question, and the deletion of what was dictated and typed."""

import reflex as rx

from .....db.session import run_in_transaction
from .....errors import DomainError
from .....services.drafts import deleted
from .....services.shared.identity import CurrentUser
from ....kit.overlay.dialog import confirm_dialog
from ....kit.overlay.toast import show_toast
from ....shell import routes
from ....shell.actions import action
from ....shell.page_state import reset_pages
from ....shell.session import current_user
from .draft_sync import DraftState, open_draft


class DiscardState(rx.State):
    """``asking`` while the question is open; ``loses``: the last changes could not be saved, as it says. ``removed``
    is the draft deleted last, whose sound goes as well."""

    asking: bool = False
    loses: bool = False
    removed: str = ""

    @action
    async def ask(self):
        await current_user(self)
        self.asking, self.loses = True, False

    @action
    async def keep(self):
        await current_user(self)
        self.asking = False

    @action
    async def discard(self):
        """Delete the draft and begin an empty report; a second click has no effect.

        The draft is saved first, so that all typed text can be restored. If that fails, the question is repeated.
        """
        user = await current_user(self)
        draft = await open_draft(self, user)
        was_asked, self.asking = self.asking, False
        if not was_asked or draft.streaming:
            return None
        if not self.loses and not await _is_saved(draft, user):
            self.asking = self.loses = True
            return None
        if draft.draft_id:
            try:
                await run_in_transaction(deleted.delete_draft, user, draft.draft_id)
            except DomainError as error:
                raise type(error)("Kon concept niet verwijderen.") from error
        removed = draft.draft_id
        await reset_pages(self)
        self.removed = removed
        await show_toast(self, "Dictaat weggegooid")
        return rx.redirect(routes.NEW_REPORT, replace=True)


async def _is_saved(draft: DraftState, user: CurrentUser) -> bool:
    try:
        await draft._save(user)
    except DomainError:
        return False
    return not draft.changed_elsewhere


def discard_dialog() -> rx.Component:
    """Return the question before what was dictated and typed is deleted."""
    return confirm_dialog(
        "Dictaat weggooien?",
        rx.cond(
            DraftState.is_example,
            "Wat er van het voorbeeld is gemaakt, wordt definitief verwijderd.",
            rx.cond(
                DiscardState.loses,
                "Je laatste wijzigingen konden niet worden bewaard. Die kun je later niet terugzetten.",
                "Wat je insprak en typte, wordt verwijderd, met het geluid. De tekst kun je bij Concepten "
                f"{deleted.KEPT.days} dagen terugzetten.",
            ),
        ),
        confirm="Weggooien",
        open=DiscardState.asking,
        on_confirm=DiscardState.discard,
        on_cancel=DiscardState.keep,
    )
