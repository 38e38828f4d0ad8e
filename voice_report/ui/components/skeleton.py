"""Placeholders while content is loading."""

import reflex as rx

from ...core.texts import LOADING


def skeleton(lines: int = 7) -> rx.Component:
    """Show placeholder lines in a card, announced as 'Laden...'."""
    return rx.el.div(
        rx.el.div(*(rx.el.i() for _ in range(lines)), class_name="skeleton", aria_hidden=True),
        class_name="card pad",
        role="status",
        aria_busy=True,
        aria_label=LOADING,
    )


def loading_page() -> rx.Component:
    """Show a whole page that is loading: the text 'Laden...' and a skeleton."""
    return rx.el.div(
        rx.el.div(rx.el.h1(LOADING), role="status"),
        rx.el.div(
            rx.el.div(*(rx.el.i() for _ in range(7)), class_name="skeleton"), class_name="card pad", aria_hidden=True
        ),
        class_name="page loading-page",
    )
