"""A notice in the page: information the user needs now, without an interruption."""

from typing import Any, Literal

import reflex as rx

from .icon import IconName, icon


def notice(
    title: Any,
    *children: Any,
    tone: Literal["amber", "coral", "petrol"] = "amber",
    icon_name: IconName = "alert",
    role: str = "status",
    **props: Any,
) -> rx.Component:
    """Show a notice. ``children`` are sentences or a row of buttons; ``role="alert"`` interrupts screen readers."""
    return rx.el.div(
        icon(icon_name),
        rx.el.div(
            rx.el.b(title, class_name="label"),
            *(rx.el.p(child) if isinstance(child, (str, rx.Var)) else child for child in children),
        ),
        class_name="notice" if tone == "amber" else f"notice {tone}",
        role=role,
        **props,
    )


def notice_actions(*buttons: rx.Component) -> rx.Component:
    """Put small plain buttons under a notice's text."""
    return rx.el.div(*buttons, class_name="row notice-actions")
