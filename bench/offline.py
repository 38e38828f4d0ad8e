"""The page without a network: how soon a browser that was started without one can record, what a worker costs the pages
that are online, and what it keeps.

Each cold start is a browser of its own with the profile of one that was online before, so that its worker starts too.
The paints of one page with and without the worker alternate in one browser; nothing comes from its cache. They are
measured on a line of 150 ms there and back, where a person notices them; on loopback for information. The line is a
relay, because the browser's own emulation leaves out what a worker fetches.
"""

import asyncio
import statistics
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
from playwright.async_api import BrowserContext, CDPSession, Page

from tests.support import browser as chromium

from .page import _PAINT, _when_painted
from .stage import Stage, say, stage
from .table import Figure, show

STARTS, PAINTS = 9, 25
SLOWDOWN = 4  # times slower processor
LINE_SECONDS = 0.15  # there and back
GOAL_START_MS, GOAL_PAINT, GOAL_KB, GOAL_FILES = 1500, 1.1, 260, 6

#: Notes when the page can record, on the page's own clock.
_LOOK = """new MutationObserver((_, looking) => {
  const button = document.querySelector("button.record[aria-disabled=false]");
  if (!button || !document.body.innerText.includes("Klaar om op te nemen")) return;
  looking.disconnect();
  requestAnimationFrame(() => { window.readyAt = performance.now(); });
}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });"""

_READY_AT = """async () => {
  while (!window.readyAt) await new Promise(requestAnimationFrame);
  return window.readyAt;
}"""

IS_KEPT = """async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise(requestAnimationFrame);
}"""

#: The addresses in every cache of the browser.
_KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found;
}"""


async def main() -> bool:
    async with stage(variables={"OFFLINE_PAGE": "on"}) as running:
        kept = await _visit(running)
        say(f"{STARTS} cold starts without a network")
        starts = [await _start(running) for _ in range(STARTS)]
        say(f"{PAINTS} paints with the worker, and as many without")
        async with _far(running) as line:
            ratio, paints = await _paints(running, line)
        near, near_paints = await _paints(running)
        sizes = await _sizes(running, kept)
    figures = [
        Figure(
            "cold start without a network, 4x slower", statistics.median(starts), " ms", GOAL_START_MS, _spread(starts)
        ),
        Figure("/dashboard: first paint with the worker, 150 ms away", ratio, "x", GOAL_PAINT, paints),
        Figure("/dashboard: first paint with the worker, loopback", near, "x", None, near_paints),
        Figure("what the worker fetches", sum(sizes.values()) / 1024, " KB", GOAL_KB, _largest(sizes)),
        Figure("files in its cache", len(kept), "", GOAL_FILES),
    ]
    return show("The page without a network", figures) and len(kept) == GOAL_FILES


@asynccontextmanager
async def _far(running: Stage) -> AsyncIterator[str]:
    """Return a flag with which Chromium reaches the product over a line of ``LINE_SECONDS``, under its own address."""
    host, port = running.product.url.removeprefix("http://").split(":")

    async def serve(browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        product, to_product = await asyncio.open_connection("127.0.0.1", int(port))
        await asyncio.gather(_late(browser, to_product), _late(product, to_browser))

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as relay:
        yield f"--host-resolver-rules=MAP {host}:{port} 127.0.0.1:{relay.sockets[0].getsockname()[1]}"


async def _late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    later = asyncio.get_running_loop().call_later
    with suppress(OSError):
        while data := await reader.read(65_536):
            later(LINE_SECONDS / 2, writer.write, data)
    later(LINE_SECONDS / 2, writer.close)


async def _open(running: Stage, *flags: str) -> BrowserContext:
    """Start a browser with the profile of this measurement."""
    return await running.playwright.chromium.launch_persistent_context(
        running.directory / "profile",
        executable_path=chromium.executable(running.playwright),
        args=[*chromium.FLAGS, *flags],
        viewport={"width": 390, "height": 844},
        locale="nl-NL",
    )


async def _visit(running: Stage) -> list[str]:
    """Be online once, until the worker has its files; return their addresses."""
    context = await _open(running)
    page = await _dashboard(running, context)
    kept = await page.evaluate(_KEPT)
    await context.close()
    return kept


async def _dashboard(running: Stage, context: BrowserContext) -> Page:
    await context.add_cookies(running.cookies)
    page = context.pages[0]
    await page.goto(f"{running.product.url}/dashboard")
    await page.evaluate(IS_KEPT)
    await chromium.loaded(page)
    return page


async def _start(running: Stage) -> float:
    """Return the milliseconds from opening an address in a new browser without a network until it can record."""
    context = await _open(running)
    await context.set_offline(True)
    page = context.pages[0]
    await page.add_init_script(_LOOK)
    session = await context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    await page.goto(f"{running.product.url}/new-report")
    took = float(await page.evaluate(_READY_AT))
    await context.close()
    return took


async def _paints(running: Stage, *flags: str) -> tuple[float, str]:
    """Return how many times as long the first paint takes with the worker, and both medians in words."""
    context = await _open(running, *flags)
    page = await _dashboard(running, context)
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    times: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(2 * PAINTS):
        is_without = bool(turn % 2)
        times[is_without].append(await _paint(running, page, session, is_without=is_without))
    await context.close()
    own, base = statistics.median(times[False]), statistics.median(times[True])
    return own / base, f"{own:.0f} / {base:.0f} ms"


async def _paint(running: Stage, page: Page, session: CDPSession, *, is_without: bool) -> float:
    await session.send("Network.setBypassServiceWorker", {"bypass": is_without})
    painted = await _when_painted(session)
    await page.goto(f"{running.product.url}/dashboard", wait_until="commit")
    await asyncio.wait_for(painted.wait(), 60)
    await chromium.loaded(page)
    return float(await page.evaluate(_PAINT))


async def _sizes(running: Stage, kept: list[str]) -> dict[str, int]:
    """Return how many bytes each of these files takes on the line, compressed as for a browser."""
    sizes = {}
    async with httpx.AsyncClient(base_url=running.product.url, headers={"Accept-Encoding": "gzip, br"}) as client:
        for address in kept:
            answer = (await client.get(address)).raise_for_status()
            sizes[Path(address).name] = int(answer.headers["content-length"])
    return sizes


def _spread(times: list[float]) -> str:
    return f"median of {len(times)}, {min(times):.0f} to {max(times):.0f} ms"


def _largest(sizes: dict[str, int]) -> str:
    name = max(sizes, key=lambda each: sizes[each])
    return f"the largest: {name}, {sizes[name] / 1024:.0f} KB"


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
