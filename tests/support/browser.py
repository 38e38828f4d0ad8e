"""Chromium for tests, screenshots and measurements: the executable, its flags, and the errors no page may have."""

import asyncio
import json
import os
import re
import shutil
import signal
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright, Route, expect

from voice_report.services.sessions.sessions import cookie_name

FLAGS = [
    "--no-sandbox",  # tests may run as root
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--autoplay-policy=no-user-gesture-required",
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
]

#: Milliseconds that a test waits for what a person would see. A busy machine fails no test; it makes it take longer.
PATIENCE = 300_000

#: Resolves when the scripts have taken over the page that the server sent, and have done what they do next; before
#: that, a link or a key does what it does in a browser alone, and a button without a form does nothing.
ALIVE = """async () => {
  const isOurs = (key) => key.startsWith("__reactFiber");
  while (!Object.keys(document.querySelector("main h1") ?? {}).some(isOurs)) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 10_000 })); // without, it may never come
}"""


#: Begins to look for words in a part of the page, at each of its changes, and tells when they come.
_LOOK = """([part, words, tell]) => {
  const said = (element) => words.find((one) => element.textContent.includes(one));
  const isShown = (element) => said(element) && element.checkVisibility();
  const shown = () => new Set([...document.querySelectorAll(part)].filter(isShown));
  let before = shown();
  const changes = new MutationObserver(() => {
    const now = shown();
    if (now.isSubsetOf(before)) {
      before = now;
      return;
    }
    changes.disconnect();
    window[tell](said([...now.difference(before)][0]));
  });
  changes.observe(document, { subtree: true, childList: true, characterData: true });
}"""


@asynccontextmanager
async def shows(page: Page, part: str, *words: str) -> AsyncIterator[asyncio.Future[str]]:
    """See one of these words that come by what the block does, on this page or one that it opens in the same tab, and
    may be gone before a busy machine has looked twice. Yields what becomes the words that came first."""
    seen, tell = asyncio.get_running_loop().create_future(), f"seen_{uuid.uuid4().hex}"
    await page.expose_function(tell, lambda came: seen.done() or seen.set_result(came))
    look = f"({_LOOK})({json.dumps([part, words, tell])})"
    await page.add_init_script(look)
    await page.evaluate(look)
    yield seen
    async with asyncio.timeout(PATIENCE / 1000):
        await seen


_STAY = """(never) => {
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => (ms === never ? 0 : later(work, ms, ...rest));
}"""


async def stays(page: Page, never: int = 1_000) -> None:
    """Let stand what the page takes away after so many milliseconds, and what it opens in the same tab: a page that
    counts seconds and goes on (1000), a toast (5000)."""
    await page.add_init_script(f"({_STAY})({never})")
    await page.evaluate(_STAY, never)


_PASTED = """(kind) => ({
  words: new Promise((resolve) => addEventListener("paste", (it) => resolve(it.clipboardData.getData(kind)))),
})"""


async def pasted(page: Page, kind: str = "text/plain") -> str:
    """Return what is pasted into another page; our own pages may not read the clipboard (security.md S76)."""
    other = await page.context.new_page()
    await other.set_content("<textarea></textarea>")
    pasting = await other.evaluate_handle(_PASTED, kind)
    await other.locator("textarea").press("Control+V")
    words = await pasting.evaluate("(pasting) => pasting.words")
    await other.close()
    await page.bring_to_front()
    return words


#: The sound takes four times as long: a busy machine looks at it, and presses 'Stop', before it is over.
PLAYS_SLOWLY = """{
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function () {
    this.playbackRate = 0.25;
    return play.call(this);
  };
}"""


@asynccontextmanager
async def held(page: Page, address: str) -> AsyncIterator[None]:
    """Let what the page asks for at this address come at the end of the block."""
    arrived = asyncio.Event()

    async def hold(route: Route) -> None:
        await arrived.wait()
        await route.continue_()

    await page.route(address, hold)
    yield
    arrived.set()


