"""Which events a page may send: the edge rejects all others before the framework logs them (security.md S28, S33)."""

import inspect
from collections.abc import Mapping
from functools import cache
from typing import Any

from reflex.state import FrontendEventExceptionState, OnLoadInternalState, State
from reflex_base.event import EventHandler
from reflex_base.registry import RegistrationContext
from reflex_base.utils.format import format_event_handler

#: The framework's handlers that its own browser script calls. There are more (``setvar``, ``update_vars_internal``,
#: ...), with which a client could write anything into its tab's state.
_BOOT = format_event_handler(State.event_handlers["hydrate_and_load"])
_FRAMEWORK = (
    _BOOT,
    format_event_handler(OnLoadInternalState.event_handlers["on_load_internal"]),
    format_event_handler(FrontendEventExceptionState.event_handlers["handle_frontend_exception"]),
)
_OURS = "voice_report."  # the modules of our own states
_IN_EVERY_STATE = ".setvar"
_LONGEST_HASH = 64

_registry = RegistrationContext.ensure_context()

# Matching its patterns takes time quadratic in the length of the browser's message, and a match runs a script that our
# CSP does not allow.
FrontendEventExceptionState.auto_reload_on_errors = []


def taken(name: str, payload: Mapping[str, Any]) -> bool:
    """Return whether our pages have a handler with this name that accepts arguments with these names."""
    registered = _registry.event_handlers.get(name)
    if registered is None or name.endswith(_IN_EVERY_STATE):
        return False
    if name not in _FRAMEWORK and not registered.states[0].__module__.startswith(_OURS):
        return False
    known, required = _arguments(registered.handler)
    return required <= payload.keys() <= known and (name != _BOOT or _is_boot(payload))


def _is_boot(payload: Mapping[str, Any]) -> bool:
    """Return whether this is a valid first event: no browser storage values (our pages keep none) and valid hashes."""
    hashes = payload.get("hashes") or []
    return not payload.get("vars") and isinstance(hashes, list) and all(map(_is_hash, hashes))


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_HASH


@cache
def _arguments(handler: EventHandler) -> tuple[frozenset[str], frozenset[str]]:
    """Return the names of all arguments of a handler, and of the required ones."""
    parameters = list(inspect.signature(handler.fn).parameters.values())[1:]
    return (
        frozenset(one.name for one in parameters),
        frozenset(one.name for one in parameters if one.default is inspect.Parameter.empty),
    )
