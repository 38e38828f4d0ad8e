"""The logo: vertical strokes stand for sound, horizontal strokes for words."""

import reflex as rx

from ...config import settings
from .button import link
from .markup import drawing

_MARK = (
    '<path class="mark-voice" d="M4 13v6M10 6.5v19M16 10.5v11"/>'
    '<path class="mark-text" d="M22 9.5h7M22 16h7M22 22.5h3.5"/>'
)


def brand() -> rx.Component:
    """Show the logo and the name, with a link to the home page."""
    name = settings().app_name
    return link(
        drawing(_MARK, width=32, height=32, class_name="strokes", stroke_width=3.2),
        rx.el.span(name),
        href="/",
        class_name="brand",
        custom_attrs={"aria-label": f"{name}, naar de startpagina"},
    )
