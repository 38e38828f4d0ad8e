"""The baseline: an empty Reflex page and a bare counter, built and served in the same run as the product."""

import os
from pathlib import Path

from scripts import frontend, serve
from tests.support import server as servers

_CONFIG = """
import reflex as rx

config = rx.Config(
    app_name="plain",
    frontend_compression_formats=["brotli", "gzip"],
    telemetry_enabled=False,
    show_built_with_reflex=False,
    disable_plugins=[rx.plugins.SitemapPlugin],
)
"""

_APP = """
import reflex as rx


class Counter(rx.State):
    value: int = 0

    @rx.event
    def count(self, value: int):
        self.value = value


def empty():
    return rx.el.main(rx.el.h1("Plain"))


def counter():
    add = rx.el.button("Add", on_click=Counter.count(Counter.value + 1))
    return rx.el.main(rx.el.h1("Counter"), add, rx.el.output(Counter.value))


app = rx.App()
app.add_page(empty, route="/")
app.add_page(counter, route="/counter")
"""


def server(directory: Path) -> servers.Process:
    """Build the plain app in a directory of its own and return its server, not yet started."""
    package = directory / "plain"
    package.mkdir(parents=True)
    (directory / "rxconfig.py").write_text(_CONFIG)
    (directory / "requirements.txt").write_text("reflex\n")
    (package / "__init__.py").touch()
    (package / "plain.py").write_text(_APP)
    clean = servers.clean_environment()
    built = frontend.build(directory, {**os.environ, **clean})
    port = servers.free_port()
    return servers.Process(
        line=serve.command(port, app="plain.plain:app"),
        environment=serve.environment(built, {**clean, "REFLEX_STATES_WORKDIR": str(directory / "states")}),
        url=f"http://localhost:{port}",
        log=directory / "server.log",
        ready="/ping",
        cwd=directory,
    )
