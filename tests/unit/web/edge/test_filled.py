"""The installation's texts in the built pages: one build for everybody, and no text that becomes markup or code."""

import base64
import gzip
import hashlib
import json
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import cramjam
import httpx
import pytest
from defusedxml import ElementTree

from tests.unit.ui import node
from tests.unit.web.edge.site import nothing
from voice_report.config import settings
from voice_report.core.placeholders import placeholder
from voice_report.web import edge
from voice_report.web.edge.pages.filled import Filling, in_script

HOSTILE = "Zorg \"& Zo\" 'x' `${1+1}` </script><script>alert(1)</script><!-- \\ \\u0041 $& \u2028 🙂 é *//"
NAME = placeholder("name")


def filled(file: str, text: str, **texts: str) -> str:
    return Filling({"name": HOSTILE, **texts}).all({file: text.encode()})[file].decode()


class _Read(HTMLParser):
    """What a browser reads of a page: its tags, attributes and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[str | None] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [value for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_s26_in_a_page_a_text_is_text_and_a_value_of_an_attribute() -> None:
    read = _Read(
        filled("a.html", f"<p>{NAME}</p><meta content=\"{NAME}\"><meta content='{NAME}'><title>{NAME}</title>")
    )
    assert read.tags == ["p", "meta", "meta", "title"]
    assert read.attributes == [HOSTILE, HOSTILE]
    assert read.text == HOSTILE * 2


def test_s26_in_a_script_a_text_is_a_string_between_any_quotation_marks(tmp_path: Path) -> None:
    script = tmp_path / "a.mjs"
    text = f"console.log(JSON.stringify(['{NAME}', \"{NAME}\", `{NAME}`, {{a: `x ${{1}} {NAME}`}}.a]))"
    script.write_text(filled("assets/a.mjs", text))
    ran = subprocess.run([node.program(), script], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [HOSTILE, HOSTILE, HOSTILE, f"x 1 {HOSTILE}"]


@pytest.mark.parametrize("name", ["site.webmanifest", "a.json"])
def test_s26_in_json_a_text_is_a_string(name: str) -> None:
    assert json.loads(filled(name, f'{{"name": "{NAME}", "{NAME}": 1}}')) == {"name": HOSTILE, HOSTILE: 1}


@pytest.mark.parametrize("name", ["sitemap.xml", "a.svg"])
def test_s26_in_xml_a_text_is_text(name: str) -> None:
    assert ElementTree.fromstring(filled(name, f'<a b="{NAME}">{NAME}</a>')).text == HOSTILE


def test_a_text_that_looks_like_a_placeholder_stays_as_it_is() -> None:
    assert filled("robots.txt", NAME, name=placeholder("other"), other="another") == placeholder("other")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", f"<script>let a = '{NAME}'</script>"),
        ("a.html", f"<style>a::after {{ content: '{NAME}' }}</style>"),
        ("a.html", f"<!-- {NAME} -->"),
        ("a.css", f"a::after {{ content: '{NAME}' }}"),
    ],
)
def test_s26_elsewhere_no_text_is_filled_in(name: str, text: str) -> None:
    with pytest.raises(ValueError, match="where no text can be filled in"):
        filled(name, text)


def test_a_place_that_nobody_knows_ends_the_start() -> None:
    with pytest.raises(ValueError, match="a place for unheard_of"):
        filled("a.html", placeholder("unheard_of"))


def test_what_is_no_text_is_left_as_it_is() -> None:
    picture = f"\x89PNG {NAME}".encode("latin-1")
    assert Filling({"name": "Naam"}).all({"og.png": picture}) == {"og.png": picture}


def test_other_texts_give_the_files_that_browsers_keep_another_address() -> None:
    files = {
        "index.html": b"<link href='/assets/a-1.css'><script src=\"/assets/a-1.js\"></script>assets/b-1.js",
        "assets/a-1.js": b'import "./c.js"; const deps = ["assets/a-1.css", "/assets/a-1.js"]',
        "assets/a-1.css": b"a { src: url(/assets/l-1.woff2) }",
        "assets/l-1.woff2": b"/assets/a-1.js",
    }
    one, same, other = Filling({"name": "Een"}), Filling({"name": "Een"}), Filling({"name": "Ander"})
    assert one.edition == same.edition != other.edition
    done, at = one.all(files), one.edition
    assert done["index.html"].decode() == (
        f"<link href='/{at}/assets/a-1.css'><script src=\"/{at}/assets/a-1.js\"></script>assets/b-1.js"
    )
    assert done["assets/a-1.js"].decode() == (
        f'import "./c.js"; const deps = ["{at}/assets/a-1.css", "/{at}/assets/a-1.js"]'
    )
    assert done["assets/a-1.css"].decode() == f"a {{ src: url(/{at}/assets/l-1.woff2) }}"
    assert done["assets/l-1.woff2"] == files["assets/l-1.woff2"]


def test_the_worker_of_another_installation_has_another_name_and_the_digests_of_what_is_served() -> None:
    def digest(body: bytes) -> str:
        return "sha256-" + base64.b64encode(hashlib.sha256(body).digest()).decode()

    page, script = f"<title>{NAME}</title>".encode(), b"go()"
    listed = json.dumps([["/opname", "text/html", digest(page)], ["/assets/a-1.js", "text/javascript", digest(script)]])
    worker = f'const RELEASE = "b1-{placeholder("edition")}";\nconst FILES = {listed};'
    filling = Filling({"name": "Ander"})
    done = filling.all({"opname.html": page, "assets/a-1.js": script, "sw.js": worker.encode()})
    release, files = done["sw.js"].decode().splitlines()
    assert release == f'const RELEASE = "b1-{filling.edition}";'
    assert json.loads(files.removeprefix("const FILES = ").removesuffix(";")) == [
        ["/opname", "text/html", digest(b"<title>Ander</title>")],
        [f"/{filling.edition}/assets/a-1.js", "text/javascript", digest(script)],
    ]


@pytest.fixture
def build(tmp_path: Path) -> Path:
    """A build with a page, its script and the manifest, and compressed forms of all as they were built."""
    page = f"<title>{NAME}</title><script>go()</script><script src='/assets/a-1.js'></script>{'x' * 2000}"
    files = {
        "index.html": page + f"<a href='{placeholder('address')}/prijzen'>",
        "assets/a-1.js": f"export default `{NAME}`;" + "a();" * 500,
        "site.webmanifest": f'{{"name": "{NAME}"}}',
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(text.encode()))
        path.with_name(f"{path.name}.br").write_bytes(bytes(cramjam.brotli.compress(text.encode())))
    return tmp_path


def _site(build: Path, name: str, address: str) -> httpx.AsyncClient:
    around = edge.around(build, texts={"name": name, "address": address})
    return httpx.AsyncClient(transport=httpx.ASGITransport(around(nothing)), base_url=settings().origin)


async def _bodies(site: httpx.AsyncClient, path: str) -> set[str]:
    """Return what a browser reads of a file, in each of the encodings that it may ask for."""
    read = set()
    for encoding in ("identity", "gzip", "br"):
        async with site.stream("GET", path, headers={"Accept-Encoding": encoding}) as answer:
            raw = b"".join([part async for part in answer.aiter_raw()])
            assert answer.headers.get("content-encoding", "identity") in (encoding, "identity")
            assert int(answer.headers["content-length"]) == len(raw)
            decoded = {"gzip": gzip.decompress, "br": lambda body: bytes(cramjam.brotli.decompress(body))}
            read.add(decoded.get(answer.headers.get("content-encoding", ""), bytes)(raw).decode())
    return read


async def test_one_build_serves_two_installations(build: Path) -> None:
    seen = {}
    for name, address in (("Zorg & Zo", "https://zorg.example"), ("Thuis", "https://thuis.example:8443")):
        async with _site(build, name, address) as site:
            (page,) = await _bodies(site, "/")
            read = _Read(page)
            assert (read.text[: len(name)], read.attributes[-1]) == (name, f"{address}/prijzen")
            (script,) = await _bodies(site, str(read.attributes[0]))
            assert script.startswith(f"export default `{in_script(name)}`;")
            (manifest,) = await _bodies(site, "/site.webmanifest")
            assert json.loads(manifest) == {"name": name}
            assert (await site.get("/assets/a-1.js")).status_code == 404, "the build's own address is nobody's"
            answer = await site.get("/")
            seen[answer.headers["etag"]] = read.attributes[0]
            policy = base64.b64encode(hashlib.sha256(b"go()").digest()).decode()
            assert f"; script-src 'self' 'sha256-{policy}'; " in answer.headers["content-security-policy"]
    assert len(seen) == len(set(seen.values())) == 2


async def test_s26_a_name_full_of_code_gives_a_page_no_script_more(build: Path) -> None:
    async with _site(build, HOSTILE, "https://zorg.example") as site:
        answer = await site.get("/", headers={"Accept-Encoding": "identity"})
    assert _Read(answer.text).tags == ["title", "script", "script", "a"]
    assert answer.headers["content-security-policy"].count("'sha256-") == 1
