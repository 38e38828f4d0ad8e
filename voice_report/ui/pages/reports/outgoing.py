"""What leaves of the draft to an outside engine: the way to see it before a concept is made, and afterwards."""

import reflex as rx

from ....db.session import run_reading
from ....services.concepts import outgoing as service
from ....services.shared.identity import CurrentUser
from ...islands.outgoing import outgoing
from ...kit.display.icon import icon
from ...kit.overlay.toast import show_toast
from ...shell.actions import action
from ...shell.session import current_user
from .new_report.choices import TemplateState
from .new_report.draft_sync import DraftState, open_draft


class OutgoingState(rx.State):
    """``leaves``: text of the next concept goes to an outside engine. ``round`` changes when the text on the page is
    saved, so that it can be shown."""

    leaves: bool = False
    round: int = 0

    @action
    async def look(self):
        """'Bekijk wat er wordt verstuurd': save the text, so that it is what is shown."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if not draft.streaming:
            await draft._save(user, asked=True)
            self.round += 1

    @action
    async def always(self):
        """A word is always replaced from now on."""
        user = await current_user(self)
        name = user.organization.name if user.organization else ""
        await show_toast(self, f"Voortaan vervangen bij iedereen van {name}")

    async def _offer(self, user: CurrentUser) -> None:
        self.leaves = await run_reading(service.leaves, user)


def look_before() -> rx.Component:
    """Return the button under the transcript, where text would leave."""
    return rx.cond(
        OutgoingState.leaves,
        outgoing(
            icon("eye"),
            "Bekijk wat er wordt verstuurd",
            draft_id=DraftState.draft_id,
            round=OutgoingState.round,
            template=TemplateState.key,
            disabled=DraftState.transcript.strip() == "",
            on_look=OutgoingState.look,
            on_always=OutgoingState.always,
        ),
    )


def replaced_line() -> rx.Component:
    """Return the line of how much was replaced in what the concept sent, with the way to see it."""
    return rx.cond(
        (DraftState.replaced != "") & ~DraftState.streaming,
        rx.el.div(
            rx.el.span(DraftState.replaced, class_name="num"),
            rx.el.span("·", aria_hidden="true"),
            outgoing(
                "Bekijk",
                rx.el.span(" wat is verstuurd", class_name="visually-hidden"),
                draft_id=DraftState.draft_id,
                sent=True,
                key=DraftState.draft_id,
            ),
            class_name="report-label quiet replaced-line",
        ),
    )


def see_what_was_sent() -> rx.Component:
    """Return the way to it that the card of the concept has."""
    sent = outgoing("Bekijk wat is verstuurd", draft_id=DraftState.draft_id, sent=True, key=DraftState.draft_id)
    return rx.cond(DraftState.is_sent, sent)
