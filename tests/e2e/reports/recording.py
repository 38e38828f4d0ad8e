"""The recording step as a person uses it, and the parts of a recording that the browser stores: for browser tests."""

import os
import re
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Dialog, Page, Route, expect

STT = "**/api/stt"

#: The contents of the browser's database: per store the number of records, and whether the audio can be read.
LOOK = """async () => {
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open("dictations");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const all = (name) => new Promise((resolve) => {
    const request = db.transaction(name).objectStore(name).getAll();
    request.onsuccess = () => resolve(request.result);
  });
  const found = {};
  for (const name of db.objectStoreNames) found[name] = await all(name);
  db.close();
  const bytes = found.chunks.map(({ sealed }) => new Uint8Array(sealed.data));
  const text = bytes.map((chunk) => String.fromCharCode(...chunk)).join("");
  const exported = await Promise.all(found.keys.map((key) => crypto.subtle.exportKey("raw", key).catch((e) => e.name)));
  return {
    counts: Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, rows.length])),
    readable: ["OpusHead", "webm", "A_OPUS"].filter((word) => text.includes(word)),
    exported,
    bytes: bytes.reduce((total, chunk) => total + chunk.length, 0),
  };
}"""


@dataclass
class Recorder:
    """The recording step as a person uses it."""

    page: Page

    async def open(self) -> None:
        await self.page.goto("/new-report")
        await expect(self.start_button).to_be_visible()
        await expect(self.start_button).not_to_have_attribute("aria-disabled", "true")

    @property
    def start_button(self):
        return self.page.get_by_role("button", name="Start opname")

    @property
    def stop_button(self):
        return self.page.get_by_role("button", name="Stop opname")

    async def start(self) -> None:
        await self.start_button.click()
        await self.is_recording()

    async def is_recording(self) -> None:
        await expect(self.page.get_by_text("Aan het opnemen...")).to_be_visible()

    async def talk(self, seconds: int) -> None:
        """Wait until the time on the screen shows that at least this much has been recorded."""
        enough = "|".join(f"00:{second:02}" for second in range(seconds, 60)) + r"|0[1-9]:\d\d"
        await expect(self.page.get_by_role("timer")).to_have_text(re.compile(enough))

    async def stop(self) -> None:
        await self.stop_button.click()

    async def press(self, name: str) -> None:
        await self.page.get_by_role("button", name=name, exact=True).click()

    async def says(self, words: str) -> None:
        await expect(self.page.get_by_text(words).first).to_be_visible()

    async def transcript(self) -> list[str]:
        """Return the numbered words on the transcript step, once it is there; other sound has other words."""
        await expect(self.page.get_by_text("Stap 2 van 3")).to_be_visible()
        field = self.page.get_by_role("textbox", name="Transcript")
        await expect(field).not_to_have_value("")
        return re.findall(r"woord\d{3}", await field.input_value())

    async def stored(self) -> dict:
        return await self.page.evaluate(LOOK)

    async def expect_stored(self, **counts: int) -> None:
        """Wait until the browser's database holds this many records."""
        await self._wait_for_stored(lambda now: counts.items() <= now.items(), f"{counts}")

    async def expect_seconds_stored(self, seconds: int) -> None:
        """Wait until the browser's database holds this much of a recording that is not sent: a chunk a second."""
        await self._wait_for_stored(lambda now: now["chunks"] >= seconds, f"{seconds} chunks")

    async def _wait_for_stored(self, is_enough: Callable[[dict[str, int]], bool], wanted: str) -> None:
        now: dict[str, int] = {}
        for _ in range(600):
            now = (await self.stored())["counts"]
            if is_enough(now):
                return
            await self.page.wait_for_timeout(100)
        pytest.fail(f"stored {now}, expected {wanted}")


Talking = Callable[..., Awaitable[Recorder]]


def leave_the_page(dialog: Dialog) -> Awaitable[None]:
    return dialog.accept()


#: Takes the websockets of segments away, those that are open too.
_POSTS_ONLY = """(() => {
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    constructor(url, ...rest) {
      if (String(url).includes("/api/stt")) throw new DOMException("blocked", "SecurityError");
      super(url, ...rest);
    }
  };
  window.dispatchEvent(new Event("offline"));
})()"""


async def answer_segments(page: Page, handler: Callable[[Route], Awaitable[None]]) -> None:
    """Let this answer the page's segments until ``page.unroute(STT)``; from now on they are posted when they end."""
    await page.add_init_script(_POSTS_ONLY)
    await page.evaluate(_POSTS_ONLY)
    await page.route(STT, handler)


async def hang_up(route: Route) -> None:
    await route.abort("internetdisconnected")


def words(*numbers: int) -> list[str]:
    return [f"woord{number:03}" for number in numbers]


def kill(profile: Path) -> None:
    """End the Chromium with this profile as a phone without battery does, and the script by which Debian starts it."""
    killed = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"--user-data-dir={profile}".encode() in line and not any(part.startswith(b"--type=") for part in line):
            os.kill(int(process.name), signal.SIGKILL)
            killed += 1
    assert killed, "no browser with this profile"
