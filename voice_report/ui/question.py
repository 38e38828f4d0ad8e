"""Questions before an act that cannot be undone: their state. ``components.confirm_dialog`` shows them."""

from abc import abstractmethod
from typing import ClassVar

import reflex as rx

from .actions import action
from .session import current_user


class Question(rx.State, mixin=True):
    """The item in an open question: ``asked``, its id, is empty while nothing is asked.

    A state derives from ``Question`` and ``rx.State``. It says who may ask (``_roles``; empty is everyone who is signed
    in), what the question calls the item (``_name_of``), and has a handler of its own for the act, which takes the
    id with ``_take``.
    """

    _roles: ClassVar[tuple[str, ...]] = ()

    asked: str = ""
    asked_name: str = ""

    @rx.event
    @action
    async def ask(self, item_id: str):
        """Open the question about an item; for one that is not shown, there is none."""
        await current_user(self, *self._roles)
        name = await self._name_of(item_id)
        self.asked, self.asked_name = ("", "") if name is None else (item_id, name)

    @rx.event
    @action
    async def keep(self):
        """Close the question; nothing changes."""
        await current_user(self, *self._roles)
        self.asked = ""

    @abstractmethod
    async def _name_of(self, item_id: str) -> str | None:
        """Return what the question calls the item, or ``None`` when it is not shown."""

    def _take(self) -> str:
        """Close the question and return the item's id: empty for a second click, which does nothing."""
        taken, self.asked = self.asked, ""
        return taken
