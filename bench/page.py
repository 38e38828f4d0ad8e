"""Bytes transferred and first contentful paint of our pages, compared with an empty plain Reflex page in the same run,
and the public ones with themselves as a file of HTML and CSS (``still``).

Every visit has an empty cache. First paint is measured on an emulated slow 4G line (150 ms, 1.6 Mbit/s), where a
visitor notices it; on loopback, for information, only the drawing itself is left, and the plain page draws one
heading. Nothing is asked of a page before the browser has said that it painted: the script that Playwright puts into a
page to find an element takes a slow processor 40 ms. The pages alternate, so that other load on the machine affects
all of them.
"""

import asyncio
import statistics
import sys
from dataclasses import dataclass

from playwright.async_api import Browser, CDPSession, Route

from . import plain, still
from .stage import Stage, say, stage
from .table import Figure, show

VISITS = 15
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
SLOWDOWN = 4  # times slower processor on the slow line

GOAL_BYTES, GOAL_FONTS_KB, GOAL_PAINT, GOAL_SHIFT, GOAL_STILL = 1.35, 80, 1.2, 0.02, 1.15
PUBLIC = ["/", "/prijzen"]

_PATIENCE = 20  # seconds until the first paint

#: Milliseconds from the start of navigation to the first contentful paint.
_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"

#: The layout shifts so far, which the browser kept.
_SHIFTS = """new Promise((resolve) => {
  new PerformanceObserver((list) => {
    resolve(list.getEntries().reduce((sum, entry) => sum + (entry.hadRecentInput ? 0 : entry.value), 0));
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => resolve(0), 500);
})"""


@dataclass(frozen=True)
class Visit:
    """The cost of one visit: bytes transferred (fonts, everything else), milliseconds to first paint, layout shift."""

    fonts: int
    others: int
    paint: float
    shift: float


async def main() -> bool:
    async with stage() as running:
        say("building the plain page")
        yardstick = plain.server(running.directory / "plain-app")
        beside = still.server(running.directory / "still", PUBLIC)
        try:
            yardstick.start()
            beside.start()
            pages = {
                "plain": (yardstick.url + "/", []),
                "/": (beside.url + "/", []),
                "/prijzen": (beside.url + "/prijzen", []),
                "/login": (running.product.url + "/login", []),
                "/dashboard": (running.product.url + "/dashboard", running.cookies),
            }
            alone = {still.address(page): (beside.url + still.address(page), []) for page in PUBLIC}
            return await _measure(running, pages, alone)
        finally:
            yardstick.stop()
            beside.stop()


async def _measure(running: Stage, pages: dict[str, tuple[str, list]], alone: dict[str, tuple[str, list]]) -> bool:
    slow: dict[str, list[Visit]] = {name: [] for name in [*pages, *alone]}
    fast: dict[str, list[Visit]] = {name: [] for name in pages}
    withheld: dict[str, list[Visit]] = {name: [] for name in pages}
    for turn in range(VISITS):
        say(f"visit {turn + 1} of {VISITS}")
        for name, (url, cookies) in pages.items():
            slow[name].append(await _visit(running.browser, url, cookies, line=SLOW_4G))
            fast[name].append(await _visit(running.browser, url, cookies))
            if turn < 3:
                withheld[name].append(await _visit(running.browser, url, cookies, line=SLOW_4G, without_fonts=True))
        for name, (url, cookies) in alone.items():
            slow[name].append(await _visit(running.browser, url, cookies, line=SLOW_4G))
    figures = []
    for name in list(pages)[1:]:
        figures += _compare(name, slow, fast, withheld)
    for page in PUBLIC:
        own, base = (statistics.median(visit.paint for visit in slow[name]) for name in (page, still.address(page)))
        beside = f"{own:.0f} / {base:.0f} ms"
        figures.append(Figure(f"{page}: first paint beside it as a file, slow 4G", own / base, "x", GOAL_STILL, beside))
    return show(f"Pages beside an empty plain Reflex page (median of {VISITS} visits, empty cache)", figures)


def _compare(name: str, slow: dict, fast: dict, withheld: dict) -> list[Figure]:
    def median(visits: list[Visit], what: str) -> float:
        return statistics.median(getattr(visit, what) for visit in visits)

    own, base = median(slow[name], "others"), median(slow["plain"], "others")
    figures = [
        Figure(f"{name}: bytes without fonts", own / base, "x", GOAL_BYTES, f"{own / 1024:.0f} / {base / 1024:.0f} KB"),
        Figure(f"{name}: fonts together", median(slow[name], "fonts") / 1024, " KB", GOAL_FONTS_KB),
        Figure(f"{name}: layout shift", max(visit.shift for visit in slow[name]), "", GOAL_SHIFT, "the worst visit"),
    ]
    for line, visits, goal in (
        ("slow 4G", slow, GOAL_PAINT),
        ("slow 4G, fonts withheld", {**withheld, "plain": slow["plain"]}, GOAL_PAINT),
        ("loopback", fast, GOAL_PAINT),
    ):
        own, base = median(visits[name], "paint"), median(visits["plain"], "paint")
        figures.append(Figure(f"{name}: first paint, {line}", own / base, "x", goal, f"{own:.0f} / {base:.0f} ms"))
    return figures


async def _visit(
    browser: Browser, url: str, cookies: list, *, line: dict | None = None, without_fonts: bool = False
) -> Visit:
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    try:
        await context.add_cookies(cookies)
        page = await context.new_page()
        release = asyncio.Event()
        if without_fonts:
            await page.route("**/*.woff2", lambda route: _hold(route, release))
        session = await context.new_cdp_session(page)
        sizes = await _count_bytes(session, line)
        painted = await _when_painted(session)
        await page.goto(url, wait_until="commit")
        await asyncio.wait_for(painted.wait(), _PATIENCE)
        release.set()
        await page.get_by_role("heading", level=1).first.wait_for()
        await page.wait_for_load_state("networkidle")
        fonts = sum(size for kind, size in sizes.values() if kind == "Font")
        others = sum(size for _, size in sizes.values()) - fonts
        return Visit(fonts, others, float(await page.evaluate(_PAINT)), float(await page.evaluate(_SHIFTS)))
    finally:
        await context.close()


async def _hold(route: Route, release: asyncio.Event) -> None:
    await release.wait()
    await route.continue_()


async def _count_bytes(session: CDPSession, line: dict | None) -> dict[str, tuple[str, int]]:
    """Let the browser count the bytes transferred over the wire, headers included."""
    await session.send("Network.enable")
    await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    if line:
        await session.send("Network.emulateNetworkConditions", line)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    kinds: dict[str, str] = {}
    sizes: dict[str, tuple[str, int]] = {}
    session.on("Network.requestWillBeSent", lambda event: kinds.update({event["requestId"]: event.get("type", "")}))
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update(
            {event["requestId"]: (kinds.get(event["requestId"], ""), int(event["encodedDataLength"]))}
        ),
    )
    return sizes


async def _when_painted(session: CDPSession) -> asyncio.Event:
    """Return what is set at the first contentful paint of the page that the browser goes to next."""
    painted = asyncio.Event()
    session.on("Page.lifecycleEvent", lambda event: painted.set() if event["name"] == "firstContentfulPaint" else None)
    await session.send("Page.enable")
    await session.send("Page.setLifecycleEventsEnabled", {"enabled": True})
    return painted


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
