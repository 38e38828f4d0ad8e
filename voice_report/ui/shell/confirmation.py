"""Confirmations before an irreversible action: their state, and the dialog that shows it."""

from abc import abstractmethod
from typing import Any, ClassVar

import reflex as rx

from ...services.shared.identity import CurrentUser, require_step_up
from ..kit import confirm_dialog
from .actions import action
from .session import current_user


class Confirmation(rx.State, mixin=True):
    """The item of the open confirmation: ``asked`` is its id, empty while none is open.

    A state derives from ``Confirmation`` and ``rx.State``. It declares the roles that may act (``_roles``; empty is
    everyone who is signed in), the state whose list has the item (``_list``; ``None`` is itself), and the action
    (``_perform``).
    """

    _roles: ClassVar[tuple[str, ...]] = ()
    _list: ClassVar[type[rx.State] | None] = None

    asked: str = ""
    asked_name: str = ""

    @action
    async def ask(self, item_id: str):
        """Open the confirmation for an item, if the item is in the list on the page."""
        await current_user(self, *self._roles)
        name = await self._name_of(item_id)
        self.asked, self.asked_name = ("", "") if name is None else (item_id, name)

    @action
    async def keep(self):
        await current_user(self, *self._roles)
        self.asked = ""

    @action
    async def confirm(self):
        """Close the confirmation and perform the action; a second click has no effect."""
        user = await current_user(self, *self._roles)
        self._admit(user)  # first: the press is repeated after the code
        item_id, self.asked = self.asked, ""
        if item_id:
            await self._perform(user, item_id)

    def _admit(self, user: CurrentUser) -> None:
        """Raise when the user may not perform the action yet."""

    async def _name_of(self, item_id: str) -> str | None:
        """Return the item's name in the dialog, or ``None`` when the item is not in the list on the page."""
        listed = await self.get_state(self._list) if self._list else self
        item = listed._item(item_id)
        return item.name if item else None

    @abstractmethod
    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        """Perform the action on the item, and say so."""


class DelicateConfirmation(Confirmation, mixin=True):
    """The confirmation of an action that needs a second factor given just now; ``_reason`` says why."""

    _reason: ClassVar[str]

    def _admit(self, user: CurrentUser) -> None:
        require_step_up(user, self._reason)


def confirmation(state: type[Confirmation], title: str, text: Any, confirm: str = "Verwijderen") -> rx.Component:
    """Return the dialog of a confirmation; ``text`` says what happens, ``confirm`` is the word on the button."""
    return confirm_dialog(
        title, text, open=state.asked != "", on_confirm=state.confirm, on_cancel=state.keep, confirm=confirm
    )
