"""The organization's report templates: the list, and the editor with up to eight headings and a live preview."""

from dataclasses import dataclass, field, replace

import reflex as rx

from ....core import texts
from ....db.session import reading, run_in_transaction
from ....errors import Invalid
from ....reporting.templates import MAX_SECTIONS, ReportTemplate, Role
from ....services.drafts import templates
from ....services.drafts.templates import SectionContent, TemplateContent, TemplateView
from ....services.shared.identity import ADMIN, CurrentUser
from ...kit import show_toast
from ...shell.actions import action
from ...shell.session import current_user


@dataclass
class TemplateLine:
    """A template in the list."""

    id: str
    name: str
    note: str
    is_default: bool


@dataclass
class TemplateSector:
    """The built-in templates of one sector."""

    name: str
    templates: list[TemplateLine] = field(default_factory=list)


@dataclass
class HeadingForm:
    """A heading in the editor; ``number`` identifies it while it moves. ``is_guessed``: the role is what title and
    hint say by themselves."""

    number: int
    title: str = ""
    hint: str = ""
    form: str = "zinnen"
    role: str = Role.OTHER.value
    error: str = ""
    is_guessed: bool = True


class TemplatesState(rx.State):
    """The templates of the organization, and the one in the editor; ``editing`` is its id, empty for a new one.

    Until a template is selected (``asked``), the editor shows the organization's default, if it fits next to the list.
    ``moved`` counts the changes between list and editor, which move the focus.
    """

    loaded: bool = False
    failed: bool = False
    own: list[TemplateLine] = []
    archived: list[TemplateLine] = []
    sectors: list[TemplateSector] = []
    open: bool = False
    asked: bool = False
    moved: int = 0
    editing: str = ""
    built_in: bool = False
    is_default: bool = False
    round: int = 0
    name: str = ""
    note: str = ""
    headings: list[HeadingForm] = []
    error: str = ""
    preview: str = ""
    _version: int = 0
    _numbers: int = 0

    @rx.var
    def full(self) -> bool:
        """Return whether no heading can be added."""
        return len(self.headings) >= MAX_SECTIONS

    @rx.var
    def takes_all(self) -> str:
        """Return the heading under which everything comes, because it is the only one with a role; '' if none is."""
        known = [one.title for one in self.headings if one.role != Role.OTHER]
        return known[0] if len(known) == 1 < len(self.headings) else ""

    @rx.event
    @action
    async def load(self):
        """Load the list."""
        self.failed = True  # shown if a line below raises
        user = await current_user(self, ADMIN)
        await self._read(user)
        if not (self.open and self.asked):
            await self._show_default(user)
        self.failed, self.loaded = False, True

    @rx.event
    @action
    async def select(self, template_id: str):
        """Open a template in the editor; a built-in one is read only."""
        user = await current_user(self, ADMIN)
        async with reading() as session:
            view = await templates.get_template(session, user, str(template_id))
        await self._edit(view.template, view)
        self._move(asked=True)

    @rx.event
    @action
    async def start_new(self):
        """Open an empty template."""
        await current_user(self, ADMIN)
        await self._edit(None, None)
        self._move(asked=True)

    @rx.event
    @action
    async def copy_template(self):
        """Turn the template in the editor into a new one with the same headings."""
        await current_user(self, ADMIN)
        self.editing, self.built_in, self.is_default, self.note = "", False, False, ""
        self.name = f"{self.name[: templates.MAX_NAME - 8]} (kopie)"
        self.round += 1
        self._move(asked=True)

    @rx.event
    @action
    async def close(self):
        """Close the editor without saving."""
        await self._show_default(await current_user(self, ADMIN))
        self._move(asked=False)

    @rx.event
    @action
    async def change_name(self, name: str):
        await current_user(self, ADMIN)
        self.name, self.asked = str(name)[: 4 * templates.MAX_NAME], True

    @rx.event
    @action
    async def change_heading(self, number: int, part: str, value: str):
        """Change the title, hint, form or role of a heading; a role that was guessed goes along with title and hint."""
        await current_user(self, ADMIN)
        if part not in ("title", "hint", "form", "role"):
            return
        self.asked, value = True, str(value)[:2000]
        self.headings = [_changed(one, part, value) if one.number == number else one for one in self.headings]
        await self._preview()

    @rx.event
    @action
    async def move_heading(self, number: int, by: int):
        """Move a heading one place up (-1) or down (1)."""
        await current_user(self, ADMIN)
        order = list(self.headings)
        at = next((index for index, one in enumerate(order) if one.number == number), -1)
        if at >= 0 and by in (-1, 1) and 0 <= at + by < len(order):
            order[at], order[at + by] = order[at + by], order[at]
            self.headings, self.asked = order, True
            await self._preview()

    @rx.event
    @action
    async def remove_heading(self, number: int):
        await current_user(self, ADMIN)
        self.headings, self.asked = [one for one in self.headings if one.number != number], True
        await self._preview()

    @rx.event
    @action
    async def add_heading(self):
        await current_user(self, ADMIN)
        if len(self.headings) < MAX_SECTIONS:
            self.headings, self.asked = [*self.headings, self._numbered()], True

    @rx.event
    @action
    async def save(self):
        """Save the template in the editor; what was typed stays as long as something is wrong."""
        user = await current_user(self, ADMIN)
        if not self.open or self.built_in:
            return
        try:
            if self.editing:
                view = await run_in_transaction(
                    templates.change, user, self.editing, self._content(), version=self._version
                )
            else:
                view = await run_in_transaction(templates.create, user, self._content())
        except Invalid as error:
            self._show_error(error)
            return
        await self._read(user)
        await self._edit(view.template, view)
        await show_toast(self, "Sjabloon opgeslagen")

    @rx.event
    @action
    async def archive(self):
        """Archive the template in the editor, or delete it when no report was made with it."""
        user = await current_user(self, ADMIN)
        if not self.open or not self.editing:
            return
        kept = await run_in_transaction(templates.remove, user, self.editing)
        await self._read(user)
        await self._show_default(user)
        self._move(asked=False)
        await show_toast(self, "Sjabloon wordt niet meer gebruikt" if kept else "Sjabloon verwijderd")

    @rx.event
    @action
    async def restore(self, template_id: str):
        """Take a template out of the archive."""
        user = await current_user(self, ADMIN)
        await run_in_transaction(templates.restore, user, str(template_id))
        await self._read(user)
        await show_toast(self, "Sjabloon teruggezet")

    @rx.event
    @action
    async def make_default(self):
        """'Standaard voor de organisatie', for the template in the editor."""
        user = await current_user(self, ADMIN)
        if self.open and self.editing:
            await run_in_transaction(templates.set_default, user, self.editing)
            self.is_default = True
            await self._read(user)

    async def _read(self, user: CurrentUser) -> None:
        async with reading() as session:
            listed = await templates.list_templates(session, user)
            archived = await templates.list_templates(session, user, archived=True)
        self.own = [_line(view) for view in listed if not view.built_in]
        self.archived = [_line(view) for view in archived]
        sectors: dict[str, TemplateSector] = {}
        for view in listed:
            if view.built_in:
                sector = sectors.setdefault(view.template.sector, TemplateSector(view.template.sector))
                sector.templates.append(_line(view))
        self.sectors = list(sectors.values())

    def _move(self, *, asked: bool) -> None:
        self.asked = asked
        self.moved += 1

    async def _show_default(self, user: CurrentUser) -> None:
        async with reading() as session:
            listed = await templates.list_templates(session, user)
        view = next((view for view in listed if view.is_default), listed[0])
        await self._edit(view.template, view)

    async def _edit(self, template: ReportTemplate | None, view: TemplateView | None) -> None:
        self.open, self.error = True, ""
        self.editing = view.id if view else ""
        self.built_in, self.is_default = bool(view and view.built_in), bool(view and view.is_default)
        self.name = template.name if template else ""
        self._version = template.version if template else 0
        self.note = _note(view) if view else ""
        self.headings = []
        for section in template.sections if template else ():
            part = (section.title, section.hint, section.form, section.role.value)
            self.headings = [*self.headings, self._numbered(*part)]
        self.headings = self.headings or [self._numbered()]
        self.round += 1
        self.preview = ""
        await self._preview()

    def _numbered(self, *parts: str) -> HeadingForm:
        self._numbers += 1
        one = HeadingForm(self._numbers, *parts)
        return replace(one, is_guessed=one.role == templates.guessed(one.title, one.hint))

    def _content(self) -> TemplateContent:
        roles, forms = {role.value for role in Role}, ("zinnen", "lijst")
        return TemplateContent(
            self.name,
            [
                SectionContent(
                    one.title,
                    one.hint,
                    "lijst" if one.form == forms[1] else "zinnen",
                    Role(one.role) if one.role in roles else Role.OTHER,
                )
                for one in self.headings
            ],
        )

    async def _preview(self) -> None:
        """Show a sample under these headings; while something is wrong, say so and keep the last sample."""
        content = self._content()
        try:
            self.preview = await templates.preview(replace(content, name=content.name.strip() or "Sjabloon"))
        except Invalid as error:
            if not error.code.endswith(".title"):  # a title is empty while it is being typed
                self._show_error(error)
        else:
            self.error = ""
            self.headings = [replace(one, error="") for one in self.headings]

    def _show_error(self, error: Invalid) -> None:
        """Put the sentence at the heading it is about ('sections.2.hint'), or at the name."""
        _, _, rest = error.code.partition("sections.")
        index = rest.partition(".")[0]
        wrong = int(index) if index.isdigit() else -1
        self.error = "" if wrong >= 0 else error.message
        self.headings = [
            replace(one, error=error.message if at == wrong else "") for at, one in enumerate(self.headings)
        ]


def _changed(one: HeadingForm, part: str, value: str) -> HeadingForm:
    changed = replace(one, **{part: value}, error="")
    if part in ("title", "hint") and one.is_guessed:
        changed.role = templates.guessed(changed.title, changed.hint).value
    changed.is_guessed = changed.role == templates.guessed(changed.title, changed.hint)
    return changed


def _note(view: TemplateView) -> str:
    if view.updated_at is None:
        return "Ingebouwd"
    by = f", {view.updated_by}" if view.updated_by else ""
    return f"Versie {view.template.version} van {texts.dutch_date(view.updated_at)}{by}"


def _line(view: TemplateView) -> TemplateLine:
    headings = texts.counted(len(view.template.sections), "kop", "koppen")
    return TemplateLine(view.id, view.template.name, f"{headings}, versie {view.template.version}", view.is_default)
