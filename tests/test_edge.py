"""The edge around the app: headers, page policies, caching, origins, sizes, bound websockets, quiet logs."""

import asyncio
import base64
import gzip
import hashlib
import io
import json
import logging
import re
from collections.abc import AsyncIterator, Iterator, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest

from tests import people as cast
from voice_report import edge, errors, logs
from voice_report.config import Settings, settings
from voice_report.edge import sockets
from voice_report.services import audit, auth, platform_users, tokens

SCRIPT = "document.documentElement.dataset.ready = 1"
HTML = f"<!doctype html><title>Een pagina</title><script>{SCRIPT}</script><script src='/assets/a-1.js'></script>"


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """What a build leaves behind, in small."""
    root = tmp_path / "client"
    files = {
        "index.html": HTML,
        "dashboard.html": HTML + "d" * 2000,
        "dashboard/index.html": HTML + "d" * 2000,
        "dashboard/index.html.br": "brotli",
        "404.html": HTML + "404",
        "assets/a-1.js": "export default 1;" * 200,
        "assets/a-1.js.br": "brotli",
        "app.css": "body {}",
        "external/part.jsx": "export function Part() {}",
    }
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    (root / "assets/a-1.js.gz").write_bytes(gzip.compress(files["assets/a-1.js"].encode()))
    return root


