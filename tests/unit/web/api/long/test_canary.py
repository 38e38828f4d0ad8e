"""S95: nothing that a person says, types, is called or asks for is in the metrics, the log or the access log.

A word is planted in every text of every route and every argument of every handler of the pages, in names, in what is
dictated and in what engines and bugs say; then all that an operator can read is searched for it, and for the names and
ids of everybody.
"""

import asyncio
import inspect
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from sqlmodel import select

from tests.support import canaries, environment
from tests.support.fakes import sound
from tests.support.handlers import call, every_handler, in_background, tab_of
from tests.support.people import People, Person
from tests.support.tickets import lets_through
from tests.unit.web.api.long.test_lengths import every_text, request
from voice_report.db.models import Report, User
from voice_report.integrations import resilience
from voice_report.services.drafts import listing, news

CANARY = "Kanarievogel"
TOKEN = "only-for-tests-" + "m" * 32
SAID = f"Mevrouw {CANARY} heeft goed geslapen en zei dat zij {CANARY} heet."


@pytest.fixture(autouse=True)
def _no_limits(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    async def ends(*_: Any) -> None:
        """What a page waits for without an end."""
        raise TimeoutError

    environment.use(monkeypatch, RATE_LIMITS="off", METRICS_TOKEN=TOKEN)
    monkeypatch.setattr(news.Follower, "wait", ends)
    monkeypatch.setattr(resilience, "pause", lambda _seconds: asyncio.sleep(0))
    caplog.set_level(logging.INFO)


async def found(word: str, client: httpx.AsyncClient, records: list[logging.LogRecord]) -> list[str]:
    """Return the lines of the metrics and of the log, in both formats, that have the word."""
    answer = await client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    lines = answer.text.splitlines() + canaries.logged("", records)
    return [line for line in lines if word in line]


def secrets_of(people: People) -> list[str]:
    """Return the planted word, and what is the people's own: their names, addresses, ids and cookies."""
    everybody = [people.outsider, people.other_admin, people.user, people.admin, people.platform_admin]
    ids = [*(one.id for one in everybody), people.organization_id, people.other_organization_id]
    told = [text for one in everybody for text in (one.email, one.cookie, one.name)]
    return [CANARY, CANARY.upper(), CANARY.lower(), *told, *map(str, ids), *(one.hex for one in ids)]


@pytest.mark.one_database
async def test_s95_what_people_send_to_any_route_is_not_to_be_read(api, people: People, caplog) -> None:
    visitor, user = await api(), await api(people.user)
    admin, platform = await api(people.admin), await api(people.platform_admin)
    for client in (visitor, user, admin, platform):
        client.headers["User-Agent"] = client.headers["X-Request-Id"] = CANARY
    for one in every_text():
        for client in (visitor, user, admin, platform):
            await client.send(request(client, one, CANARY))
    for path in (f"/{CANARY}", f"/api/{CANARY}", f"/dashboard?x={CANARY}", f"/api/reports?search={CANARY}"):
        await visitor.request(CANARY.upper(), path)
        await user.get(path)
    assert await canaries.tables(CANARY), "the words arrived"
    for word in secrets_of(people):
        assert await found(word, visitor, caplog.records) == []


@pytest.mark.one_database
async def test_s95_what_people_do_on_any_page_is_not_to_be_read(api, people: People, monkeypatch, caplog) -> None:
    events = 0
    for state, fn in every_handler().values():
        in_background(monkeypatch, state)
        for person in (None, people.user, people.admin, people.platform_admin):
            await _event(state, fn, person)
            events += 1
    assert events > 400
    client = await api()
    lines = await found("spraakrapport_page_events_total{", client, [])
    assert len(lines) > 100, "they were counted"
    for word in secrets_of(people):
        assert await found(word, client, caplog.records) == []


async def _event(state: type, fn: Callable[..., Any], person: Person | None) -> None:
    query = {"draft": CANARY, "search": CANARY}
    root = tab_of(person, headers={"user-agent": CANARY}, path=f"/{CANARY}", query=query)
    instance = await root.get_state(state)
    arguments = [_argument(one) for one in list(inspect.signature(inspect.unwrap(fn)).parameters.values())[1:]]
    try:
        await call(fn, instance, *arguments)
    except Exception as error:  # made-up arguments: the framework would log it like this
        logging.getLogger("reflex").exception("%s", error)


def _argument(parameter: inspect.Parameter) -> Any:
    kinds = {"int": 1, "dict": {"name": CANARY, CANARY: CANARY}, "bool": False, "list": [CANARY]}
    return kinds.get(getattr(parameter.annotation, "__name__", ""), CANARY)


@pytest.mark.parametrize("fail", [None, "500", "401", "cut"])
async def test_s95_what_is_said_is_not_to_be_read(
    api, people: People, db, fake_provider, monkeypatch, caplog, fail: str | None
) -> None:
    """Also not when an engine fails, or our own code with the words in its failure."""
    lets_through(monkeypatch)
    async with db.transaction() as session:
        user = (await session.exec(select(User).where(User.id == people.user.id))).one()
        user.first_name, user.last_name = CANARY, CANARY
        session.add(user)
    fake_provider.control(endpoint="speech", says={"1": SAID})
    client = await api(people.user)
    born = {"firstName": CANARY, "lastName": CANARY, "dateOfBirth": "17-05-1940", "id": CANARY}
    await (await api(people.admin)).post("/api/clients", json=born)
    audio = {"audio": ("opname.webm", sound.encoded(sound.dictation(1)), "audio/webm")}
    fake_provider.control(fail=fail)
    await client.post("/api/stt", files=audio)
    draft = (await client.post("/api/drafts", json={"transcript": SAID})).json()["draft"]
    await client.post("/api/structure", json={"transcript": SAID, "draftId": draft["id"]})
    async with db.reading() as session:
        assert SAID in set(await session.exec(select(Report.transcript)))

    async def breaks(*_: Any, **__: Any) -> None:
        raise RuntimeError(SAID)

    with monkeypatch.context() as patch:
        patch.setattr(listing, "list_drafts", breaks)
        assert (await client.get("/api/drafts")).status_code == 500
    for word in ("geslapen", draft["id"], *secrets_of(people)):
        assert await found(word, client, caplog.records) == []
    assert await found("unexpected failure", client, caplog.records), "the bug is there, without its text"
