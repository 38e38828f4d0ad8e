"""Buttons, and links that look like a button. One filled (``primary``) button per screen."""

from typing import Any, Literal

import reflex as rx
from reflex_components_core.react_router.dom import ReactRouterLink

from ..display.icon import IconName, icon

Variant = Literal["primary", "secondary", "plain", "remove", "danger", "on-band", "band-plain"]
Size = Literal["small", "normal", "big"]


def _classes(variant: Variant, size: Size, full: bool, extra: str) -> str:
    names = ("button", variant, size if size != "normal" else "", "full" if full else "", extra)
    return " ".join(name for name in names if name)


def _content(children: tuple[Any, ...], icon_name: IconName | None, large: bool) -> tuple[Any, ...]:
    return (icon(icon_name, large=large), *children) if icon_name else children


def _named(children: tuple[Any, ...], what: Any) -> dict[str, Any]:
    """Return an accessible name like 'Verwijderen: Johanna van Dijk', starting with the visible label (WCAG 2.5.3)."""
    if isinstance(what, str) and not what:
        return {}
    return {"aria_label": children[0] + ": " + what}


def button(
    *children: Any,
    variant: Variant = "secondary",
    size: Size = "normal",
    full: bool = False,
    icon_name: IconName | None = None,
    class_name: str = "",
    what: Any = "",
    **props: Any,
) -> rx.Component:
    """Show a button. ``props`` go to the element: ``on_click``, ``disabled``, ``aria_label``, ``type``...

    ``what`` is the object of this button among many with the same label; it follows the label in the accessible name.
    """
    return rx.el.button(
        *_content(children, icon_name, size == "big"),
        class_name=_classes(variant, size, full, class_name),
        **{"type": "button", **_named(children, what), **props},
    )


def link_button(
    *children: Any,
    href: Any,
    variant: Variant = "secondary",
    size: Size = "normal",
    full: bool = False,
    icon_name: IconName | None = None,
    class_name: str = "",
    what: Any = "",
    **props: Any,
) -> rx.Component:
    """Show a link to one of our pages that looks like a button; ``what`` as with ``button``."""
    return ReactRouterLink.create(
        *_content(children, icon_name, size == "big"),
        to=href,
        class_name=_classes(variant, size, full, class_name),
        **_named(children, what),
        **props,
    )


def link(*children: Any, href: Any, class_name: str = "link", **props: Any) -> rx.Component:
    """Show a link to one of our pages, without a full page load."""
    return ReactRouterLink.create(*children, to=href, class_name=class_name, **props)


def icon_button(icon_name: IconName, label: str, **props: Any) -> rx.Component:
    """Show an icon-only button; ``label`` is its accessible name."""
    return rx.el.button(
        icon(icon_name),
        class_name="icon-button",
        aria_label=label,
        **{"type": "button", **props},
    )
