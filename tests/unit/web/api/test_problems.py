"""Every failure is a problem of RFC 9457, with the members that callers of before it read."""

import re

import httpx
import pytest
from starlette.responses import PlainTextResponse

from voice_report.config import settings
from voice_report.web import edge, problems
from voice_report.web.api.app import create

MEMBERS = {"type", "title", "status", "detail", "code", "error", "message", "requestId"}
DRAFT = "/api/drafts"


async def test_a_failure_of_a_route_and_one_of_the_edge_have_the_same_members(api, people) -> None:
    of_a_route = await (await api()).get(DRAFT)
    of_the_edge = await (await api(people.user)).post(DRAFT, json={}, headers={"Origin": "https://elders.example"})
    unknown = await (await api()).get("/api/onbekend")
    told = {answer.status_code: answer.json()["title"] for answer in (of_a_route, of_the_edge, unknown)}
    assert told == {401: "Not signed in", 403: "Not allowed", 404: "Not found"}
    for answer in (of_a_route, of_the_edge, unknown):
        problem = answer.json()
        assert answer.headers["content-type"] == "application/problem+json"
        assert problem.keys() == MEMBERS
        assert problem["status"] == answer.status_code
        assert problem["detail"] == problem["error"] == problem["message"]
        assert problem["requestId"] == answer.headers["x-request-id"]


async def test_the_type_of_a_failure_is_an_address_that_explains_it(api) -> None:
    client = await api()
    page = (await client.get("/api/docs")).text
    kind = (await client.get(DRAFT)).json()["type"]
    assert kind.startswith(f"{settings().app_url}/api/docs#")
    anchors = re.findall(r'<dt id="([a-z-]+)">', page)
    assert kind.rsplit("#", 1)[1] in anchors
    assert sorted(anchors) == sorted({problems.anchor(status) for status in problems.KINDS})


async def test_a_method_that_a_path_lacks_is_told_with_those_it_has(api) -> None:
    client = await api()
    for path, operations in (await client.get("/api/openapi.json")).json()["paths"].items():
        answer = await client.head(path.replace("{", "").replace("}", ""))
        assert answer.status_code == 405, path
        assert {one.upper() for one in operations} <= set(answer.headers["allow"].split(", "))
    answer = await client.patch(DRAFT)
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")
    assert answer.headers["allow"] == "GET, POST"


@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/metrics", "/dev/mail", "/dev/mail/een", DRAFT, "/api/nergens"]
)
async def test_no_call_reaches_the_framework_behind_the_api(db, tmp_path, monkeypatch, path: str) -> None:
    monkeypatch.setenv("METRICS_TOKEN", "only-for-tests-" + "m" * 32)
    settings.cache_clear()
    app = create()
    app.mount("", PlainTextResponse("the pages' framework"))
    transport = httpx.ASGITransport(edge.around(tmp_path)(app))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        answer = await client.request("DELETE", path, headers={"Origin": settings().origin})
    assert (answer.status_code, answer.headers["content-type"]) == (
        404 if path == "/api/nergens" else 405, "application/problem+json"
    )  # fmt: skip
    assert answer.json().keys() == MEMBERS


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data; boundary=a"])
async def test_a_body_that_cannot_be_read_is_pointed_at(api, kind: str) -> None:
    path = "/api/auth/login" if "json" in kind else "/api/auth/single-sign-on/back-channel-logout"
    answer = await (await api()).post(path, content=b"[" * 4000, headers={"Content-Type": kind})
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"detail": "De aanvraag is niet te lezen.", "in": "body", "pointer": "#"}]


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", ""])
async def test_a_body_that_does_not_say_that_it_is_json_is_told_so(api, kind: str) -> None:
    answer = await (await api()).post("/api/auth/login", content=b'{"email": "a@b.nl"}', headers={"Content-Type": kind})
    sentence = "Stuur de aanvraag als JSON, met de header Content-Type: application/json."
    assert (answer.status_code, answer.json()["detail"]) == (422, sentence)
    assert answer.json()["errors"] == [{"detail": sentence, "in": "body", "pointer": "#"}]


async def test_each_wrong_field_is_pointed_at(api, people) -> None:
    answer = await (await api(people.user)).post(DRAFT, json={"transcript": 5, "version": 0, "title": "Ochtend"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == [
        {"detail": "Geen transcript ontvangen", "in": "body", "pointer": "#/transcript"},
        {"detail": "Ongeldige invoer: version", "in": "body", "pointer": "#/version"},
    ]
    assert answer.json()["detail"] == "Geen transcript ontvangen"
    answer = await (await api(people.user)).get(DRAFT, params={"limit": "veel"})
    assert answer.json()["errors"] == [{"detail": "Ongeldige invoer: limit", "in": "query", "parameter": "limit"}]


async def test_a_text_that_is_too_long_is_pointed_at(api, people) -> None:
    answer = await (await api(people.user)).post("/api/structure", json={"transcript": "a" * 2_000_001})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    assert [one["pointer"] for one in answer.json()["errors"]] == ["#/transcript"]


@pytest.mark.parametrize("name", ["\\ud800", "x" * 5000, "a/b~c", "<script>"])
async def test_a_name_that_the_caller_made_up_is_not_repeated(name: str, user) -> None:
    draft = (await user.post(DRAFT, json={"transcript": "Goed geslapen."})).json()["draft"]
    content = f'{{"fields": {{"{name}": 5}}}}'.encode()
    answer = await user.put(
        f"{DRAFT}/{draft['id']}/copied", content=content, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 422
    assert {one["pointer"] for one in answer.json()["errors"]} <= {"#", "#/fields", "#/fields/[key]"}
    assert len(answer.content) < 2000


async def test_many_wrong_fields_are_not_all_told(api, people) -> None:
    words = [5] * 100
    answer = await (await api(people.user)).post("/api/words", json={"word": "Fludrocortison", "heardAs": words})
    assert answer.status_code == 422
    assert 1 <= len(answer.json()["errors"]) <= 20
