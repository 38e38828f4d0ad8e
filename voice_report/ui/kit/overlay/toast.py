"""Toasts: one at a time, 5 seconds, swiped away to the right over 50 px, F8 focuses them (decisions/0001).

They are driven by a state var. ``rx.toast`` from a handler would need ``unsafe-eval`` in the content security policy.
"""

import uuid

import reflex as rx

from ...scripts import component


class ToastState(rx.State):
    """The last toast of this tab."""

    toast_id: str = ""
    title: str = ""
    description: str = ""
    destructive: bool = False


#: Shows a toast whenever ``toast_id`` changes. Mounted once, around every page.
Toaster = component(
    "kit/overlay/toast.jsx",
    "Toaster",
    packages=["@radix-ui/react-toast@1.2.23"],
    toast_id=str,
    title=str,
    description=str,
    destructive=bool,
)


async def show_toast(state: rx.State, title: str, description: str = "", destructive: bool = False) -> None:
    """Show a toast to the user of ``state``; in a background task, call it inside ``async with self``."""
    toast = await state.get_state(ToastState)
    toast.title, toast.description, toast.destructive = title, description, destructive
    toast.toast_id = uuid.uuid4().hex


def toaster() -> rx.Component:
    """Return the only container for toasts."""
    return Toaster.create(
        toast_id=ToastState.toast_id,
        title=ToastState.title,
        description=ToastState.description,
        destructive=ToastState.destructive,
    )
