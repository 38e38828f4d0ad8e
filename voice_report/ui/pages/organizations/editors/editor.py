"""What the editors of templates and field profiles have in common: the list, the rows of the one in the editor, saving,
the organization's default and the archive."""

from abc import abstractmethod
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any, ClassVar

import reflex as rx

from .....core import texts
from .....db.session import reading, run_in_transaction, run_reading
from .....errors import Invalid
from .....services.shared.identity import ADMIN, CurrentUser
from ....kit import show_toast
from ....shell.actions import action
from ....shell.session import current_user


@dataclass
class Line:
    """One in the list."""

    id: str
    name: str
    note: str
    is_default: bool


@dataclass
class Group:
    """Those built in that are together in the list."""

    name: str
    lines: list[Line] = field(default_factory=list)


class Editor(rx.State, mixin=True):
    """The organization's own, and the one in the editor; ``editing`` is its id, empty for a new one.

    Until one is selected (``asked``), the editor has the organization's default, if it fits next to the list.
    ``moved`` counts the changes between list and editor, which move the focus. ``rows`` are its parts in order, each
    with a ``number`` that identifies it while it moves, and an ``error``. ``asking``: whether to archive it.

    An editor derives from ``Editor`` and ``rx.State``. It declares the type of its ``rows`` and how many there may be
    (``_most``), the Dutch noun for one (``_word``), the module that stores them (``_service``) with its functions to
    read all (``_list``) and one (``_get``), and the methods below that are abstract.
    """

    _service: ClassVar[ModuleType]
    _list: ClassVar[Callable[..., Awaitable[list[Any]]]]
    _get: ClassVar[Callable[..., Awaitable[Any]]]
    _word: ClassVar[str]
    _most: ClassVar[int]

    loaded: bool = False
    failed: bool = False
    own: list[Line] = []
    groups: list[Group] = []
    archived: list[Line] = []
    asked: bool = False
    moved: int = 0
    editing: str = ""
    built_in: bool = False
    is_default: bool = False
    round: int = 0
    name: str = ""
    note: str = ""
    rows: list[Any] = []
    error: str = ""
    asking: bool = False
    _version: int = 0
    _numbers: int = 0

    @rx.var
    def full(self) -> bool:
        """Return whether no row can be added."""
        return len(self.rows) >= self._most

    @action
    async def load(self):
        self.failed, self.asking = True, False  # failed: shown if a line below raises
        user = await current_user(self, ADMIN)
        await self._read(user)
        if not self.asked:
            await self._show_default(user)
        self.failed, self.loaded = False, True

    @action
    async def select(self, item_id: str):
        """Open one in the editor; a built-in one is read only."""
        user = await current_user(self, ADMIN)
        view = await run_reading(self._get, user, str(item_id))
        await self._edit(user, view)
        self._move(asked=True)

    @action
    async def start_new(self):
        await self._edit(await current_user(self, ADMIN), None)
        self._move(asked=True)

    @action
    async def close(self):
        await self._show_default(await current_user(self, ADMIN))
        self._move(asked=False)

    @action
    async def change_name(self, name: str):
        await current_user(self, ADMIN)
        self.name, self.asked = str(name)[: 4 * self._service.MAX_NAME], True

    @action
    async def add_row(self):
        await current_user(self, ADMIN)
        if not self.full:
            self.rows, self.asked = [*self.rows, self._new_row()], True

    @action
    async def move_row(self, number: int, by: int):
        """Move a row one place up (-1) or down (1)."""
        await current_user(self, ADMIN)
        order = list(self.rows)
        at = next((index for index, one in enumerate(order) if one.number == number), -1)
        if at >= 0 and by in (-1, 1) and 0 <= at + by < len(order):
            order[at], order[at + by] = order[at + by], order[at]
            self.rows, self.asked = order, True
            await self._after_change()

    @action
    async def remove_row(self, number: int):
        await current_user(self, ADMIN)
        self.rows, self.asked = [one for one in self.rows if one.number != number], True
        await self._after_change()

    @action
    async def save(self):
        """Save what is in the editor; what was typed stays as long as something is wrong."""
        user = await current_user(self, ADMIN)
        if self.built_in or not self.loaded:
            return
        service = self._service
        try:
            if self.editing:
                change = (service.change, user, self.editing, self._content())
                view = await run_in_transaction(*change, version=self._version)
            else:
                view = await run_in_transaction(service.create, user, self._content())
        except Invalid as error:
            self._show_error(error)
            return
        await self._read(user)
        await self._edit(user, view)
        await show_toast(self, f"{self._word.capitalize()} opgeslagen")

    @action
    async def ask_archive(self):
        """Ask before the one in the editor is archived."""
        await current_user(self, ADMIN)
        self.asking = self.editing != "" and not self.built_in

    @action
    async def keep(self):
        await current_user(self, ADMIN)
        self.asking = False

    @action
    async def archive(self):
        user = await current_user(self, ADMIN)
        was_asked, self.asking = self.asking, False
        if not was_asked:
            return
        toast = await self._archive(user)
        await self._read(user)
        await self._show_default(user)
        self._move(asked=False)
        await show_toast(self, toast)

    @action
    async def restore(self, item_id: str):
        user = await current_user(self, ADMIN)
        await run_in_transaction(self._service.restore, user, str(item_id))
        await self._read(user)
        await show_toast(self, f"{self._word.capitalize()} teruggezet")

    @action
    async def make_default(self):
        """'Standaard voor de organisatie', for the one in the editor."""
        user = await current_user(self, ADMIN)
        if self.loaded and self.editing:
            await run_in_transaction(self._service.set_default, user, self.editing)
            self.is_default = True
            await self._read(user)

    @abstractmethod
    async def _show(self, user: CurrentUser, view: Any | None) -> None:
        """Show the content of one in the editor; without one an empty one."""

    @abstractmethod
    async def _archive(self, user: CurrentUser) -> str:
        """Archive the one in the editor, and return what is said of that."""

    @abstractmethod
    def _new_row(self) -> Any:
        """Return an empty row."""

    @abstractmethod
    def _content(self) -> Any:
        """Return what is in the editor, as the service takes it."""

    @abstractmethod
    def _about(self, view: Any) -> tuple[str, str]:
        """Return what the list says of one, and the group that it is in when it is built in."""

    async def _after_change(self) -> None:
        """Show what follows from the rows."""

    def _move(self, *, asked: bool) -> None:
        self.asked = asked
        self.moved += 1

    async def _read(self, user: CurrentUser) -> None:
        async with reading() as session:
            listed = await self._list(session, user)
            archived = await self._list(session, user, archived=True)
        self.own = [self._line(view) for view in listed if not view.built_in]
        self.archived = [self._line(view) for view in archived]
        groups: dict[str, Group] = {}
        for view in listed:
            if view.built_in:
                _, name = self._about(view)
                groups.setdefault(name, Group(name)).lines.append(self._line(view))
        self.groups = list(groups.values())

    def _line(self, view: Any) -> Line:
        return Line(view.id, view.name, self._about(view)[0], view.is_default)

    async def _show_default(self, user: CurrentUser) -> None:
        listed = await run_reading(self._list, user)
        await self._edit(user, next((view for view in listed if view.is_default), listed[-1]))

    async def _edit(self, user: CurrentUser, view: Any | None) -> None:
        self.editing, self.built_in, self.is_default = "", False, False
        self.name, self.note, self.error, self.asking, self._version = "", "", "", False, 0
        if view is not None:
            self.editing, self.built_in, self.is_default = view.id, view.built_in, view.is_default
            self.name, self.note, self._version = view.name, _note(view), view.version
        self.round += 1
        await self._show(user, view)

    def _number(self) -> int:
        self._numbers += 1
        return self._numbers

    def _show_error(self, error: Invalid) -> None:
        """Put the sentence at the row it is about ('sections.2.hint'), or at the name."""
        wrong = next((int(part) for part in error.code.split(".") if part.isdecimal()), -1)
        self.error = "" if wrong >= 0 else error.message
        self.rows = [replace(one, error=error.message if at == wrong else "") for at, one in enumerate(self.rows)]


def _note(view: Any) -> str:
    if view.updated_at is None:
        return "Ingebouwd"
    by = f", {view.updated_by}" if view.updated_by else ""
    return f"Versie {view.version} van {texts.dutch_date(view.updated_at)}{by}"
