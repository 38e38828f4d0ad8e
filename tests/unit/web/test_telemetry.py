"""What an operator sees from outside: the id of each request, a line for it in the log, and the metrics (S95)."""

import io
import json
import logging
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from limits import parse
from opentelemetry import trace
from starlette.applications import Starlette
from starlette.routing import Mount

from tests.support import environment
from tests.support.fakes import sound
from tests.unit.ui.shell.test_actions import Failing, tab
from tests.unit.web.edge.site import HTML
from voice_report.config import Settings, settings
from voice_report.core import logs, metrics
from voice_report.db.models import OutboxMail
from voice_report.errors import Unavailable
from voice_report.services.mail import outbox
from voice_report.services.platform import exposition
from voice_report.services.shared import leases, rate_limits
from voice_report.ui.pages.reports.dashboard import DashboardState
from voice_report.web import edge
from voice_report.web.api.app import create

TOKEN = "only-for-tests-" + "m" * 32
BEARER = {"Authorization": f"Bearer {TOKEN}"}
ID = re.compile(r"[0-9a-f]{8}")
SAID = "Mevrouw heeft goed geslapen en at haar ontbijt op."


@pytest.fixture
def scraped(monkeypatch: pytest.MonkeyPatch) -> None:
    environment.use(monkeypatch, METRICS_TOKEN=TOKEN)


@pytest.fixture
def pages(tmp_path: Path) -> None:
    """A small copy of a build's output, where ``api`` looks for it."""
    root = tmp_path / "pages"
    root.mkdir()
    for name, content in {"index.html": HTML, "dashboard.html": HTML, "404.html": HTML, "a.css": "body {}"}.items():
        (root / name).write_text(content)


@pytest.fixture
async def site(pages, api) -> httpx.AsyncClient:
    """A visitor's browser on pages and API."""
    return await api()


@pytest.fixture(params=list(logs.FORMATS))
def lines(request) -> Iterator[io.StringIO]:
    """Everything that is logged while the test runs, in a format."""
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(logs.FORMATS[request.param]())
    logging.getLogger().addHandler(handler)
    yield output
    logging.getLogger().removeHandler(handler)


def values(text: str) -> dict[str, float]:
    """Return each series with its value."""
    found = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {series: float(value) for series, _, value in found}


async def read(client: httpx.AsyncClient) -> dict[str, float]:
    answer = await client.get("/metrics", headers=BEARER)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    return values(answer.text)


async def change(client: httpx.AsyncClient, before: dict[str, float], series: str) -> float:
    return (await read(client)).get(f"spraakrapport_{series}", 0) - before.get(f"spraakrapport_{series}", 0)


async def test_every_answer_has_an_id_of_its_own_that_the_caller_does_not_choose(
    site, people, api, monkeypatch
) -> None:
    user = await api(people.user)
    calls = [
        ("GET", "/", 200), ("GET", "/a.css", 200), ("GET", "/nergens", 404), ("POST", "/dashboard", 405),
        ("GET", "/.well-known/security.txt", 200), ("GET", "/healthz", 200), ("GET", "/readyz", 200),
        ("GET", "/api/auth/me", 401), ("GET", "/api/nergens", 404), ("POST", "/api/auth/login", 422),
    ]  # fmt: skip
    seen = set()
    for method, path, status in calls:
        answer = await site.request(method, path, headers={"X-Request-Id": "gekozen"})
        assert (path, answer.status_code) == (path, status)
        assert ID.fullmatch(answer.headers["x-request-id"]), path
        seen.add(answer.headers["x-request-id"])
    file = await site.get("/a.css")
    same = await site.get("/a.css", headers={"if-none-match": file.headers["etag"]})
    refused = await site.post("/api/auth/login", headers={"Origin": "https://kwaad.example"})
    monkeypatch.setitem(rate_limits.LIMITS, "api_account", parse("1 per minute"))
    monkeypatch.setitem(rate_limits.LIMITS, "api", parse("1 per minute"))
    limited = [await user.get("/api/account") for _ in range(4)][-1]
    for answer, status in ((same, 304), (refused, 403), (limited, 429)):
        assert answer.status_code == status
        seen.add(answer.headers["x-request-id"])
    assert len(seen) == len(calls) + 3


async def test_the_id_of_a_bug_is_on_the_screen_in_the_header_and_in_the_log(tmp_path, db, lines) -> None:
    async def broken(scope, receive, send) -> None:
        raise RuntimeError

    transport = httpx.ASGITransport(edge.around(tmp_path)(broken))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        answer = await client.get("/api/auth/me")
    number = answer.headers["x-request-id"]
    assert answer.json()["message"].endswith(number)
    assert lines.getvalue().count(number) >= 2  # the failure, and the line of the request


