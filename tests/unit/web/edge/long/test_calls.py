"""Calls through the edge: kept out of caches, from our own origin only, bounded, from the address they came from."""

from collections.abc import AsyncIterator

import httpx
import pytest
from limits import parse

from tests.support import environment
from tests.unit.web.edge.site import nothing
from voice_report import errors
from voice_report.config import Settings, settings
from voice_report.services.audit import trail
from voice_report.services.sessions import devices, sessions
from voice_report.services.shared import rate_limits
from voice_report.services.sign_in import signing_in
from voice_report.web import edge
from voice_report.web.api import app as api
from voice_report.web.edge import headers


async def test_s26_private_answers_are_kept_nowhere(site, db, people) -> None:
    site.cookies.set(sessions.cookie_name(), people.user.cookie)
    for path in ("/api/auth/me", "/api/drafts", "/api/nope"):
        assert (await site.get(path)).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"Origin": "null"},
        {"Origin": "https://kwaad.example"},
        {"Origin": "http://localhost:8000.kwaad.example"},
        {"Origin": "https://localhost:8000"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "https://kwaad.example", "Sec-Fetch-Site": "same-origin"},
    ],
)
async def test_s04_only_our_own_pages_change_anything(site, db, people, given: dict[str, str]) -> None:
    site.cookies.set(sessions.cookie_name(), people.user.cookie)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = await site.request(method, "/api/auth/logout", headers=given)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
        assert "access-control-allow-origin" not in answer.headers
    assert (await site.get("/api/auth/me")).status_code == 200


@pytest.mark.parametrize("given", [{"Origin": "http://localhost:8000"}, {"Sec-Fetch-Site": "same-origin"}])
async def test_s04_our_own_pages_may(site, db, people, given: dict[str, str]) -> None:
    site.cookies.set(sessions.cookie_name(), people.user.cookie)
    assert (await site.post("/api/auth/logout", headers=given)).status_code == 200


@pytest.mark.parametrize("name", [one.decode() for one in headers._ONCE])
async def test_s33_a_header_that_a_call_is_understood_by_comes_once(site, people, name: str) -> None:
    site.cookies.set(sessions.cookie_name(), people.user.cookie)
    twice = [("Origin", settings().origin)] * (name != "origin") + [(name, "a"), (name.title(), "b")]
    answer = await site.post("/api/auth/logout", headers=twice)
    assert (answer.status_code, answer.json()["code"]) == (400, "repeated_header")
    assert name in answer.json()["detail"]
    assert (await site.get("/healthz", headers=[("Accept", "*/*"), ("accept", "text/html")])).status_code == 200
    assert (await site.get("/api/auth/me")).status_code == 200, "nobody was signed out"


async def test_s04_no_foreign_origin_is_ever_reflected(site) -> None:
    for origin in ("https://kwaad.example", "null"):
        for method in ("GET", "OPTIONS"):
            asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
            answer = await site.request(method, "/api/auth/me", headers=asked)
            assert origin not in str(answer.headers)
            assert "*" not in answer.headers.get("access-control-allow-origin", "")


@pytest.mark.parametrize("url", ["*", "https://*", "", "zorg.example", "http://zorg.example"])
def test_s04_production_does_not_start_without_one_https_origin(url: str) -> None:
    with pytest.raises(ValueError, match="APP_URL"):
        Settings(app_env="production", app_url=url, secret_key="x" * 40)


def test_s04_production_allows_its_own_origin_only() -> None:
    production = Settings(
        app_env="production", app_url="https://rapport.example/", secret_key="x" * 40, mail_url="smtps://mail.example"
    )
    assert production.allowed_origins() == ["https://rapport.example"]


async def test_s33_a_body_is_bounded_whatever_it_announces(site) -> None:
    ours = {"Origin": settings().origin, "Content-Type": "application/json"}
    announced = await site.post("/api/auth/login", content=b"x" * (64 * 1024 + 1), headers=ours)
    assert (announced.status_code, announced.json()["code"]) == (413, "too_large")

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(6):
            yield b"x" * 1024 * 1024

    streamed = await site.post("/api/auth/login", content=endless(), headers=ours)
    assert (streamed.status_code, streamed.json()["code"]) == (413, "too_large")
    lying = await site.post("/api/auth/login", content=b"{}", headers={**ours, "Content-Length": "many"})
    assert lying.status_code == 413


async def test_who_is_refused_early_hears_it_after_the_whole_upload_was_read(built, monkeypatch) -> None:
    """Answering while the browser still sends resets the connection: a lost network in place of 'sign in'."""

    async def refuses_at_once(scope, receive, send) -> None:
        await send({"type": "http.response.start", "status": 401, "headers": []})
        await send({"type": "http.response.body", "body": b"{}"})

    parts = [{"type": "http.request", "body": b"x" * 65536, "more_body": left > 0} for left in (2, 1, 0)]
    unread_when_answered = []

    async def receive():
        return parts.pop(0)

    async def send(message) -> None:
        unread_when_answered.append((message.get("status"), len(parts)))

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/stt",
        "query_string": b"",
        "client": ("192.0.2.1", 1),
        "headers": [(b"origin", settings().origin.encode()), (b"content-length", b"196608")],
    }
    await edge.around(built)(refuses_at_once)(scope, receive, send)
    assert unread_when_answered == [(401, 0), (None, 0)]


