"""Keyboard and screen reader focus on a page: the skip link, and the heading after a navigation."""

from typing import Any

import reflex as rx

from ..scripts import script

_JS = script("components/page_focus.jsx")


class SkipLink(rx.Component):
    """A link that moves the focus to the element with the id ``target``."""

    library = _JS
    tag = "SkipLink"

    words: rx.Var[str]
    target: rx.Var[str]


class PageFocus(rx.Component):
    """Shows nothing; focuses the new page's h1 after each navigation inside the app (WCAG 2.4.3)."""

    library = _JS
    tag = "PageFocus"


class FocusOn(rx.Component):
    """Shows nothing; focuses the element with the id ``target`` when ``round`` changes."""

    library = _JS
    tag = "FocusOn"

    target: rx.Var[str]
    round: rx.Var[int]


def focus_on(target: Any, round: Any) -> rx.Component:
    """Move the focus to the element with this id when ``round`` changes."""
    return FocusOn.create(target=target, round=round)


skip_link = SkipLink.create
page_focus = PageFocus.create