def told(output: io.StringIO) -> list[dict]:
    """Return the lines of the access log: of JSON all fields, of text the id, the moment and the sentence."""
    found = []
    for line in output.getvalue().splitlines():
        if line.startswith("{"):
            found.append(json.loads(line))
        else:
            moment, level, number, logger, message = line.split(" ", 4)
            one = {"time": moment, "level": level, "request_id": number[1:-1], "logger": logger[:-1]}
            found.append({**one, "message": message})
    return [one for one in found if one["logger"] == "voice_report.access"]


async def test_s95_the_access_log_has_the_template_of_a_route_and_nothing_of_the_request(site, lines) -> None:
    answers = [
        await site.get("/api/drafts/kanarie-1?q=Kanarie", headers={"User-Agent": "Kanarie"}),
        await site.get("/dashboard?client=Kanarie"),
        await site.get("/kanarie-2"),
        await site.request("KANARIE", "/api/kanarie-3"),
    ]
    await site.get("/a.css")
    await site.get("/healthz")
    found = told(lines)
    assert [re.sub(r"[\d.]+ ms", "ms", one["message"]) for one in found] == [
        "GET /api/drafts/{draft_id} 401 ms", "GET /dashboard 200 ms", "GET unrouted 404 ms", "other unrouted 404 ms",
    ]  # fmt: skip
    assert [one["request_id"] for one in found] == [answer.headers["x-request-id"] for answer in answers]
    assert all(datetime.fromisoformat(one["time"]).utcoffset() is not None for one in found)
    for one in found:
        if "method" in one:
            assert one.keys() == {
                "time", "level", "request_id", "logger", "message", "method", "route", "status", "ms",
            }  # fmt: skip
            assert (type(one["status"]), type(one["ms"])) == (int, float)
    assert "kanarie" not in lines.getvalue().lower()
    assert "127.0.0.1" not in lines.getvalue()


async def test_the_access_log_can_be_off(site, lines, monkeypatch) -> None:
    environment.use(monkeypatch, ACCESS_LOG="off")
    await site.get("/dashboard")
    assert told(lines) == []


def test_a_line_of_json_is_one_line_with_what_went_wrong_as_types_and_places() -> None:
    try:
        raise ValueError("geheim")
    except ValueError as error:
        record = logging.LogRecord(
            "voice_report.x", logging.ERROR, "", 1, "een\nregel “é”", None, (ValueError, error, None)
        )
    line = logs.JsonFormatter().format(record)
    assert "\n" not in line
    one = json.loads(line)
    assert (one["message"], one["level"]) == ("een regel “é”", "ERROR")
    assert "builtins.ValueError" in one["exception"]
    assert "geheim" not in line


async def test_s95_without_a_token_there_are_no_metrics(site) -> None:
    nothing, same = await site.get("/nergens"), await site.get("/metrics", headers={"Authorization": "Bearer None"})
    assert (same.status_code, same.content) == (404, nothing.content)
    assert "/metrics" not in (await site.get("/api/openapi.json")).text


async def test_s95_a_call_without_a_route_has_a_name_where_the_framework_mounts_the_api(tmp_path, db, lines) -> None:
    whole = Starlette(routes=[Mount("", create())])
    transport = httpx.ASGITransport(edge.around(tmp_path)(whole))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        for method, path in (("GET", "/api/nergens"), ("DELETE", "/api/drafts"), ("GET", "/api/drafts")):
            await client.request(method, path, headers={"Origin": settings().origin})
    said = [re.sub(r" [0-9.]+ ms$", "", one["message"]) for one in told(lines)]
    assert said == ["GET unrouted 404", "DELETE unrouted 405", "GET /api/drafts 401"]


@pytest.mark.parametrize(
    "sent", ["", TOKEN, "Bearer ", f"Bearer {TOKEN}x", f"bearer {TOKEN[:-1]}", "Basic eA==", "Bearer é"]
)
async def test_s95_another_token_reads_nothing(site, scraped, sent: str) -> None:
    answer = await site.get("/metrics", headers={"Authorization": sent.encode()})
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert "spraakrapport" not in answer.text
    same = await site.get("/metrics", headers={"Authorization": f"bearer {TOKEN}"})
    assert same.status_code == 200, "the name of a scheme has no case (RFC 9110)"


def test_s95_a_short_token_is_refused() -> None:
    with pytest.raises(ValueError, match="METRICS_TOKEN"):
        Settings(metrics_token="kort")


async def test_requests_are_counted_by_template_and_never_limited(site, scraped, monkeypatch) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "api", parse("2 per minute"))
    before = await read(site)
    for _ in range(3):
        await site.get("/api/drafts/een")
    one = 'http_requests_total{method="GET",route="/api/drafts/{draft_id}",status="%s"}'
    assert await change(site, before, one % 401) == 2
    assert await change(site, before, 'http_requests_total{method="GET",route="unrouted",status="429"}') == 1
    assert await change(site, before, 'http_request_duration_seconds_count{route="/api/drafts/{draft_id}"}') == 2
    assert (await read(site))["process_resident_memory_bytes"] > 10_000_000
    assert 'spraakrapport_build_info{version="' in "".join(await read(site))


