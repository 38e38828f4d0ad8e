"""A button that moves to the archive section of the page."""

import reflex as rx

from ..scripts import script


class ToArchive(rx.Component):
    """A button that moves to the element with the id 'archief'."""

    library = script("components/to_archive.jsx")
    tag = "ToArchive"

    label: rx.Var[str]


to_archive = ToArchive.create
