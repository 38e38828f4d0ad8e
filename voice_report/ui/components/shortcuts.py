"""The keyboard shortcuts of the pages behind the login, and the list of them."""

import reflex as rx

from ..scripts import script

_JS = script("components/shortcuts.jsx")


class Shortcuts(rx.Component):
    """Listens for the keys, which press the buttons with the classes of ``shortcut_keys.js``; '?' shows the list."""

    library = _JS
    tag = "Shortcuts"


class ShortcutsItem(rx.Component):
    """'Sneltoetsen' as an item of the side menu."""

    library = _JS
    tag = "ShortcutsItem"


shortcuts = Shortcuts.create
shortcuts_item = ShortcutsItem.create
