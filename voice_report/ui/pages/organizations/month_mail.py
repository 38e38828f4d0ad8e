"""The switch for the administrator's own monthly mail."""

import reflex as rx

from ....db.session import reading, run_in_transaction
from ....services.organizations import month_mail
from ....services.shared.identity import ADMIN
from ...actions import action
from ...components import switch
from ...session import current_user


class MonthMailState(rx.State):
    """Whether this administrator gets the mail."""

    wanted: bool = False

    @rx.event
    @action
    async def load(self):
        """Load the choice."""
        user = await current_user(self, ADMIN)
        async with reading() as session:
            self.wanted = await month_mail.is_wanted(session, user)

    @rx.event
    @action
    async def choose(self, wanted: bool):
        """Change the choice."""
        user = await current_user(self, ADMIN)

        async def save(session) -> None:
            await month_mail.choose(session, user, wanted=wanted is True)

        await run_in_transaction(save)
        self.wanted = wanted is True


def month_mail_switch() -> rx.Component:
    """Return the row with the switch."""
    return switch(
        "Maandbericht",
        "month-mail",
        hint="Op de eerste van de maand in je mail: hoeveel verslagen, hoeveel credits over, tot wanneer dat reikt.",
        checked=MonthMailState.wanted,
        on_change=MonthMailState.choose,
    )