async def test_s95_no_request_makes_a_series(site, scraped) -> None:
    await site.get("/kanarie")
    await site.request("KANARIE", "/api/kanarie")
    for path in ("/api/drafts/x", "/assets/x", "/api/clients/x/y", "/api/admin/x"):
        await site.get(path)
    before = await read(site)
    for number in range(50):
        await site.get(f"/{number}")
        await site.get(f"/assets/{number}.js")
        await site.get(f"/api/drafts/{number}?{number}={number}")
        await site.get(f"/api/clients/{number}/{number}")
        await site.request(f"M{number}", f"/api/admin/{number}")
    assert (await read(site)).keys() == before.keys()


async def test_what_a_dictation_and_a_concept_are_made_with_is_counted(api, people, fake_provider, scraped) -> None:
    user = await api(people.user)
    before = await read(user)
    audio = {"audio": ("opname.webm", sound.encoded(sound.dictation(1)), "audio/webm")}
    assert (await user.post("/api/stt", files=audio)).status_code == 200
    assert (await user.post("/api/structure", json={"transcript": SAID})).status_code == 200
    for task in ("speech", "structuring"):
        assert await change(user, before, f'engine_calls_total{{engine="openai",outcome="done",task="{task}"}}') == 1
        assert await change(user, before, f'engine_duration_seconds_count{{engine="openai",task="{task}"}}') == 1
    assert await change(user, before, "speech_wait_seconds_count") == 1
    assert await change(user, before, "credits_settled_total") == 1
    assert (await read(user))["spraakrapport_segments_under_way"] == 0


async def test_a_credit_that_is_given_back_was_not_settled(api, people, fake_provider, scraped) -> None:
    user = await api(people.user)
    before = await read(user)
    fake_provider.control(fail="401")
    assert (await user.post("/api/structure", json={"transcript": SAID})).status_code == 503
    assert await change(user, before, "credits_settled_total") == 0
    assert await change(user, before, 'engine_calls_total{engine="openai",outcome="failed",task="structuring"}') >= 1


async def test_events_of_pages_are_counted_by_handler_and_outcome(site, scraped) -> None:
    state = await tab().get_state(Failing)
    before = await read(site)
    for handler in (state.expected, state.bug, state.lost_session, state.who):
        await handler()
    async for _ in state.streaming():
        pass
    one = 'page_events_total{event="Failing.%s",outcome="%s"}'
    for name, outcome in (
        ("expected", "refused"),
        ("bug", "failed"),
        ("lost_session", "refused"),
        ("streaming", "refused"),
    ):
        assert await change(site, before, one % (name, outcome)) == 1
    own = [name for name in (await read(site)) if name.startswith("spraakrapport_page_event_duration_seconds_count")]
    assert own


async def test_an_inherited_handler_is_counted_under_its_own_state(site, scraped) -> None:
    state = await tab().get_state(DashboardState)
    before = await read(site)
    await state.load()  # nobody is signed in
    assert await change(site, before, 'page_events_total{event="DashboardState.load",outcome="refused"}') == 1


async def test_mails_and_leases_are_of_the_whole_installation(api, db, scraped) -> None:
    client = await api()
    async with db.transaction() as session:
        for attempts in (0, 1, outbox.ATTEMPTS):
            mail = OutboxMail(recipient="x@zorg.example", subject="Onderwerp", text="x", html="", attempts=attempts)
            session.add(mail)
        await session.flush()
        assert await leases.take(session, OutboxMail, outbox.LEASE) is not None
    found = await read(client)
    assert (found['spraakrapport_mails{state="waiting"}'], found['spraakrapport_mails{state="failed"}']) == (2, 1)
    assert found['spraakrapport_leases{table="outbox"}'] == 1
    assert found['spraakrapport_leases{table="dictation_segments"}'] == 0


async def test_what_the_database_does_not_say_is_left_out(monkeypatch, db) -> None:
    metrics.MAILS.labels("waiting").set(3)

    async def away(_session) -> tuple[int, int]:
        raise Unavailable("weg")

    monkeypatch.setattr(outbox, "unsent", away)
    text = (await exposition.exposition()).decode()
    assert "spraakrapport_mails{" not in text
    assert "process_cpu_seconds_total" in text


def test_s95_the_frameworks_own_telemetry_is_off_whatever_is_set_up_around_it(monkeypatch) -> None:
    """Its spans would have the path and the query of each request."""
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    monkeypatch.setattr(trace, "get_tracer_provider", object)
    assert FastAPI()._native_telemetry.enabled()
    app = create()
    assert not app._native_telemetry.enabled()
    assert app._telemetry.get("auto_configure") is False
