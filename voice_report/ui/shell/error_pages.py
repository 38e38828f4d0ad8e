"""Around every page: the Dutch text for a crashed page, and the logging of failures."""

import time
from collections.abc import Callable

import reflex as rx
from reflex.state import FrontendEventExceptionState
from reflex_base.vars.function import ArgsFunctionOperation
from reflex_components_core.base.error_boundary import ErrorBoundary

from ...core import logs
from ...web.reflex import store_watch

_BROKEN_TITLE = "Er ging iets mis op deze pagina"
_BROKEN_TEXT = "Laad de pagina opnieuw. Wat je hebt ingesproken of opgeslagen, staat er nog."

#: Errors after which the framework would reload the page: none, because it may be recording.
FrontendEventExceptionState.auto_reload_on_errors = []


def app_wraps() -> dict[tuple[int, str], Callable[[bool], rx.Component | None]]:
    """Replace the framework's English error page and connection notice."""
    return {
        (55, "ErrorBoundary"): lambda stateful: _error_boundary(),
        (5, "Overlay"): lambda stateful: None,  # the pages have a notice of their own (layout)
    }


class _Quota:
    """A limit on log lines per minute, so that a client cannot flood the log (security.md S33)."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._minute = 0
        self._written = 0

    def allows(self) -> bool:
        """Return whether another line may be written; instead of the first line over the limit, log that limit once."""
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._minute, self._written = minute, 0
        self._written += 1
        if self._written == self._per_minute + 1:
            logs.logger.warning("more than %d of these in a minute; the rest is left out", self._per_minute)
        return self._written <= self._per_minute


_unexpected, _browser_failures = _Quota(20), _Quota(20)


def unexpected(exception: Exception) -> None:
    """Log an exception from a handler without ``@action`` or from the framework; its request id is not shown."""
    if store_watch.event_lost(exception):
        logs.logger.warning("an event was lost: Redis did not keep what it did (%s)", type(exception).__name__)
    elif _unexpected.allows():
        logs.unexpected(exception)


def browser_failure(exception: Exception) -> None:
    """Log that a page crashed in a browser, without the error text: it may contain anything on the user's screen."""
    if _browser_failures.allows():
        logs.logger.warning("a page reported a failure in the browser")


def _error_boundary() -> rx.Component:
    notice = rx.el.main(
        rx.el.h1(_BROKEN_TITLE),
        rx.el.p(_BROKEN_TEXT),
        rx.el.a("Opnieuw laden", href="", class_name="button"),
        class_name="notice",
        role="alert",
    )
    return ErrorBoundary.create(fallback_render=ArgsFunctionOperation.create(("event_args",), rx.Var.create(notice)))
