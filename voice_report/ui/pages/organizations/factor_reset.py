"""Taking away a colleague's lost second factor, and unlinking their work account, each after a confirmation."""

from typing import ClassVar

import reflex as rx

from ....db.session import run_in_transaction
from ....services.organizations import members
from ....services.shared import step_up_reasons
from ....services.shared.identity import ADMIN, CurrentUser
from ...kit import show_toast
from ...shell.actions import on_failure
from ...shell.confirmation import Confirmation, DelicateConfirmation, confirmation
from .members import ColleaguesState


class FactorReset(DelicateConfirmation, mixin=True):
    """The colleague whose lost second factor may be taken away."""

    _reason: ClassVar = step_up_reasons.FACTOR_RESET

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        with on_failure("Kon de tweede stap niet weghalen."):
            await run_in_transaction(members.reset_second_factor, user, item_id)
        await self._show_again(user, item_id)
        await show_toast(self, "Tweede stap weggehaald", f"{self.asked_name} krijgt een mail met een link.")


class FactorResetState(FactorReset, rx.State):
    """The colleague in the open confirmation."""

    _roles: ClassVar = (ADMIN,)
    _list: ClassVar = ColleaguesState

    async def _show_again(self, user: CurrentUser, _item_id: str) -> None:
        await (await self.get_state(ColleaguesState))._read(user)


class UnlinkingState(DelicateConfirmation, rx.State):
    """The colleague in the open confirmation."""

    _roles: ClassVar = (ADMIN,)
    _reason: ClassVar = step_up_reasons.UNLINKING
    _list: ClassVar = ColleaguesState

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        with on_failure("Kon het werkaccount niet loskoppelen."):
            await run_in_transaction(members.unlink, user, item_id)
        await (await self.get_state(ColleaguesState))._read(user)
        await show_toast(self, "Werkaccount losgekoppeld", f"{self.asked_name} krijgt daar een mail over.")


def factor_reset_dialog(state: type[Confirmation]) -> rx.Component:
    """Ask whether the second factor is to be taken away, and say what happens then."""
    return confirmation(
        state,
        "Tweede stap weghalen?",
        state.asked_name
        + " wordt overal uitgelogd en krijgt een mail met een link om hem opnieuw in te stellen, 24 uur geldig. "
        + "Doe dit alleen als je zeker weet dat de vraag van je collega zelf komt.",
        "Weghalen",
    )
