"""'Kopiëren': the main action on a finished report."""

import reflex as rx

from ..scripts import script

_JS = script("components/copy_button.jsx")


class CopyButton(rx.Component):
    """Copy the report ``text`` (markdown) as words and as HTML, in the click handler itself; the children come before
    the label. ``empty``: sections without content go along.

    ``live``: copy the report as it is being edited on this page, which the server may not have yet.
    """

    library = _JS
    tag = "CopyButton"

    text: rx.Var[str]
    live: rx.Var[bool]
    empty: rx.Var[bool]
    disabled: rx.Var[bool]

    on_copied: rx.EventHandler[rx.event.no_args_event_spec]
    on_failed: rx.EventHandler[rx.event.no_args_event_spec]


copy_button = CopyButton.create
