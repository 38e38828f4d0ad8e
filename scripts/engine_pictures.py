"""Take the pictures of three engines side by side (``docs/screenshots/motoren-*.png``), each 390 pixels wide.

Needs what ``tests/browsers`` needs for WebKit, and Debian's ``gir1.2-webkit2-4.1`` and ``python3-gi`` for a window that
is narrow enough (``narrow_webkit.py``).
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.stage import Stage, say, stage
from scripts import scene_data as data
from scripts.frontend import ROOT
from scripts.small_png import shrink
from tests.support.engines.chromium import Chromium
from tests.support.engines.firefox import Firefox
from tests.support.engines.screen import Screen
from tests.support.engines.webkit import WebKit
from voice_report.services.sessions import sessions

WIDTH, HEIGHT = 390, 844
OUT = ROOT / "docs" / "screenshots"

#: The part of Firefox's own window that shows the page: the window itself does not become so narrow.
_NARROW = """const [width, height] = arguments;
const { style } = gBrowser.selectedBrowser;
Object.assign(style, { flex: "none", width: `${width}px`, minWidth: "0", height: `${height}px` });"""

_SIZE = "return [innerWidth, innerHeight].join(' x ')"
_IS_DRAWN = """return document.fonts.ready.then(() => !document.body.innerText.includes("Laden...")
  && Boolean(document.querySelector("main h1")) && !document.querySelector("main [aria-busy=true]"));"""


class NarrowWebKit(WebKit):
    window, flags = "narrow", ()

    @property
    def binary(self) -> str:
        """The script that makes that window."""
        return str(ROOT / "scripts" / "narrow_webkit.py")


async def main() -> None:
    async with stage(credits=42) as running:
        report = await data.make_drafts(running)
        scenes = {  # by name: the page, and what it shows last
            "dashboard": ("/dashboard", "Alle concepten"),
            "opname": ("/new-report", "Liever typen"),
            "concept": (f"/new-report?draft={report}", "Nagekeken"),
        }
        found: dict[str, dict[str, tuple[str, str]]] = {name: {} for name in scenes}
        for kind in (Chromium, Firefox, NarrowWebKit):
            folder = running.directory / kind.__name__
            folder.mkdir()
            engine = kind(folder)
            try:
                await engine.start()
                await engine.begin()
                screen = Screen(engine, running.product.url)
                await _narrow(screen)
                cookie = {"name": sessions.cookie_name(), "value": running.person.cookie, "path": "/", "httpOnly": True}
                await screen.sign_in_as(cookie)
                for name, (path, words) in scenes.items():
                    say(f"{engine.name}: {name}")
                    await screen.open(path)
                    await screen.sees(words)
                    await screen.until(_IS_DRAWN)
                    picture = await engine.send("TakeScreenshot")
                    found[name][engine.name] = (picture, await screen.run(_SIZE))
            finally:
                await engine.stop()
        for name, pictures in found.items():
            await _side_by_side(running, OUT / f"motoren-{name}.png", pictures)


async def _narrow(screen: Screen) -> None:
    if screen.engine.name == "firefox":
        await screen.engine.send("SetWindowRect", width=600, height=1100)
        await screen.engine.send("Marionette:SetContext", value="chrome")
        await screen.run(_NARROW, WIDTH, HEIGHT)
        await screen.engine.send("Marionette:SetContext", value="content")
    else:
        await screen.engine.send("SetWindowRect", width=WIDTH, height=HEIGHT)


async def _side_by_side(running: Stage, path: Path, pictures: dict[str, tuple[str, str]]) -> None:
    """Put the pictures of the engines on one sheet, each under its engine's name and the size that the page had."""
    figures = "".join(
        f'<figure><figcaption>{name}, {size}</figcaption><img src="data:image/png;base64,{picture}"></figure>'
        for name, (picture, size) in pictures.items()
    )
    style = (
        "body{display:flex;gap:16px;margin:16px;font:14px sans-serif}figure{margin:0}"
        f"img{{border:1px solid #999;width:{WIDTH}px;height:{HEIGHT}px;object-fit:cover;object-position:top}}"
    )
    page = await running.browser.new_page(viewport={"width": 3 * WIDTH + 70, "height": HEIGHT + 60})
    await page.set_content(f"<style>{style}</style>{figures}")
    await asyncio.to_thread(path.write_bytes, await page.screenshot())
    await page.close()
    shrink(path)


if __name__ == "__main__":
    asyncio.run(main())
