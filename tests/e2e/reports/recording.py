"""The recording step as a person uses it, and the parts of a recording that the browser stores: for browser tests."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest
from playwright.async_api import Dialog, Page, Route, expect

STT = "**/api/stt"

#: The contents of the browser's database: per store the number of records, how much sound (also what was answered
#: since), in how many segments, and whether it can be read.
LOOK = """async () => {
  const isThere = (await indexedDB.databases()).some(({ name }) => name === "dictations");
  if (!isThere) return { counts: {}, seconds: 0, segments: 0 }; // opening it would make an empty one
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
  const text = bytes.map((chunk) => new TextDecoder("latin1").decode(chunk)).join("");
  const exported = await Promise.all(found.keys.map((key) => crypto.subtle.exportKey("raw", key).catch((e) => e.name)));
  return {
    counts: Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, rows.length])),
    readable: ["OpusHead", "webm", "A_OPUS"].filter((word) => text.includes(word)),
    exported,
    seconds: found.segments.reduce((total, { ms }) => total + ms, 0) / 1000,
    segments: found.segments.filter(({ ms }) => ms > 0).length,
    bytes: bytes.reduce((total, chunk) => total + chunk.length, 0),
  };
}"""


#: What is pressed from now on is pressed at one moment, this many ms from now.
AT_ONE_MOMENT = """(later) => {
  const at = performance.now() + later;
  Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get: () => at });
}"""


def _shows_at_least(seconds: int) -> re.Pattern[str]:
    """Return what the timer shows from this time on, for an hour."""
    minutes, rest = divmod(seconds, 60)
    now = "|".join(f"{second:02}" for second in range(rest, 60))
    later = "|".join(f"{minute:02}" for minute in range(minutes + 1, 60))
    return re.compile(rf"\b({minutes:02}:({now})|({later}):\d\d)$")


@dataclass
class Recorder:
    """The recording step as a person uses it."""

    page: Page

    async def open(self) -> None:
        await self.page.goto("/new-report")
        await expect(self.start_button).to_be_visible()
        await expect(self.start_button).not_to_have_attribute("aria-disabled", "true")

    @property
    def timer(self):
        return self.page.get_by_role("timer")

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
        """Wait until the time on the screen shows that at least this much has been recorded.

        It runs before the sound is on the device: see ``expect_seconds_stored``.
        """
        await expect(self.timer).to_have_text(_shows_at_least(seconds))

    async def talk_on(self, seconds: int) -> None:
        """Talk for this much longer. Before a pause, more may have been recorded than a test waited for."""
        await self.talk(await self.shown_seconds() + seconds)

    async def shown_seconds(self) -> int:
        minutes, seconds = (await self.timer.inner_text()).split(":")
        return 60 * int(minutes) + int(seconds)

    async def stop(self) -> None:
        await self.stop_button.click()

    async def dictate(self, seconds: int) -> None:
        """Record until the time shows this much."""
        await self.start()
        await self.talk(seconds)
        await self.stop()

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
        await self._wait_for_stored(lambda now: counts.items() <= now["counts"].items(), f"{counts}")

    async def expect_seconds_stored(self, seconds: float) -> None:
        """Wait until at least this much of the recording is on the device, which is later than the timer shows it."""
        await self._wait_for_stored(lambda now: now["seconds"] >= seconds, f"{seconds} seconds")

    async def expect_segments_stored(self, count: int) -> None:
        """Wait until there is sound of this many segments on the device."""
        await self._wait_for_stored(lambda now: now["segments"] >= count, f"{count} segments")

    async def _wait_for_stored(self, is_enough: Callable[[dict], bool], wanted: str) -> None:
        now: dict = {}
        for _ in range(3000):
            now = await self.stored()
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
