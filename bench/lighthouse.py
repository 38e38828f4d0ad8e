"""Lighthouse's scores for the public pages, with the phone and slow line that it emulates: the median of a few runs.

Lighthouse is installed from npm at the first run and kept in ``var/``; only that run needs a registry, and later runs
need no network.
"""

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.async_api import async_playwright

from scripts.frontend import ROOT
from tests.support import browser as chromium
from tests.support import server as servers

from .stage import say
from .table import Figure, show

VERSION = "13"
HOME = ROOT / "var" / "lighthouse"
PAGES = ("/", "/prijzen")
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
GOAL_MISSING = 0  # points below 100
RUNS = 5
_PROGRAMS = Path(sys.executable).parent


async def main() -> bool:
    _install()
    async with async_playwright() as playwright:
        browser = chromium.executable(playwright)
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        product = servers.app_server(Path(name))
        try:
            product.start()
            figures = [figure for page in PAGES for figure in _score(product.url, page, browser, Path(name))]
        finally:
            product.stop()
    return show("Lighthouse: points missing from 100", figures)


def _install() -> None:
    if not (HOME / "node_modules" / "lighthouse").exists():
        say("installing Lighthouse")
        HOME.mkdir(parents=True, exist_ok=True)
        line = [_PROGRAMS / "npm", "install", "--no-audit", "--no-fund", "--prefix", HOME, f"lighthouse@{VERSION}"]
        subprocess.run(line, check=True, stdout=subprocess.DEVNULL)


def _score(url: str, page: str, browser: str, directory: Path) -> list[Figure]:
    say(page)
    runs = [_run(url + page, browser, directory / "report.json") for _ in range(RUNS)]
    scores = {name: round(statistics.median(run[name] for run in runs)) for name in CATEGORIES}
    return [
        Figure(f"{page}: {name}", 100 - score, "", GOAL_MISSING, f"{score} points") for name, score in scores.items()
    ]


def _run(url: str, browser: str, report: Path) -> dict[str, float]:
    line = [
        _PROGRAMS / "node",
        HOME / "node_modules" / "lighthouse" / "cli" / "index.js",
        url,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        f"--only-categories={','.join(CATEGORIES)}",
        "--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage",
    ]
    subprocess.run(line, check=True, env={**servers.clean_environment(), "CHROME_PATH": browser}, timeout=180)
    found = json.loads(report.read_text())["categories"]
    return {name: round(found[name]["score"] * 100) for name in CATEGORIES}


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
