"""The API does what its description says: whatever is asked of any route, no failure of ours and no surprise.

Schemathesis makes the questions out of /api/openapi.json, fitting and unfitting ones; nobody, a user, an administrator
and a platform administrator ask them.
"""

import asyncio
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as effort
from hypothesis.errors import Unsatisfiable
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from voice_report.config import settings

#: A failure of ours (500) is in no description, so it fails the first.
CHECKS: list[Any] = [status_code_conformance, content_type_conformance, response_schema_conformance]
#: Questions per route and kind, by who asks; most of what the first two ask is refused before it is read.
QUESTIONS = {"nobody": 1, "user": 2, "admin": 6, "platform_admin": 6}
#: On PostgreSQL: the databases differ in what they refuse, not in who may ask what.
QUESTIONS_AGAIN = {"admin": 2, "platform_admin": 1}

#: They end the session of who asks, so that the rest would be asked by nobody.
ENDS_THE_SESSION = ("/api/auth/logout",)


@pytest.mark.both_databases
@pytest.mark.parametrize("who", ["nobody", "user", "admin", "platform_admin"])
async def test_every_answer_of_every_route_is_described(who: str, db_kind: str, api, people, monkeypatch) -> None:
    questions = (QUESTIONS if db_kind == "sqlite" else QUESTIONS_AGAIN).get(who)
    if questions is None:
        pytest.skip("refused before any database is asked")
    monkeypatch.setenv("RATE_LIMITS", "off")
    settings.cache_clear()
    client = await api(getattr(people, who, None))
    skip = () if who == "nobody" else ENDS_THE_SESSION
    surprises = await _surprises(client, skip, questions)
    assert not surprises, "\n".join(sorted(surprises))


async def _surprises(client: httpx.AsyncClient, skip: tuple[str, ...], questions: int) -> set[str]:
    described = schemathesis.openapi.from_dict((await client.get("/api/openapi.json")).json())
    loop = asyncio.get_running_loop()
    surprises = set()

    def ask(case) -> None:
        try:
            answer = asyncio.run_coroutine_threadsafe(_answer(client, case), loop).result()
        except httpx.InvalidURL:  # longer than this client sends
            return
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as found:
            place = f"{case.method} {case.operation.path}: {answer.status_code}"
            surprises.update(f"{place} {one.title} {answer.text[:80]}" for one in found.exceptions)

    asked = await asyncio.to_thread(_ask_everything, described, ask, skip, questions)
    assert asked >= 30, "the description lists every route"
    return surprises


def _ask_everything(described, ask, skip: tuple[str, ...], questions: int) -> int:
    """Put questions to every route; return to how many."""
    asked = 0
    for result in described.get_all_operations():
        operation = result.ok()
        if operation.path in skip:
            continue
        for kind in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            _questions(operation, kind, ask, questions)
        asked += 1
    return asked


def _questions(operation, kind: GenerationMode, ask, number: int) -> None:
    run = effort(
        max_examples=number,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    try:
        run(given(case=operation.as_strategy(generation_mode=kind))(lambda case: ask(case)))()
    except Unsatisfiable:
        assert kind is GenerationMode.NEGATIVE, "there is always something right to ask"


async def _answer(client: httpx.AsyncClient, case) -> httpx.Response:
    """Send the question as the browser of a signed-in person would."""
    question = requests.Request(**case.as_transport_kwargs(base_url=settings().origin)).prepare()
    headers = {name: str(value) for name, value in question.headers.items() if name.lower() not in ("cookie", "origin")}
    body = question.body
    content: Any = body.encode() if isinstance(body, str) else body
    return await client.request(str(question.method), str(question.url), headers=headers, content=content)
