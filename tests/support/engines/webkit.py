"""Debian's WebKitGTK, the engine of Safari, in a window on a screen that only exists in memory."""

import asyncio
import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.support.engines.webdriver import Gone, OverHttp, Refused
from tests.support.server import clean_environment, free_port

DRIVER, SCREEN = "WebKitWebDriver", "Xvfb"
_BROWSERS = "/usr/lib/*/webkit2gtk-4.1/MiniBrowser"

_FLAGS = [
    "--automation",
    "--enable-media-stream=TRUE",
    "--enable-mock-capture-devices=TRUE",
    "--javascript-can-access-clipboard=TRUE",
]


def browser() -> str | None:
    """Return WebKit's own small browser, where it is installed."""
    found = sorted(Path("/").glob(_BROWSERS.lstrip("/")))
    return str(found[0]) if found else None


class WebKit:
    name = "webkit"
    window, flags = "MiniBrowser", _FLAGS

    @property
    def binary(self) -> str | None:
        """The program with that window."""
        return browser()

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._processes: list[asyncio.subprocess.Process] = []
        self._driver: OverHttp | None = None

    async def start(self) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)
        display = await self._start_screen()
        port = free_port()
        environment = {
            **clean_environment(),
            "HOME": str(self._directory),
            "XDG_RUNTIME_DIR": str(self._directory),
            "DISPLAY": display,
            "TZ": "Europe/Amsterdam",
            "LANG": "C.UTF-8",
            "LANGUAGE": "nl",
            "GDK_BACKEND": "x11",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",  # there is no graphics card
        }
        driver = await self._launch(shutil.which(DRIVER) or DRIVER, f"--port={port}", environment=environment)
        while True:
            if driver.returncode is not None:
                raise Gone((self._directory / "webkit.log").read_text(errors="replace")[-2000:])
            with suppress(OSError):
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.05)  # the only way to learn that another process has begun to listen
        self._driver = OverHttp(f"http://127.0.0.1:{port}")

    async def _start_screen(self) -> str:
        reading, writing = os.pipe()
        try:
            await self._launch(
                *(shutil.which(SCREEN) or SCREEN, "-displayfd", str(writing), "-screen", "0", "1440x1000x24"),
                *("-nolisten", "tcp"),
                environment=clean_environment(),
                pass_fds=(writing,),
            )
            os.close(writing)
            writing = -1
            with open(reading, "rb", closefd=False) as told:  # noqa: ASYNC230
                number = await asyncio.to_thread(told.readline)
        finally:
            os.close(reading)
            if writing >= 0:
                os.close(writing)
        if not number.strip():
            raise Gone("the screen in memory did not start")
        return f":{number.decode().strip()}"

    async def _launch(self, *line: str, environment: dict[str, str], pass_fds: tuple[int, ...] = ()):
        with (self._directory / "webkit.log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                *line,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                pass_fds=pass_fds,
            )
        self._processes.append(process)
        return process

    async def begin(self) -> None:
        """A session is a browser of its own, which keeps nothing."""
        assert self._driver is not None
        with suppress(Refused):
            await self._driver.end()
        options = {"binary": self.binary, "args": self.flags}
        await self._driver.begin({"browserName": self.window, "webkitgtk:browserOptions": options})

    async def restart(self) -> None:
        raise Gone("WebKit's driver keeps nothing on the disk")

    async def send(self, command: str, **parameters: Any) -> Any:
        if self._driver is None:
            raise Gone("WebKit has not been started")
        return await self._driver.send(command, **parameters)

    async def stop(self) -> None:
        if self._driver:
            with suppress(Refused, Gone):
                await self._driver.end()
            await self._driver.close()
        for process in reversed(self._processes):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