def test_s28_a_refused_configuration_names_no_values(monkeypatch) -> None:
    monkeypatch.setenv("APP_ENV", "production")
    monkeypatch.setenv("SECRET_KEY", "canary-too-short")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    monkeypatch.setenv("DATABASE_URL", "postgresql://app:canary@database/app")
    with pytest.raises(ValueError, match="SECRET_KEY of at least 32") as refused:
        Settings()
    assert "canary" not in str(refused.value)


async def test_s33_floods_of_calls_are_refused_per_address(built) -> None:
    wrapped = edge.around(built)(nothing)

    async def ask(address: str) -> int:
        transport = httpx.ASGITransport(wrapped, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
            return (await client.get("/api/auth/me")).status_code

    assert [await ask("192.0.2.1") for _ in range(600)].count(429) == 0
    assert await ask("192.0.2.1") == 429
    assert await ask("192.0.2.2") == 204


async def test_s33_a_flood_from_ones_own_location_does_not_keep_a_signed_in_person_from_working(
    site, db, people, monkeypatch
) -> None:
    monkeypatch.setitem(rate_limits.LIMITS, "api", parse("5 per minute"))
    monkeypatch.setitem(rate_limits.LIMITS, "api_account", parse("3 per minute"))
    assert [(await site.get("/api/auth/me")).status_code for _ in range(6)] == [401] * 5 + [429]
    site.cookies.set(sessions.cookie_name(), "x" * 43)
    assert (await site.get("/api/auth/me")).status_code == 429
    site.cookies.set(sessions.cookie_name(), people.user.cookie)
    assert [(await site.get("/api/auth/me")).status_code for _ in range(4)] == [200] * 3 + [429]
    site.cookies.set(sessions.cookie_name(), people.admin.cookie)
    assert (await site.get("/api/auth/me")).status_code == 200


async def test_s08_a_flood_from_ones_own_location_does_not_keep_a_known_device_from_signing_in(
    site, db, people, monkeypatch
) -> None:
    phone = (await signing_in.log_in(people.user.email, people.user.password)).device_token
    monkeypatch.setitem(rate_limits.LIMITS, "api", parse("2 per minute"))
    monkeypatch.setitem(rate_limits.LIMITS, "login_calls", parse("3 per minute"))
    body = {"email": people.user.email, "password": people.user.password}

    async def log_in(device: str) -> int:
        sent = {"Origin": settings().origin, "Cookie": f"{devices.cookie_name()}={device}"}
        return (await site.post("/api/auth/login", json=body, headers=sent)).status_code

    assert [(await site.get("/api/auth/me")).status_code for _ in range(3)] == [401, 401, 429]
    assert [await log_in(device) for device in ("", "x" * 43, phone[:-1] + "-", phone[:42])] == [429] * 4
    assert await log_in(phone) == 200
    sent = {"Cookie": f"{devices.cookie_name()}={phone}"}
    assert (await site.get("/api/auth/me", headers=sent)).status_code == 429, "to sign in, and nothing else"
    assert [await log_in(phone) for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize(
    "path",
    [
        "/healthz/",
        "/healthz%2f..%2findex.html",
        "/healthz%2F%2e%2e%2Findex.html",
        "/readyz%2f..%2f..%2fetc%2fpasswd",
        "/healthzz",
        "/dev/mailbox",
        "/api",
        "/api%2f..%2findex.html",
        "/api/%2e%2e%2findex.html",
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PROPFIND"])
async def test_nothing_but_what_is_ours_reaches_the_framework(built, db, path: str, method: str) -> None:
    reached = []

    async def framework(scope, receive, send) -> None:
        reached.append(scope["path"])
        await nothing(scope, receive, send)

    routes = api.create()
    routes.mount("", framework)  # as the framework mounts itself behind the API
    transport = httpx.ASGITransport(edge.around(built)(routes))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        answer = await client.request(method, path, headers={"Origin": settings().origin})
    assert not reached
    assert answer.status_code in (404, 405)


async def test_the_caller_is_who_the_trusted_proxy_saw(built, monkeypatch) -> None:
    seen = []

    async def noting(scope, receive, send) -> None:
        seen.append((trail.caller.get().ip_address, scope["client"][0]))
        await nothing(scope, receive, send)

    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(edge.around(built)(noting)), base_url=settings().origin
    ) as client:
        claimed = {"X-Forwarded-For": "203.0.113.9, 192.0.2.8"}
        await client.get("/healthz", headers=claimed)
        environment.use(monkeypatch, TRUSTED_PROXY_HOPS="1")
        await client.get("/healthz", headers=claimed)
    assert seen == [("127.0.0.1", "127.0.0.1"), ("192.0.2.8", "192.0.2.8")]


def test_a_refusal_carries_what_the_api_promises() -> None:
    assert errors.TooMany("Even wachten", retry_after=3).retry_after == 3
