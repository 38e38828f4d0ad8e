"""A choice from a list in a dialog, read again whenever it opens: its state, and the dialog."""

from abc import abstractmethod
from dataclasses import dataclass

import reflex as rx

from ...services.shared.identity import CurrentUser
from ..kit import dialog, pick
from .actions import action
from .session import current_user


@dataclass
class ChoiceItem:
    """One in the list, and what it means."""

    key: str
    name: str
    meaning: str


class Choice(rx.State, mixin=True):
    """What is chosen (``key``, ``name``), and the ``items`` to choose from while ``choosing``.

    A choice derives from ``Choice`` and ``rx.State``, and says how it is stored and read.
    """

    key: str = ""
    name: str = ""
    items: list[ChoiceItem] = []
    choosing: bool = False

    @action
    async def open_choice(self):
        """Show the list, read again: an administrator may have changed it."""
        await self._offer(await current_user(self))
        self.choosing = True

    @action
    async def close_choice(self):
        await current_user(self)
        self.choosing = False

    @action
    async def choose(self, key: str):
        """Choose this, now and the next time."""
        user = await current_user(self)
        self.choosing = False
        await self._remember(user, str(key))
        await self._offer(user)

    @abstractmethod
    async def _remember(self, user: CurrentUser, key: str) -> None:
        """Store the choice."""

    @abstractmethod
    async def _offer(self, user: CurrentUser) -> None:
        """Read what is chosen, and what can be."""


def choice_dialog(title: str, text: str, state: type[Choice]) -> rx.Component:
    """Return the dialog in which one of the ``items`` is chosen."""

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
