"""Taking away a colleague's lost second factor, after a question that says what happens."""

from typing import Any, ClassVar

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

FAILED = "Kon de tweede stap niet weghalen."


class FactorResetState(Confirmation, rx.State):
    """The colleague in the open confirmation."""

    _roles: ClassVar = (ADMIN,)

    async def _name_of(self, item_id: str) -> str | None:
        item = (await self.get_state(ColleaguesState))._item(item_id)
        return item.name if item else None

    @rx.event
    @action
    async def take_away(self):
        """Take the second factor away after confirmation; a second click has no effect."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.FACTOR_RESET)  # first: the press is repeated after the code
        member_id = self._take()
        if not member_id:
            return
        with on_failure(FAILED):
            await run_in_transaction(members.reset_second_factor, user, member_id)
        await (await self.get_state(ColleaguesState))._read(user)
        await show_toast(self, "Tweede stap weggehaald", f"{self.asked_name} krijgt een mail met een link.")


def factor_reset_dialog() -> rx.Component:
    """Return the question."""
    state = FactorResetState
    return reset_question(state.asked_name, open=state.asked != "", on_confirm=state.take_away, on_cancel=state.keep)


def reset_question(name: Any, *, open: Any, on_confirm: Any, on_cancel: Any) -> rx.Component:
    """Ask whether the second factor of ``name`` is to be taken away, and say what happens then."""
    return confirm_dialog(
        "Tweede stap weghalen?",
        name
        + " wordt overal uitgelogd en krijgt een mail met een link om hem opnieuw in te stellen, 24 uur geldig. "
        + "Doe dit alleen als je zeker weet dat de vraag van je collega zelf komt.",
        open=open,
        on_confirm=on_confirm,
        on_cancel=on_cancel,
        confirm="Weghalen",
    )
