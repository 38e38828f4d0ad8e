"""The cards about keeping on /privacy-beheer: the terms, and what is fixed."""

from collections.abc import Mapping

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction, run_reading
from ....errors import Invalid
from ....services.mail import outbox
from ....services.privacy import terms
from ....services.shared import step_up_reasons
from ....services.shared.identity import ADMIN, CurrentUser, require_step_up
from ... import installation
from ...kit import button, dialog, dialog_buttons, field_box, focus_error, notice, select, show_toast
from ...shell.actions import action
from ...shell.layout import save_row
from ...shell.session import current_user

_DRAFTS = {None: "Tot iemand het verwijdert", **{days: f"{days} dagen" for days in (7, 14, 30, 60, 90, 180, 365)}}
_TRANSCRIPT = {
    None: "Zolang als de rapportage",
    0: "Tot de nacht na het archiveren",
    **{days: f"{days} dagen na het archiveren" for days in (7, 14, 30, 90, 365)},
}
_ARCHIVE = {
    None: "Tot iemand het verwijdert",
    **{days: f"{days} dagen" for days in (30, 90, 180)},
    **{365 * years: f"{years} jaar" for years in (1, 2, 5, 10)},
}
_LABELS: dict[str, Mapping[int | None, str]] = {"drafts": _DRAFTS, "transcript": _TRANSCRIPT, "archive": _ARCHIVE}
_THINGS = {
    "drafts": ("concept", "concepten"),
    "transcript": ("transcript", "transcripten"),
    "archive": ("rapportage", "rapportages"),
}


class TermsState(rx.State):
    """The terms as they are stored; ``round`` changes when the form is to show them again.

    ``asked``: the title of the open question whether to keep shorter; empty when none is open. ``lines`` are below it.
    """

    loaded: bool = False
    is_admin: bool = False
    is_new: bool = False
    chosen: dict[str, str] = {"drafts": "", "transcript": "", "archive": ""}
    options: dict[str, list[dict[str, str]]] = {"drafts": [], "transcript": [], "archive": []}
    changed: str = ""
    elsewhere_error: str = ""
    refused: int = 0
    round: int = 0
    asked: str = ""
    lines: list[str] = []
    _version: int = 0
    _wanted: dict[str, int | None] = {}
    _is_elsewhere: bool = False

    @action
    async def load(self):
        user = await current_user(self)
        self.asked, self.elsewhere_error = "", ""
        await self._read(user)

    @action
    async def save(self, form: dict):
        """Save the terms, after a question when they would erase something that is kept now."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.RETENTION)  # first: the press is repeated after the code
        self.elsewhere_error = ""
        self._wanted = {name: _days(form.get(f"term-{name}", "")) for name in terms.LIMITS}
        self._is_elsewhere = bool(form.get("elsewhere"))
        found = await run_reading(terms.consequences, user, self._wanted)
        if not found:
            await self._change(user)
            return
        first = found[0]
        number = texts.counted(first.number, *_THINGS[first.name])
        verb = "wordt" if first.number == 1 else "worden"
        self.asked = f"{number} {verb} vanaf {texts.long_date(first.erased_from.date())} gewist"
        self.lines = [_line(one) for one in found]

    @action
    async def keep(self):
        """Close the question and save nothing."""
        await current_user(self, ADMIN)
        self.asked = ""

    @action
    async def confirm(self):
        """'Korter bewaren'."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.RETENTION)
        is_open, self.asked = self.asked != "", ""
        if is_open:
            await self._change(user)

    async def _change(self, user: CurrentUser) -> None:
        about = {"version": self._version, "is_elsewhere": self._is_elsewhere}
        try:
            await run_in_transaction(terms.change, user, self._wanted, **about)
        except Invalid as error:
            if error.code != "elsewhere":
                raise
            self.elsewhere_error = error.message
            self.refused += 1
            return
        await self._read(user)
        await show_toast(self, "Opgeslagen", "Wat zijn tijd heeft gehad, wordt 's nachts gewist.")

    async def _read(self, user: CurrentUser) -> None:
        found = await run_reading(terms.of, user.organization_id)
        self.is_admin = user.role == ADMIN
        self.is_new = found.drafts.days is None and found.changed_at is None
        self.chosen = {name: _value(days) for name, days in found.days.items()}
        self.options = {name: _options(_LABELS[name], days) for name, days in found.days.items()}
        who = f", {found.changed_by}" if found.changed_by and self.is_admin else ""
        self.changed = f"Gewijzigd op {texts.dutch_date(found.changed_at)}{who}" if found.changed_at else ""
        self._version = found.version
        self.round += 1
        self.loaded = True


