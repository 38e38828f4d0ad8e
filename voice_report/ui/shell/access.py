"""Whether access to the open page is denied as a whole, so that no toast repeats it."""

import reflex as rx


class AccessState(rx.State):
    """The result of the page's guard: the sentence to show instead of the page, or an empty string."""

    denied: str = ""
