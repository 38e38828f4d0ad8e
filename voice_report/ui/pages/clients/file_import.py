"""Import of clients from a file: a JavaScript component, because files go over HTTP, not through page state."""

from typing import Any

import reflex as rx

from ....services.clients import client_file
from ...scripts import component, no_args

#: A button with a dialog: choose a file, preview the import, save. ``on_saved``: the clients have changed.
ClientImport = component("pages/clients/file_import.jsx", "ClientImport", largest=int, lines=int, on_saved=no_args)


def client_import(*, on_saved: Any) -> rx.Component:
    """Show the button 'Bestand importeren'."""
    return ClientImport.create(largest=client_file.MAX_BYTES, lines=client_file.MAX_LINES, on_saved=on_saved)
