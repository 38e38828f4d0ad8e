"""'Kopiëren': the one big action on a finished report."""

import reflex as rx

from ..scripts import script

_JS = script("components/copy_button.jsx")


class CopyButton(rx.Component):
    """Copy ``text`` to the clipboard from the click itself; the children (an icon) stand before the word."""

    library = _JS
    tag = "CopyButton"

    text: rx.Var[str]
    disabled: rx.Var[bool]

    on_copied: rx.EventHandler[rx.event.no_args_event_spec]
    on_failed: rx.EventHandler[rx.event.no_args_event_spec]


copy_button = CopyButton.create
