"""The document around every page: its head, and what is mounted once (the stylesheet is in ``styles``)."""

from collections.abc import Callable

import reflex as rx

from ..config import settings
from .components.theme_toggle import BEFORE_PAINT
from .components.toast import toaster
from .components.tooltip import TooltipProvider


def head() -> list[rx.Component]:
    """Return what stands in the head of every page, besides its own title and description."""
    return [
        rx.el.meta(name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
        rx.el.script(rx.Var.create(BEFORE_PAINT)),
        rx.el.link(rel="icon", href="/favicon.svg", type="image/svg+xml"),
        rx.el.link(rel="manifest", href="/site.webmanifest"),
        rx.el.link(rel="apple-touch-icon", href="/icon-180.png"),
        rx.el.meta(name="theme-color", content="#FBFAF6", custom_attrs={"media": "(prefers-color-scheme: light)"}),
        rx.el.meta(name="theme-color", content="#101A19", custom_attrs={"media": "(prefers-color-scheme: dark)"}),
        rx.el.meta(name="application-name", content=settings().app_name),
    ]


def wraps() -> dict[tuple[int, str], Callable[[bool], rx.Component | None]]:
    """Return what is mounted once, around every page: the delays of tooltips and the place where toasts appear."""
    return {
        (8, "TooltipProvider"): lambda _stateful: TooltipProvider.create(),
        (6, "Toaster"): lambda stateful: rx.fragment(toaster()) if stateful else None,
    }
