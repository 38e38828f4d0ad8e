"""Whether the page that is open is refused as a whole; then no toast says so again."""

import reflex as rx


class AccessState(rx.State):
    """What the guard of the page found: the sentence to show in place of the page, or an empty text."""

    denied: str = ""
