"""The organization's field profiles: the list, and the editor with up to twelve fields and a live preview."""

from dataclasses import dataclass, field, replace
from typing import Any

import reflex as rx

from ....core import texts
from ....db.session import reading, run_in_transaction
from ....errors import Invalid
from ....services.drafts import profiles, templates
from ....services.drafts.profiles import ProfileContent, ProfileField, ProfileView
from ....services.shared.identity import ADMIN, CurrentUser
from ...kit import show_toast
from ...shell.actions import action
from ...shell.session import current_user
from ..reports.profile_choice import meaning, shape

ANY_TEMPLATE = "Alle sjablonen"


@dataclass
class ProfileLine:
    """A profile in the list."""

    id: str
    name: str
    note: str
    is_default: bool


@dataclass
class FieldForm:
    """A field in the editor; ``number`` identifies it while it moves. ``limit`` is what was typed; ``summary`` says
    what is in the field, where that is not shown."""

    number: int
    label: str = ""
    sections: list[str] = field(default_factory=list)
    headings: bool = False
    limit: str = ""
    error: str = ""
    summary: str = ""


class ProfilesState(rx.State):
    """The field profiles of the organization, and the one in the editor; ``editing`` is its id, empty for a new one.

    Until a profile is selected (``asked``), the editor has the organization's default, if it fits next to the list.
    ``moved`` counts the ways there and back: the focus goes along. ``opened`` is the number of the field that is shown
    whole. ``choices`` are the titles of the sections that the profile may have, ``others`` those of other templates.
    ``sample`` is a report under the headings ``titles``, for the preview.
    """

    loaded: bool = False
    failed: bool = False
    own: list[ProfileLine] = []
    built: list[ProfileLine] = []
    archived: list[ProfileLine] = []
    template_options: list[dict[str, str]] = []
    asked: bool = False
    asking: bool = False
    moved: int = 0
    editing: str = ""
    built_in: bool = False
    is_default: bool = False
    round: int = 0
    name: str = ""
    note: str = ""
    template: str = ""
    empty: str = "weglaten"
    enter_twice: bool = False
    fields: list[FieldForm] = []
    opened: int = 0
    choices: list[str] = []
    others: list[str] = []
    error: str = ""
    sample: str = ""
    titles: list[list[str]] = []
    _version: int = 0
    _numbers: int = 0

    @rx.var
    def full(self) -> bool:
        """Return whether no field can be added."""
        return len(self.fields) >= profiles.MAX_FIELDS

    @rx.var
    def preview(self) -> dict[str, Any]:
        """Return the profile in the editor, as the page's scripts take it."""
        if self.built_in:
            view = profiles.BUILT_IN[self.editing]
            return shape(view.id, view.name, view.fields, view.empty, view.enter_counts)
        content = self._content()
        known = [replace(one, limit=one.limit if one.limit != _NO_NUMBER else None) for one in content.fields]
        named = tuple(one for one in known if one.sections)
        return shape(self.editing or "nieuw", self.name, named, self.empty, content.enter_counts)

    @rx.event
    @action
    async def load(self):
        """Load the list."""
        self.failed = True  # shown if a line below raises
        user = await current_user(self, ADMIN)
        await self._read(user)
        if not self.asked:
            await self._show_default(user)
        self.failed, self.loaded = False, True

    @rx.event
    @action
    async def select(self, profile_id: str):
        """Open a profile in the editor; a built-in one is read only."""
        user = await current_user(self, ADMIN)
        async with reading() as session:
            view = await profiles.get_profile(session, user, str(profile_id))
        await self._edit(user, view)
        self._move(asked=True)

    @rx.event
    @action
    async def start_new(self):
        """Open an empty profile."""
        await self._edit(await current_user(self, ADMIN), None)
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
        self.name, self.asked = str(name)[: 4 * profiles.MAX_NAME], True

    @rx.event
    @action
    async def change_template(self, key: str):
        """'Voor sjabloon': the sections to choose from are those of this template; without one of all."""
        user = await current_user(self, ADMIN)
        self.template, self.asked = str(key)[:40], True
        await self._offer(user)

    @rx.event
    @action
    async def change_field(self, number: int, part: str, value: str):
        """Change the label or the limit of a field."""
        await current_user(self, ADMIN)
        if part in ("label", "limit"):
            self._put(number, **{part: str(value)[:400]})

    @rx.event
    @action
    async def change_headings(self, number: int, on: bool):
        """'Met kop erboven'."""
        await current_user(self, ADMIN)
        self._put(number, headings=bool(on))

    @rx.event
    @action
    async def toggle_section(self, number: int, title: str):
        """Put a section in a field, out of the one that has it; or take it out of this one."""
        await current_user(self, ADMIN)
        if title not in self.choices + self.others:
            return
        chosen = next((one for one in self.fields if one.number == number), None)
        if chosen is None:
            return
        is_in = title in chosen.sections
        self.asked = True
        for one in self.fields:
            others = [each for each in one.sections if each != title]
            if one.number == number and not is_in:
                others = [each for each in self.choices + self.others if each in (*one.sections, title)]
            self._put(one.number, sections=others)

    @rx.event
    @action
    async def open_field(self, number: int):
        """Show a field whole, or close it."""
        await current_user(self, ADMIN)
        self.opened = 0 if self.opened == number else int(number)

    @rx.event
    @action
    async def move_field(self, number: int, by: int):
        """Move a field one place up (-1) or down (1)."""
        await current_user(self, ADMIN)
        order = list(self.fields)
        at = next((index for index, one in enumerate(order) if one.number == number), -1)
        if at >= 0 and by in (-1, 1) and 0 <= at + by < len(order):
            order[at], order[at + by] = order[at + by], order[at]
            self.fields, self.asked = order, True

    @rx.event
    @action
    async def remove_field(self, number: int):
        await current_user(self, ADMIN)
        self.fields, self.asked = [one for one in self.fields if one.number != number], True

    @rx.event
    @action
    async def new_field(self):
        await current_user(self, ADMIN)
        if len(self.fields) < profiles.MAX_FIELDS:
            self.fields, self.asked = [*self.fields, self._numbered(FieldForm(0))], True
            self.opened = self._numbers

    @rx.event
    @action
    async def change_empty(self, value: str):
        """'Kop waar niets over is gezegd': 'weglaten' or 'tonen'."""
        await current_user(self, ADMIN)
        self.empty, self.asked = "tonen" if value == "tonen" else "weglaten", True

    @rx.event
    @action
    async def change_enter(self, on: bool):
        """'Enter telt als 2 tekens'."""
        await current_user(self, ADMIN)
        self.enter_twice, self.asked = bool(on), True

    @rx.event
    @action
    async def save(self):
        """Save the profile in the editor; what was typed stays as long as something is wrong."""
        user = await current_user(self, ADMIN)
        if self.built_in or not self.loaded:
            return
        try:
            if self.editing:
                view = await run_in_transaction(
                    profiles.change, user, self.editing, self._content(), version=self._version
                )
            else:
                view = await run_in_transaction(profiles.create, user, self._content())
        except Invalid as error:
            self._show_error(error)
            return
        await self._read(user)
        await self._edit(user, view)
        await show_toast(self, "Profiel opgeslagen")

    @rx.event
    @action
    async def ask_archive(self):
        """'Archiveren': ask first."""
        await current_user(self, ADMIN)
        self.asking = self.editing != "" and not self.built_in

    @rx.event
    @action
    async def keep(self):
        await current_user(self, ADMIN)
        self.asking = False

    @rx.event
    @action
    async def archive(self):
        """Archive the profile in the editor."""
        user = await current_user(self, ADMIN)
        was_asked, self.asking = self.asking, False
        if not was_asked:
            return
        await run_in_transaction(profiles.archive, user, self.editing)
        await self._read(user)
        await self._show_default(user)
        self._move(asked=False)
        await show_toast(self, "Profiel gearchiveerd")

    @rx.event
    @action
    async def restore(self, profile_id: str):
        """Take a profile out of the archive."""
        user = await current_user(self, ADMIN)
        await run_in_transaction(profiles.restore, user, str(profile_id))
        await self._read(user)
        await show_toast(self, "Profiel teruggezet")

    @rx.event
    @action
    async def make_default(self):
        """'Standaard voor de organisatie', for the profile in the editor."""
        user = await current_user(self, ADMIN)
        if self.editing:
            await run_in_transaction(profiles.set_default, user, self.editing)
            self.is_default = True
            await self._read(user)

    async def _read(self, user: CurrentUser) -> None:
        async with reading() as session:
            listed = await profiles.list_profiles(session, user)
            archived = await profiles.list_profiles(session, user, archived=True)
            known = [view.template for view in await templates.list_templates(session, user)]
        names = {template.key: template.name for template in known}
        self.own = [_line(view, names) for view in listed if not view.built_in]
        self.built = [_line(view, names) for view in listed if view.built_in]
        self.archived = [_line(view, names) for view in archived]
        self.template_options = [{"value": key, "label": name} for key, name in names.items()]

    def _move(self, *, asked: bool) -> None:
        self.asked = asked
        self.moved += 1

    async def _show_default(self, user: CurrentUser) -> None:
        async with reading() as session:
            listed = await profiles.list_profiles(session, user)
        await self._edit(user, next((view for view in listed if view.is_default), listed[-1]))

    async def _edit(self, user: CurrentUser, view: ProfileView | None) -> None:
        self.error, self.asking = "", False
        shown = view or ProfileView("", "")
        self.editing, self.built_in, self.is_default = shown.id, shown.built_in, shown.is_default
        self.name, self.template, self.empty = shown.name, shown.template_key, shown.empty
        self.enter_twice, self._version = shown.enter_counts > 1, shown.version
        self.note = _note(view) if view else ""
        self.fields = [self._numbered(_form(one)) for one in shown.fields] or [self._numbered(FieldForm(0))]
        self.opened = 0 if view else self._numbers
        self.round += 1
        await self._offer(user)

    async def _offer(self, user: CurrentUser) -> None:
        """Read the sections to choose from, and the sample."""
        async with reading() as session:
            listed = await templates.list_templates(session, user)
        shown = next((view for view in listed if view.id == self.template), None)
        first = shown or next(view for view in listed if view.is_default)
        had = [title for one in self.fields for title in one.sections]
        self.choices = list(dict.fromkeys((*first.template.headings, *had)))
        every = [] if self.template else [title for view in listed for title in view.template.headings]
        self.others = sorted({*every} - {*self.choices})
        self.sample = await templates.sample_report(first.template)
        self.titles = [[title] for title in first.template.headings]

    def _numbered(self, form: FieldForm) -> FieldForm:
        self._numbers += 1
        return replace(form, number=self._numbers)

    def _put(self, number: int, **changes: Any) -> None:
        self.asked = True
        self.fields = [
            _summed(replace(one, **changes, error="")) if one.number == number else one for one in self.fields
        ]

    def _content(self) -> ProfileContent:
        found = [ProfileField(one.label, tuple(one.sections), one.headings, _limit(one.limit)) for one in self.fields]
        return ProfileContent(self.name, found, self.template, self.empty, 2 if self.enter_twice else 1)

    def _show_error(self, error: Invalid) -> None:
        """Put the sentence in the field it is about ('fields.2.limit'), or at the name."""
        index = error.code.partition("fields.")[2].partition(".")[0]
        wrong = int(index) if index.isdigit() else -1
        self.error = "" if wrong >= 0 else error.message
        self.fields = [replace(one, error=error.message if at == wrong else "") for at, one in enumerate(self.fields)]
        if wrong >= 0:
            self.opened = self.fields[wrong].number


_NO_NUMBER = -1  # which is no limit


def _limit(typed: str) -> int | None:
    digits = typed.strip().replace(".", "")
    if not digits:
        return None
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else _NO_NUMBER


def _form(one: ProfileField) -> FieldForm:
    limit = "" if one.limit is None else str(one.limit)
    return _summed(FieldForm(0, one.label, list(one.sections), one.headings, limit))


def _summed(one: FieldForm) -> FieldForm:
    limit = f"Tot {one.limit.strip()} tekens" if one.limit.strip() else "Geen grens"
    return replace(one, summary=f"{', '.join(one.sections) or 'Nog niets'}. {limit}")


def _note(view: ProfileView) -> str:
    if view.updated_at is None:
        return "Ingebouwd"
    by = f", {view.updated_by}" if view.updated_by else ""
    return f"Versie {view.version} van {texts.dutch_date(view.updated_at)}{by}"


def _line(view: ProfileView, names: dict[str, str]) -> ProfileLine:
    about = f", voor {names[view.template_key]}" if view.template_key in names else ""
    return ProfileLine(view.id, view.name, meaning(view) + about, view.is_default)
