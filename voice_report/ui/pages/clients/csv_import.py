"""The import of a CSV file of clients: a local part, because a file goes over HTTP and never through a page's state."""

from typing import Any

import reflex as rx

from ....services.clients import csv_reader
from ...scripts import script


class ClientImport(rx.Component):
    """A button with its dialog: choose a file, see what it would do, save. ``on_saved``: the clients have changed."""

    library = script("pages/clients/csv_import.jsx")
    tag = "ClientImport"

    largest: rx.Var[int]
    lines: rx.Var[int]
    on_saved: rx.EventHandler[rx.event.no_args_event_spec]


def client_import(*, on_saved: Any) -> rx.Component:
    """Show 'CSV importeren'."""
    return ClientImport.create(largest=csv_reader.MAX_BYTES, lines=csv_reader.MAX_LINES, on_saved=on_saved)
