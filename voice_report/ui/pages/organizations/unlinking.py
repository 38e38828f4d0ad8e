"""Loosening a colleague's work account, after a question that says how they get in again."""

from typing import ClassVar

import reflex as rx

from ....db.session import run_in_transaction
from ....services.organizations import members
from ....services.shared import step_up_reasons
from ....services.shared.identity import ADMIN, require_step_up
from ...actions import action, on_failure
from ...components import confirm_dialog, show_toast
from ...confirmation import Confirmation
from ...session import current_user
from .members import ColleaguesState

FAILED = "Kon het werkaccount niet loskoppelen."


class UnlinkingState(Confirmation, rx.State):
    """The colleague in the open confirmation."""

    _roles: ClassVar = (ADMIN,)

    async def _name_of(self, item_id: str) -> str | None:
        item = (await self.get_state(ColleaguesState))._item(item_id)
        return item.name if item else None

    @rx.event
    @action
    async def loosen(self):
        """Loosen the work account after confirmation; a second click has no effect."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.UNLINKING)  # first: the press is repeated after the code
        member_id = self._take()
        if not member_id:
            return
        with on_failure(FAILED):
            await run_in_transaction(members.unlink, user, member_id)
        await (await self.get_state(ColleaguesState))._read(user)
        await show_toast(self, "Werkaccount losgekoppeld", f"{self.asked_name} krijgt daar een mail over.")


def unlinking_dialog() -> rx.Component:
    """Return the question."""
    state = UnlinkingState
    return confirm_dialog(
        "Werkaccount loskoppelen?",
        "Logt "
        + state.asked_name
        + " weer in met het werkaccount, dan is één keer het wachtwoord nodig. Nooit een wachtwoord gehad? Dan helpt "
        + "'Wachtwoord vergeten'.",
        open=state.asked != "",
        on_confirm=state.loosen,
        on_cancel=state.keep,
        confirm="Loskoppelen",
    )
