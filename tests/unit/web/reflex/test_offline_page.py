"""The page that records without a network, as the build makes it (security.md S85)."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from voice_report.web.reflex import offline_page

FILES = {
    "opname.html": "<!doctype html>",
    "assets/opname-aB_1.js": "render()",
    "assets/__reflex_global_styles-cD-2.css": "body{}",
    "assets/source-sans-3-eF3.woff2": "letters",
    "assets/literata-gH4.woff2": "more letters",
    "favicon.svg": "<svg/>",
    "assets/icon-kL5.svg": "<svg/>",
    "assets/another-iJ5.js": "of other pages",
    "assets/opname-aB_1.js.br": "compressed",
    "index.html": "of a person",
}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    return tmp_path


def _listed(worker: str) -> list[list[str]]:
    found = re.search(r"^const FILES = (.*);$", worker, re.MULTILINE)
    assert found
    return json.loads(found[1])


def _release(worker: str) -> str:
    return worker.split(";", 1)[0]


def test_s85_the_worker_has_six_files_each_with_its_digest(pages: Path) -> None:
    listed = _listed(offline_page.worker(pages))
    assert [(address, kind) for address, kind, _ in listed] == [
        ("/opname", "text/html"),
        ("/assets/opname-aB_1.js", "text/javascript"),
        ("/assets/__reflex_global_styles-cD-2.css", "text/css"),
        ("/assets/source-sans-3-eF3.woff2", "font/woff2"),
        ("/assets/literata-gH4.woff2", "font/woff2"),
        ("/assets/icon-kL5.svg", "image/svg+xml"),
    ]
    digest = hashlib.sha256(b"render()").digest()
    assert listed[1][2] == f"sha256-{base64.b64encode(digest).decode()}"


def test_the_icon_has_its_content_in_its_name(pages: Path) -> None:
    (pages / "assets/icon-kL5.svg").unlink()
    names = []
    for drawing in ("<svg/>", "<svg><g/></svg>"):
        (pages / "favicon.svg").write_text(drawing)
        offline_page.copy_icon(pages)
        names.append({path.name: path.read_text() for path in pages.glob("assets/icon-*.svg")})
    assert [*names[0].values()] == ["<svg/>"]
    assert [*names[1].values()].count("<svg><g/></svg>") == 1
    assert len(names[1]) == 2


def test_another_build_is_another_release(pages: Path) -> None:
    worker = offline_page.worker(pages)
    assert _release(worker) == _release(offline_page.worker(pages))
    (pages / "assets/opname-aB_1.js").write_text("render(2)")
    assert _release(worker) != _release(offline_page.worker(pages))


@pytest.mark.parametrize("name", ["assets/opname-aB_1.js", "assets/icon-kL5.svg"])
def test_a_build_without_a_file_of_the_list_is_refused(pages: Path, name: str) -> None:
    (pages / name).unlink()
    with pytest.raises(ValueError, match="needs one"):
        offline_page.worker(pages)


def test_a_script_in_parts_is_refused(pages: Path) -> None:
    (pages / "assets/opname-part2.js").write_text("import")
    with pytest.raises(ValueError, match="needs one"):
        offline_page.worker(pages)


def test_the_page_has_the_name_of_the_installation_and_the_files_of_this_build(pages: Path) -> None:
    template = (offline_page._SOURCES / "opname.html").read_text()
    page = offline_page.page(template, pages, 'Zorg & "Co" <b>')
    assert 'data-name="Zorg &amp; &quot;Co&quot; &lt;b&gt;"' in page
    assert 'href="/assets/__reflex_global_styles-cD-2.css"' in page
    assert 'src="/assets/opname-aB_1.js"' in page
    assert 'href="/assets/icon-kL5.svg"' in page
    assert re.findall(r"\{(?:name|script|stylesheet|icon)\}", page) == []
    assert re.findall(r'(?:src|href)="(?!/)', page) == [], "all of it is ours"
