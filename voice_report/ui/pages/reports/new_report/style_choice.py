"""How the next concept is written: the person's own choice, above the microphone and at the transcript."""

import reflex as rx

from .....core import texts
from .....db.session import reading, run_in_transaction
from .....services.drafts import styles
from .....services.shared.identity import CurrentUser
from ....kit import menu_button
from ....shell.choice import Choice, ChoiceItem, choice_dialog


class StyleState(Choice, rx.State):
    """The style of the person's next concept; of one style there is no choice."""

    async def _remember(self, user: CurrentUser, key: str) -> None:
        await run_in_transaction(styles.choose, user, key)

    async def _offer(self, user: CurrentUser) -> None:
        async with reading() as session:
            found = await styles.view(session, user)
        self.key, self.name = found.style, texts.STYLES[found.style][0]
        self.items = [ChoiceItem(key, *texts.STYLES[key]) for key in found.available]


def style_button() -> rx.Component:
    """Return 'Leesbaar', which opens the list; nothing when the engine writes in one style only."""
    return rx.cond(
        StyleState.items.length() > 1,
        menu_button(
            rx.el.span("Manier van schrijven: ", class_name="visually-hidden"), StyleState.name, StyleState.open_choice
        ),
    )


def style_dialog() -> rx.Component:
    """Return the dialog with the styles and what they mean."""
    return choice_dialog("Manier van schrijven", "Geldt voor je volgende concept.", StyleState)
