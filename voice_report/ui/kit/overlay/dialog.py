"""Modal dialogs: a window over the page with a question or a message."""

from typing import Any

import reflex as rx

from ...scripts import component, no_args
from ..form.button import Variant, button

#: A native dialog, open while ``open`` is true; ``on_close`` is called when the user closes it. A dialog that was open
#: when the user left or reloaded its page does not reopen: it calls ``on_close`` instead, unless it is ``lasting``.
#: ``ready`` means that the page's state has arrived.
Dialog = component(
    "kit/overlay/dialog.jsx",
    "Dialog",
    open=bool,
    ready=bool,
    lasting=bool,
    title=str,
    text=str,
    alert=bool,
    closable=bool,
    on_close=no_args,
)


def dialog(
    title: Any,
    *children: Any,
    open: Any,
    on_close: Any,
    text: Any = "",
    lasting: bool = False,
    closable: bool = False,
) -> rx.Component:
    """Show a dialog with a title, an optional sentence and ``children``; end with ``dialog_buttons``.

    ``lasting``: the dialog shows the page's main message and reopens after a reload. ``closable``: a list to choose
    from, with a cross instead of buttons.
    """
    return _dialog(*children, title=title, text=text, open=open, on_close=on_close, lasting=lasting, closable=closable)


def _dialog(*children: Any, **props: Any) -> rx.Component:
    return Dialog.create(*children, ready=rx.State.is_hydrated, **props)


def dialog_buttons(*buttons: rx.Component) -> rx.Component:
    """Put the buttons at the foot of a dialog; pass the confirming button last."""
    return rx.el.div(*buttons, class_name="row")


def dialog_form(
    *fields: rx.Component,
    on_submit: Any,
    on_cancel: Any,
    save: str = "Opslaan",
    variant: Variant = "primary",
    **props: Any,
) -> rx.Component:
    """Show the form of a dialog, with 'Annuleren' and the button that saves; the server checks what is in it."""
    return rx.el.form(
        *fields,
        dialog_buttons(button("Annuleren", on_click=on_cancel), button(save, variant=variant, type="submit")),
        on_submit=on_submit,
        no_validate=True,
        class_name="form",
        **props,
    )


def confirm_dialog(
    title: Any,
    text: Any,
    *,
    open: Any,
    on_confirm: Any,
    on_cancel: Any,
    confirm: str = "Verwijderen",
) -> rx.Component:
    """Ask for confirmation of an irreversible action. 'Annuleren' has the initial focus."""
    return _dialog(
        dialog_buttons(
            button("Annuleren", on_click=on_cancel, auto_focus=True),
            button(confirm, variant="danger", on_click=on_confirm),
        ),
        title=title,
        text=text,
        alert=True,
        open=open,
        on_close=on_cancel,
    )
