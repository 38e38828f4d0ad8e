"""What is done to the built pages after Reflex: one build for every address, and paint before scripts."""

import shutil
from pathlib import Path

import pytest

from scripts import built_pages

_PAGE = """<body><h1>Inloggen</h1><script type="module" async="">import "/assets/manifest-1.js";
import * as route0 from "/assets/root-1.js";
import * as route1 from "/assets/login-1.js";

  window.__reactRouterRouteModules = {"root":route0,"routes/login":route1};

import("/assets/entry.client-1.js");</script></body>"""


@pytest.fixture
def client(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "reflex-env-1.js").write_text(
        "var e={PING:`http://localhost:8000/ping`,EVENT:`ws://localhost:8000/_event`,TRANSPORT:`websocket`};"
    )
    (tmp_path / "login.html").write_text(_PAGE)
    return tmp_path


def test_the_server_is_where_the_page_came_from(client):
    built_pages.finish(client)
    script = (client / "assets" / "reflex-env-1.js").read_text()
    assert "localhost" not in script
    assert "PING:`${location.origin}/ping`" in script
    assert "EVENT:`${location.origin.replace(/^http/,`ws`)}/_event`" in script
    assert "TRANSPORT:`websocket`" in script


def test_scripts_wait_for_the_first_frame(client):
    built_pages.finish(client)
    page = (client / "login.html").read_text()
    assert "import * as" not in page
    assert "requestAnimationFrame(()=>setTimeout(run))" in page
    assert page.count("<script") == page.count("</script>") == 1
    for part in ("manifest-1.js", "root-1.js", "login-1.js", "entry.client-1.js", '"routes/login":route1'):
        assert part in page


def test_changed_files_are_compressed_again(client):
    (client / "login.html.br").write_bytes(b"as it was")
    built_pages.finish(client)
    assert (client / "login.html.br").read_bytes() != b"as it was"
    assert (client / "login.html.gz").exists()


@pytest.mark.parametrize("missing", ["assets", "login.html"])
def test_an_unknown_build_is_refused(client, missing):
    if missing == "assets":
        shutil.rmtree(client / "assets")
    else:
        (client / "login.html").write_text("<body><h1>Anders</h1></body>")
    with pytest.raises(built_pages.BuildFailed, match="was Reflex updated"):
        built_pages.finish(client)
