"""Every event handler that any client can call."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from reflex.istate.data import RouterData
from reflex.state import State

from tests.support.people import Person
from voice_report.services.shared import tokens
from voice_report.ui.shell.session import HASH_COOKIE

#: The framework's own handlers. They reach the caller's own tab only, which the edge binds to the session (S03).
FRAMEWORK_HANDLERS = {
    "setvar",
    "hydrate",
    "hydrate_and_load",
    "set_is_hydrated",
    "on_load_internal",
    "update_vars_internal",
    "handle_frontend_exception",
}

#: Handlers for everyone, signed in or not, and why that is safe.
PUBLIC_HANDLERS = {
    "SessionState.greet": "fills the header from the caller's own session",
    "SessionState.require_user": "a guard: it looks up the caller itself",
    "SessionState.require_admin": "a guard: it looks up the caller itself",
    "SessionState.require_platform_admin": "a guard: it looks up the caller itself",
    "LegalState.show_today": "shows the date",
    "PaymentState.watch": "answers who is signed in, about their own organization's purchase alone",
    "SessionState.leave_when_signed_in": "a guard: it looks up the caller itself",
}


def every_handler() -> dict[str, tuple[type, Callable[..., Any]]]:
    """Return (state, function) by 'State.method'; pages are evaluated, so states made by them count too."""
    from voice_report.voice_report import app

    for route in list(app._unevaluated_pages):
        app._compile_page(route, save_page=False)

    def below(state) -> Iterator[type]:
        yield state
        for child in state.get_substates():
            yield from below(child)

    return {
        f"{state.__name__}.{name}": (state, handler.fn)
        for state in below(State)
        for name, handler in state.event_handlers.items()
        if name not in FRAMEWORK_HANDLERS and not state.__module__.startswith("tests.")
    }


def cookie_header(raw_token: str) -> str:
    """Return the Cookie header that an event handler sees for this session token, to drive a page's state."""
    return f"{HASH_COOKIE}={tokens.hashed(raw_token)}"


def tab_of(person: Person | None = None, *, headers: dict[str, str] | None = None, **router: Any) -> State:
    """Return the root state of a tab of this person, or of a visitor; ``router`` is more of its router data."""
    root = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    cookie = {"cookie": cookie_header(person.cookie)} if person else {}
    root.router = RouterData.from_router_data({"headers": cookie | (headers or {}), "ip": "192.0.2.3", **router})
    return root


async def call(fn: Callable[..., Any], *arguments: Any, **named: Any) -> None:
    """Call a handler, and wait until it is done."""
    called = fn(*arguments, **named)
    if inspect.isasyncgen(called):
        async for _ in called:
            pass
    else:
        await called


def in_background(monkeypatch: pytest.MonkeyPatch, state: type) -> None:
    """Let handlers of this state that run in the background enter and leave it, without the framework's own lock."""

    async def enter(self: State) -> State:
        return self

    async def leave(*_: Any) -> None:
        return None

    monkeypatch.setattr(state, "__aenter__", enter, raising=False)
    monkeypatch.setattr(state, "__aexit__", leave, raising=False)
