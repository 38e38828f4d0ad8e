"""The state of confirmations before an irreversible action. ``components.confirm_dialog`` shows them."""

from abc import abstractmethod
from typing import ClassVar

import reflex as rx

from .actions import action
from .session import current_user


class Confirmation(rx.State, mixin=True):
    """The item in the open confirmation: ``asked`` is its id, empty while no confirmation is open.

    A state derives from ``Confirmation`` and ``rx.State``. It declares the roles that may act (``_roles``; empty is
    everyone who is signed in) and the item's name in the dialog (``_name_of``). Its own handler performs the action on
    the id that ``_take`` returns.
    """

    _roles: ClassVar[tuple[str, ...]] = ()

    asked: str = ""
    asked_name: str = ""

    @rx.event
    @action
    async def ask(self, item_id: str):
        """Open the confirmation for an item, if the item is in the list on the page."""
        await current_user(self, *self._roles)
        name = await self._name_of(item_id)
        self.asked, self.asked_name = ("", "") if name is None else (item_id, name)

    @rx.event
    @action
    async def keep(self):
        """Close the confirmation without the action."""
        await current_user(self, *self._roles)
        self.asked = ""

    @abstractmethod
    async def _name_of(self, item_id: str) -> str | None:
        """Return the item's name in the dialog, or ``None`` when the item is not in the list on the page."""

    def _take(self) -> str:
        """Close the confirmation and return the item's id; empty on a second click, which has no effect."""
        taken, self.asked = self.asked, ""
        return taken