async def launch(playwright: Playwright, *extra_flags: str, **options) -> Browser:
    """Start Chromium with our flags."""
    return await playwright.chromium.launch(
        executable_path=executable(playwright), args=[*FLAGS, *extra_flags], timeout=PATIENCE, **options
    )


def executable(playwright: Playwright) -> str:
    """Return the Chromium to use: ``CHROMIUM`` if set, else Playwright's own where it was installed, else the system's.

    The shell is Chromium without windows: it starts a page in half the time.
    """
    own = playwright.chromium.executable_path
    for chosen in (os.environ.get("CHROMIUM"), own, "chromium-headless-shell", "chromium"):
        if chosen and (found := shutil.which(chosen)):
            return found
    raise RuntimeError("Chromium is missing: apt-get install chromium-headless-shell")


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


async def use_session(context: BrowserContext, url: str, cookie: str) -> None:
    """Give the browser a session that is open already: the login page has tests of its own, and takes a second."""
    await context.add_cookies([{"name": cookie_name(), "value": cookie, "url": url, "httpOnly": True}])


async def lose_session(page: Page) -> None:
    """Take the session of the page's browser away, on another page: an open one of ours notices, and would go to the
    sign-in page in the middle of where the test goes."""
    await page.goto("about:blank")
    await page.context.clear_cookies(name="session")


async def loaded(page: Page) -> None:
    """Wait until the page shows what it is for, and nothing of it is still being loaded."""
    await expect(page.locator("main h1:not(.loading-page *)").first).to_be_visible()
    await expect(page.get_by_text("Laden...", exact=True)).to_have_count(0)
    await expect(page.locator("main :is([aria-busy=true], .skeleton:visible)")).to_have_count(0)


async def sign_in(page: Page, url: str, email: str, password: str) -> None:
    """Sign in as a person does: through the login page, by role and name."""
    await page.goto(f"{url}/login")
    await page.get_by_label("E-mailadres").fill(email)
    await page.get_by_label("Wachtwoord", exact=True).fill(password)
    await page.get_by_label("Wachtwoord", exact=True).press("Enter")
    await expect(page).not_to_have_url(re.compile("/login"), timeout=PATIENCE)


#: What a browser says of moments that no test can provoke, and none can rule out: a page sends while the server closes
#: its socket (it sends again); a field that goes sends its last text, and the press before was quicker (it is kept); a
#: page compares a report, or asks for its concept or its words, and the draft was archived or deleted before.
_ANYWHERE = re.compile(
    "WebSocket is already in CLOSING or CLOSED state"
    "|status of 409 .*/api/drafts/[0-9a-f-]{36}$"
    "|status of 404 .*/api/drafts/[0-9a-f-]{36}/(made|replaced|review)$"
)


@dataclass
class Watch:
    """Collects the errors on the pages of a test: console errors, exceptions, CSP violations.

    A test that provokes an error announces it: ``watch.expect("401")``. The argument is a regular expression.
    """

    problems: list[str] = field(default_factory=list)
    expected: list[re.Pattern[str]] = field(default_factory=list)

    def expect(self, *patterns: str) -> None:
        self.expected += [re.compile(pattern) for pattern in patterns]

    def follow(self, context: BrowserContext) -> None:
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.problems.append(f"exception: {error.error}"))

    def _on_console(self, message: ConsoleMessage) -> None:
        about_security = "Content Security Policy" in message.text or "Content-Security-Policy" in message.text
        if message.type == "error" or about_security:
            place = message.location.get("url", "")
            self.problems.append(f"console: {message.text} {place}".strip())

    def unexpected(self) -> list[str]:
        """Return the errors that no test announced."""
        known = [_ANYWHERE, *self.expected]
        return [line for line in self.problems if not any(pattern.search(line) for pattern in known)]


async def prints(page: Page, button: Locator, shown: str, count: int) -> None:
    """Press a button, and expect that it prints the page when so many elements match ``shown``."""
    await page.evaluate(
        "(shown) => { window.print = () => { window.printed = document.querySelectorAll(shown).length; }; }", shown
    )
    await button.click()
    await page.wait_for_function("(count) => window.printed === count", arg=count)
