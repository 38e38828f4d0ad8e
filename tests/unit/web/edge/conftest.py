"""A small copy of a build's output, and a browser on it."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.support import repeats
from tests.unit.web.edge.site import HTML
from voice_report.config import settings
from voice_report.web import edge
from voice_report.web.edge import sockets, token_buckets


@pytest.fixture(autouse=True)
def _nobody_has_sent_anything(at_once, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reset the budgets: a client's budget outlives its connection, and must not affect the next test."""
    sockets._clients.clear()
    sockets._silent.clear()
    monkeypatch.setattr(sockets, "_organizations", token_buckets.OfOrganizations(*sockets._OF_AN_ORGANIZATION))
    monkeypatch.setattr(sockets, "_SILENT_FOR", 3_600.0)  # on a busy machine, a page of a test says something late
    monkeypatch.setattr(sockets, "_visitors_budget", token_buckets.SharedTokenBucket(*sockets._OF_VISITORS))


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A small copy of a build's output."""
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
        "opname.html": HTML,
        "sw.js": "self.addEventListener('fetch', answer)",
        "sw-off.js": "self.registration.unregister()",
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
    from voice_report.web.api.app import create

    wrapped = edge.around(built)(create())
    transport = httpx.ASGITransport(wrapped)
    never_twice = {"response": [repeats.refused]}
    async with httpx.AsyncClient(transport=transport, base_url=settings().origin, event_hooks=never_twice) as client:
        yield client
