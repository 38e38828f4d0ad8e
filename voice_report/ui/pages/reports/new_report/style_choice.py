"""How the next concept is written: the person's own choice, above the microphone and at the transcript."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from .....core import texts
from .....db.session import reading, run_in_transaction
from .....services.drafts import styles
from .....services.shared.identity import CurrentUser
from ....kit import dialog, icon
from ....shell.actions import action
from ....shell.session import current_user


def menu_button(label: rx.Component, name: Any, on_click: Any) -> rx.Component:
    """Return the button that names what is chosen now and opens the list."""
    return rx.el.button(
        label,
        rx.el.b(name),
        icon("down"),
        type="button",
        class_name="menu-button",
        aria_haspopup="dialog",
        on_click=on_click,
    )


def pick(
    key: rx.Var[str], name: Any, meaning: Any, *, chosen: Any, on_click: Any, sheet: rx.Component | None = None
) -> rx.Component:
    """Return one of those to choose from, marked when it is the ``chosen`` one; ``sheet`` is shown next to the list."""
    return rx.el.button(
        rx.el.b(name),
        rx.el.small(meaning),
        rx.cond(chosen, icon("check"), rx.fragment()),
        *([sheet] if sheet else []),
        type="button",
        class_name="pick",
        custom_attrs={"aria-pressed": rx.cond(chosen, "true", "false")},
        on_click=on_click,
        key=key,
    )


@dataclass
class StyleItem:
    """A style in the list, and what it means."""

    key: str
    name: str
    meaning: str


class StyleState(rx.State):
    """The style of the next concept, and those to choose from while ``choosing``; of one style there is no choice."""

    key: str = ""
    name: str = ""
    items: list[StyleItem] = []
    choosing: bool = False

    @rx.event
    @action
    async def open_choice(self):
        """Show the list, read again: an administrator may have changed the organization's choice."""
        await self._offer(await current_user(self))
        self.choosing = True

    @rx.event
    @action
    async def close_choice(self):
        await current_user(self)
        self.choosing = False

    @rx.event
    @action
    async def choose(self, key: str):
        """Choose the style of the person's own concepts, from the next one on."""
        user = await current_user(self)
        self.choosing = False
        await run_in_transaction(styles.choose, user, str(key))
        await self._offer(user)

    async def _offer(self, user: CurrentUser) -> None:
        async with reading() as session:
            found = await styles.view(session, user)
        self.key, self.name = found.style, texts.STYLES[found.style][0]
        self.items = [StyleItem(key, *texts.STYLES[key]) for key in found.available]


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


def choice_dialog(title: str, text: str, state: Any) -> rx.Component:
    """Return the dialog in which one of the ``items`` of a state (key, name, meaning) is chosen."""

    def item(one: rx.Var) -> rx.Component:
        return pick(one.key, one.name, one.meaning, chosen=one.key == state.key, on_click=state.choose(one.key))

    return dialog(
        title,
        rx.el.div(rx.foreach(state.items, item)),
        text=text,
        open=state.choosing,
        closable=True,
        on_close=state.close_choice,
    )
