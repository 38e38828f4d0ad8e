"""'Niet opgenomen uit je dictaat': what was said and is not in the concept, below the paper, with 'Toevoegen'."""

from dataclasses import dataclass

import reflex as rx

from .....errors import DomainError
from .....services.reports import left_out
from .....services.shared.identity import CurrentUser
from ....actions import action
from ....components import button, icon
from ....components.toast import show_toast
from ....session import current_user
from .draft_sync import CONCEPT, DraftState, open_draft


@dataclass
class LeftOutItem:
    """A spoken sentence, and the heading under which it would come."""

    position: int
    text: str
    section: str


class LeftOutState(rx.State):
    """The sentences that the concept on screen does not have; ``trouble`` says why they are not known."""

    items: list[LeftOutItem] = []
    trouble: str = ""

    @rx.event
    @action
    async def look(self):
        """Compare the concept with the transcript; free of credit."""
        user = await current_user(self)
        await self._look(user, await open_draft(self, user))

    @rx.event
    @action
    async def add(self, position: int):
        """'Toevoegen': the sentence comes under its heading, as it was said."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming or draft.step != CONCEPT:
            return
        await draft._save(user, asked=True)
        draft._show(await left_out.add(user, draft.draft_id, int(position)), step=CONCEPT)
        draft._refresh_text()
        await self._look(user, draft)
        await show_toast(self, "Toegevoegd aan de rapportage")

    async def _look(self, user: CurrentUser, draft: DraftState) -> None:
        self.items, self.trouble = [], ""
        if draft.streaming or draft.step != CONCEPT or not draft.report.strip():
            return
        try:
            found = await left_out.find(user, draft.draft_id, draft.transcript, draft.report)
        except DomainError as error:
            self.trouble = error.message
            return
        self.items = [LeftOutItem(one.position, one.text, one.section) for one in found]


def left_out_part() -> rx.Component:
    """Return the card below the paper; nothing when everything that was said is there."""
    return rx.cond(
        DraftState.streaming,
        rx.fragment(),
        rx.fragment(
            rx.cond(
                LeftOutState.items.length() > 0,
                rx.el.section(
                    rx.el.h2("Niet opgenomen uit je dictaat", id="niet-opgenomen"),
                    rx.el.ul(rx.foreach(LeftOutState.items, _item)),
                    class_name="left-out",
                    aria_labelledby="niet-opgenomen",
                ),
            ),
            rx.cond(
                LeftOutState.trouble != "",
                rx.el.p(
                    LeftOutState.trouble,
                    " ",
                    button("Opnieuw vergelijken", variant="plain", size="small", on_click=LeftOutState.look),
                    class_name="quiet",
                    role="status",
                ),
            ),
        ),
    )


def _item(item: rx.Var[LeftOutItem]) -> rx.Component:
    return rx.el.li(
        rx.el.blockquote(item.text),
        rx.el.button(
            icon("plus"),
            rx.el.span("Toevoegen onder ", item.section),
            type="button",
            class_name="button secondary small",
            custom_attrs={"aria-description": item.text},
            on_click=LeftOutState.add(item.position),
        ),
        key=item.position.to_string(),
    )
