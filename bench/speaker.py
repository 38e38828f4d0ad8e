"""A person who dictates in a real Chromium, with numbered Dutch speech as the microphone, and a clock in the page."""

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Page, expect

from tests.support import browser as chromium
from tests.support.fakes import sound
from tests.support.people import Person

from .stage import Stage

PAUSE = 0.8  # seconds between two spoken sentences

#: Records, in milliseconds since 1970, when buttons were clicked and when elements a person waits for appeared.
_CLOCK = r"""
window.marks = {};
let isTranscribed;
window.transcribed = new Promise((resolve) => { isTranscribed = resolve; });
const mark = (name, there) => { if (!(name in window.marks) && there) window.marks[name] = Date.now(); };
document.addEventListener("click", (event) => {
  const name = event.target.closest("button")?.textContent.trim() || event.target.closest("button")?.ariaLabel;
  if (name) window.marks[name] = Date.now();
}, true);
let isDue = false;
const look = () => {
  isDue = false;
  const notices = [...document.querySelectorAll(".notice")];
  mark("refused", notices.some(({ textContent }) => /Kon audio niet/.test(textContent)));
  mark("told", /^Nog \d+ stuk/.test(document.querySelector(".under")?.textContent));
  const field = document.querySelector("main textarea");
  mark("transcript", field?.value); // first as a preview
  mark("editable", field?.value && !field.readOnly && !field.closest("[inert]"));
  if (window.marks.editable) isTranscribed();
  const report = document.querySelector("article.paper");
  mark("words", report?.querySelector("h3, p:not(.meta):not(.pending)")?.textContent);
  const copy = [...document.querySelectorAll("button")].find((button) => button.textContent.includes("Kopiëren"));
  mark("concept", report && !report.ariaBusy && report.querySelectorAll("h3").length > 4 && copy && !copy.disabled);
};
// In the frame after a change, and not in each: a page that is looked at all the time is drawn all the time.
const attributeFilter = ["disabled", "aria-busy", "readonly", "inert"];
const seen = { subtree: true, childList: true, characterData: true, attributeFilter };
new MutationObserver(() => {
  if (!isDue) requestAnimationFrame(look);
  isDue = true;
}).observe(document, seen);
"""


@dataclass
class Speaker:
    """A page on the recording step. ``lengths`` are the seconds each spoken sentence takes, its pause included."""

    page: Page
    first: int
    lengths: list[float]

    async def start(self) -> None:
        await self.page.get_by_role("button", name="Start opname").click()
        await self.is_recording()

    async def is_recording(self) -> None:
        await expect(self.page.get_by_text("Aan het opnemen...")).to_be_visible(timeout=30_000)

    async def talk(self, seconds: int) -> None:
        """Wait until the timer shows this many recorded seconds."""
        late = "|".join(f"{at // 60:02}:{at % 60:02}" for at in range(seconds, seconds + 10))
        await expect(self.page.get_by_role("timer")).to_have_text(re.compile(late), timeout=(seconds + 60) * 1000)

    async def stop(self) -> None:
        await self.page.get_by_role("button", name="Stop opname").click()

    async def transcript(self) -> list[int]:
        """Return the numbers of the sentences in the transcript, once it is there."""
        # Not ``expect``, which looks again and again: that takes the page as long as drawing the transcript.
        await asyncio.wait_for(self.page.evaluate("window.transcribed"), 180)
        await expect(self.page.get_by_text("Stap 2 van 3")).to_be_visible()
        text = await self.page.get_by_role("textbox", name="Transcript").input_value()
        return [int(number) for number in re.findall(r"woord(\d+)", text)]

    async def marks(self) -> dict[str, float]:
        """Return the times on the page's clock: seconds since 1970 by name."""
        return {name: at / 1000 for name, at in (await self.page.evaluate("window.marks")).items()}

    def spoken_before(self, seconds: float) -> int:
        """Return how many whole sentences have been spoken after this many seconds."""
        total = count = 0.0
        for length in self.lengths:
            total += length
            if total - PAUSE > seconds:
                break
            count += 1
        return int(count)


@asynccontextmanager
async def speaker(
    stage: Stage,
    seconds: float,
    *,
    first: int = 1,
    profile: Path | None = None,
    person: Person | None = None,
    flags: tuple[str, ...] = (),
) -> AsyncIterator[Speaker]:
    """Open the recording step with a microphone that plays this many seconds of speech, numbered from ``first``.

    With ``profile`` the browser keeps its storage in that directory, so that it can be killed and reopened. ``flags``
    are more of Chromium's.
    """
    lengths, pieces = [], []
    while sum(lengths) < seconds:
        piece = sound.sentence(first + len(lengths))
        pieces += [piece, sound.silence(PAUSE)]
        lengths.append(len(piece) / sound.RATE + PAUSE)
    with tempfile.NamedTemporaryFile(suffix=".wav", dir=stage.directory) as file:
        file.write(sound.wav(sound.np.concatenate(pieces)))
        file.flush()
        flag = f"--use-file-for-fake-audio-capture={file.name}%noloop"
        options: Any = {"base_url": stage.product.url, "locale": "nl-NL", "viewport": {"width": 390, "height": 844}}
        browser = None
        if profile is None:
            browser = await chromium.launch(stage.playwright, flag, *flags)
            context = await browser.new_context(**options)
        else:
            context = await stage.playwright.chromium.launch_persistent_context(
                profile,
                executable_path=chromium.executable(stage.playwright),
                args=[*chromium.FLAGS, flag, *flags],
                **options,
            )
        try:
            await context.add_cookies(stage.cookies_of(person or stage.person))
            await context.add_init_script(_CLOCK)
            page = await context.new_page()
            page.on("dialog", lambda dialog: dialog.accept())
            await page.goto("/new-report")
            button = page.get_by_role("button", name="Start opname")
            await expect(button).not_to_have_attribute("aria-disabled", "true", timeout=30_000)
            yield Speaker(page, first, lengths)
        finally:
            await context.close()
            if browser is not None:
                await browser.close()


async def control(stage: Stage, **plan: Any) -> None:
    """Set how the fake provider behaves."""
    async with httpx.AsyncClient() as client:
        (await client.post(f"{stage.provider.url}/control", json=plan)).raise_for_status()


async def requests(stage: Stage, endpoint: str) -> list[dict[str, Any]]:
    """Return the answered requests that the provider received at ``speech`` or ``chat``, oldest first."""
    async with httpx.AsyncClient() as client:
        log = (await client.get(f"{stage.provider.url}/log")).json()["requests"]
    return [entry for entry in log if entry["endpoint"] == endpoint and entry["answered_at"]]
