"""Tabs: arrow keys move, the panel follows (Radix tabs, unstyled)."""

from typing import Any

import reflex as rx

from ..scripts import script


class Tabs(rx.Component):
    """The tab list and its panels: the children, in the order of ``tabs``."""

    library = script("components/tabs.jsx")
    tag = "Tabs"
    lib_dependencies: list[str] = ["@radix-ui/react-tabs@1.1.21"]

    value: rx.Var[str]
    label: rx.Var[str]
    tabs: rx.Var[list[list[str]]]
    disabled: rx.Var[bool]
    on_change: rx.EventHandler[rx.event.passthrough_event_spec(str)]


def tabs(
    *panels: tuple[str, str, rx.Component], label: str, value: Any, on_change: Any, disabled: Any = False
) -> rx.Component:
    """Show tabs. Each panel is (value, label of the tab, content); ``on_change`` is called with the chosen value."""
    return Tabs.create(
        *(rx.el.div(content) for _, _, content in panels),
        label=label,
        tabs=[[key, words] for key, words, _ in panels],
        value=value,
        on_change=on_change,
        disabled=disabled,
    )
