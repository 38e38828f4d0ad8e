"""What a page keeps ends with the page: no other page of the tab finds its texts, dialogs or choices.

The framework keeps the state of a tab for hours, and a tab outlives its pages: another page of the app may be opened by
a link, by its address, or with the browser's Back. So the states of all pages are reset before a page's first event.
"""

from functools import cache
from typing import Any

import reflex as rx
from reflex.state import BaseState, OnLoadInternalState, State
from reflex_base.event import Event
from reflex_base.utils.format import format_event_handler

_PAGES = f"{__name__.rsplit('.', 2)[0]}.pages."
_CONNECT = format_event_handler(State.event_handlers["hydrate_and_load"])
_NAVIGATE = format_event_handler(OnLoadInternalState.event_handlers["on_load_internal"])


class PageState(rx.State):
    """The page to which the states of this tab belong: ``_address`` is its path and query.

    ``visit`` is the number that the browser gave this visit of the page (one_page.js); 0: it is not loaded yet.
    """

    visit: int = 0
    _address: str = ""

    def _note(self) -> None:
        """Note the address of this event as that of the page."""
        self._address = _address(self)


class OnePageAtATime(rx.Middleware):
    """Resets the states of all pages when the tab loads another page."""

    async def preprocess(self, app: rx.App, state: Any, event: Event) -> None:
        """Look at the events that load a page, and at those that come before one after the tab's state was lost."""
        is_load = event.name in (_CONNECT, _NAVIGATE)
        if not is_load and state.is_hydrated:
            return
        page = await state.get_state(PageState)
        if is_load and page._address and _is_other(page, event):
            await reset_pages(state)
        if is_load:
            page.visit = state.router_data.get("visit", 0)  # not the event's: a chained one has none of its own
        if is_load or not page._address:
            page._note()


async def reset_pages(state: rx.State) -> None:
    """Reset the states of all pages of this tab; what has its default value already is not sent to the page again."""
    for kind in _of_pages():
        one = await state.get_state(kind)
        fields = kind.__fields__.items()
        if any(field._owner is kind and getattr(one, name) != field.default_value() for name, field in fields):
            one.reset()


def _is_other(page: PageState, event: Event) -> bool:
    """Return whether the page that sends this event is another than the one the states belong to.

    A page that connects again is the same one on the same path: its address may have got the id of a draft that was
    made on it. Only a document that was just opened has the hashes of its first state.
    """
    connects_again = event.name == _CONNECT and not event.payload.get("hashes")
    if connects_again:
        return page._address.partition("?")[0] != _path(page)
    return page._address != _address(page)


def _path(state: rx.State) -> str:
    return state.router.url.path.rstrip("/") or "/"


def _address(state: rx.State) -> str:
    return f"{_path(state)}?{state.router.url.query}"


@cache
def _of_pages() -> tuple[type[BaseState], ...]:
    def below(kind: type[BaseState]) -> list[type[BaseState]]:
        return [one for child in kind.get_substates() for one in (child, *below(child))]

    return tuple(kind for kind in below(State) if kind.__module__.startswith(_PAGES))
