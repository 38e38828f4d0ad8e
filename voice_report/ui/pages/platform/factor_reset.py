"""Taking away the lost second factor of an organization's administrator, after a question that says what happens."""

from typing import ClassVar

import reflex as rx

from ....db.session import reading, run_in_transaction
from ....services.organizations import members
from ....services.platform import overview
from ....services.shared import step_up_reasons
from ....services.shared.identity import PLATFORM_ADMIN, require_step_up
from ...actions import action, on_failure
from ...components import show_toast
from ...confirmation import Confirmation
from ...session import current_user
from ..organizations.factor_reset import FAILED, reset_question
from .users import UsersState, show_again


class PlatformFactorResetState(Confirmation, rx.State):
    """The administrator in the open confirmation."""

    _roles: ClassVar = (PLATFORM_ADMIN,)

    async def _name_of(self, item_id: str) -> str | None:
        item = (await self.get_state(UsersState))._item(item_id)
        return item.name if item else None

    @rx.event
    @action
    async def take_away(self):
        """Take the second factor away after confirmation; a second click has no effect."""
        user = await current_user(self, PLATFORM_ADMIN)
        require_step_up(user, step_up_reasons.FACTOR_RESET)  # first: the press is repeated after the code
        user_id = self._take()
        if not user_id:
            return
        with on_failure(FAILED):
            await run_in_transaction(members.reset_second_factor, user, user_id)
        await show_toast(self, "Tweede stap weggehaald", f"{self.asked_name} krijgt een mail met een link.")
        async with reading() as session:
            row = await overview.get_user(session, user, user_id)
        await show_again(self, row)


def platform_factor_reset_dialog() -> rx.Component:
    """Return the question."""
    state = PlatformFactorResetState
    return reset_question(state.asked_name, open=state.asked != "", on_confirm=state.take_away, on_cancel=state.keep)