def _days(value: object) -> int | None:
    text = str(value)[:6]
    return int(text) if text.isascii() and text.isdecimal() else None


def _value(days: int | None) -> str:
    return "" if days is None else str(days)


def _options(labels: Mapping[int | None, str], chosen: int | None) -> list[dict[str, str]]:
    """Return the options, also with a number of days that was chosen elsewhere."""
    there = {**labels, **({} if chosen in labels else {chosen: f"{chosen} dagen"})}
    return [{"value": _value(days), "label": label} for days, label in there.items()]


def _line(one: terms.Consequence) -> str:
    people = texts.counted(one.people, "collega", "collega's")
    number = texts.counted(one.number, *_THINGS[one.name])
    day = texts.long_date(one.erased_from.date())
    return f"{number} van {people}, de oudste van {texts.dutch_date(one.oldest)}: gewist vanaf {day}."


def terms_card() -> rx.Component:
    """Return the card with the three terms, and the question before a shorter one."""
    state = TermsState
    return rx.el.section(
        rx.el.div(
            rx.el.h2("Bewaren", id="bewaren", class_name="subheading"),
            rx.cond(state.changed != "", rx.el.p(state.changed, class_name="quiet num")),
            class_name="card-head",
        ),
        rx.cond(
            state.is_new & state.is_admin,
            notice("Kies hoe lang jullie concepten bewaren. Nu blijft alles staan tot iemand het verwijdert."),
        ),
        rx.el.form(
            _select("Concepten", "drafts", "Daarna wordt een concept gewist. 14 dagen van tevoren staat het erbij."),
            _select(
                "Transcript",
                "transcript",
                "Wat er is gezegd. Daarna zie je bij een zin niet meer uit welke woorden hij komt.",
            ),
            _select("Archief", "archive", "Jullie eigen dossier heeft zijn eigen bewaartermijn."),
            rx.cond(state.is_admin, _elsewhere()),
            focus_error(round=state.refused),
            save_row(state.is_admin),
            key=state.round.to(str),
            on_submit=state.save,
            no_validate=True,
            class_name="form terms",
        ),
        _question(),
        class_name="card pad",
        aria_labelledby="bewaren",
    )


def _select(label: str, name: str, hint: str) -> rx.Component:
    state = TermsState
    return select(
        label,
        f"term-{name}",
        state.options[name],
        hint=hint,
        default_value=state.chosen[name],
        disabled=~state.is_admin,
    )


def _elsewhere() -> rx.Component:
    """Return the tick that a term of the archive needs."""
    tick = rx.el.label(
        rx.el.input(type="checkbox", name="elsewhere", id="field-elsewhere"),
        "Het dossier staat in ons ECD. Wat hier uit het archief gaat, hebben we daar.",
        class_name="tick",
    )
    return rx.el.div(
        field_box("Voor een termijn van het archief", tick, id="field-elsewhere", error=TermsState.elsewhere_error),
        class_name="elsewhere",
    )


def _question() -> rx.Component:
    state = TermsState
    return dialog(
        state.asked,
        rx.el.ul(rx.foreach(state.lines, lambda line: rx.el.li(line)), class_name="consequences num"),
        dialog_buttons(
            button("Annuleren", on_click=state.keep, auto_focus=True),
            button("Korter bewaren", variant="danger", on_click=state.confirm),
        ),
        text="Tot die dag kunnen de makers ze archiveren of kopiëren. Wat gewist is, komt niet terug.",
        open=state.asked != "",
        on_close=state.keep,
    )


def fixed_card() -> rx.Component:
    """Return the card with the terms that are fixed."""
    facts = (
        ("Geluid", "Niet bewaard op de server"),
        ("Verwijderd concept", "30 dagen terug te zetten"),
        ("Verzonden mail", f"{outbox.KEPT.days} dagen"),
        ("Logboek", f"{installation.audit_years()} jaar"),
        ("Betalingen", "7 jaar"),
        ("Back-ups", installation.backup_term()),
    )
    return rx.el.section(
        rx.el.h2("Ligt vast", id="vast", class_name="subheading"),
        rx.el.dl(
            *(rx.el.div(rx.el.dt(name), rx.el.dd(words, class_name="num")) for name, words in facts),
            class_name="facts",
        ),
        class_name="card pad",
        aria_labelledby="vast",
    )
