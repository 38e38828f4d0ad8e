"""The organization's report templates: the list, and the editor with up to eight headings and a live preview."""

from dataclasses import dataclass, replace
from typing import ClassVar

import reflex as rx

from .....core import texts
from .....db.session import run_in_transaction
from .....errors import Invalid
from .....reporting.templates import MAX_SECTIONS, Role
from .....services.drafts import templates
from .....services.drafts.templates import SectionContent, TemplateContent, TemplateView
from .....services.shared.identity import ADMIN, CurrentUser
from ....shell.actions import action
from ....shell.session import current_user
from .editor import Editor


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


class TemplatesState(Editor, rx.State):
    """The report templates of the organization, and the headings of the one in the editor, with a sample."""

    _service: ClassVar = templates
    _list: ClassVar = staticmethod(templates.list_templates)
    _get: ClassVar = staticmethod(templates.get_template)
    _word: ClassVar = "sjabloon"
    _most: ClassVar = MAX_SECTIONS

    rows: list[HeadingForm] = []
    preview: str = ""

    @rx.var
    def takes_all(self) -> str:
        """Return the heading under which everything comes, because it is the only one with a role; '' if none is."""
        known = [one.title for one in self.rows if one.role != Role.OTHER]
        return known[0] if len(known) == 1 < len(self.rows) else ""

    @action
    async def copy_template(self):
        """Turn the template in the editor into a new one with the same headings."""
        await current_user(self, ADMIN)
        self.editing, self.built_in, self.is_default, self.note = "", False, False, ""
        self.name = f"{self.name[: templates.MAX_NAME - 8]} (kopie)"
        self.round += 1
        self._move(asked=True)

    @action
    async def change_heading(self, number: int, part: str, value: str):
        """Change the title, hint, form or role of a heading; a role that was guessed goes along with title and hint."""
        await current_user(self, ADMIN)
        if part not in ("title", "hint", "form", "role"):
            return
        self.asked, value = True, str(value)[:2000]
        self.rows = [_changed(one, part, value) if one.number == number else one for one in self.rows]
        await self._after_change()

    async def _archive(self, user: CurrentUser) -> str:
        kept = await run_in_transaction(templates.remove, user, self.editing)
        return "Sjabloon wordt niet meer gebruikt" if kept else "Sjabloon verwijderd"

    async def _show(self, _user: CurrentUser, view: TemplateView | None) -> None:
        sections = view.template.sections if view else ()
        parts = [(one.title, one.hint, one.form, one.role.value) for one in sections]
        self.rows = [self._new_row(*part) for part in parts] or [self._new_row()]
        self.preview = ""
        await self._after_change()

    def _new_row(self, *parts: str) -> HeadingForm:
        one = HeadingForm(self._number(), *parts)
        return replace(one, is_guessed=one.role == templates.guessed(one.title, one.hint))

    def _about(self, view: TemplateView) -> tuple[str, str]:
        headings = texts.counted(len(view.template.sections), "kop", "koppen")
        return f"{headings}, versie {view.version}", view.template.sector

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
                for one in self.rows
            ],
        )

    async def _after_change(self) -> None:
        """Show a sample under these headings; while something is wrong, say so and keep the last sample."""
        content = self._content()
        try:
            self.preview = await templates.preview(replace(content, name=content.name.strip() or "Sjabloon"))
        except Invalid as error:
            if not error.code.endswith(".title"):  # a title is empty while it is being typed
                self._show_error(error)
        else:
            self.error = ""
            self.rows = [replace(one, error="") for one in self.rows]


def _changed(one: HeadingForm, part: str, value: str) -> HeadingForm:
    changed = replace(one, **{part: value}, error="")
    if part in ("title", "hint") and one.is_guessed:
        changed.role = templates.guessed(changed.title, changed.hint).value
    changed.is_guessed = changed.role == templates.guessed(changed.title, changed.hint)
    return changed
