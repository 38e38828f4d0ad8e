"""Import of clients from a file: a JavaScript component, because files go over HTTP, not through page state."""

from typing import Any

import reflex as rx

from ....services.clients import client_file
from ...scripts import script


class ClientImport(rx.Component):
    """A button with a dialog: choose a file, preview the import, save. ``on_saved``: the clients have changed."""

    library = script("pages/clients/file_import.jsx")
    tag = "ClientImport"

    largest: rx.Var[int]
    lines: rx.Var[int]
    on_saved: rx.EventHandler[rx.event.no_args_event_spec]


def client_import(*, on_saved: Any) -> rx.Component:
    """Show the button 'Bestand importeren'."""
    return ClientImport.create(largest=client_file.MAX_BYTES, lines=client_file.MAX_LINES, on_saved=on_saved)
