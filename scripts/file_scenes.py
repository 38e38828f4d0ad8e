"""The pictures of a chosen recording and of field profiles: what ``screenshots.py`` does there first."""

import itertools
import struct

from playwright.async_api import Page, expect

from bench.speaker import control
from bench.stage import Stage
from scripts.sign_in_scenes import Scenes
from tests.support import people as cast
from tests.support.fakes import sound
from voice_report.db import session as database
from voice_report.services.drafts import profiles
from voice_report.services.drafts.profiles import ProfileContent, ProfileField

_NAME = "Opname 12.m4a"
_OF_A_TEAM = ProfileContent(
    "Dossier wijkteam",
    [
        ProfileField("Bevindingen", ("Situatie", "Observaties"), headings=True, limit=1000),
        ProfileField("Handelingen", ("Uitgevoerde zorg",), limit=500),
        ProfileField("Vervolg", ("Evaluatie", "Afspraken en vervolg")),
    ],
)


async def scenes(running: Stage) -> Scenes:
    """Return the scenes by the name of the picture; the administrator of the pictures has a field profile."""
    await _make_profile(running.people.admin)
    person = await cast.make_user(await cast.make_organization("Zorg aan huis De Esdoorn", credits=10), "Ursula")
    await database.dispose()
    spoken, number = sound.encoded(sound.dictation(6), "mp4"), itertools.count()

    def memo() -> bytes:
        """Return a memo that was not written out before: with another empty box behind it."""
        return spoken + struct.pack(">I4sI", 12, b"free", next(number))

    async def picked(page: Page) -> None:
        await _choose(page, memo())

    async def busy(page: Page) -> None:
        await control(running, endpoint="speech", delay=8)
        await _choose(page, memo())
        await page.get_by_role("button", name="Verwerken").click()
        await page.get_by_text("Je kunt deze pagina sluiten; het gaat door").wait_for(timeout=120_000)

    async def failed(page: Page) -> None:
        await _choose(page, b"Geachte mevrouw, " * 100)
        await page.get_by_role("button", name="Verwerken").click()
        await expect(page.get_by_text("Dit bestand is geen geluidsopname.")).to_be_visible()

    return {
        "opname-kiezen": ("/new-report", person, picked),
        "opname-kiezen-bezig": ("/new-report", person, busy),
        "opname-kiezen-fout": ("/new-report", running.people.outsider, failed),  # who has no other file under way
        "veldprofielen": ("/veldprofielen", running.people.admin, _listed),
        "veldprofiel": ("/veldprofielen", running.people.admin, _edited),
    }


async def _make_profile(admin: cast.Person) -> None:
    user = await admin.current()
    await database.run_in_transaction(profiles.create, user, _OF_A_TEAM)
    await database.dispose()


async def _choose(page: Page, content: bytes) -> None:
    file = page.get_by_label("Opname kiezen")
    await file.set_input_files({"name": _NAME, "mimeType": "audio/mp4", "buffer": content})
    await expect(page.get_by_role("heading", name="Je gekozen opname")).to_be_focused()


async def _listed(page: Page) -> None:
    await expect(page.get_by_role("button", name="Dossier wijkteam")).to_be_visible()


async def _edited(page: Page) -> None:
    await _listed(page)
    await page.get_by_role("button", name="Dossier wijkteam").click()
    await expect(page.get_by_role("textbox", name="Naam", exact=True)).to_have_value("Dossier wijkteam")
