"""The events the edge lets through are those our pages can send, and no other of the framework's (S28, S33)."""

import inspect

import pytest

from bench import abusers, events
from tests.support.handlers import every_handler
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState
from voice_report.ui.shell import error_pages
from voice_report.ui.shell.session import SessionState
from voice_report.web.reflex import events_taken
from voice_report.web.reflex.events_taken import taken

STATE = "reflex___state____state."
_SHELL = "voice_report___ui___shell___"
SESSION = f"{STATE}{_SHELL}access____access_state.{_SHELL}session____session_state."
GREET = SESSION + "greet"
CHANGE = STATE + "voice_report___ui___pages___reports___new_report___draft_sync____draft_state.change_transcript"
ON_LOAD = STATE + "reflex___state____on_load_internal_state.on_load_internal"
FAILURE = STATE + "reflex___state____frontend_event_exception_state.handle_frontend_exception"


@pytest.fixture(autouse=True, scope="module")
def _pages() -> None:
    every_handler()


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        (GREET, {}),
        (CHANGE, {"text": "Mevrouw sliep goed.", "at": 1}),
        (STATE + "hydrate_and_load", {}),
        (STATE + "hydrate_and_load", {"vars": {}, "hashes": ["0123456789abcdef"]}),
        (STATE + "hydrate_and_load", {"vars": None, "hashes": None}),
        (ON_LOAD, {}),
        (FAILURE, {"info": "Oeps", "component_stack": "in App"}),
    ],
)
def test_what_pages_send_is_taken(name: str, payload: dict) -> None:
    assert taken(name, payload)


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("", {}),
        ("state.no_such_handler", {}),
        (GREET, {"more": 1}),
        (CHANGE, {}),
        (CHANGE, {"text": "x", "at": 1, "self": None}),
        (SESSION + "setvar", {"var_name": "name", "value": "x"}),
        (STATE + "setvar", {"var_name": "is_hydrated", "value": "x"}),
        (STATE + "hydrate", {}),
        (STATE + "set_is_hydrated", {"value": "x" * 1000}),
        (STATE + "reflex___state____update_vars_internal_state.update_vars_internal", {"vars": {}}),
        (STATE + "hydrate_and_load", {"vars": {GREET: "x"}}),
        (STATE + "hydrate_and_load", {"vars": "tekst"}),
        (STATE + "hydrate_and_load", {"hashes": "tekst"}),
        (STATE + "hydrate_and_load", {"hashes": ["x" * 65]}),
        (STATE + "hydrate_and_load", {"hashes": [{}]}),
    ],
)
def test_s33_nothing_else_is(name: str, payload: dict) -> None:
    assert not taken(name, payload)


def test_every_handler_of_ours_is_taken_with_its_own_arguments() -> None:
    ours = [name for name, one in events_taken._registry.event_handlers.items() if _is_ours(name, one)]
    assert len(ours) > 90
    for name in ours:
        parameters = list(inspect.signature(events_taken._registry.event_handlers[name].handler.fn).parameters)[1:]
        assert taken(name, dict.fromkeys(parameters)), name


def _is_ours(name: str, registered) -> bool:
    return registered.states[0].__module__.startswith("voice_report.") and not name.endswith(".setvar")


def test_s33_failures_a_client_can_cause_do_not_fill_the_log(monkeypatch, caplog) -> None:
    now = [600.0]
    monkeypatch.setattr(error_pages.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(error_pages, "_unexpected", error_pages._Quota(20))
    monkeypatch.setattr(error_pages, "_browser_failures", error_pages._Quota(20))
    for _ in range(500):
        error_pages.unexpected(ValueError("kanarie"))
        error_pages.browser_failure(ValueError("kanarie"))
    assert len(caplog.records) == 2 * 21, "and a line each that says so"
    now[0] += 60
    error_pages.unexpected(ValueError("kanarie"))
    assert len(caplog.records) == 2 * 21 + 1


def test_the_measurements_send_events_that_there_are() -> None:
    assert DraftState.get_full_name() == events.DRAFT
    assert f"{SessionState.get_full_name()}.greet" == abusers._GREET