@pytest.fixture
async def site(built: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A browser on the pages and the API, both behind the edge."""
    from voice_report.api.app import create

    wrapped = edge.around(built)(create())
    transport = httpx.ASGITransport(wrapped)
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        yield client


async def test_a_page_is_answered_at_its_own_path(site) -> None:
    for path in ("/dashboard", "/dashboard/"):
        answer = await site.get(path)
        assert answer.status_code == 200
        assert answer.text.startswith("<!doctype html>")
    assert (await site.get("/")).status_code == 200


async def test_what_does_not_exist_is_the_404_page(site) -> None:
    for path in ("/bestaat-niet", "/404", "/../etc/passwd", "/assets", "/%2e%2e/app.css", "/_health", "/ping"):
        answer = await site.get(path)
        assert answer.status_code == 404, path
        assert answer.text.endswith("404")


async def test_nothing_of_the_framework_is_reachable(site) -> None:
    for path in ("/_upload", "/_upload/file", "/_event", "/_all_routes"):
        assert (await site.post(path, headers={"Origin": settings().origin})).status_code == 405
        assert (await site.get(path)).status_code == 404


async def test_sources_of_our_react_parts_are_not_served(site) -> None:
    assert (await site.get("/external/part.jsx")).status_code == 404


async def test_hashed_files_are_immutable_and_pages_are_asked_for_again(site) -> None:
    assert "immutable" in (await site.get("/assets/a-1.js")).headers["cache-control"]
    page = await site.get("/dashboard")
    assert page.headers["cache-control"] == "no-cache"
    again = await site.get("/dashboard", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("br, gzip", "br"), ("gzip, br;q=0", "gzip"), ("gzip", "gzip"), ("", None), ("zstd", None), ("identity", None)],
)
async def test_the_best_compression_a_browser_takes(site, accepted: str, encoding: str | None) -> None:
    request = site.build_request("HEAD", "/assets/a-1.js", headers={"Accept-Encoding": accepted})
    answer = await site.send(request)
    assert answer.headers.get("content-encoding") == encoding
    assert "Accept-Encoding" in answer.headers["vary"]


async def test_a_head_has_no_body_and_the_length_of_one(site) -> None:
    answer = await site.head("/", headers={"Accept-Encoding": "identity"})
    assert answer.content == b""
    assert int(answer.headers["content-length"]) == len(HTML)


@pytest.mark.parametrize("path", ["/", "/dashboard", "/nope", "/assets/a-1.js", "/healthz", "/api/nope", "/api/docs"])
async def test_s26_every_answer_is_hardened(site, path: str) -> None:
    given = (await site.get(path)).headers
    assert given["x-content-type-options"] == "nosniff"
    assert given["referrer-policy"] == "same-origin"
    assert "microphone=(self)" in given["permissions-policy"]
    assert "camera=()" in given["permissions-policy"]
    policy = given["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    scripts = re.search(r"script-src ([^;]*)", policy)
    assert scripts is not None
    assert "unsafe" not in scripts[1]
    assert "*" not in policy
    assert "http" not in policy
    assert "strict-transport-security" not in given


async def test_s26_a_page_may_run_its_own_inline_scripts_and_no_other(site) -> None:
    policy = (await site.get("/")).headers["content-security-policy"]
    allowed = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    assert f"'sha256-{allowed}'" in policy
    assert policy.count("sha256-") == 1


async def test_s26_over_https_browsers_are_told_to_stay_there(built, monkeypatch) -> None:
    monkeypatch.setenv("APP_URL", "https://rapport.example")
    settings.cache_clear()
    wrapped = edge.around(built)(_nothing)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(wrapped), base_url="https://rapport.example") as client:
        given = (await client.get("/")).headers
    assert "max-age=63072000" in given["strict-transport-security"]
    assert "upgrade-insecure-requests" in given["content-security-policy"]


async def test_s26_private_answers_are_kept_nowhere(site, db, people) -> None:
    site.cookies.set(auth.cookie_name(), people.user.cookie)
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
    site.cookies.set(auth.cookie_name(), people.user.cookie)
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        answer = await site.request(method, "/api/auth/logout", headers=given)
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
        assert "access-control-allow-origin" not in answer.headers
    assert (await site.get("/api/auth/me")).status_code == 200


@pytest.mark.parametrize("given", [{"Origin": "http://localhost:8000"}, {"Sec-Fetch-Site": "same-origin"}])
async def test_s04_our_own_pages_may(site, db, people, given: dict[str, str]) -> None:
    site.cookies.set(auth.cookie_name(), people.user.cookie)
    assert (await site.post("/api/auth/logout", headers=given)).status_code == 200


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
    announced = await site.post("/api/auth/login", content=b"x" * (5 * 1024 * 1024 + 1), headers=ours)
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
    wrapped = edge.around(built)(_nothing)

    async def ask(address: str) -> int:
        transport = httpx.ASGITransport(wrapped, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
            return (await client.get("/api/auth/me")).status_code

    assert [await ask("192.0.2.1") for _ in range(1200)].count(429) == 0
    assert await ask("192.0.2.1") == 429
    assert await ask("192.0.2.2") == 204


async def test_the_caller_is_who_the_trusted_proxy_saw(built, monkeypatch) -> None:
    seen = []

    async def noting(scope, receive, send) -> None:
        seen.append((audit.caller.get().ip_address, scope["client"][0]))
        await _nothing(scope, receive, send)

    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(edge.around(built)(noting)), base_url=settings().origin
    ) as client:
        claimed = {"X-Forwarded-For": "203.0.113.9, 192.0.2.8"}
        await client.get("/healthz", headers=claimed)
        monkeypatch.setenv("TRUSTED_PROXY_HOPS", "1")
        settings.cache_clear()
        await client.get("/healthz", headers=claimed)
    assert seen == [("127.0.0.1", "127.0.0.1"), ("192.0.2.8", "192.0.2.8")]


async def _nothing(scope, receive, send) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


# -- websocket ------------------------------------------------------------------------------------------------------


class Socket:
    """A browser's end of a websocket through the edge, and what the framework behind it saw."""

    def __init__(self, built: Path, *, cookie: str = "", tab: str = "tab-1", path: str = "/_event", **given: str):
        self.sent: list[MutableMapping[str, Any]] = []
        self.behind: dict = {}
        self.incoming: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.heard: list[dict] = []
        self.answered = asyncio.Event()
        self._app = edge.around(built)(self._framework)
        headers = {"origin": settings().origin, **{name.replace("_", "-"): value for name, value in given.items()}}
        if cookie:
            headers["cookie"] = f"theme=dark; {auth.cookie_name()}={cookie}"
        self.scope = {
            "type": "websocket",
            "path": path,
            "query_string": f"EIO=4&transport=websocket&token={tab}".encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items() if value],
            "client": ("192.0.2.1", 5),
        }

    async def _framework(self, scope, receive, send) -> None:
        self.behind = scope
        self.push = send
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message)

    async def _send(self, message: MutableMapping[str, Any]) -> None:
        self.sent.append(message)
        self.answered.set()
        if message["type"] == "websocket.close":
            self.incoming.put_nowait({"type": "websocket.disconnect", "code": message["code"]})

    def open(self) -> asyncio.Future:
        return asyncio.ensure_future(self._app(self.scope, self.incoming.get, self._send))

    async def refused(self) -> bool:
        await self.open()
        return [message["type"] for message in self.sent] == ["websocket.close"] and not self.behind

    async def connected(self) -> asyncio.Future:
        running = self.open()
        await self.answered.wait()
        return running

    @property
    def inner_token(self) -> str:
        return parse_qs(self.behind["query_string"].decode())["token"][0]

    def hang_up(self) -> None:
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})


