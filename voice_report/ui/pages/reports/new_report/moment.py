"""The report's date, which its author can change: a visit may be reported a day later."""

import reflex as rx

from ..... import clock
from .....core import texts
from .....db.session import run_in_transaction
from .....errors import Invalid
from .....services.drafts import drafts
from .....services.shared import dates
from ....kit import date_field, dialog, dialog_form, focus_error
from ....kit.form.field import field
from ....shell.actions import action
from ....shell.session import current_user
from .draft_sync import open_draft


class MomentState(rx.State):
    """The dialog with the report's date and time; ``opened`` counts its openings, ``refused`` the wrong dates."""

    changing: bool = False
    day: str = ""
    time: str = ""
    day_error: str = ""
    time_error: str = ""
    opened: int = 0
    refused: int = 0

    @action
    async def open_moment(self):
        draft = await open_draft(self, await current_user(self))
        if not draft.draft_id or draft.streaming:
            return
        local = (draft._reported_at or clock.now()).astimezone(clock.AMSTERDAM)
        self.day, self.time = texts.dutch_date(local), f"{local:%H.%M}"
        self.day_error = self.time_error = ""
        self.opened += 1
        self.changing = True

    @action
    async def close_moment(self):
        await current_user(self)
        self.changing = False

    @action
    async def change_moment(self, form: dict):
        """Save the date; what is as it was, is left as it was: of an hour that comes twice the clock does not tell."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        day, time = (str(form.get(name) or "")[: dates.LONGEST].strip() for name in ("day", "time"))
        self.day_error = self.time_error = ""
        try:
            if self.changing and (day, time) != (self.day, self.time):
                moment = dates.moment(day, time)
                saved = await run_in_transaction(drafts.set_moment, user, draft.draft_id, moment)
                draft._take_change(saved)
                draft._show_moment(saved.reported_at)
        except Invalid as error:
            setattr(self, "time_error" if error.code == "time" else "day_error", error.message)
            self.refused += 1
            return
        self.changing = False


def moment_dialog() -> rx.Component:
    """Return the dialog with a date and a time."""
    state = MomentState
    return dialog(
        "Wanneer was dit?",
        dialog_form(
            date_field(label="Datum", name="day", default_value=state.day, error=state.day_error),
            field(
                "Tijd",
                "time",
                error=state.time_error,
                default_value=state.time,
                placeholder="uu.mm",
                input_mode="numeric",
                auto_complete="off",
                max_length=5,
            ),
            focus_error(round=state.refused),
            on_submit=state.change_moment,
            on_cancel=state.close_moment,
            key=state.opened.to(str),
        ),
        text="Deze datum en tijd staan op het verslag, ook als je het later aanpast.",
        open=state.changing,
        on_close=state.close_moment,
    )
