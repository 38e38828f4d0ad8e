"""A device without a network (security.md S86), in every engine: opened there it records, and sends what it recorded
once the network is back; whatever happens in between, each sentence is written out once."""

import asyncio
import re
from collections.abc import Callable

import pytest
from sqlmodel import select

from tests.browsers.recording import one_sentence, talk, two_sentences
from tests.support import tables
from tests.support.cuttable import Cuttable
from tests.support.engines.screen import Screen
from tests.support.people import People, Person
from voice_report.db.models import Dictation, Report

#: Whether the worker answers for this page, and so has all its files.
IS_KEPT = "return navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller));"

#: Whether the caches have the files of this release, and of no other; what is served has the edition behind its name.
HAS_RELEASE = """const [name] = arguments;
return caches.keys().then((names) => names.length === 1 && names[0].startsWith(`shell-${name}-`));"""

#: Whether the caches have the files of the worker's list, and no other.
HAS_ITS_FILES = """const addresses = (requests) => requests.map(({ url }) => new URL(url).pathname);
const kept = caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
  .then((caches) => caches.flatMap(addresses).sort().join());
const listed = fetch("/sw.js")
  .then((answer) => answer.text())
  .then((text) => JSON.parse(/^const FILES = (.*);$/m.exec(text)[1]).map(([address]) => address).sort().join());
return Promise.all([kept, listed]).then(([kept, listed]) => kept === listed);"""

#: What a browser does when the network is back.
IS_BACK = "window.dispatchEvent(new Event('online')); return true;"

#: Takes away all that the site stored, as a browser does that needs the room.
EVICT = """const gone = (name) => new Promise((resolve) => {
  const request = indexedDB.deleteDatabase(name);
  request.onsuccess = request.onerror = resolve;
});
localStorage.clear();
return indexedDB.databases()
  .then((found) => Promise.all(found.map(({ name }) => gone(name))))
  .then(() => caches.keys())
  .then((names) => Promise.all(names.map((name) => caches.delete(name))))
  .then(() => true);"""

CAN_START = ("Je kunt gewoon opnemen.", "Voor het account", "Klaar om op te nemen")
WAITS = "return document.querySelectorAll('.to-send li').length"


async def written(db, person: Person) -> list[int]:
    """Return the numbers of the sentences in all reports of this person."""
    rows = await tables.rows(select(Report).where(Report.user_id == person.id))
    return sorted(int(number) for row in rows for number in re.findall(r"woord(\d{3})", row.transcript))


async def open_without_network(screen: Screen, network: Cuttable, path: str, *, restarted: bool = False) -> None:
    """Open a page without a network; ``restarted``: in a browser that was killed since it was online last."""
    await screen.until(IS_KEPT)
    network.cut()
    if restarted:
        await screen.restart()
    await screen.open(path)
    await screen.sees(*CAN_START)


@pytest.mark.usefixtures("_can_restart")
async def test_s86_killed_in_a_second_tab_and_with_a_new_release_each_sentence_is_written_once(
    people: People, db, signed_in: Callable, cookie_of: Callable, network: Cuttable, next_release: Callable
) -> None:
    screen: Screen = await signed_in(people.user)
    await open_without_network(screen, network, "/new-report", restarted=True)
    await talk(screen, two_sentences())
    await screen.restart()
    await screen.open("/opname")
    await screen.sees("Nog te versturen", "wacht op verbinding")
    await screen.engine.send(
        "AddCookie", cookie=cookie_of(people.user)
    )  # a killed browser may not have written it down
    release, _ = await asyncio.gather(next_release(), talk(screen, two_sentences(first=3)))
    talking = await screen.open_tab()
    await screen.open("/dashboard")
    await screen.sees("Nog te versturen", "wacht op verbinding")
    assert await screen.run(WAITS) == 1, "what the other tab records is not this one's"
    network.mend()
    await screen.until(IS_BACK)
    await screen.sees("Stap 2 van 3", "woord001", "woord002")
    await screen.until(HAS_RELEASE, release)
    await screen.go_to_tab(talking)
    await screen.until(IS_BACK)  # which a browser tells every tab
    await screen.press("Stop opname")
    await screen.sees("Stap 2 van 3", "woord003", "woord004")
    assert await written(db, people.user) == [1, 2, 3, 4]
    assert await screen.run(HAS_ITS_FILES), "S85: nothing else was kept by all that"


@pytest.mark.usefixtures("_can_record")
async def test_s86_another_user_of_the_device_neither_sees_nor_sends_it(
    people: People, db, signed_in: Callable, cookie_of: Callable, network: Cuttable
) -> None:
    screen: Screen = await signed_in(people.user)
    await open_without_network(screen, network, "/opname")
    await talk(screen, one_sentence())
    await screen.press("Stop opname")
    await screen.sees("Nog te versturen")
    await screen.engine.send("AddCookie", cookie=cookie_of(people.admin))
    network.mend()
    await screen.until(IS_BACK)
    await screen.sees("Deze opname hoort bij een ander account.")
    await screen.sees_no("Nog te versturen")
    assert await screen.run(WAITS) == 0
    await screen.open("/new-report")
    await screen.finds("button", "Start opname")
    await screen.sees_no("Niet-verzonden opname")
    assert await written(db, people.user) == await written(db, people.admin) == []
    assert await tables.rows(select(Dictation).where(Dictation.user_id == people.admin.id)) == []


async def test_s86_it_opens_without_a_network_and_after_signing_out_for_nobody(
    people: People, signed_in: Callable, network: Cuttable
) -> None:
    screen: Screen = await signed_in(people.user)
    await open_without_network(screen, network, "/new-report")
    network.mend()
    await screen.until(IS_BACK)
    await screen.finds("button", "Liever typen")  # it went on by itself
    await screen.engine.send("SetWindowRect", width=1200, height=900)
    initials = people.user.first_name[0] + people.user.last_name[0]
    await screen.press(f"{initials} {people.user.name}")
    await screen.press("Uitloggen", "menuitem")
    await screen.finds("link", "Inloggen")
    network.cut()
    await screen.open("/dashboard")
    await screen.sees("Log eerst in.", "Daarvoor is verbinding nodig.")
    await screen.sees_no("Voor het account")
    assert await screen.until("return document.querySelector('.record')?.getAttribute('aria-disabled')") == "true"


async def test_s86_what_the_browser_threw_away_is_told_and_what_the_page_has_is_sent(
    people: People, db, screen: Screen, signed_in: Callable, network: Cuttable
) -> None:
    if screen.engine.name == "webkit":
        pytest.skip("webkit: after this its recorder now and then gives no sound")
    await signed_in(people.user)
    await open_without_network(screen, network, "/new-report")
    await talk(screen, one_sentence())
    await screen.until(EVICT)
    await screen.sees("Dit toestel kan de opname niet bewaren", "Laat deze pagina open tot alles is verwerkt.")
    network.mend()
    await screen.until(IS_BACK)
    await screen.press("Stop opname")
    await screen.sees("Stap 2 van 3", "woord001")
    assert await written(db, people.user) == [1]
