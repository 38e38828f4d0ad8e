"""'Credits geven': the dialog of a card that adds credits to an organization, with the reason."""

import uuid
from typing import Any

import reflex as rx

from ....db.session import run_in_transaction, run_reading
from ....services.organizations import organizations
from ....services.platform import overview
from ....services.shared import step_up_reasons
from ....services.shared.identity import PLATFORM_ADMIN, require_step_up
from ...kit import dialog, dialog_form, field, show_toast
from ...shell.actions import action, on_failure
from ...shell.session import current_user
from .organizations import show_again
from .words import dialog_error, whole_number


class CreditGiftState(rx.State):
    """The dialog: for which organization, and ``error`` if giving failed. ``_key`` makes a repeated submit one gift."""

    organization_id: str = ""
    name: str = ""
    error: str = ""
    _key: str = ""

    @action
    async def start(self, organization_id: str):
        user = await current_user(self, PLATFORM_ADMIN)
        row = await run_reading(overview.get_organization, user, organization_id)
        self.organization_id, self.name, self.error, self._key = str(row.id), row.name, "", uuid.uuid4().hex

    @action
    async def cancel(self):
        await current_user(self, PLATFORM_ADMIN)
        self.organization_id = ""

    @action
    async def save(self, form: dict[str, Any]):
        """Add the credits to the balance as it is now."""
        user = await current_user(self, PLATFORM_ADMIN)
        require_step_up(user, step_up_reasons.CREDITS)  # first: the press is repeated after the code
        if not self.organization_id:
            return
        with on_failure("Kon credits niet geven.", dialog=self):
            amount = whole_number(str(form.get("gift-amount", "")), organizations.GIFT, "Ongeldige credits")
            reason = str(form.get("gift-reason", ""))
            await run_in_transaction(
                organizations.give_credits, user, self.organization_id, amount, reason, key=self._key
            )
        given, self.organization_id = self.organization_id, ""
        row = await run_reading(overview.get_organization, user, given)
        await show_again(self, row)
        await show_toast(self, "Credits gegeven")


def credit_gift_dialog() -> rx.Component:
    state = CreditGiftState
    form = dialog_form(
        field("Aantal credits", "gift-amount", input_mode="numeric", auto_complete="off", auto_focus=True),
        field("Reden", "gift-reason", hint="De organisatie ziet dit bij haar betalingen.", auto_complete="off"),
        dialog_error(state.error),
        on_submit=state.save,
        on_cancel=state.cancel,
        save="Credits geven",
    )
    return dialog(
        "Credits geven",
        rx.cond(state.organization_id != "", form),
        text="Aan " + state.name + ". Ze komen bij het saldo van dat moment.",
        open=state.organization_id != "",
        on_close=state.cancel,
    )
