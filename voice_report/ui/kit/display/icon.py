"""Icons: a single hand-drawn set, inlined so that they take the colour of the adjacent text."""

from typing import Literal

import reflex as rx

from ...scripts import component

IconName = Literal[
    "alert", "archive", "back", "calendar", "check", "clock", "copy", "dots", "down", "download", "eye", "keyboard",
    "logout", "lower", "mail", "menu", "mic", "moon", "next", "offline", "pause", "pencil", "person", "play", "plus",
    "print", "question", "redo", "retry", "right", "search", "server", "settings", "shield", "sound", "stop", "sun",
    "ticket", "trash", "undo", "up", "upload", "x",
]  # fmt: skip


#: The icon ``name``; decoration only (hidden from screen readers).
Icon = component("kit/display/icon.jsx", "Icon", name=str, large=bool)


def icon(name: IconName, *, large: bool = False) -> rx.Component:
    """Show an icon of 20 px, or 24 px when ``large``."""
    return Icon.create(name=name, large=large) if large else Icon.create(name=name)
