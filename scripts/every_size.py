"""One page in every size and colour there is a promise about, and sheets to look at many of them at once.

Also reports what sticks out sideways: in no size a page may be wider than its window (WCAG 1.4.10).
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from bench.stage import say

#: Width and height in CSS pixels. 200 and 400 % of a window of 1280 x 1024 are half and a quarter of it.
SIZES = {
    "320": (320, 640),
    "390": (390, 844),
    "768": (768, 1024),
    "1440": (1440, 900),
    "844x390": (844, 390),
    "200pct": (640, 512),
    "400pct": (320, 256),
}
#: What a person sees at once: here it matters what sticks to the edges of the window. The others show all of the page.
_AS_SEEN = ("844x390", "200pct", "400pct")
_PAPER = (718, 1000)  # A4 within its margins, at 96 pixels per inch

#: Elements wider than the window, or words cut off within a button.
_WRONG = """() => {
    const name = (e) => `${e.tagName.toLowerCase()}.${e.className}: ${(e.innerText ?? "").slice(0, 40)}`;
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const cut = [...document.querySelectorAll("button, .button, h1, h2, h3, label")].filter((e) =>
        e.offsetParent && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible"
        && !e.classList.contains("visually-hidden"));
    const out = [...document.querySelectorAll("main *")].filter((e) =>
        e.getBoundingClientRect().right > innerWidth + 1);
    return [
        ...(wide > 0 ? [`${wide} px too wide: ${out.slice(0, 3).map(name).join("; ")}`] : []),
        ...cut.map((e) => `cut: ${name(e)}`),
    ];
}"""


async def photograph(page: Page, out: Path, name: str) -> None:
    """Photograph the page as it is in every size, light and dark, in forced colours and on paper."""
    for scheme in ("light", "dark"):
        for size, (width, height) in SIZES.items():
            await page.set_viewport_size({"width": width, "height": height})
            await _shot(page, out, name, f"{size}-{scheme}", full_page=size not in _AS_SEEN, color_scheme=scheme)
        for size in ("390", "1440"):
            await page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
            await _shot(page, out, name, f"forced-{size}-{scheme}", color_scheme=scheme, forced_colors="active")
    await page.set_viewport_size({"width": _PAPER[0], "height": _PAPER[1]})
    await _shot(page, out, name, "print", full_page=True, media="print", color_scheme="light")
    await page.emulate_media(media="screen", forced_colors="none", color_scheme="light")


async def _shot(page: Page, out: Path, name: str, look: str, *, full_page: bool = False, **media: Any) -> None:
    await page.emulate_media(**{"media": "screen", "forced_colors": "none", "reduced_motion": "reduce", **media})
    await page.wait_for_timeout(250)  # the colour transition takes a while
    for line in await page.evaluate(_WRONG):
        say(f"{name} {look}: {line}")
    await page.screenshot(path=out / f"{name}--{look}.png", full_page=full_page)


async def contact_sheets(browser: Browser, out: Path) -> None:
    """Put the pictures of each size and colour together on sheets."""
    page = await browser.new_page(viewport={"width": 1600, "height": 900})
    for sheet, picture in _sheets(out):
        await page.goto(sheet.as_uri())
        await page.screenshot(path=picture, full_page=True)
    await page.close()


def _sheets(out: Path) -> Iterator[tuple[Path, Path]]:
    """Write each sheet as a page; yield it, with the path for its picture."""
    page = out / "sheet.html"
    for look in sorted({path.stem.split("--")[1] for path in out.glob("*--*.png")}):
        files = sorted(out.glob(f"*--{look}.png"))
        narrow = look.startswith(("320", "390", "400", "forced-390"))
        columns, height = (8, 620) if narrow else (4, 440)
        of_one = (6 if any(look.startswith(size) for size in _AS_SEEN) else 2) * columns
        style = (
            f"body {{ margin: 4px; display: grid; grid-template-columns: repeat({columns}, 1fr); gap: 6px;"
            " font: 11px sans-serif; background: #888 } figure { margin: 0 }"
            f" img {{ width: 100%; max-height: {height}px; object-fit: cover; object-position: top }}"
        )
        for number, first in enumerate(range(0, len(files), of_one)):
            figures = "".join(
                f"<figure><img src='{path.resolve().as_uri()}'><figcaption>{path.stem}</figcaption></figure>"
                for path in files[first : first + of_one]
            )
            page.write_text(f"<style>{style}</style>{figures}")
            yield page.resolve(), out / f"sheet-{look}-{number}.png"
    page.unlink(missing_ok=True)
