"""The organization's field profiles: the list, and the editor with up to twelve fields and a live preview."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import reflex as rx

from .....core.texts import dutch_number
from .....db.session import run_in_transaction, run_reading
from .....errors import Invalid
from .....services.drafts import profiles, templates
from .....services.drafts.profiles import Measured, ProfileContent, ProfileField, ProfileView
from .....services.measurements import sample
from .....services.shared.identity import ADMIN, CurrentUser
from ....shell.actions import action
from ....shell.session import current_user
from ...reports.profile_choice import meaning, shape
from .editor import Editor

ANY_TEMPLATE = "Alle sjablonen"
_ALL = "all"
#: What a field can have of the measured values, with its Dutch name.
KINDS = {_ALL: "Alle metingen", **profiles.KIND_LABELS}


@dataclass
class FieldForm:
    """A field in the editor; ``number`` identifies it while it moves. ``measures``: it has measured values, of these
    ``kinds``, instead of sections. ``limit`` is what was typed; ``summary`` says what is in the field, where that is
    not shown."""

    number: int
    label: str = ""
    sections: list[str] = field(default_factory=list)
    headings: bool = False
    measures: bool = False
    kinds: list[str] = field(default_factory=list)
    limit: str = ""
    error: str = ""
    summary: str = ""


class ProfilesState(Editor, rx.State):
    """The field profiles of the organization, and the fields of the one in the editor, with a report copied by them.

    ``opened`` is the number of the field that is shown whole. ``choices`` are the titles of the sections that the
    profile may have, ``others`` those of other templates. ``sample`` is a report under the headings ``titles``, with
    the ``values`` that were measured, for the preview.
    """

    _service: ClassVar = profiles
    _list: ClassVar = staticmethod(profiles.list_profiles)
    _get: ClassVar = staticmethod(profiles.get_profile)
    _word: ClassVar = "profiel"
    _most: ClassVar = profiles.MAX_FIELDS

    rows: list[FieldForm] = []
    template_options: list[dict[str, str]] = []
    template: str = ""
    empty: str = "weglaten"
    enter_twice: bool = False
    opened: int = 0
    choices: list[str] = []
    others: list[str] = []
    sample: str = ""
    titles: list[list[str]] = []
    values: list[dict[str, str]] = []

    @rx.var
    def preview(self) -> dict[str, Any]:
        """Return the profile in the editor, as the page's scripts take it."""
        if self.built_in:
            view = profiles.BUILT_IN[self.editing]
            return shape(view.id, view.name, view.fields, view.empty, view.enter_counts)
        content = self._content()
        known = [replace(one, limit=one.limit if one.limit != _NO_NUMBER else None) for one in content.fields]
        named = tuple(one for one in known if one.sections or one.measurements)
        return shape(self.editing or "nieuw", self.name, named, self.empty, content.enter_counts)

    @action
    async def change_template(self, key: str):
        """'Voor sjabloon': the sections to choose from are those of this template; without one of all."""
        user = await current_user(self, ADMIN)
        self.template, self.asked = str(key)[:40], True
        await self._offer(user)

    @action
    async def change_field(self, number: int, part: str, value: str):
        """Change the label or the limit of a field."""
        await current_user(self, ADMIN)
        if part in ("label", "limit"):
            self._put(number, **{part: str(value)[:400]})

    @action
    async def change_headings(self, number: int, on: bool):
        """'Met kop erboven'."""
        await current_user(self, ADMIN)
        self._put(number, headings=bool(on))

    @action
    async def toggle_section(self, number: int, title: str):
        """Put a section in a field, out of the one that has it; or take it out of this one."""
        await current_user(self, ADMIN)
        if title not in self.choices + self.others:
            return
        chosen = next((one for one in self.rows if one.number == number), None)
        if chosen is None:
            return
        is_in = title in chosen.sections
        self.asked = True
        for one in self.rows:
            others = [each for each in one.sections if each != title]
            if one.number == number and not is_in:
                others = [each for each in self.choices + self.others if each in (*one.sections, title)]
            self._put(one.number, sections=others)

    @action
    async def change_measures(self, number: int, on: bool):
        """'Koppen' or 'Metingen' in a field: at first all measured values, unless another field has them."""
        await current_user(self, ADMIN)
        chosen = next((one for one in self.rows if one.number == number), None)
        if chosen is None:
            return
        has_all = any(_ALL in one.kinds for one in self.rows)
        self._put(number, measures=bool(on), kinds=chosen.kinds or ([] if has_all or not on else [_ALL]))

    @action
    async def toggle_kind(self, number: int, kind: str):
        """Put measured values of a kind in a field, out of the one that has them; or take them out of this one."""
        await current_user(self, ADMIN)
        chosen = next((one for one in self.rows if one.number == number), None)
        if chosen is None or kind not in KINDS:
            return
        is_in = kind in chosen.kinds
        for one in self.rows:
            kept = [each for each in one.kinds if each != kind]
            if one.number == number and not is_in:
                kept = [_ALL] if kind == _ALL else [each for each in KINDS if each in (*kept, kind) and each != _ALL]
            self._put(one.number, kinds=kept)

    @action
    async def open_field(self, number: int):
        """Show a field whole, or close it."""
        await current_user(self, ADMIN)
        self.opened = 0 if self.opened == number else int(number)

    @action
    async def change_empty(self, value: str):
        """'Kop waar niets over is gezegd': 'weglaten' or 'tonen'."""
        await current_user(self, ADMIN)
        self.empty, self.asked = "tonen" if value == "tonen" else "weglaten", True

    @action
    async def change_enter(self, on: bool):
        """'Enter telt als 2 tekens'."""
        await current_user(self, ADMIN)
        self.enter_twice, self.asked = bool(on), True

    async def _archive(self, user: CurrentUser) -> str:
        await run_in_transaction(profiles.archive, user, self.editing)
        return "Profiel gearchiveerd"

    async def _read(self, user: CurrentUser) -> None:
        known = [view.template for view in await run_reading(templates.list_templates, user)]
        self.template_options = [{"value": template.key, "label": template.name} for template in known]
        await super()._read(user)

    def _about(self, view: ProfileView) -> tuple[str, str]:
        names = [one["label"] for one in self.template_options if one["value"] == view.template_key]
        return ", voor ".join((meaning(view), *names)), "Ingebouwd"

    async def _show(self, user: CurrentUser, view: ProfileView | None) -> None:
        shown = view or ProfileView("", "")
        self.template, self.empty, self.enter_twice = shown.template_key, shown.empty, shown.enter_counts > 1
        self.rows = [replace(_form(one), number=self._number()) for one in shown.fields]
        self.rows = self.rows or [self._new_row()]
        self.opened = 0 if view else self.opened
        await self._offer(user)

    async def _offer(self, user: CurrentUser) -> None:
        """Read the sections to choose from, and the sample."""
        listed = await run_reading(templates.list_templates, user)
        chosen = next((view for view in listed if view.id == self.template), None)
        first = chosen or next(view for view in listed if view.is_default)
        had = [title for one in self.rows for title in one.sections]
        self.choices = list(dict.fromkeys((*first.template.headings, *had)))
        every = [] if self.template else [title for view in listed for title in view.template.headings]
        self.others = sorted({*every} - {*self.choices})
        self.sample = await templates.sample_report(first.template)
        self.titles = [[title] for title in first.template.headings]
        shown = sample.values()
        self.values = [{"kind": one.kind, "label": one.label, "group": one.group, "line": one.line} for one in shown]

    def _new_row(self) -> FieldForm:
        self.opened = self._number()
        return FieldForm(self.opened)

    def _put(self, number: int, **changes: Any) -> None:
        self.asked = True
        self.rows = [_summed(replace(one, **changes, error="")) if one.number == number else one for one in self.rows]

    def _content(self) -> ProfileContent:
        fields = [_field(one) for one in self.rows]
        return ProfileContent(self.name, fields, self.template, self.empty, 2 if self.enter_twice else 1)

    def _show_error(self, error: Invalid) -> None:
        super()._show_error(error)
        self.opened = next((one.number for one in self.rows if one.error), self.opened)


_NO_NUMBER = -1  # which is no limit


def _limit(typed: str) -> int | None:
    digits = typed.strip().replace(".", "")
    if not digits:
        return None
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else _NO_NUMBER


def _form(one: ProfileField) -> FieldForm:
    limit = "" if one.limit is None else str(one.limit)
    kinds = [_ALL] if one.measurements == _ALL else list(one.measurements)
    return _summed(FieldForm(0, one.label, list(one.sections), one.headings, bool(kinds), kinds, limit))


def _field(one: FieldForm) -> ProfileField:
    if not one.measures:
        return ProfileField(one.label, tuple(one.sections), one.headings, _limit(one.limit))
    measured: Measured = "all" if one.kinds == [_ALL] else tuple(one.kinds)
    return ProfileField(one.label, (), limit=_limit(one.limit), measurements=measured)


def _summed(one: FieldForm) -> FieldForm:
    most, limit = _limit(one.limit), "Geen grens"
    if most is not None:
        limit = f"Tot {one.limit.strip() if most == _NO_NUMBER else dutch_number(most)} tekens"
    inside = [KINDS[kind] for kind in one.kinds] if one.measures else one.sections
    return replace(one, summary=f"{', '.join(inside) or 'Nog niets'}. {limit}")
