"""Ten minutes of dictation without a network, in a browser that is killed twice meanwhile and gets a second tab and a
new release: how many sentences are lost, and how many are written out twice.

It takes as long as it says: ``python -m bench away firefox`` for another engine than Chromium.
"""

import asyncio
import os
import socket
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.browsers.recording import talk
from tests.browsers.test_offline import HAS_RELEASE, IS_BACK, open_without_network, written
from tests.support import people as cast
from tests.support import releases
from tests.support import server as servers
from tests.support.cuttable import Cuttable
from tests.support.engines.chromium import Chromium
from tests.support.engines.firefox import Firefox
from tests.support.engines.screen import Screen
from tests.support.fakes import sound
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions.sessions import cookie_name

from .stage import say as tell
from .table import Figure, show

ENGINES = {"chromium": Chromium, "firefox": Firefox}
PARTS, SECONDS = 3, 200  # recordings, and how long each is


async def main() -> bool:
    name = (sys.argv[1:] or ["chromium"])[0]
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as folder:
        directory = Path(folder)
        listening = socket.create_server(("127.0.0.1", servers.free_port()))
        address = f"http://localhost:{listening.getsockname()[1]}"
        provider = servers.fake_provider(directory)
        variables = {"APP_URL": address, "OFFLINE_PAGE": "on"}
        product = servers.app_server(directory, provider_url=provider.url, variables=variables)
        network = Cuttable(listening, int(product.environment["PORT"]))
        engine = ENGINES[name](directory / name)
        try:
            (directory / name).mkdir()
            provider.start()
            product.start()
            await network.start()
            await engine.start()
            await engine.begin()
            figures = await _measure(Screen(engine, address), network, product, directory)
        finally:
            await engine.stop()
            await network.stop()
            product.stop()
            provider.stop()
    return show(f"{PARTS * SECONDS // 60} minutes without a network, {name}", figures)


async def _measure(screen: Screen, network: Cuttable, product: servers.AppServer, directory: Path) -> list[Figure]:
    os.environ["DATABASE_URL"] = product.database_url
    settings.cache_clear()
    person = (await cast.make_people(credits=50)).user
    cookie = {"name": cookie_name(), "value": person.cookie, "path": "/", "httpOnly": True}
    await screen.be_narrow()
    await screen.sign_in_as(cookie)
    await screen.open("/dashboard")
    spoken, began = 0, time.monotonic()
    await open_without_network(screen, network, "/new-report", restarted=True)
    for part in range(PARTS):
        if part:
            await screen.restart()
            await screen.open("/opname")
            await screen.engine.send("AddCookie", cookie=cookie)
        samples, count = await asyncio.to_thread(sound.lasting, SECONDS, first=spoken + 1)
        spoken += count
        tell(f"recording {part + 1} of {PARTS}: {count} sentences")
        await talk(screen, samples)
    minutes = (time.monotonic() - began) / 60
    talking = await screen.open_tab()
    await screen.open("/dashboard")
    pages, release = releases.after(Path(product.environment["REFLEX_WEB_WORKDIR"]), directory / "release")
    product.environment = {**product.environment, "REFLEX_WEB_WORKDIR": str(pages)}
    product.restart()
    network.mend()
    back = time.monotonic()
    await screen.until(IS_BACK)
    await screen.sees("Stap 2 van 3")
    await screen.until(HAS_RELEASE, release)
    await screen.go_to_tab(talking)
    await screen.until(IS_BACK)  # which a browser tells every tab
    await screen.press("Stop opname")
    await screen.sees("Stap 2 van 3")
    took = time.monotonic() - back
    found = Counter(await written(session, person))
    await session.dispose()
    lost = [number for number in range(1, spoken + 1) if not found[number]]
    twice = [number for number, count in found.items() if count > 1]
    return [
        Figure("minutes from opening it to the last sentence", minutes),
        Figure("sentences spoken", spoken),
        Figure("sentences lost", len(lost), "", 0, str(lost or "")),
        Figure("sentences written twice", len(twice), "", 0, str(twice or "")),
        Figure("from the network back to the last text", took, " s", None, "a new release was installed meanwhile"),
    ]


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(main()) else 1)
