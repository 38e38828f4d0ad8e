"""/privacydossier: the organization's privacy file, what changed in it, and the lines that it fills in itself."""

from dataclasses import dataclass, field

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction
from ....errors import Conflict, Invalid
from ....services.audit.audited_reads import run_audited
from ....services.privacy import dpia_form, privacy_file
from ....services.privacy.privacy_file import NOT_FILLED_IN, Chapter, File, Line
from ....services.shared.identity import ADMIN, CurrentUser
from ...kit import button, error_state, field_box, icon, notice, show_toast
from ...kit.form.field import described
from ...kit.scripted import print_page_button
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import main, member_shell, page_head, settings_card, way_back
from ...shell.session import current_user

_RISKS, _QUESTIONS = 8, 9  # chapters
_STALE = f"{privacy_file.STALE} Wat je typte, staat er nog: druk nog eens op Opslaan als het zo goed is."


@dataclass
class LineItem:
    """A line of a chapter; ``group`` is the heading above it, '' for none. ``value`` is '' where it is to be filled
    in, and ``source`` then says by whom; a question has no source."""

    key: str
    name: str
    value: str
    source: str
    group: str


@dataclass
class ChapterItem:
    """A chapter with its badge; ``tone`` is the badge's colour."""

    number: str
    title: str
    badge: str
    tone: str
    lines: list[LineItem] = field(default_factory=list)


@dataclass
class ChangeItem:
    """A line of 'was' and 'wordt'."""

    key: str
    name: str
    was: str
    becomes: str


@dataclass
class FieldItem:
    """A line that the organization fills in; ``id`` is of its control, as the name may have spaces. ``about`` is the
    list that it consents to, '' for another line."""

    id: str
    name: str
    label: str
    value: str
    about: str


class PrivacyFileState(rx.State):
    """The version that is shown; ``round`` changes when the form is to show what is stored."""

    loaded: bool = False
    failed: bool = False
    is_newest: bool = True
    version: str = ""
    since: str = ""
    since_href: str = ""
    changes: list[ChangeItem] = []
    seen: str = ""
    is_seen: bool = False
    chapters: list[ChapterItem] = []
    fields: list[FieldItem] = []
    wrong: str = ""
    error: str = ""
    round: int = 0
    _number: int = 0
    _fields_version: int = 0
    _filled_in: dict[str, str] = {}

    @action
    async def load(self):
        """Load the file as it is now, or the version that the address names."""
        user = await current_user(self, ADMIN)
        self.loaded, self.failed = False, True  # shown if a line below raises
        wanted = str(self.router.url.query_parameters.get("versie", ""))[:9]
        if wanted.isascii() and wanted.isdecimal():
            found = await run_audited(privacy_file.version, user, int(wanted))
        else:
            found = await privacy_file.current(user)
        self._show(found)
        self.loaded, self.failed = True, False

    @action
    async def see(self):
        """'Gezien'."""
        user = await current_user(self, ADMIN)
        await run_in_transaction(privacy_file.see, user, self._number)
        await self._again(user)
        await show_toast(self, "Gezien", "Bij een volgende wijziging krijgen jullie weer een mail.")

    @action
    async def save(self, form: dict):
        """Save what was filled in; what was typed stays in the form when it is refused."""
        user = await current_user(self, ADMIN)
        self.wrong = self.error = ""
        there = self._filled_in
        typed = {name: str(form.get(name, there[name]))[:2000] for name in there}
        changed = {name: value for name, value in typed.items() if value != there[name]}
        try:
            await run_in_transaction(privacy_file.change, user, changed, version=self._fields_version)
        except Invalid as error:
            self.wrong, self.error = error.code if error.code in there else "", error.message
            return
        except Conflict:
            self._fields_version = (await privacy_file.current(user)).fields_version
            self.error = _STALE
            return
        await self._again(user)
        await show_toast(self, "Opgeslagen", "Er is een nieuwe versie van het dossier.")

    @action
    async def download(self):
        """'Downloaden': the version that is shown, as JSON."""
        user = await current_user(self, ADMIN)
        found = await run_audited(privacy_file.version, user, self._number, action="export")
        return rx.download(data=privacy_file.content(found), filename=f"privacydossier-versie-{found.number}.json")

    @action
    async def download_dpia(self):
        """'Invoer voor DPIA': the file that the government's form opens."""
        user = await current_user(self, ADMIN)
        found = await privacy_file.current(user, action="export")
        return rx.download(data=dpia_form.content(found), filename=dpia_form.file_name(found))

    async def _again(self, user: CurrentUser) -> None:
        self._show(await privacy_file.current(user))

    def _show(self, found: File) -> None:
        self._number, self._fields_version = found.number, found.fields_version
        self.is_newest = found.number == found.newest
        self.version = f"Versie {found.number}, {texts.long_date(found.made_at.date())}"
        self.since = str(found.since or "")
        self.since_href = f"{routes.PRIVACY_FILE}?versie={found.since}"
        # Chapter 3 has in other words what another chapter has: of those, that one is shown.
        shown = [one for one in found.changes if not one.key.startswith("register.")] or found.changes
        self.changes = [ChangeItem(f"{one.key} {one.name}", one.name, one.was, one.becomes) for one in shown]
        self.is_seen = found.seen_at is not None
        self.seen = "Nog niemand heeft deze versie gezien."
        if found.seen_at:
            who = found.seen_by or "een account dat er niet meer is"
            self.seen = f"Gezien door {who}, {texts.dutch_moment(found.seen_at)}."
        self.chapters = [_chapter(one) for one in found.chapters]
        self.fields = _fields(found)
        self._filled_in = {one.name: one.value for one in self.fields}
        self.wrong = self.error = ""
        self.round += 1


