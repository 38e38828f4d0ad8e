"""The dialog for a code, where the person is, when an action needs a second factor that was given just now.

A refused event sets a state var, as with toasts. After the code the browser repeats what the person pressed; a download
asks first, because its link would leave the page.
"""

import uuid

import reflex as rx

from ..scripts import script


class StepUpState(rx.State):
    """The last refused event of this tab."""

    request_id: str = ""


class StepUp(rx.Component):
    """Opens when ``request_id`` changes. ``has_factor``: downloads ask first."""

    library = script("components/step_up.jsx")
    tag = "StepUp"

    request_id: rx.Var[str]
    has_factor: rx.Var[bool]


async def ask_step_up(state: rx.State) -> None:
    """Open the dialog for the user of ``state``; in a background task, call it inside ``async with self``."""
    (await state.get_state(StepUpState)).request_id = uuid.uuid4().hex


def step_up(has_factor: rx.Var[bool]) -> rx.Component:
    """Return the dialog, once per page."""
    return StepUp.create(request_id=StepUpState.request_id, has_factor=has_factor)
