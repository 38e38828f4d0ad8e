"""S02: whoever belongs to one organization reads and changes nothing of another, by any service and any route.

The other organization has one of everything, with the word GEHEIM in every text. Every route and every service that
knows a caller is asked with its ids, many times over; nothing secret comes back and none of its rows has changed.
"""

import asyncio
import inspect
import pkgutil
import random
import uuid
from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any, Literal, get_args, get_origin

import httpx
import pytest
import sqlalchemy as sa
from sqlmodel import SQLModel, select

from tests.support import environment
from tests.support import people as cast
from voice_report import clock, services
from voice_report.db import session as database
from voice_report.db.models import (
    ConceptJob,
    CreditEntry,
    Dictation,
    DictationSegment,
    FieldProfile,
    Invitation,
    LoginSession,
    LogSample,
    MaskingWord,
    Organization,
    OwnTemplate,
    OwnWord,
    Payment,
    Recording,
    Report,
    User,
)
from voice_report.errors import DomainError
from voice_report.services.audit import samples
from voice_report.services.shared import tokens
from voice_report.services.shared.identity import CurrentUser

SECRET = "GEHEIM"
ASKED = f"{SECRET}-1"  # the client's own id: it is asked with, so it may come back in a refusal
ROUNDS = 6
TEMPLATE_SECTIONS = f'[{{"key": "x", "title": "{SECRET}", "hint": "{SECRET}", "question": "", "role": "plan"}}]'
PROFILE_FIELDS = f'[{{"label": "{SECRET}", "sections": ["Situatie"], "headings": false, "limit": null}}]'
SAMPLE_ANSWERS = f'{{"1": {{"said": "fine", "note": "{SECRET}", "by": "{SECRET}"}}}}'
#: They end the session of who asks, so that the rest would be asked by nobody.
ENDS_THE_SESSION = ("log_out", "/api/auth/logout", "/api/account")
#: Called by services only, with ids that these have checked.
INNER = ("audit.record", "audit.record_clients", "users.create")
#: Tables that say by another table, or by their own id, whose a row is.
NAMELESS = ("organizations", "dictation_segments", "recordings")


