"""The side menu on phones: 280 px wide, 350 px from small screens up (decisions/0001); closes on a route change."""

from typing import Any

import reflex as rx

from ..scripts import script


class SideMenu(rx.Component):
    """The menu button, and the menu with its children."""

    library = script("components/side_menu.jsx")
    tag = "SideMenu"

    heading: rx.Var[str]


def side_menu(heading: Any, *children: Any) -> rx.Component:
    """Show the menu button (under 960 px) and its menu with ``heading``."""
    return SideMenu.create(*children, heading=heading)
