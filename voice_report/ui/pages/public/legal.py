"""Shared by the two legal pages: their layout, and today's date."""

from collections.abc import Sequence

import reflex as rx

from .... import clock
from ....core import texts
from ... import installation
from ...shell.actions import action
from ...shell.layout import main, page_head, public_shell

#: A heading with its paragraphs; a tuple among the paragraphs is a list.
Chapter = tuple[str, Sequence[str | tuple[str, ...]]]


def _today() -> str:
    return texts.dutch_date(clock.local_now())


class LegalState(rx.State):
    """The date on these pages, set at each visit because the pages are prerendered."""

    updated: str = _today()

    @action
    async def show_today(self):
        """Show today's date."""
        self.updated = _today()


def legal_page(title: str, lead: str, chapters: Sequence[Chapter]) -> rx.Component:
    """Lay out a legal text: numbered chapters, and contact details."""
    return public_shell(
        main(
            page_head(
                title,
                rx.el.p(lead, class_name="lead"),
                rx.el.p("Laatst bijgewerkt: ", rx.el.span(LegalState.updated), class_name="quiet num"),
            ),
            rx.el.div(
                *(_chapter(number, chapter) for number, chapter in enumerate(chapters, start=1)),
                class_name="page legal",
            ),
        )
    )


def contact(before: str, after: str = "") -> str:
    """Return a sentence with the address of the general mailbox."""
    return f"{before} {installation.contact()}{after}"


def _chapter(number: int, chapter: Chapter) -> rx.Component:
    heading, parts = chapter
    name = f"artikel-{number}"
    return rx.el.section(
        rx.el.h2(f"{number}. {heading}", id=name, class_name="subheading"),
        *(rx.el.p(part) if isinstance(part, str) else rx.el.ul(*(rx.el.li(line) for line in part)) for part in parts),
        aria_labelledby=name,
    )