def _fields(found: File) -> list[FieldItem]:
    """Return what can be filled in, each once: a line of the register has another one, whose name says more."""
    named: dict[str, Line] = {}
    for line in (line for one in found.chapters for line in one.lines if line.field):
        if line.field not in named or line.key == f"own.{line.field}":
            named[line.field] = line
    there = {line.key: line.value for one in found.chapters for line in one.lines}
    about = {"own.subprocessors": there.get("flow.subprocessors", "")}
    return [
        FieldItem(f"field-{at}", name, one.name, one.value, about.get(one.key, ""))
        for at, (name, one) in enumerate(named.items())
    ]


def _chapter(one: Chapter) -> ChapterItem:
    badge, tone = (f"{one.missing} niet ingevuld", "coral") if one.missing else ("", "")
    if one.number in (_RISKS, _QUESTIONS):
        badge, tone = str(len(one.lines)), "amber" if one.number == _RISKS else ""
    groups = [line.group for line in one.lines]
    first = [group if group and group not in groups[:at] else "" for at, group in enumerate(groups)]
    lines = [_line(one.number, line, group) for line, group in zip(one.lines, first, strict=True)]
    return ChapterItem(str(one.number), one.title, badge, f"badge num {tone}", lines)


def _line(number: int, one: Line, group: str) -> LineItem:
    source = "" if number == _QUESTIONS else one.told_source
    return LineItem(one.key, one.name, one.value, source, group)


def privacy_file_page() -> rx.Component:
    state = PrivacyFileState
    return member_shell(
        main(
            page_head(
                "Privacydossier",
                rx.el.p("Invoer voor jullie register en DPIA, uit de instellingen die nu gelden."),
                rx.el.div(
                    print_page_button(),
                    button("Downloaden", icon_name="download", on_click=state.download),
                    rx.cond(
                        state.is_newest, button("Invoer voor DPIA", icon_name="download", on_click=state.download_dpia)
                    ),
                    class_name="row",
                ),
                back=way_back("Terug naar Privacy", routes.OUTSIDE),
            ),
            rx.el.div(
                rx.cond(state.loaded, _file(), error_state("Kon het dossier niet laden.", state.load)),
                class_name="page file-page",
            ),
        ),
        ready=state.loaded | state.failed,
        needs_organization=True,
        section=routes.ADMIN,
    )


def _file() -> rx.Component:
    state = PrivacyFileState
    chapters = rx.el.section(rx.foreach(state.chapters, _shown), class_name="chapters", aria_label="Hoofdstukken")
    older = notice("Dit is een eerdere versie. Ga terug naar Privacy voor die van nu.")
    return rx.fragment(
        rx.cond(state.is_newest, rx.fragment(), older),
        _changes(),
        chapters,
        rx.cond(state.is_newest & (state.fields.length() > 0), _form()),
        rx.el.p("Dit is geen DPIA. Het zijn de feiten die jullie ervoor nodig hebben.", class_name="quiet"),
    )


