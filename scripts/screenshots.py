"""Take the pictures in ``docs/screenshots``: every page, on a phone and on a desktop, light and dark.

The product really runs, with invented people and the fake AI provider (``scenes.py``). Picture names as arguments limit
the run to those pictures. With ``--sizes all --out DIR`` each page is photographed in every size and colour there is a
promise about instead (``every_size.py``), in a directory outside the repository.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.async_api import Page, ViewportSize, expect

from bench.stage import Stage, say, stage
from scripts import every_size
from scripts.frontend import ROOT
from scripts.offline_scenes import NAMES, offline
from scripts.scenes import make_scenes, recording
from scripts.sign_in_scenes import Scene
from scripts.small_png import shrink
from tests.support import people as cast
from voice_report.services.sessions import sessions

SIZES: dict[str, ViewportSize] = {"390": {"width": 390, "height": 844}, "1440": {"width": 1440, "height": 900}}
SCHEMES = ("light", "dark")
#: Pictures of a page that cannot be opened again in another size; each of a scene is taken when one of them is asked.
TALKING = {recording: {"opname", "opname-begin"}, offline: NAMES}

#: The page that records without a network looks for the scheme once, when it opens.
_WEAR = """(scheme) => {
  document.documentElement.classList.remove("light", "dark");
  document.documentElement.classList.add(scheme);
}"""


async def main() -> None:
    asked = _arguments()
    asked.out.mkdir(parents=True, exist_ok=True)
    async with stage(credits=42, variables={"OFFLINE_PAGE": "on"}) as running:
        scenes = await make_scenes(running)
        for name, (path, person, prepare) in scenes.items():
            if asked.names and name not in asked.names:
                continue
            say(name)
            if asked.sizes == "all":
                page = await _open(running, person)
                try:
                    await _prepare(page, path, prepare)
                    await every_size.photograph(page, asked.out, name)
                finally:
                    await page.context.close()
                continue
            for size in SIZES:
                for scheme in SCHEMES:
                    await _take(running, asked.out, f"{name}-{size}-{scheme}", path, person, prepare, size, scheme)
        for talk, names in TALKING.items():
            if not asked.names or names & set(asked.names):
                say(talk.__name__)
                await talk(running, lambda page, name: _while_talking(page, asked, name))
        if asked.sizes == "all":
            await every_size.contact_sheets(running.browser, asked.out)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="names of pictures; all of them when there is none")
    parser.add_argument("--sizes", choices=("usual", "all"), default="usual")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "screenshots")
    asked = parser.parse_args()
    if asked.sizes == "all" and asked.out.resolve().is_relative_to(ROOT):
        parser.error("--sizes all makes hundreds of pictures: give a directory outside the repository with --out")
    return asked


async def _take(
    running: Stage,
    out: Path,
    name: str,
    path: str,
    person: cast.Person | None,
    prepare: Scene,
    size: str,
    scheme: str,
) -> None:
    page = await _open(running, person, viewport=SIZES[size], color_scheme=scheme)
    try:
        await _prepare(page, path, prepare)
        await page.screenshot(path=out / f"{name}.png", full_page=name.startswith("start-"))
        shrink(out / f"{name}.png")
    finally:
        await page.context.close()


async def _open(running: Stage, person: cast.Person | None, **options: Any) -> Page:
    options = {"viewport": SIZES["1440"], "reduced_motion": "reduce", **options}
    url = running.product.url
    context = await running.browser.new_context(base_url=url, locale="nl-NL", timezone_id="Europe/Amsterdam", **options)
    if person:
        await context.add_cookies([{"name": sessions.cookie_name(), "value": person.cookie, "url": url}])
    return await context.new_page()


async def _prepare(page: Page, path: str, prepare: Scene) -> None:
    await page.goto(path)
    await expect(page.get_by_role("heading", level=1).first).to_be_visible()
    await prepare(page)
    await page.mouse.move(0, 0)  # a button under it looks pressed
    await page.wait_for_load_state("networkidle")
    await page.evaluate("document.fonts.ready")
    await expect(page.get_by_text("Laden...")).to_have_count(0)


async def _while_talking(page: Page, asked: argparse.Namespace, name: str) -> None:
    """Photograph the page as it is; it cannot be opened again in another size."""
    await page.mouse.move(0, 0)  # a button under it looks pressed
    if asked.sizes == "all":
        await every_size.photograph(page, asked.out, name)
        return
    for size, viewport in SIZES.items():
        await page.set_viewport_size(viewport)
        for scheme in SCHEMES:
            await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            await page.evaluate(_WEAR, scheme)
            await page.wait_for_timeout(500)  # the colour transition takes a while
            path = asked.out / f"{name}-{size}-{scheme}.png"
            await page.screenshot(path=path)
            shrink(path)


if __name__ == "__main__":
    asyncio.run(main())
