"""The API does what its description says: whatever is asked of any route, no failure of ours and no surprise.

Schemathesis makes the questions out of /api/openapi.json, fitting and unfitting ones; nobody, a user, an administrator
and a platform administrator ask them.
"""

import json
from dataclasses import dataclass
from functools import cache
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

from tests.support import environment
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
@pytest.mark.xdist_group("test_described")  # making the questions takes as long as asking them: once for all who ask
@pytest.mark.parametrize("who", ["nobody", "user", "admin", "platform_admin"])
async def test_every_answer_of_every_route_is_described(who: str, db_kind: str, api, people, monkeypatch) -> None:
    questions = (QUESTIONS if db_kind == "sqlite" else QUESTIONS_AGAIN).get(who)
    if questions is None:
        pytest.skip("refused before any database is asked")
    environment.use(monkeypatch, RATE_LIMITS="off")
    client = await api(getattr(people, who, None))
    skip = () if who == "nobody" else ENDS_THE_SESSION
    surprises = await _surprises(client, skip, questions)
    assert not surprises, "\n".join(sorted(surprises))


async def _surprises(client: httpx.AsyncClient, skip: tuple[str, ...], number: int) -> set[str]:
    questions = _questions((await client.get("/api/openapi.json")).text)
    assert len(questions) - len(skip) >= 30, "the description lists every route"
    surprises = set()
    for path, kinds in questions.items():
        for question in [one for kind in kinds for one in kind[:number] if path not in skip]:
            try:
                answer = await client.request(**question.request)
            except httpx.InvalidURL:  # longer than this client sends
                continue
            try:
                question.case.validate_response(answer, checks=CHECKS)
            except FailureGroup as found:
                place = f"{question.case.method} {path}: {answer.status_code}"
                surprises.update(f"{place} {one.title} {answer.text[:80]}" for one in found.exceptions)
    return surprises


@dataclass(frozen=True)
class Question:
    """A question that Schemathesis made, and the same as arguments of a client's ``request``."""

    case: schemathesis.Case
    request: dict[str, Any]


@cache
def _questions(description: str) -> dict[str, list[list[Question]]]:
    """Return, per path of the description, the fitting and the unfitting questions to each of its routes."""
    questions: dict[str, list[list[Question]]] = {}
    described: Any = schemathesis.openapi.from_dict(json.loads(description))
    for result in described.get_all_operations():
        operation = result.ok()
        of_path = questions.setdefault(operation.path, [])
        of_path += [_made(operation, kind) for kind in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)]
    return questions


def _made(operation, kind: GenerationMode) -> list[Question]:
    made: list[Question] = []
    run = effort(
        max_examples=max(QUESTIONS.values()),
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    try:
        run(given(case=operation.as_strategy(generation_mode=kind))(lambda case: made.append(_question(case))))()
    except Unsatisfiable:
        assert kind is GenerationMode.NEGATIVE, "there is always something right to ask"
    return made


def _question(case: schemathesis.Case) -> Question:
    """Return the question as the browser of a signed-in person would send it."""
    question = requests.Request(**case.as_transport_kwargs(base_url=settings().origin)).prepare()
    headers = {name: str(value) for name, value in question.headers.items() if name.lower() not in ("cookie", "origin")}
    body = question.body
    content: Any = body.encode() if isinstance(body, str) else body
    request = {"method": str(question.method), "url": str(question.url), "headers": headers, "content": content}
    return Question(case, request)