@pytest.mark.parametrize("origin", ["", "null", "https://kwaad.example", "http://localhost:8000.kwaad.example"])
async def test_s04_a_websocket_from_elsewhere_is_refused(built, origin: str) -> None:
    assert await Socket(built, origin=origin).refused()


async def test_s04_a_websocket_to_anything_else_is_refused(built) -> None:
    for path in ("/", "/_upload", "/api/stt", "/_event/x"):
        assert await Socket(built, path=path).refused()


@pytest.mark.parametrize("tab", ["", "x" * 101])
async def test_s03_a_websocket_without_a_token_is_refused(built, tab: str) -> None:
    assert await Socket(built, tab=tab).refused()


async def _inner(socket: Socket) -> str:
    running = await socket.connected()
    socket.hang_up()
    await running
    return socket.inner_token


async def test_s03_the_same_token_is_another_state_under_another_session(built, db, people) -> None:
    victim = await _inner(Socket(built, cookie=people.user.cookie))
    assert await _inner(Socket(built, cookie=people.user.cookie)) == victim, "a reconnect finds the state back"
    others = [
        await _inner(Socket(built)),
        await _inner(Socket(built, cookie=people.outsider.cookie)),
        await _inner(Socket(built, cookie="x" * 43)),
        await _inner(Socket(built, tab=victim)),
        await _inner(Socket(built, cookie=people.outsider.cookie, tab=victim)),
        await _inner(Socket(built, cookie=people.user.cookie, tab="tab-2")),
        await _inner(Socket(built, tab="tab-1&token=" + victim)),
    ]
    assert victim not in others


async def test_s03_the_framework_never_sees_a_cookie(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie, authorization="Bearer geheim")
    await _inner(socket)
    given = {name: value.decode() for name, value in socket.behind["headers"]}
    assert given[b"cookie"] == f"session-hash={tokens.hashed(people.user.cookie)}"
    assert people.user.cookie not in str(socket.behind)
    assert "geheim" not in str(socket.behind)


async def test_s03_a_visitor_cannot_bring_a_hash_along(built, db, people) -> None:
    socket = Socket(built)
    socket.scope["headers"].append((b"cookie", f"session-hash={tokens.hashed(people.user.cookie)}".encode()))
    await _inner(socket)
    assert b"cookie" not in dict(socket.behind["headers"])