def _changes() -> rx.Component:
    """Return what changed since the version that was seen last, and the button 'Gezien'."""
    state = PrivacyFileState
    since = rx.el.span("Wat is er veranderd sinds ", rx.el.a("versie ", state.since, href=state.since_href))
    head = rx.el.thead(rx.el.tr(rx.el.td(), rx.el.th("Was", scope="col"), rx.el.th("Wordt", scope="col")))
    table = rx.el.table(
        rx.el.caption("Verschillen met versie ", state.since, class_name="visually-hidden"),
        head,
        rx.el.tbody(rx.foreach(state.changes, _difference)),
        class_name="plain-table was-now num",
    )
    return rx.el.section(
        rx.el.div(
            rx.el.h2(
                rx.cond(state.since != "", since, rx.el.span("De eerste versie")), id="anders", class_name="subheading"
            ),
            rx.el.p(state.version, class_name="quiet num"),
            class_name="card-head",
        ),
        rx.cond(
            state.changes.length() > 0,
            table,
            rx.cond(state.since != "", rx.el.p("Alles is weer zoals toen.", class_name="soft")),
        ),
        rx.el.div(
            rx.el.p(state.seen, class_name="soft num"),
            rx.cond(
                state.is_newest & ~state.is_seen,
                button("Gezien", variant="primary", icon_name="check", on_click=state.see),
            ),
            class_name="seen-row",
        ),
        class_name="card pad file-changes",
        aria_labelledby="anders",
    )


def _difference(one: rx.Var[ChangeItem]) -> rx.Component:
    return rx.el.tr(
        rx.el.th(one.name, scope="row"),
        rx.el.td(one.was, custom_attrs={"data-label": "Was"}),
        rx.el.td(one.becomes, custom_attrs={"data-label": "Wordt"}),
        key=one.key,
    )


def _shown(one: rx.Var[ChapterItem]) -> rx.Component:
    return rx.el.details(
        rx.el.summary(
            rx.el.span(one.number, class_name="nr num"),
            rx.el.b(one.title),
            rx.cond(one.badge != "", rx.el.span(one.badge, class_name=one.tone)),
            icon("down"),
        ),
        rx.el.dl(rx.foreach(one.lines, _fact), class_name="facts chap num"),
        class_name="chapter",
        key=one.number,
    )


def _fact(one: rx.Var[LineItem]) -> rx.Component:
    missing = rx.el.strong(NOT_FILLED_IN, class_name="not-filled")
    value = rx.cond(one.value != "", rx.el.span(one.value), missing)
    return rx.el.div(
        rx.el.dt(rx.cond(one.group != "", rx.el.b(one.group, class_name="group")), rx.el.span(one.name)),
        rx.el.dd(rx.el.span(value), " ", rx.el.small(one.source, class_name="src")),
        key=one.key,
        class_name=rx.cond(one.group != "", "grouped", ""),
    )


def _form() -> rx.Component:
    """Return the form with the lines that the organization fills in."""
    state = PrivacyFileState
    return settings_card(
        "Wat jullie zelf invullen",
        "Zet hier geen gegevens van cliënten. Een regel die leeg blijft, staat in het dossier als niet ingevuld.",
        rx.foreach(state.fields, _field),
        rx.cond((state.error != "") & (state.wrong == ""), rx.el.p(state.error, class_name="error", role="alert")),
        anchor="invullen",
        state=state,
        on_submit=state.save,
        kind="own-lines",
    )


def _field(one: rx.Var[FieldItem]) -> rx.Component:
    state = PrivacyFileState
    error = rx.cond(state.wrong == one.name, state.error, "")
    control = rx.el.textarea(
        id=one.id,
        name=one.name,
        rows=2,
        default_value=one.value,
        max_length=privacy_file.LONGEST,
        class_name="input",
        **described(one.id, "", error),
    )
    label = rx.fragment(one.label, rx.cond(one.about != "", rx.el.span(one.about, class_name="hint")))
    return field_box(label, control, id=one.id, error=error)
