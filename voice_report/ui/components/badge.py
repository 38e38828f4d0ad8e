"""Small marks: a role, a plan, a state."""

from typing import Any, Literal

import reflex as rx

from .icon import IconName, icon


def badge(
    words: Any,
    *,
    tone: Literal["", "petrol", "green", "amber", "coral"] = "",
    icon_name: IconName | None = None,
) -> rx.Component:
    """Show a badge; its text carries the meaning, never its colour alone."""
    return rx.el.span(icon(icon_name) if icon_name else rx.fragment(), words, class_name=f"badge {tone}".strip())
