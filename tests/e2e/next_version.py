"""The product's next version: it has one state more, a variable more in a state that is there, and its pages are in
files of other names, so that nothing of this version's pages can be loaded any more."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import reflex as rx

from scripts import frontend, serve
from tests.support import server as servers
from voice_report.server import app
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState

__all__ = ["APP", "app", "pages", "take_over"]

APP = "tests.e2e.next_version:app"
_TEXT = (".html", ".js", ".css")


class NextVersionState(rx.State):
    """A state that this version's pages do not know."""

    added: int = 0


DraftState.add_var("added_by_the_next_version", int, 1)


def pages(built: Path, target: Path, environment: dict[str, str]) -> Path:
    """Return the pages of the next version, made of this version's in ``built``."""
    copytree(built, target)
    client = target / "build" / "client"
    (client / "assets").rename(client / "moved")
    (client / "assets").mkdir()
    (client / "moved").rename(client / "assets" / "next")
    former, new = (_schema(module, environment) for module in ("voice_report.server", __name__))
    found = 0
    for path in [path for path in client.rglob("*") if path.is_file()]:
        if path.suffix in (".br", ".gz"):
            path.unlink()
        elif path.suffix in _TEXT and "external" not in path.parts:
            text = path.read_text()
            found += former in text
            path.write_text(text.replace("assets/", "assets/next/").replace(former, new))
    assert found, "the pages carry the schema of the states they were built for"
    return target


def take_over(server: servers.AppServer, pages: Path | None) -> Callable[[], None]:
    """Restart the server with the next version and these pages, else its own. Returns what brings this version back."""
    line, environment = server.line, server.environment
    server.line = serve.command(int(server.url.rsplit(":", 1)[1]), app=APP)
    if pages:
        server.environment = serve.environment(pages, environment)
    server.restart()

    def back() -> None:
        server.line, server.environment = line, environment
        server.restart()

    return back


def _schema(module: str, environment: dict[str, str]) -> str:
    """Return the hash of all states of a version; from a process of its own, because a process has one version."""
    code = f"from {module} import app; import sys; sys.stdout.write('\\n' + app._state._to_frontend_schema())"
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, env=environment, cwd=frontend.ROOT, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()[-1]
