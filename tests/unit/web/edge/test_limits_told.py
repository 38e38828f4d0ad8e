"""An answer of the API tells the limits that its call counted for, and what is left of them (docs/api.md)."""

import re

import pytest

from voice_report.services.shared import rate_limits

POLICY = '"api";q=600;w=60'
TRANSCRIPT = {"transcript": "Mevrouw sliep goed."}


async def test_a_call_that_counts_for_a_limit_of_its_own_tells_what_is_left(api, people) -> None:
    client = await api(people.user)
    lefts = []
    for _ in range(3):
        answer = await client.post("/api/measurements", json=TRANSCRIPT)
        assert answer.status_code == 200
        assert answer.headers["ratelimit-policy"] == f'{POLICY}, "measurements";q=120;w=60'
        left = re.fullmatch(r'"measurements";r=(\d+);t=(\d+)', answer.headers["ratelimit"])
        assert left is not None
        assert 1 <= int(left[2]) <= 61
        lefts.append(int(left[1]))
    assert lefts == [119, 118, 117]


async def test_another_persons_calls_are_not_counted(api, people) -> None:
    for person, left in ((people.user, 119), (people.admin, 119), (people.user, 118)):
        answer = await (await api(person)).post("/api/measurements", json=TRANSCRIPT)
        assert f";r={left};" in answer.headers["ratelimit"]


async def test_a_refusal_tells_that_nothing_is_left_and_until_when(api, people, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "measurements", rate_limits.parse("1 per minute"))
    client = await api(people.user)
    assert (await client.post("/api/measurements", json=TRANSCRIPT)).status_code == 200
    refused = await client.post("/api/measurements", json=TRANSCRIPT)
    assert refused.status_code == 429
    assert refused.headers["ratelimit-policy"] == f'{POLICY}, "measurements";q=1;w=60'
    assert refused.headers["ratelimit"] == f'"measurements";r=0;t={refused.headers["retry-after"]}'


async def test_a_call_without_a_limit_of_its_own_tells_that_of_all_calls(api, people) -> None:
    answer = await (await api(people.user)).get("/api/drafts")
    assert answer.headers["ratelimit-policy"] == POLICY
    assert "ratelimit" not in answer.headers


@pytest.mark.parametrize("path", ["/api/auth/login", "/api/auth/forgot-password"])
async def test_what_is_left_of_the_limits_on_signing_in_is_told_to_nobody(api, people, path: str) -> None:
    body = {"email": people.user.email, "password": "Verkeerd-wachtwoord-1!"}
    answer = await (await api()).post(path, json=body)
    assert answer.headers["ratelimit-policy"] == POLICY
    assert "ratelimit" not in answer.headers


async def test_monitoring_is_not_limited(api) -> None:
    assert "ratelimit-policy" not in (await (await api()).get("/healthz")).headers
