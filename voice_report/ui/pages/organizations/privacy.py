"""/privacy-beheer: what may leave this server. Administrators change it; other members may look."""

from dataclasses import dataclass

import reflex as rx

from ....core import texts
from ....db.session import reading, run_in_transaction
from ....errors import Invalid
from ....services.processing import egress, privacy_settings
from ....services.processing.egress import OwnEgress
from ....services.processing.privacy_settings import EngineView, PrivacyView
from ....services.shared import step_up_reasons
from ....services.shared.identity import ADMIN, CurrentUser, require_step_up
from ...kit import error_state, field, focus_error, notice, select, show_toast
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import back_to_admin, main, member_shell, page_head, settings_card
from ...shell.paged_list import Loaded
from ...shell.session import SessionState, current_user
from ..platform.egress import RESTORED
from ..privacy.masking_words import masking_words_card
from ..privacy.proof_card import proof_card
from ..privacy.terms_card import fixed_card, terms_card

_NEXT = "Geldt vanaf het volgende concept."
_WIDEST = "all"


@dataclass
class EngineItem:
    """An engine in the list: what it does, who is behind it and where, and the agreement."""

    key: str
    task: str
    name: str
    where: str


class PrivacyState(Loaded, rx.State):
    """The settings as they are stored; ``round`` changes when the forms are to show them again."""

    is_admin: bool = False
    leaves: bool = False
    outside_text: str = ""
    masks_dates: bool = False
    marks_copies: bool = False
    reason: str = ""
    decided_by: str = ""
    floor: str = _WIDEST
    engines: list[EngineItem] = []
    speech_options: list[dict[str, str]] = []
    structure_options: list[dict[str, str]] = []
    speech_engine: str = ""
    structure_engine: str = ""
    left: str = ""
    gone: list[str] = []
    takes: dict[str, str] = {"local": "", "eu": "", "all": ""}
    reason_error: str = ""
    decided_error: str = ""
    engine_error: str = ""
    refused: int = 0
    round: int = 0
    _version: int = 0

    async def _begin(self) -> None:
        self.reason_error = self.decided_error = self.engine_error = ""

    @action
    async def save_text(self, form: dict):
        """Save which text may leave; what was typed stays in the form when it is refused."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.PRIVACY)  # first: the press is repeated after the code
        self.reason_error = self.decided_error = ""
        wanted = {name: str(form.get(name, ""))[:2000] for name in ("outside_text", "reason", "decided_by")}
        dates = {"masks_dates": bool(form.get("masks_dates")), "version": self._version}
        try:
            await run_in_transaction(privacy_settings.change_text, user, **wanted, **dates)
        except Invalid as error:
            if error.code not in ("reason", "decided_by"):
                raise
            self.reason_error = error.message if error.code == "reason" else ""
            self.decided_error = error.message if error.code == "decided_by" else ""
            self.refused += 1
            return
        await self._saved(user)

    @action
    async def save_engines(self, form: dict):
        """Save where engines may be, and which of those are used."""
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.PRIVACY)
        self.engine_error = ""
        wanted = {name: str(form.get(name, ""))[:200] for name in ("floor", "speech_engine", "structure_engine")}
        try:
            await run_in_transaction(privacy_settings.change_engines, user, **wanted, version=self._version)
        except Invalid as error:
            if not error.code.endswith("_engine"):
                raise
            self.engine_error = error.message
            self.refused += 1
            return
        await self._saved(user)

    @action
    async def save_copies(self, form: dict):
        user = await current_user(self, ADMIN)
        require_step_up(user, step_up_reasons.PRIVACY)
        wanted = {"marks_copies": bool(form.get("marks_copies")), "version": self._version}
        await run_in_transaction(privacy_settings.change_copies, user, **wanted)
        await self._saved(user, "Geldt vanaf de volgende keer dat iemand een verslag opent.")

    async def _saved(self, user: CurrentUser, when: str = _NEXT) -> None:
        await self._read(user)
        await show_toast(self, "Opgeslagen", when)

    async def _read(self, user: CurrentUser) -> None:
        async with reading() as session:
            found = await privacy_settings.view(session, user)
            self.left = left_line(await egress.of_organization(session, user))
        self._show(found)
        self.is_admin = user.role == ADMIN
        self.takes = privacy_settings.consequences()

    def _show(self, found: PrivacyView) -> None:
        self.leaves, self.outside_text, self.floor = found.leaves, found.outside_text, found.floor
        self.masks_dates, self.marks_copies = found.masks_dates, found.marks_copies
        self.reason, self.decided_by = found.reason, found.decided_by
        self.speech_engine, self.structure_engine = found.speech_engine, found.structure_engine
        self.engines = [_item(one) for one in found.engines]
        self.speech_options, self.structure_options = (
            [{"value": one.key, "label": _name(one)} for one in found.engines if one.task == task]
            for task in ("speech", "structuring")
        )
        self.gone = list(found.gone)
        self._version = found.version
        self.round += 1


def left_line(found: OwnEgress) -> str:
    """Return since when no speech or text of the organization has left this server, and what left lately."""
    since = texts.long_moment(found.since) if found.since else ""
    line = f"Niets verlaten sinds {since}." if since else ""
    line += f" {RESTORED}" if found.is_restored else ""
    if not found.requests:
        return line
    times, where = texts.counted(found.requests, "keer", "keer"), " en ".join(found.hosts)
    return f"{line} In de laatste {egress.DAYS} dagen {times}, {texts.size(found.sent_bytes)}, naar {where}.".strip()


def _name(one: EngineView) -> str:
    return f"{one.party} ({one.model})" if one.model else one.party


def _item(one: EngineView) -> EngineItem:
    agreed = f", overeenkomst van {texts.dutch_date(one.agreement)}" if one.agreement else ", geen overeenkomst bekend"
    region = {"local": "op deze server", "eu": f"in {one.country}, binnen de EU"}.get(one.region, f"in {one.country}")
    task = "Spraak" if one.task == "speech" else "Tekst"
    return EngineItem(one.key, task, _name(one), region + (agreed if one.is_outside else ""))


def privacy_page() -> rx.Component:
    return member_shell(
        main(
            page_head(
                "Privacy",
                rx.el.p(
                    "Wat er van ",
                    SessionState.organization_name,
                    " buiten deze server gaat, en hoe lang jullie bewaren.",
                ),
                back=back_to_admin(),
            ),
            rx.el.div(
                rx.cond(
                    PrivacyState.loaded,
                    rx.fragment(
                        rx.el.div(_text_card(), terms_card(), fixed_card(), class_name="stack"),
                        rx.el.div(
                            _engines_card(), masking_words_card(), _copies_card(), proof_card(), class_name="stack"
                        ),
                    ),
                    error_state("Kon de instellingen niet laden. Probeer het later opnieuw.", PrivacyState.load),
                ),
                class_name="columns-2 page privacy",
            ),
        ),
        ready=PrivacyState.loaded | PrivacyState.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )


def _text_card() -> rx.Component:
    state = PrivacyState
    return settings_card(
        "Tekst naar een taalmodel",
        rx.cond(
            state.leaves,
            "Of tekst naar een taalmodel buiten deze server gaat. Zonder taalmodel wordt een verslag hier gemaakt.",
            "Deze installatie heeft geen taalmodel buiten deze server.",
        ),
        _radios(
            "outside_text",
            "Tekst naar een taalmodel",
            (("never", "Nooit"), ("pseudonymised", "Met vervangen namen"), ("plain", "Zoals gezegd")),
            state.outside_text,
        ),
        _dates(),
        rx.cond(
            state.is_admin,
            rx.el.div(
                field("Waarom", "reason", error=state.reason_error, default_value=state.reason, max_length=300),
                field(
                    "Wie besliste dit",
                    "decided_by",
                    error=state.decided_error,
                    default_value=state.decided_by,
                    max_length=200,
                ),
                class_name="decided form",
            ),
        ),
        focus_error(round=state.refused),
        anchor="tekst",
        state=state,
        on_submit=state.save_text,
        kind="outside-text",
        is_admin=state.is_admin,
    )


def _dates() -> rx.Component:
    """Return the tick for other dates, which is there with 'Met vervangen namen'."""
    about = (
        "Datums met de naam van een maand of met een jaar; '12-11' alleen achter een woord als 'op'. Weekdagen, "
        "losse maanden en losse jaren blijven staan. Geboortedata altijd."
    )
    return _tick("masks_dates", "Ook andere datums vervangen", about, PrivacyState.masks_dates, "masked-dates")


def _engines_card() -> rx.Component:
    state = PrivacyState
    floors = (("local", "Alleen op deze server"), ("eu", "Alleen in de EU"), ("all", "Overal"))
    return settings_card(
        "Waar mag het verwerkt worden",
        "Wie de verwerkers zijn en waar, zegt de instelling van deze installatie.",
        rx.foreach(state.gone, lambda line: notice("Een verwerker is vervangen", rx.el.p(line))),
        _radios("floor", "Waar mag het verwerkt worden", floors, state.floor),
        *(
            rx.cond(state.takes[key] != "", rx.el.p(state.takes[key], class_name=f"soft takes takes-{key}"))
            for key, _ in floors
        ),
        rx.el.ul(rx.foreach(state.engines, _engine), class_name="list engines", aria_label="Verwerkers"),
        rx.cond(state.left != "", rx.el.p(state.left, class_name="soft num")),
        rx.cond(state.is_admin, _choices()),
        focus_error(round=state.refused),
        anchor="waar",
        state=state,
        on_submit=state.save_engines,
        kind="floors",
        is_admin=state.is_admin,
    )


def _copies_card() -> rx.Component:
    """Return the card with the last line of copied text."""
    state = PrivacyState
    about = (
        "In opgemaakte tekst, Word en pdf staat voor programma’s hoe het verslag is gemaakt. In platte tekst kan dat "
        "alleen als zin."
    )
    said = "Zet die zin als laatste regel onder een kopie van het hele verslag"
    return settings_card(
        "Gekopieerde tekst",
        about,
        _tick("marks_copies", said, "", state.marks_copies),
        anchor="gekopieerd",
        state=state,
        on_submit=state.save_copies,
        is_admin=state.is_admin,
    )


def _choices() -> rx.Component:
    """Return which engine is used, where there is more than one for a task."""
    state = PrivacyState
    first = "De eerste die mag"
    return rx.fragment(
        rx.cond(
            state.speech_options.length() > 1,
            select(
                "Spraak door",
                "speech_engine",
                state.speech_options,
                placeholder=first,
                error=state.engine_error,
                default_value=state.speech_engine,
            ),
        ),
        rx.cond(
            state.structure_options.length() > 1,
            select(
                "Tekst door",
                "structure_engine",
                state.structure_options,
                placeholder=first,
                error=state.engine_error,
                default_value=state.structure_engine,
            ),
        ),
    )


def _tick(name: str, words: str, about: str, is_on: rx.Var[bool], kind: str = "") -> rx.Component:
    box = rx.el.input(type="checkbox", name=name, default_checked=is_on, disabled=~PrivacyState.is_admin)
    return rx.el.label(box, rx.el.span(words, rx.el.small(about) if about else None), class_name=f"tick-row {kind}")


def _radios(name: str, label: str, options: tuple[tuple[str, str], ...], chosen: rx.Var[str]) -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(label, class_name="visually-hidden"),
        rx.el.div(
            *(
                rx.el.label(
                    rx.el.input(
                        type="radio",
                        name=name,
                        value=value,
                        default_checked=chosen == value,
                        disabled=~PrivacyState.is_admin,
                    ),
                    words,
                )
                for value, words in options
            ),
            class_name="choice",
        ),
        class_name="field",
    )


def _engine(one: rx.Var[EngineItem]) -> rx.Component:
    return rx.el.li(
        rx.el.span(rx.el.b(one.name), rx.el.span(one.task, ", ", one.where, class_name="mail num"), class_name="text"),
        class_name="thing",
        key=one.key + one.task,
    )
