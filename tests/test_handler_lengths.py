"""S33: every text that a page's event handler takes, filled with the worst there is, is handled at once."""

import inspect
from typing import Any

import pytest
from reflex.istate.data import RouterData
from reflex.state import State

from tests.handlers import every_handler
from tests.people import PASSWORD, People, Person
from tests.worst_text import HUGE, WORST, Stopwatch
from voice_report import logs
from voice_report.config import settings
from voice_report.ui.session import cookie_header

#: What fits the other fields, so that a handler gets as far as the one that is tried.
PLAUSIBLE = {
    "email": "iemand@zorg.example", "password": PASSWORD, "role": "user", "dateOfBirth": "17-05-1940",
    "plan": "starter", "new-plan": "starter", "monthly": "5", "current": "5", "max-users": "5", "since": "2026-01-01",
    "until": "2026-01-02",
    "organization": "De Linde", "draft_id": "", "clientId": "C-9", "client_id": "C-1",
}  # fmt: skip


class Form(dict):
    """A form that has every field one asks for; one of them holds the text that is tried."""

    def __init__(self, tried: str = "", value: str = "") -> None:
        super().__init__()
        self.tried, self.value = tried, value
        self.read: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        return self.value if key == self.tried else PLAUSIBLE.get(key, default or "x")

    __getitem__ = get


def prepared(people: People) -> dict[str, dict[str, dict[str, Any]]]:
    """Return what the states of a form must hold before the form is read, by handler: by state."""
    chosen = {
        "UserFormState": {
            "organization_id": str(people.organization_id), "organization_name": "De Linde", "personal": True,
        }
    }  # fmt: skip
    return {
        "ClientsState.save": {"ClientsState": {"open": True}},
        "NewOrganizationState.save": {"NewOrganizationState": {"open": True}},
        "NewUserState.save": {"NewUserState": {"open": True}, **chosen},
        "EditUserState.save": {"EditUserState": {"user_id": str(people.user.id)}, **chosen},
        "OrganizationEditState.save": {
            "OrganizationEditState": {"organization_id": str(people.organization_id), "manual": True, "plan": "starter"}
        },
    }


@pytest.mark.one_database
async def test_s33_the_worst_text_in_any_handler(db, people: People, monkeypatch) -> None:
    monkeypatch.setenv("RATE_LIMITS", "off")
    settings.cache_clear()
    watch, broken, unread = Stopwatch(), [], []
    now = [""]
    monkeypatch.setattr(logs, "unexpected", lambda error: broken.append(f"{now[0]}: {error!r:.200}") or "Fout")
    handlers = every_handler()
    states = {state.__name__: state for state, _ in handlers.values()}

    async def press(name: str, person: Person, parameter: str, value: str, field: str = "") -> set[str]:
        instance = await _state_of(handlers[name][0], person)
        for state, values in prepared(people).get(name, {}).items():
            other = await instance.get_state(states[state])
            for var, held in values.items():
                setattr(other, var, held)
        form = Form(field, value)
        given = {one.name: _given(one, form) for one in _parameters(handlers[name][1])}
        if not field:
            given[parameter] = value
        with watch.timed(now[0]):
            await _run(handlers[name][1], instance, given)
        return form.read

    for name, (state, fn) in sorted(handlers.items()):
        monkeypatch.setattr(state, "__aenter__", _itself, raising=False)
        monkeypatch.setattr(state, "__aexit__", _nothing, raising=False)
        person = people.platform_admin if ".pages.platform." in state.__module__ else people.admin
        for parameter in _parameters(fn):
            if parameter.annotation in (str, inspect.Parameter.empty):
                for kind, value in {**WORST, "five megabytes": HUGE}.items():
                    now[0] = f"{name} {parameter.name} {kind}"
                    await press(name, person, parameter.name, value)
            elif parameter.annotation not in (int, bool, float):
                tried: set[str] = set()
                while fields := (await press(name, person, parameter.name, "x", "\n") - tried - {"\n"}):
                    tried |= fields
                    for field in sorted(fields):
                        for kind, value in WORST.items():
                            now[0] = f"{name} {field} {kind}"
                            await press(name, person, parameter.name, value, field)
                if not tried:
                    unread.append(name)
    assert not unread, "no field was read: prepare the state above"
    assert watch.calls > 300
    assert not broken, "\n".join(broken)
    assert not watch.slow, "\n".join(watch.slow)


def _parameters(fn) -> list[inspect.Parameter]:
    return list(inspect.signature(inspect.unwrap(fn)).parameters.values())[1:]


def _given(parameter: inspect.Parameter, form: Form) -> Any:
    if parameter.annotation in (str, inspect.Parameter.empty):
        return PLAUSIBLE.get(parameter.name, "x")
    return {int: 1, bool: True, float: 1.0}.get(parameter.annotation, form)


async def _state_of(state: type, person: Person) -> Any:
    root = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    headers = {"cookie": cookie_header(person.cookie)}
    root.router = RouterData.from_router_data(
        {"headers": headers, "ip": "192.0.2.3", "path": "/", "asPath": "/new-report"}
    )
    return await root.get_state(state)


async def _run(fn, instance, given: dict[str, Any]) -> None:
    called = fn(instance, **given)
    if inspect.isasyncgen(called):
        async for _ in called:
            pass
    else:
        await called


async def _itself(state):
    return state


async def _nothing(state, *error):
    return None
