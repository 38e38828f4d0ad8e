"""The built pages through the edge: paths, caching, compression, and the headers of every answer."""

import asyncio
import base64
import hashlib
import re
import threading
from datetime import datetime, timedelta
from pathlib import Path

import httpx
import pytest

from tests.support import environment
from tests.unit.web.edge.site import ASSET, SCRIPT, SERVED, nothing
from voice_report import clock
from voice_report.config import settings
from voice_report.web import edge
from voice_report.web.edge import pages


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


async def test_anybody_can_read_where_a_leak_is_reported(site, monkeypatch) -> None:
    """RFC 9116: a contact, and a date on which it expires, less than a year ahead."""
    environment.use(monkeypatch, CONTACT_EMAIL="lek+melding@zorg.example")
    answer = await site.get("/.well-known/security.txt")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    fields = dict(line.split(": ", 1) for line in answer.text.splitlines())
    expires = datetime.fromisoformat(fields.pop("Expires"))
    assert timedelta(days=30) < expires - clock.now() < timedelta(days=365)
    assert fields == {
        "Contact": "mailto:lek%2Bmelding@zorg.example",
        "Preferred-Languages": "nl, en",
        "Canonical": f"{settings().origin}/.well-known/security.txt",
    }
    assert (await site.head("/.well-known/security.txt")).content == b""
    assert (await site.post("/.well-known/security.txt")).status_code == 405


async def test_nothing_of_the_framework_is_reachable(site) -> None:
    for path in ("/_upload", "/_upload/file", "/_event", "/_all_routes"):
        assert (await site.post(path, headers={"Origin": settings().origin})).status_code == 405
        assert (await site.get(path)).status_code == 404


async def test_sources_of_our_react_parts_are_not_served(site) -> None:
    assert (await site.get("/external/part.jsx")).status_code == 404


async def test_hashed_files_are_immutable_and_pages_are_asked_for_again(site) -> None:
    assert "immutable" in (await site.get(ASSET)).headers["cache-control"]
    page = await site.get("/dashboard")
    assert page.headers["cache-control"] == "no-cache"
    again = await site.get("/dashboard", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]


def _browser(built: Path, monkeypatch: pytest.MonkeyPatch, offline_page: str) -> httpx.AsyncClient:
    environment.use(monkeypatch, OFFLINE_PAGE=offline_page)
    transport = httpx.ASGITransport(edge.around(built)(nothing))
    return httpx.AsyncClient(transport=transport, base_url=settings().origin)


async def test_s85_the_worker_is_asked_for_again_at_each_visit_and_may_load_nothing(built, monkeypatch) -> None:
    async with _browser(built, monkeypatch, "on") as browser:
        worker, page = await browser.get("/sw.js"), await browser.get("/opname")
        assert (await browser.get("/sw-off.js")).status_code == 404
    assert "fetch" in worker.text
    assert worker.headers["content-type"] == "text/javascript; charset=utf-8"
    assert worker.headers["cache-control"] == page.headers["cache-control"] == "no-cache"
    assert "script-src 'none'" in worker.headers["content-security-policy"]
    assert "service-worker-allowed" not in worker.headers
    assert page.status_code == 200
    assert "script-src 'self' 'sha256-" in page.headers["content-security-policy"]


async def test_s85_switched_off_there_is_only_the_worker_that_removes_itself(built, monkeypatch) -> None:
    async with _browser(built, monkeypatch, "off") as browser:
        worker = await browser.get("/sw.js")
        assert [(await browser.get(path)).status_code for path in ("/opname", "/sw-off.js")] == [404, 404]
    assert worker.text == "self.registration.unregister()"
    assert worker.headers["cache-control"] == "no-cache"


async def test_a_build_without_workers_is_served_all_the_same(built, monkeypatch) -> None:
    for name in ("sw.js", "sw-off.js", "opname.html"):
        (built / name).unlink()
    for chosen in ("on", "off"):
        async with _browser(built, monkeypatch, chosen) as browser:
            assert [(await browser.get(path)).status_code for path in ("/sw.js", "/opname", "/")] == [404, 404, 200]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("br, gzip", "br"), ("gzip, br;q=0", "gzip"), ("gzip", "gzip"), ("", None), ("zstd", None), ("identity", None)],
)
async def test_the_best_compression_a_browser_takes(site, accepted: str, encoding: str | None) -> None:
    request = site.build_request("HEAD", ASSET, headers={"Accept-Encoding": accepted})
    answer = await site.send(request)
    assert answer.headers.get("content-encoding") == encoding
    assert "Accept-Encoding" in answer.headers["vary"]


async def test_a_file_that_many_ask_for_at_once_is_compressed_once(monkeypatch) -> None:
    made, release = [], threading.Event()

    def compress(body: bytes) -> bytes:
        made.append(body)
        release.wait(100)
        return body[:1]

    monkeypatch.setitem(pages._COMPRESS, "br", compress)
    file = pages.File([], b'"1"', {"": b"body"}, is_document=False, later=("br",))
    asking = [asyncio.create_task(file.body("br")) for _ in range(20)]
    await asyncio.sleep(0)
    release.set()
    assert {*await asyncio.gather(*asking)} == {b"b"}
    assert made == [b"body"]


async def test_a_head_has_no_body_and_the_length_of_one(site) -> None:
    answer = await site.head("/", headers={"Accept-Encoding": "identity"})
    assert answer.content == b""
    assert int(answer.headers["content-length"]) == len(SERVED)


@pytest.mark.parametrize(
    "path",
    ["/", "/dashboard", "/nope", ASSET, "/healthz", "/api/nope", "/api/docs", "/.well-known/security.txt"],
)
async def test_s26_every_answer_is_hardened(site, path: str) -> None:
    given = (await site.get(path)).headers
    assert given["x-content-type-options"] == "nosniff"
    assert given["referrer-policy"] == "same-origin"
    assert "microphone=(self)" in given["permissions-policy"]
    assert "camera=()" in given["permissions-policy"]
    assert "clipboard-write=(self), clipboard-read=()" in given["permissions-policy"]  # S76
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
    environment.use(monkeypatch, APP_URL="https://rapport.example")
    wrapped = edge.around(built)(nothing)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(wrapped), base_url="https://rapport.example") as client:
        given = (await client.get("/")).headers
    assert "max-age=63072000" in given["strict-transport-security"]
    assert "upgrade-insecure-requests" in given["content-security-policy"]
