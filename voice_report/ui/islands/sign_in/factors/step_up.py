"""The dialog for a code, where the person is, when an action needs a second factor that was given just now.

A refused event sets a state var, as with toasts. After the code the browser repeats what the person pressed; a download
asks first, because its link would leave the page.
"""

import uuid
from typing import Any

import reflex as rx

from ....scripts import component


class StepUpState(rx.State):
    """The last refused event of this tab, and why it needs a second factor."""

    request_id: str = ""
    reason: str = ""


#: Opens when ``request_id`` changes, and tells the ``reason``. ``has_factor``: downloads ask first.
StepUp = component("islands/sign_in/factors/step_up.jsx", "StepUp", request_id=str, reason=str, has_factor=bool)


async def ask_step_up(state: rx.State, reason: str) -> None:
    """Open the dialog for the user of ``state``; in a background task, call it inside ``async with self``."""
    asked = await state.get_state(StepUpState)
    asked.request_id, asked.reason = uuid.uuid4().hex, reason


def step_up_download(reason: str) -> dict[str, Any]:
    """Return the attributes of a plain browser link to a file that needs a second factor given just now."""
    return {"reloadDocument": True, "download": "", "data-reason": reason}


def step_up(has_factor: rx.Var[bool]) -> rx.Component:
    """Return the dialog, once per page."""
    return StepUp.create(request_id=StepUpState.request_id, reason=StepUpState.reason, has_factor=has_factor)