async def test_s06_an_open_connection_falls_silent_when_its_session_ends(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    await socket.push({"type": "websocket.send", "text": "voor"})
    async with db.transaction() as session:
        await auth.log_out(session, people.user.cookie)
    await socket.push({"type": "websocket.send", "text": "na"})
    await socket.push({"type": "websocket.send", "text": "nog later"})
    await running
    assert [message.get("text", message["type"]) for message in socket.sent] == [
        "websocket.accept",
        "voor",
        "websocket.close",
    ]


async def test_s06_a_page_on_which_nothing_happens_is_closed_when_its_session_ends(built, db, people) -> None:
    paused, colleague = Socket(built, cookie=people.user.cookie), Socket(built, cookie=people.admin.cookie)
    visitor = Socket(built)
    running = [await one.connected() for one in (paused, colleague, visitor)]
    await sockets.close_ended()
    async with db.transaction() as session:
        paused_one = platform_users.Changes(is_active=False)
        await platform_users.change(session, await people.platform_admin.current(), people.user.id, paused_one)
    await sockets.close_ended()
    await running[0]
    assert [message["type"] for message in paused.sent] == ["websocket.accept", "websocket.close"]
    for other in (colleague, visitor):
        assert [message["type"] for message in other.sent] == ["websocket.accept"]
        other.hang_up()
    await asyncio.gather(*running)


async def test_s06_nothing_is_heard_from_a_connection_whose_session_ended(built, db, people) -> None:
    socket = Socket(built, cookie=people.user.cookie)
    running = await socket.connected()
    async with db.transaction() as session:
        await auth.end_sessions(session, people.user.id)
    socket.incoming.put_nowait({"type": "websocket.receive", "text": "een event"})
    await running
    assert socket.heard == []


async def test_s33_a_flood_of_messages_slows_down_its_own_connection_only(built, monkeypatch) -> None:
    slept = []

    async def note(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(sockets.asyncio, "sleep", note)
    monkeypatch.setattr(sockets.time, "monotonic", lambda: 100.25)
    socket = Socket(built)
    for _ in range(61):
        socket.incoming.put_nowait({"type": "websocket.receive", "text": "2"})
    socket.hang_up()
    await socket.open()
    assert slept == [0.75]
    assert len(socket.heard) == 61


async def test_s33_an_oversized_message_ends_the_connection(built) -> None:
    socket = Socket(built)
    socket.incoming.put_nowait({"type": "websocket.receive", "text": "x" * (4 * 1024 * 1024 + 1)})
    await socket.open()
    assert socket.heard == []
    assert socket.sent[-1]["type"] == "websocket.close"


async def test_s33_one_session_opens_a_bounded_number_of_connections(built, db, people) -> None:
    held = [Socket(built, cookie=people.user.cookie, tab=f"tab-{number}") for number in range(50)]
    running = [await socket.connected() for socket in held]
    assert await Socket(built, cookie=people.user.cookie, tab="tab-50").refused()
    other = Socket(built, cookie=people.outsider.cookie)
    others = await other.connected()
    for socket in (*held, other):
        socket.hang_up()
    await asyncio.gather(*running, others)
    again = Socket(built, cookie=people.user.cookie)
    await _inner(again)


# -- logs -----------------------------------------------------------------------------------------------------------

CANARIES = ("Geheim-wachtwoord-1!", "123456782", "k4n4r1e" * 8, "kanarie@zorg.example")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Everything that is logged while the test runs, as it is printed."""
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.setFormatter(logs.RedactingFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    yield output
    root.removeHandler(handler)


def test_s28_secrets_in_our_own_messages_are_blanked(written) -> None:
    password, bsn, token, email = CANARIES
    logs.logger.error("password=%s bsn %s token %s van %s cookie: session=%s", password, bsn, token, email, token)
    assert "ERROR" in written.getvalue()
    assert not [canary for canary in CANARIES if canary in written.getvalue()]


def test_s28_talkative_frameworks_say_where_and_not_what(written) -> None:
    for name in ("reflex.event", "reflex_base.event.processor", "engineio.server", "socketio", "asyncio"):
        logging.getLogger(name).error(f"Error transforming argument with value {' '.join(CANARIES)}")
    assert written.getvalue().count("test_s28_talkative_frameworks") == 5
    assert not [canary for canary in CANARIES if canary in written.getvalue()]


def test_s28_an_exception_is_its_type_and_its_places(written) -> None:
    try:
        try:
            raise KeyError(CANARIES[0])
        except KeyError as cause:
            raise ValueError(f"dictaat: {' '.join(CANARIES)}") from cause
    except ValueError as error:
        sentence = logs.unexpected(error)
    output = written.getvalue()
    assert "builtins.ValueError" in output
    assert "builtins.KeyError" in output
    assert "test_edge.py" in output
    assert not [canary for canary in (*CANARIES, "dictaat") if canary in output]
    number = sentence.rsplit(" ", 1)[1]
    assert number in output, "the number on the screen is in the log"


async def test_s28_a_bug_answers_with_a_number_and_logs_no_text(built, written) -> None:
    async def broken(scope, receive, send) -> None:
        raise RuntimeError(" ".join(CANARIES))

    transport = httpx.ASGITransport(edge.around(built)(broken))
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin) as client:
        answer = await client.get("/api/auth/me")
    assert answer.status_code == 500
    assert answer.json()["code"] == "unexpected"
    number = answer.json()["message"].rsplit(" ", 1)[1]
    assert number in written.getvalue()
    assert not [canary for canary in CANARIES if canary in written.getvalue() + answer.text]


async def test_s28_what_is_typed_at_sign_in_is_in_no_log(site, db, people: cast.People, written) -> None:
    ours = {"Origin": settings().origin}
    bodies = [
        {"email": CANARIES[3], "password": CANARIES[0]},
        {"email": [CANARIES[3]], "password": {CANARIES[0]: 1}},
        {"email": people.user.email, "password": CANARIES[2]},
        CANARIES[1],
    ]
    for body in bodies:
        answer = await site.post("/api/auth/login", content=json.dumps(body), headers=ours)
        assert not [canary for canary in CANARIES if canary in answer.text]
    assert not [canary for canary in (*CANARIES, people.user.email) if canary in written.getvalue()]


def test_a_refusal_carries_what_the_api_promises() -> None:
    assert errors.TooMany("Even wachten", retry_after=3).retry_after == 3
