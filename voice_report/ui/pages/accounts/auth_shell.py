"""What the pages around an account share: the form on the left, the picture of speech becoming text on the right."""

from typing import Any

import reflex as rx

from ....services.accounts import passwords
from ...components import notice
from ...components.markup import drawing
from ...layout import main, public_shell
from ...pictures import read_picture

#: The password rule as the browser checks it while one types: [regular expression, sentence].
PASSWORD_RULES = [[pattern.pattern, sentence] for pattern, sentence in passwords.RULES]


def door(*content: Any) -> rx.Component:
    """Put the picture beside the content of a page one enters by."""
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
    """Shown by the stylesheet where the browser keeps no cookies."""
    return rx.el.div(
        notice(
            "Sta cookies toe",
            rx.el.p("Zonder cookies kun je niet inloggen. Sta ze toe voor deze site en laad opnieuw."),
        ),
        class_name="needs-cookies",
    )


def secretive_door(*content: Any) -> rx.Component:
    """The same for a page with a token in its address, which it tells no other site."""
    return rx.fragment(rx.el.meta(name="referrer", content="no-referrer"), door(*content))
