"""The shared layout of the account pages: the form left, and right a drawing of speech that becomes text."""

from typing import Any

import reflex as rx

from ....services.sign_in import passwords
from ...components import notice
from ...components.markup import drawing
from ...layout import main, public_shell
from ...pictures import read_picture

#: The password rule for the check in the browser during typing: [regular expression, sentence, the part that a
#: list of rules shows].
PASSWORD_RULES = [[pattern.pattern, sentence, part] for pattern, sentence, part in passwords.RULES]


def door(*content: Any) -> rx.Component:
    """Put the drawing next to the content of an entry page."""
    return public_shell(
        main(
            rx.el.div(_needs_cookies(), *content, class_name="door-form"),
            rx.el.div(
                drawing(read_picture("door"), width=720, height=640, class_name="strokes"),
                class_name="door-picture",
                aria_hidden=True,
            ),
            class_name="door",
        ),
        class_name="entry-page",
    )


def _needs_cookies() -> rx.Component:
    """Return the notice that the stylesheet shows when cookies are off."""
    return rx.el.div(
        notice(
            "Sta cookies toe",
            rx.el.p("Zonder cookies kun je niet inloggen. Sta ze toe voor deze site en laad opnieuw."),
        ),
        class_name="needs-cookies",
    )


def secretive_door(*content: Any) -> rx.Component:
    """Return the same layout for a page with a token in its URL; it sends no Referer header."""
    return rx.fragment(rx.el.meta(name="referrer", content="no-referrer"), door(*content))
