"""How the organization's concepts are written, for members who did not choose that themselves."""

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction, run_reading
from ....services.drafts import styles
from ....services.shared.identity import ADMIN, CurrentUser
from ...kit import select, show_toast
from ...shell.actions import action
from ...shell.session import current_user


class DefaultStyleState(rx.State):
    """The organization's choice ('' for none), and the options; of one style there is no choice."""

    style: str = ""
    options: list[dict[str, str]] = []

    @action
    async def load(self):
        """Load the choice, and what the engine can write in."""
        await self._read(await current_user(self, ADMIN))

    @action
    async def choose(self, style: str):
        """Change the organization's choice; '' takes it away."""
        user = await current_user(self, ADMIN)
        await run_in_transaction(styles.set_default, user, str(style) or None)
        await self._read(user)
        await show_toast(self, "Manier van schrijven opgeslagen", "Geldt voor ieders volgende concept.")

    async def _read(self, user: CurrentUser) -> None:
        found = await run_reading(styles.view, user)
        self.style = found.organization or ""
        self.options = [{"value": key, "label": texts.STYLES[key][0]} for key in found.available]


def style_card() -> rx.Component:
    """Return the card with the choice; nothing when the engine writes in one style only."""
    return rx.cond(
        DefaultStyleState.options.length() > 1,
        rx.el.section(
            rx.el.div(rx.el.h2("Rapportages", id="rapportages", class_name="subheading"), class_name="card-head"),
            select(
                "Manier van schrijven",
                "style",
                DefaultStyleState.options,
                placeholder="Zoals ingesteld",
                hint="Voor wie zelf geen keuze maakte.",
                value=DefaultStyleState.style,
                on_change=DefaultStyleState.choose,
            ),
            class_name="card pad",
            aria_labelledby="rapportages",
        ),
    )
