"""The page that records without a network: /opname in one script, and the service worker with the list of its files.

``ui/offline`` has the sources. The list has each file's SHA-256: a browser keeps exactly what was built here, or
nothing (security.md S85).
"""

import base64
import hashlib
import html
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import reflex as rx

from ...core.placeholders import placeholder

_SOURCES = Path(__file__).parents[2] / "ui" / "offline"
#: What is listed, by its place in the build; the kinds are those with which the edge answers.
_LISTED = {
    "opname.html": "text/html",
    "assets/opname-*.js": "text/javascript",
    "assets/__reflex_global_styles-*.css": "text/css",
    "assets/source-sans-3-*.woff2": "font/woff2",
    "assets/literata-*.woff2": "font/woff2",
    "assets/icon-*.svg": "image/svg+xml",
}


class OfflinePage(rx.plugins.Plugin):
    """Adds the page and the workers to the build (rxconfig); ``name`` is that of the installation."""

    def __init__(self, name: str) -> None:
        self._name = name

    def post_build(self, **context: Any) -> None:
        """Bundle the page and write the workers, before the framework compresses them."""
        pages = Path(context["static_dir"]).resolve()
        bundle(pages.parents[1])
        copy_icon(pages)
        template = (_SOURCES / "opname.html").read_text(encoding="utf-8")
        (pages / "opname.html").write_text(page(template, pages, self._name), encoding="utf-8")
        (pages / "sw.js").write_text(worker(pages), encoding="utf-8")
        shutil.copyfile(_SOURCES / "worker_off.js", pages / "sw-off.js")


def bundle(web: Path) -> None:
    """Bundle the page's script into the build. Raises ``CalledProcessError``."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("node, with which the pages were built")
    vite = web / "node_modules" / "vite" / "bin" / "vite.js"
    subprocess.run([node, vite, "build", "--config", _SOURCES / "bundle.mjs"], cwd=web, check=True)  # noqa: S603


def copy_icon(pages: Path) -> None:
    """Give the icon a copy with its content in its name, as the other files have: another release has another one."""
    icon = (pages / "favicon.svg").read_bytes()
    (pages / "assets" / f"icon-{hashlib.sha256(icon).hexdigest()[:8]}.svg").write_bytes(icon)


def page(template: str, pages: Path, name: str) -> str:
    """Return the page with the addresses of this build and the installation's name."""
    words = {
        "{name}": html.escape(name),
        "{stylesheet}": f"/{_only(pages, 'assets/__reflex_global_styles-*.css')}",
        "{script}": f"/{_only(pages, 'assets/opname-*.js')}",
        "{icon}": f"/{_only(pages, 'assets/icon-*.svg')}",
    }
    for mark, word in words.items():
        template = template.replace(mark, word)
    return template


def worker(pages: Path) -> str:
    """Return the service worker of this build: its source after the list of files, and a name that both give it.

    Where it is served, the list has the files as they are there, and its name the one of their addresses (``filled``).
    """
    source = (_SOURCES / "worker.js").read_text(encoding="utf-8")
    files = [_listed(pages, pattern, kind) for pattern, kind in _LISTED.items()]
    release = hashlib.sha256(json.dumps([source, files]).encode()).hexdigest()[:16]
    name = f"{release}-{placeholder('edition')}"
    return f"const RELEASE = {json.dumps(name)};\nconst FILES = {json.dumps(files)};\n{source}"


def _listed(pages: Path, pattern: str, kind: str) -> list[str]:
    name = _only(pages, pattern)
    digest = base64.b64encode(hashlib.sha256((pages / name).read_bytes()).digest()).decode()
    return [f"/{name.removesuffix('.html')}", kind, f"sha256-{digest}"]


def _only(pages: Path, pattern: str) -> str:
    """Return the one file of the build with such a name. Raises ``ValueError`` when there is none, or more."""
    found = [path.relative_to(pages).as_posix() for path in pages.glob(pattern)]
    if len(found) != 1:
        raise ValueError(f"The build has {found} for {pattern}; the page without a network needs one.")
    return found[0]