class Other:
    """The other organization: ``ids`` of everything it has, ``rows()`` as they are stored."""

    def __init__(self, people: cast.People) -> None:
        self.organization_id = people.other_organization_id
        self.members = [people.outsider.id, people.other_admin.id]
        self.ids: list[Any] = []

    async def fill(self) -> None:
        client_id = await cast.make_client(self.organization_id, ASKED, SECRET, SECRET)
        async with database.transaction() as session:
            stored = self._reports(client_id)
            session.add_all(stored)
            await session.flush()
            draft, _, dictation = stored
            stored += [*self._of_dictation(draft.id, dictation.id), *self._of_organization(), *self._words()]
            session.add_all(stored)
            session.add(Recording(id=dictation.id, seconds=60))
            for member in self.members:
                person = await session.get_one(User, member)
                person.first_name = person.last_name = SECRET
            home = await session.get_one(Organization, self.organization_id)
            home.name = SECRET
            await session.flush()
            logins = await session.exec(select(LoginSession.id).where(LoginSession.user_id == self.members[0]))
            self.ids = [client_id, self.organization_id, *self.members, *logins, *(row.id for row in stored)]

    @property
    def _owned(self) -> dict[str, Any]:
        return {"user_id": self.members[0], "organization_id": self.organization_id}

    def _reports(self, client_id: str) -> list[Any]:
        """Return a draft, a report, and a dictation."""
        texts: dict[str, Any] = {
            "transcript": f"{SECRET} gezegd",
            "structured_report": f"## Situatie\n\n{SECRET}",
            "title": SECRET,
        }
        archived = Report(**self._owned, **texts, client_id=client_id)
        return [Report(**self._owned, **texts, is_draft=True), archived, Dictation(**self._owned, base_text=SECRET)]

    def _of_dictation(self, draft_id: uuid.UUID, dictation_id: uuid.UUID) -> list[Any]:
        job = ConceptJob(**self._owned, key=uuid.uuid4().hex, draft_id=draft_id, expires_at=clock.now())
        return [DictationSegment(dictation_id=dictation_id, position=0, text=SECRET), job]

    def _of_organization(self) -> list[Any]:
        """Return an invitation, a change of credits, a payment, a template, a profile of fields and a sample."""
        key = f"{SECRET}-{uuid.uuid4()}"
        home: dict[str, Any] = {"organization_id": self.organization_id}
        invitation = Invitation(
            **home,
            email=f"{SECRET.lower()}@zorg.example",
            token=tokens.hashed(tokens.new()),
            created_by_id=self.members[0],
            expires_at=clock.now().replace(year=2090),
        )
        change = CreditEntry(**home, actor_id=self.members[0], change=0, balance_after=10, reason=SECRET, key=key)
        payment = Payment(
            **home,
            stripe_id=f"cs_{key}",
            organization_name=SECRET,
            package_id=SECRET,
            amount_cents=500,
            status="paid",
            receipt_url=f"https://pay.stripe.com/{SECRET}",
        )
        template = OwnTemplate(**home, name=SECRET, sections=TEMPLATE_SECTIONS)
        profile = FieldProfile(**home, name=SECRET, fields=PROFILE_FIELDS)
        sample = LogSample(
            **home, month=samples.last_month(), rows="[1]", head=1, drawn_at=clock.now(), answers=SAMPLE_ANSWERS
        )
        return [invitation, change, payment, template, profile, sample]

    def _words(self) -> list[Any]:
        """Return a word of the organization, one that is proposed, one of a member alone, and one that is replaced."""
        word: dict[str, Any] = {
            "organization_id": self.organization_id,
            "heard_as": f'["{SECRET}"]',
            "kind": "naam",
            "word": SECRET,
            "word_key": SECRET.lower(),
            "search_key": SECRET.lower(),
        }
        own = OwnWord(**word, user_id=self.members[0], status="actief")
        masked = MaskingWord(organization_id=self.organization_id, word=SECRET, word_key=SECRET.lower(), rule="replace")
        return [OwnWord(**word, status="actief"), OwnWord(**word, status="voorstel"), own, masked]

    async def rows(self) -> list[str]:
        """Return what is stored of it: rows that are in its name, and rows that have one of its ids."""
        found = []
        async with database.reading() as session:
            for table in SQLModel.metadata.sorted_tables:
                if table.name in ("audit_logs", "sessions"):  # who asked, and when they were last seen
                    continue
                for row in (await session.execute(sa.select(table))).mappings():
                    in_its_name = {row.get("organization_id"), row.get("user_id")} & {
                        self.organization_id,
                        *self.members,
                    }
                    if in_its_name or (table.name in NAMELESS and row["id"] in self.ids):
                        found.append(f"{table.name}: {dict(row)}")
        return sorted(found)


@pytest.fixture
async def other(people, monkeypatch) -> Other:
    environment.use(monkeypatch, RATE_LIMITS="off")
    filled = Other(people)
    await filled.fill()
    return filled


@pytest.mark.one_database  # what the services under them let through is asked on both
@pytest.mark.parametrize("who", ["user", "admin"])
async def test_s02_no_route_gives_or_changes_what_is_of_another_organization(api, people, other: Other, who: str):
    client = await api(getattr(people, who))
    before, chance = await other.rows(), random.Random(2)  # noqa: S311  the same questions every time
    described = (await client.get("/api/openapi.json")).json()
    asked = 0
    for path, methods in described["paths"].items():
        for method in methods:
            if path.startswith(ENDS_THE_SESSION) and method != "get":
                continue
            for _ in range(ROUNDS if "{" in path or method != "get" else 2):
                answer = await _ask(client, described, method, path, other, chance)
                place = f"{method} {path}: {answer.status_code} {answer.text[:200]}"
                assert SECRET not in answer.text.replace(ASKED, ""), place
                assert "{" not in path or answer.status_code in (401, 403, 404, 405, 409, 422), place
                asked += 1
    assert asked > 100
    assert await other.rows() == before


