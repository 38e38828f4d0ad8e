"""S33: every text that a page's event handler takes, filled with the worst there is, is handled at once."""

import inspect
import itertools
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.support import environment
from tests.support.handlers import call, every_handler, in_background, tab_of
from tests.support.people import PASSWORD, People, Person
from tests.support.worst_text import HUGE, WORST, Stopwatch
from voice_report.core import logs
from voice_report.services.drafts import listing

#: What fits the other fields, so that a handler gets as far as the one that is tried.
PLAUSIBLE = {
    "email": "iemand@zorg.example", "password": PASSWORD, "role": "user", "dateOfBirth": "17-05-1940",
    "plan": "starter", "new-plan": "starter", "monthly": "5", "current": "5", "max-users": "5", "since": "01-01-2026",
    "until": "02-01-2026", "gift-amount": "5",
    "organization": "De Linde", "draft_id": "", "clientId": "C-9", "client_id": "C-1",
}  # fmt: skip


#: Characters of one text that a tab's states may hold: of the draft's, and of any other.
_MOST_OF_A_DRAFT = listing.PAGE_CHARACTERS // listing.PAGE_DRAFTS
_MOST_HELD = 20_000


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
        "ErasureState.confirm": {"ErasureState": {"client_id": people.client_id}},
        "ClientsState.save": {"ClientsState": {"open": True}},
        "PrivacyFileState.save": {"PrivacyFileState": {"_filled_in": {"officer": ""}}},
        "WordsState.save": {"WordsState": {"open": True}},
        "MaskingWordsState.save": {"MaskingWordsState": {"open": True}},
        "NewOrganizationState.save": {"NewOrganizationState": {"open": True}},
        "NewUserState.save": {"NewUserState": {"open": True}, **chosen},
        "CreditGiftState.save": {"CreditGiftState": {"organization_id": str(people.organization_id)}},
        "EditUserState.save": {"EditUserState": {"user_id": str(people.user.id)}, **chosen},
        "OrganizationEditState.save": {
            "OrganizationEditState": {"organization_id": str(people.organization_id), "manual": True, "plan": "starter"}
        },
    }


_TEXT = (str, str | None, inspect.Parameter.empty, list[str])


@dataclass
class Walk:
    """Calls handlers with the worst texts, as people whose pages are prepared for it."""

    people: People
    handlers: dict[str, Any] = field(default_factory=every_handler)
    watch: Stopwatch = field(default_factory=Stopwatch)
    hoarding: list[str] = field(default_factory=list)
    now: str = ""

    async def press(self, name: str, person: Person, parameter: str, value: str, named: str = "") -> set[str]:
        """Call a handler with ``value`` as parameter, or as the field ``named`` of its form; return the fields read."""
        state, fn = self.handlers[name]
        states = {one.__name__: one for one, _ in self.handlers.values()}
        instance = await tab_of(person, path="/", asPath="/new-report").get_state(state)
        for other, values in prepared(self.people).get(name, {}).items():
            substate = await instance.get_state(states[other])
            for var, held in values.items():
                setattr(substate, var, held)
        form = Form(named, value)
        given = {one.name: _given(one, form) for one in _parameters(fn)}
        if not named:
            given[parameter] = [value] if isinstance(given[parameter], list) else value
        with self.watch.timed(self.now):
            await call(fn, instance, **given)
            instance._get_root_state().get_delta()  # what is computed of it, and sent
        most = _MOST_OF_A_DRAFT if name.startswith("DraftState.") else _MOST_HELD
        if (held := _longest(instance._get_root_state())) > most:
            self.hoarding.append(f"{self.now}: {held}")
        return form.read

    async def give(self, name: str, person: Person, parameter: str) -> None:
        """Give every worst text as this parameter."""
        for kind, value in {**WORST, "five megabytes": HUGE}.items():
            self.now = f"{name} {parameter} {kind}"
            await self.press(name, person, parameter, value)

    async def fill_in(self, name: str, person: Person, parameter: str) -> set[str]:
        """Give every field that the handler reads of a form the worst texts; return these fields."""
        tried: set[str] = set()
        while fields := (await self.press(name, person, parameter, "x", "\n") - tried - {"\n"}):
            tried |= fields
            for named, (kind, value) in itertools.product(sorted(fields), WORST.items()):
                self.now = f"{name} {named} {kind}"
                await self.press(name, person, parameter, value, named)
        return tried


@pytest.mark.one_database
async def test_s33_the_worst_text_in_any_handler(db, people: People, monkeypatch) -> None:
    environment.use(monkeypatch, RATE_LIMITS="off")
    walk, broken, unread = Walk(people), [], []
    monkeypatch.setattr(logs, "unexpected", lambda error: broken.append(f"{walk.now}: {error!r:.200}") or "Fout")
    for name, (state, fn) in sorted(walk.handlers.items()):
        in_background(monkeypatch, state)
        person = people.platform_admin if ".pages.platform." in state.__module__ else people.admin
        for parameter in _parameters(fn):
            if parameter.annotation in _TEXT:
                await walk.give(name, person, parameter.name)
            elif parameter.annotation not in (int, bool, float) and not await walk.fill_in(
                name, person, parameter.name
            ):
                unread.append(name)
    assert not unread, "no field was read: prepare the state above"
    assert walk.watch.calls > 300
    assert not broken, "\n".join(broken)
    assert not walk.watch.slow, "\n".join(walk.watch.slow)
    assert not walk.hoarding, "\n".join(walk.hoarding)


def _longest(state: Any) -> int:
    """Return the length of the longest text that this state and those below it hold. Read past the framework, which
    wraps each value and looks for the state that has an inherited one: that was a third of this walk."""
    own = [vars(state).get(name) for name in type(state).__fields__]
    return max([0, *map(_length, own), *map(_longest, state.substates.values())])


def _length(value: Any) -> int:
    return (
        len(value) if isinstance(value, str) else max(map(_length, value), default=0) if isinstance(value, list) else 0
    )


def _parameters(fn) -> list[inspect.Parameter]:
    return list(inspect.signature(inspect.unwrap(fn)).parameters.values())[1:]


def _given(parameter: inspect.Parameter, form: Form) -> Any:
    if parameter.annotation in _TEXT:
        text = PLAUSIBLE.get(parameter.name, "x")
        return [text] if parameter.annotation == list[str] else text
    return {int: 1, bool: True, float: 1.0}.get(parameter.annotation, form)
