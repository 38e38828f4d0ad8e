"""``@action``: handle failures of event handlers in the same way on every page (architecture.md "Errors").

An expected failure becomes a toast, a lost session a redirect to the sign-in page, and a bug a logged request id with
a Dutch sentence. No exception leaves the handler: Reflex would drop the last state change with it, and a spinner
would spin forever.
"""

import functools
import inspect
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVarTuple

import reflex as rx
from reflex.istate.proxy import StateProxy
from reflex_base.event import EventCallback

from ...core import logs, metrics
from ...errors import DomainError, NoOrganization, NotAllowed, NotSignedIn, StepUpNeeded, Unavailable
from ...services.audit import trail
from ..islands.sign_in.factors.step_up import ask_step_up
from ..kit.overlay.toast import show_toast
from . import routes
from .access import AccessState

P = TypeVarTuple("P")


def action(handler: Callable[[Any, *P], Any]) -> EventCallback[*P]:
    """Make an event handler of an async function or async generator; ``@rx.event(background=True)`` stands above it."""
    if inspect.isasyncgenfunction(handler):

        @functools.wraps(handler)
        async def stream(self, *args, **kwargs):
            _note_caller(self)
            with _Measured(handler, self) as measured:
                try:
                    async for step in handler(self, *args, **kwargs):
                        yield step
                except Exception as error:  # noqa: BLE001  the last stop before the framework
                    measured.note(error)
                    yield await answer(self, error)

        stream.wears_action = True  # pyright: ignore[reportAttributeAccessIssue]
        return rx.event(stream)
    if inspect.iscoroutinefunction(handler):

        @functools.wraps(handler)
        async def run(self, *args, **kwargs):
            _note_caller(self)
            with _Measured(handler, self) as measured:
                try:
                    return await handler(self, *args, **kwargs)
                except Exception as error:  # noqa: BLE001  the last stop before the framework
                    measured.note(error)
                    return await answer(self, error)

        run.wears_action = True  # pyright: ignore[reportAttributeAccessIssue]
        return rx.event(run)
    raise TypeError(f"@action needs an async handler: {handler.__qualname__}")


class _Measured:
    """Counts and measures an event, by its handler and by the page of its state."""

    def __init__(self, handler: Callable[..., Any], state: rx.State) -> None:
        self._handler, self._of = handler, state.__class__
        self._outcome = "ok"

    def note(self, error: Exception) -> None:
        """Note how the handler ended."""
        self._outcome = "refused" if isinstance(error, DomainError) else "failed"

    def __enter__(self) -> "_Measured":
        self._began = time.perf_counter()
        return self

    def __exit__(self, *_raised: object) -> None:
        page = self._of.__module__.partition(".ui.")[2].removeprefix("pages.")
        metrics.EVENTS.labels(f"{self._of.__name__}.{self._handler.__name__}", self._outcome).inc()
        metrics.EVENT_SECONDS.labels(".".join(page.split(".")[:2])).observe(time.perf_counter() - self._began)


@contextmanager
def on_failure(
    sentence: str = "", *, title: str = "Fout", with_number: bool = True, dialog: rx.State | None = None
) -> Iterator[None]:
    """Say what failed when a bug ends a part of a handler: ``sentence``, then the log line's number.

    It is for a part, not for a whole handler: a failure after something was saved must not say that it was not. Raises
    ``Unavailable`` instead of an unexpected error; other domain errors pass. An open ``dialog`` shows the message too,
    in its ``error``: a toast would be behind the dialog, and not be read out.
    """
    try:
        yield
    except Exception as error:
        if isinstance(error, DomainError):
            shown = error
        else:
            number = logs.unexpected(error)
            shown = Unavailable(f"{sentence} {number if with_number else ''}".strip(), title=title)
        if dialog is not None:
            setattr(dialog, "error", shown.message)  # noqa: B010  not every state has this var
        if shown is error:
            raise
        raise shown from error


async def answer(state: rx.State, error: Exception) -> Any:
    """Show what went wrong. Returns the event to dispatch, a redirect to the sign-in page, or ``None``."""
    if isinstance(error, NotSignedIn):
        return rx.redirect(routes.LOGIN)
    if isinstance(error, DomainError):
        title, sentence = error.title, error.message
    else:
        title, sentence = "Fout", logs.unexpected(error)
    if isinstance(state, StateProxy) and not state._is_mutable():
        async with state:
            await _tell(state, error, title, sentence)
    else:
        await _tell(state, error, title, sentence)
    return None


async def _tell(state: rx.State, error: Exception, title: str, sentence: str) -> None:
    """Open the dialog for a code, or show the toast, unless the page shows it already, or the refusal as a whole
    (``layout.member_shell``)."""
    if isinstance(error, StepUpNeeded):
        await ask_step_up(state, error.reason)
        return
    if isinstance(error, NoOrganization) or (isinstance(error, DomainError) and error.is_on_page):
        return
    if isinstance(error, NotAllowed) and (await state.get_state(AccessState)).denied:
        return
    await show_toast(state, title, sentence, destructive=True)


def _note_caller(state: rx.State) -> None:
    """Record the origin of this event for the audit trail and the logs."""
    logs.request_id.set(logs.new_request_id())
    router = state.router  # reading it makes an object each time
    trail.caller.set(trail.Caller(router.session.client_ip, router.headers.user_agent))
