"""What a page loads, and lists that are shown page by page: their state, and the components around their rows.

A page with such a list says its query (``_page``), its rows and its empty state, and nothing else.
"""

from abc import abstractmethod
from typing import Any, ClassVar

import reflex as rx

from ...services.shared.identity import CurrentUser
from ...services.shared.pagination import Page
from ..kit import button, error_state, icon, skeleton
from .actions import action
from .session import current_user

#: Characters of a search that are used.
MAX_QUERY = 100


class Loaded(rx.State, mixin=True):
    """What a page reads at each visit; what was shown before stays when that fails (``failed``).

    A state derives from ``Loaded`` and ``rx.State``. It declares who may read it (``_roles``; empty is everyone who is
    signed in), and how (``_read``).
    """

    _roles: ClassVar[tuple[str, ...]] = ()

    loaded: bool = False
    failed: bool = False

    @action
    async def load(self):
        """Read what the page shows."""
        self.failed = True  # shown if a line below raises
        user = await current_user(self, *self._roles)
        await self._begin()
        await self._read(user)
        self.loaded, self.failed = True, False

    async def _begin(self) -> None:
        """Reset what a new visit does not keep."""

    @abstractmethod
    async def _read(self, user: CurrentUser) -> None:
        """Read what is shown."""


class PagedList(Loaded, mixin=True):
    """The items loaded so far, each with an ``id``; ``following`` is the cursor of the next page, or empty.

    A list derives from ``PagedList`` and ``rx.State``. It declares the type of its ``items``, who may read it, and the
    query of a page (``_page``).
    """

    items: list[Any] = []
    following: str = ""

    @action
    async def load_more(self):
        user = await current_user(self, *self._roles)
        if self.following:
            self._add(await self._page(user, self.following))

    @abstractmethod
    async def _page(self, user: CurrentUser, after: str | None) -> Page[Any]:
        """Return the page of items that follows the cursor ``after``, or the first page."""

    async def _read(self, user: CurrentUser) -> None:
        """Load the first page, and show it instead of all items."""
        self._show(await self._page(user, None))
        self.loaded, self.failed = True, False

    def _clear(self) -> None:
        self.items, self.following = [], ""

    def _show(self, page: Page[Any]) -> None:
        """Show this page instead of all items."""
        self.items, self.following = page.items, page.next or ""

    def _add(self, page: Page[Any]) -> None:
        """Show this page below the last item, without items that have moved down from the pages before."""
        known = {item.id for item in self.items}
        self.items = [*self.items, *(item for item in page.items if item.id not in known)]
        self.following = page.next or ""

    def _item(self, item_id: str) -> Any:
        """Return the loaded item with this id, or ``None``."""
        return next((item for item in self.items if item.id == item_id), None)

    def _put(self, fresh: Any) -> None:
        """Update an item; a new item is put first."""
        if self._item(fresh.id):
            self.items = [fresh if item.id == fresh.id else item for item in self.items]
        else:
            self.items = [fresh, *self.items]

    def _drop(self, item_id: str) -> None:
        self.items = [item for item in self.items if item.id != item_id]


class SearchedList(PagedList, mixin=True):
    """A list with a field that searches during typing; ``_page`` uses ``query``. A visit begins with an empty field."""

    query: str = ""

    @action
    async def search(self, query: str):
        """Load the first page of the items that match."""
        user = await current_user(self, *self._roles)
        self.query, self.following = str(query)[:MAX_QUERY], ""  # the cursor belongs to the former query
        await self._read(user)

    async def _begin(self) -> None:
        self.query = ""


class FormedList(SearchedList, mixin=True):
    """A searched list with a form for one item. ``round`` changes when the form, or the search field, begins afresh;
    ``count`` is of the whole list."""

    count: int = 0
    is_admin: bool = False
    open: bool = False
    round: int = 0

    @action
    async def close(self):
        await current_user(self)
        self.open = False

    async def _show_another(self, user: CurrentUser) -> None:
        """Show the first page of another list, with an empty search field."""
        self.query = ""
        self.round += 1
        await self._read(user)

    def _show_form(self) -> None:
        self.round += 1
        self.open = True


def paged(
    state: type[PagedList], rows: rx.Component, empty: rx.Component, *, failed: str, what: str = "", head: Any = None
) -> rx.Component:
    """Show a list that is still loading, that failed (with the sentence ``failed``), or that is there.

    ``head`` is shown above the rows and above the empty state; ``what`` names the items in the button for more.
    """
    return rx.cond(
        state.loaded,
        rx.fragment(*([] if head is None else [head]), rows_or_empty(state, rows, empty, what)),
        rx.cond(state.failed, error_state(f"{failed} Probeer het later opnieuw.", state.load), skeleton()),
    )


def search_box(
    state: type[SearchedList], label: str, *, id: str, placeholder: str = "", key: Any = "", most: int = MAX_QUERY
) -> rx.Component:
    """Return the field that searches a list inside a card; it is emptied when ``key`` changes."""
    return rx.el.div(
        rx.el.label(label, html_for=id, class_name="visually-hidden"),
        icon("search"),
        rx.el.input(
            id=id,
            type="search",
            class_name="input",
            placeholder=placeholder or label,
            auto_complete="off",
            max_length=most,
            on_change=state.search.debounce(250),
            key=key,
        ),
        class_name="client-search",
    )


def rows_or_empty(
    state: type[PagedList], rows: rx.Component, empty: rx.Component, what: str = "", *, small: bool = False
) -> rx.Component:
    """Show the rows with the button for more, or the empty state; ``small`` is for a list inside a card."""
    label, size = ("Meer tonen", "small") if small else ("Meer laden", "normal")
    more = rx.el.div(button(label, size=size, on_click=state.load_more, what=what), class_name="more")
    return rx.fragment(
        rx.cond(state.items.length() > 0, rows, empty),
        rx.cond(state.following != "", more),
    )
