"""Our own drawings and the logo, written as markup. Never use it for text from a user or an engine."""

import reflex as rx

from ... import installation
from ..form.button import link


class _Svg(rx.el.Svg):
    dangerouslySetInnerHTML: rx.Var[dict[str, str]]


class _Div(rx.el.Div):
    dangerouslySetInnerHTML: rx.Var[dict[str, str]]


def drawing(
    shapes: str, *, width: int, height: int, class_name: str, stroke_width: float | None = None, view_box: str = ""
) -> rx.Component:
    """Show an inline drawing of ``width`` by ``height`` px from the SVG elements in ``shapes``; decoration only."""
    stroke = {"custom_attrs": {"strokeWidth": str(stroke_width)}} if stroke_width else {}
    return _Svg.create(
        dangerouslySetInnerHTML={"__html": shapes},
        view_box=view_box or f"0 0 {width} {height}",
        width=str(width),
        height=str(height),
        class_name=class_name,
        aria_hidden=True,
        **stroke,
    )


def markup(html: str, class_name: str) -> rx.Component:
    """Show decorative markup of our own, hidden from screen readers."""
    return _Div.create(dangerouslySetInnerHTML={"__html": html}, class_name=class_name, aria_hidden=True)


_MARK = (
    '<path class="mark-voice" d="M4 13v6M10 6.5v19M16 10.5v11"/>'
    '<path class="mark-text" d="M22 9.5h7M22 16h7M22 22.5h3.5"/>'
)


def brand() -> rx.Component:
    """Show the logo and the name, with a link to the home page."""
    name = installation.name()
    return link(
        drawing(_MARK, width=32, height=32, class_name="strokes", stroke_width=3.2),
        rx.el.span(name),
        href="/",
        class_name="brand",
        custom_attrs={"aria-label": f"{name}, naar de startpagina"},
    )
