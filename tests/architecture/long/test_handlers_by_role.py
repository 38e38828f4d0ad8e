"""S01: every event handler called by every kind of caller. ``pytest -s`` on this file shows the table."""

import inspect
from dataclasses import replace
from typing import Any

import pytest

from tests.support.handlers import PUBLIC_HANDLERS, call, every_handler, in_background, tab_of
from tests.support.people import People, Person
from tests.unit.services.factors.factors import begin_setup, require_from, set_up
from voice_report.errors import NotAllowed, NotSignedIn
from voice_report.services.drafts import news
from voice_report.services.sign_in import signing_in

CALLERS = ("visitor", "pending", "setting_up", "user", "admin", "platform_admin")
SIGNED_IN = {"user", "admin", "platform_admin"}

#: Who may use the handlers of a page at most, by where its module is; the others are for everyone who is signed in.
MAY = {
    "organizations.privacy": SIGNED_IN,  # looking; what changes it asks for the role itself
    "organizations": {"admin"},
    "privacy.terms_card": SIGNED_IN,  # likewise
    "privacy.masking_words": SIGNED_IN,  # likewise
    "privacy.proof_card": SIGNED_IN,  # likewise
    "privacy": {"admin"},
    "clients": {"admin"},
    "platform": {"platform_admin"},
    "audit.viewer": {"admin", "platform_admin"},
    "billing.statements": {"admin", "platform_admin"},
}


@pytest.mark.one_database  # who may does not depend on it
async def test_s01_s38_s42_every_handler_lets_through_only_who_may(db, people: People, monkeypatch) -> None:
    handlers = every_handler()
    callers = {who: getattr(people, who, None) for who in CALLERS}
    callers["pending"] = replace(people.outsider, cookie=await _pending(people.outsider))
    await require_from(people.other_organization_id)
    callers["setting_up"] = replace(people.other_admin, cookie=await begin_setup(people.other_admin))
    monkeypatch.setattr(news.Follower, "wait", _ends)
    table = {}
    for name, (state, fn) in sorted(handlers.items()):
        in_background(monkeypatch, state)
        table[name] = {caller for caller in CALLERS if await _gets_through(state, fn, callers[caller])}
    _show(table)
    wrong = {
        name: sorted(through) for name, through in table.items() if not through <= _allowed(name, handlers[name][0])
    }
    assert not wrong, "these callers get through and may not"
    shut = [name for name, through in table.items() if not through]
    assert not shut, "nobody gets through: the call above proves nothing"
    for who in ("visitor", "pending", "setting_up"):
        assert {name for name, through in table.items() if who in through} == set(PUBLIC_HANDLERS)


def _allowed(name: str, state: type) -> set[str]:
    if name in PUBLIC_HANDLERS:
        return set(CALLERS)
    page = state.__module__.partition(".ui.pages.")[2]
    return next((who for prefix, who in MAY.items() if f"{page}.".startswith(f"{prefix}.")), SIGNED_IN)


async def _pending(person: Person) -> str:
    """Return the token of a sign-in that still needs a code."""
    await set_up(person)
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(person.email, person.password)
    return needed.value.token


async def _gets_through(state: type, fn, person: Person | None) -> bool:
    """Call the handler as this person, without ``@action`` around it; what fails behind the guard got through."""
    root = tab_of(person)
    instance = await root.get_state(state)
    handler = inspect.unwrap(fn)
    arguments = [_argument(one) for one in list(inspect.signature(handler).parameters.values())[1:]]
    try:
        await call(handler, instance, *arguments)
    except (NotSignedIn, NotAllowed):
        return False
    except Exception:  # noqa: BLE001, S110  made-up arguments: only whether the guard stopped it counts
        pass
    return True


def _argument(parameter: inspect.Parameter) -> Any:
    return {"int": 1, "dict": {}, "bool": False, "list": []}.get(getattr(parameter.annotation, "__name__", ""), "")


async def _ends(*_):
    """What a page waits for without an end: a caller that waits got through."""
    raise TimeoutError


def _show(table: dict[str, set[str]]) -> None:
    width = max(map(len, table))
    print("\n" + "handler".ljust(width), *(caller.ljust(14) for caller in CALLERS))
    for name, through in table.items():
        print(name.ljust(width), *(("through" if caller in through else "refused").ljust(14) for caller in CALLERS))
