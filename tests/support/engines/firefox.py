"""Debian's Firefox ESR without a window, driven over its own socket."""

import asyncio
import os
import shutil
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.support.engines.webdriver import ANSWERS, Gone, OverMarionette
from tests.support.server import clean_environment

PROGRAM = "firefox-esr"

_PREFERENCES = {
    "marionette.port": 0,  # one that is free; it is written into the profile
    "media.navigator.permission.disabled": True,
    "media.navigator.streams.fake": True,
    "media.autoplay.default": 0,
    "media.cubeb.force_mock_context": True,  # without a sound card an AudioContext would never run
    "intl.accept_languages": "nl",
    "ui.prefersReducedMotion": 1,
    "ui.useOverlayScrollbars": 1,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.normandy.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.sessionstore.resume_from_crash": False,
    "toolkit.startup.max_resumed_crashes": -1,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}

_FORGET = """const [done] = arguments;
Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, { onDataDeleted: () => done(true) });"""


class Firefox:
    name = "firefox"

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._process: asyncio.subprocess.Process | None = None
        self._socket: OverMarionette | None = None

    async def start(self) -> None:
        profile = self._directory / "profile"
        profile.mkdir(parents=True)
        lines = (f'user_pref("{name}", {_literal(value)});\n' for name, value in _PREFERENCES.items())
        (profile / "user.js").write_text("".join(lines))
        await self._launch(profile)

    async def restart(self) -> None:
        await self.stop()
        profile = self._directory / "profile"
        (profile / "MarionetteActivePort").unlink()
        await self._launch(profile)

    async def _launch(self, profile: Path) -> None:
        flags = ("--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", str(profile))
        with (self._directory / "firefox.log").open("wb") as log:
            self._process = await asyncio.create_subprocess_exec(
                shutil.which(PROGRAM) or PROGRAM,
                *flags,
                "about:blank",
                env={**clean_environment(), "HOME": str(self._directory), "TZ": "Europe/Amsterdam"},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        port = profile / "MarionetteActivePort"
        while not (port.exists() and port.read_text().strip()):
            if self._process.returncode is not None:
                raise Gone((self._directory / "firefox.log").read_text(errors="replace")[-2000:])
            await asyncio.sleep(0.05)  # the only way to learn that another process has begun to listen
        self._socket = OverMarionette(*await asyncio.open_connection("127.0.0.1", int(port.read_text()), limit=2**26))
        await self._socket.receive()  # what it is
        limits = {"script": 500 * ANSWERS}  # milliseconds; its own is too little for a busy machine
        wanted = {"unhandledPromptBehavior": "accept", "timeouts": limits}
        await self.send("NewSession", capabilities={"alwaysMatch": wanted})

    async def begin(self) -> None:
        former = await self.send("GetWindowHandles")
        opened = await self.send("NewWindow", type="tab")
        for handle in former:  # a page that lives on would write again what is deleted here
            await self.send("SwitchToWindow", handle=handle)
            await self.send("CloseWindow")
        await self.send("SwitchToWindow", handle=opened["handle"])
        await self.send("Marionette:SetContext", value="chrome")
        await self.send("ExecuteAsyncScript", script=_FORGET, args=[])
        await self.send("Marionette:SetContext", value="content")

    async def send(self, command: str, **parameters: Any) -> Any:
        if self._socket is None:
            raise Gone("Firefox has not been started")
        return await self._socket.send(command, **parameters)

    async def stop(self) -> None:
        if self._socket:
            self._socket.close()
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()


def _literal(value: bool | int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