async def _ask(
    client: httpx.AsyncClient, described: dict, method: str, path: str, other: Other, chance: random.Random
) -> httpx.Response:
    url = path
    while "{" in url:
        start, end = url.index("{"), url.index("}")
        url = url[:start] + str(chance.choice(other.ids)) + url[end + 1 :]
    operation = described["paths"][path][method]
    query = {
        one["name"]: str(chance.choice(other.ids)) for one in operation.get("parameters", []) if one["in"] == "query"
    }
    kept = {name: value for name, value in query.items() if chance.random() < 0.5 and name not in ("after", "limit")}
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        body = _body(described, content["application/json"]["schema"], other, chance)
        return await client.request(method, url, params=kept, json=body)
    return await client.request(method, url, params=kept)


def _body(described: dict, schema: dict, other: Other, chance: random.Random) -> Any:
    """Return a fitting body; everywhere an id may stand, one of the other organization's stands."""
    if "$ref" in schema:
        schema = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        schema = schema["anyOf"][0]
    if "properties" in schema:
        fields = {}
        for name, one in schema["properties"].items():
            identifies = name.lower().endswith(("id", "token", "template"))
            fields[name] = str(chance.choice(other.ids)) if identifies else _body(described, one, other, chance)
        return fields
    return {"integer": 1, "boolean": True, "array": [], "object": {}, "number": 1}.get(
        schema.get("type", ""), schema.get("enum", ["Gewone tekst 1!"])[0]
    )


@pytest.mark.parametrize("who", ["user", "admin"])
async def test_s02_no_service_gives_or_changes_what_is_of_another_organization(people, other: Other, who: str):
    before, chance = await other.rows(), random.Random(3)  # noqa: S311  the same calls every time
    user = await getattr(people, who).current()
    called = set()
    for name, function in _services():
        for _ in range(ROUNDS):
            try:
                told = await _call(function, user, other, chance)
            except (DomainError, TypeError, ValueError, AttributeError):
                told = None  # refused, or made-up arguments that no caller of ours gives
            assert SECRET not in repr(told).replace(ASKED, ""), name
            called.add(name)
    assert len(called) > 40
    assert await other.rows() == before


def _services() -> list[tuple[str, Any]]:
    """Return every function of a service that knows who is calling."""
    found = []
    for module in pkgutil.walk_packages(services.__path__, f"{services.__name__}."):
        loaded = import_module(module.name)
        for name, function in inspect.getmembers(loaded, inspect.isfunction):
            is_own = (
                function.__module__ == loaded.__name__ and not name.startswith("_") and name not in ENDS_THE_SESSION
            )
            if is_own and any(one in ("user", "actor") for one in inspect.signature(function).parameters):
                found.append((f"{module.name}.{name}", function))
    return found


async def _call(function, user: CurrentUser, other: Other, chance: random.Random) -> Any:
    parameters = inspect.signature(function).parameters
    given = {
        name: _argument(name, one, user, other, chance)
        for name, one in parameters.items()
        if name != "session" and (one.default is inspect.Parameter.empty or chance.random() < 0.7)
    }
    if "session" not in parameters:
        return await _told(function(**given))
    async with database.transaction() as session:
        return await _told(function(session, **given))


async def _told(result: Any) -> Any:
    if isinstance(result, AsyncIterator):
        return [one async for one in result]
    return await asyncio.wait_for(result, 100) if inspect.isawaitable(result) else result


def _argument(name: str, one: inspect.Parameter, user: CurrentUser, other: Other, chance: random.Random) -> Any:
    kind = str(one.annotation)
    if get_origin(one.annotation) is Literal:
        return chance.choice(get_args(one.annotation))
    if name in ("user", "actor"):
        return user
    if "UUID" in kind or name.endswith(("_id", "token")) or name in ("after", "query", "words"):
        ids = other.ids if "str" in kind else [known for known in other.ids if isinstance(known, uuid.UUID)]
        one_id = chance.choice(ids)
        one_id = one_id if "UUID" in kind else str(one_id)
        return [one_id] if any(many in kind for many in ("list", "Sequence", "Iterable", "set")) else one_id
    if one.default is not inspect.Parameter.empty:
        return one.default
    if "datetime.datetime" in kind:
        return clock.now()
    if "datetime.date" in kind:
        return samples.last_month()
    for text, value in (("list", []), ("Sequence", []), ("dict", {}), ("bytes", b"x"), ("int", 1), ("bool", True)):
        if text in kind:
            return value
    return "Gewone tekst"
