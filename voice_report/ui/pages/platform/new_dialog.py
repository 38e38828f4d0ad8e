"""The dialog to create an organization or a user: its state, and the components around its fields."""

from typing import Any

import reflex as rx

from ....services.shared.identity import PLATFORM_ADMIN
from ...kit import button, dialog, dialog_form
from ...shell.actions import action
from ...shell.session import current_user
from .words import dialog_error


class NewDialog(rx.State, mixin=True):
    """A dialog that starts empty. It has a handler ``save(form)``, which closes it, and ``error`` if saving failed."""

    open: bool = False
    error: str = ""

    @action
    async def start(self):
        await current_user(self, PLATFORM_ADMIN)
        await self._begin()
        self.open, self.error = True, ""

    @action
    async def cancel(self):
        await current_user(self, PLATFORM_ADMIN)
        self.open = False

    async def _begin(self) -> None:
        """Reset what belongs to the form and is not in this state."""


def new_dialog(title: str, state: Any, *fields: rx.Component) -> rx.Component:
    """Show the button that opens the dialog, and the dialog with a form of these fields."""
    form = dialog_form(
        *fields,
        dialog_error(state.error),
        on_submit=state.save,
        on_cancel=state.cancel,
        save="Aanmaken",
    )
    return rx.fragment(
        button(title, variant="primary", size="small", icon_name="plus", on_click=state.start),
        dialog(title, rx.cond(state.open, form), open=state.open, on_close=state.cancel),
    )
