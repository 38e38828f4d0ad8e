"""A table of what people did: the head, the days, and the icon of each kind. Of the logbook, and of one client's."""

from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from ...kit import icon
from ...kit.display.icon import IconName

#: The kinds of the filter, with their icon.
KINDS: tuple[tuple[str, str, IconName], ...] = (
    ("viewed", "Bekeken", "eye"),
    ("changed", "Gewijzigd", "pencil"),
    ("copied", "Gekopieerd", "copy"),
    ("downloaded", "Gedownload", "download"),
    ("deleted", "Verwijderd", "trash"),
)


def log_table(caption: str, head: Sequence[str], items: Any, cells: Callable[[rx.Var], Sequence[rx.Component]]):
    """Return the table. An item has an ``id``, a ``time``, and on the first of a day its ``heading``; ``cells`` are
    those behind the time."""

    def row(item: rx.Var) -> rx.Component:
        day = rx.el.tr(rx.el.th(item.heading, col_span=len(head), scope="rowgroup"), class_name="day")
        time = rx.el.td(item.time, rx.el.span(" uur", class_name="unit"))
        return rx.fragment(rx.cond(item.heading != "", day), rx.el.tr(time, *cells(item)), key=item.id.to(str))

    return rx.el.table(
        rx.el.caption(caption, class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(*(rx.el.th(words, scope="col") for words in head))),
        rx.el.tbody(rx.foreach(items, row)),
        class_name="card log num",
    )


def deed(what: Any, kind: Any, *, failed: Any, failed_icon: IconName) -> rx.Component:
    """Return what was done, with the icon of its kind."""
    kinds = rx.fragment(*(rx.cond(kind == known, icon(name)) for known, _, name in KINDS))
    return rx.el.span(rx.cond(failed, icon(failed_icon), kinds), rx.el.span(what), class_name="what " + kind)
