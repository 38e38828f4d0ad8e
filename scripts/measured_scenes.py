"""The pictures of measured values: on the paper, copied as a field, asked when archiving, and over time."""

from datetime import datetime, timedelta

from playwright.async_api import Page, expect

from scripts.sign_in_scenes import Scenes
from tests.support import people as cast
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import Organization
from voice_report.services.archive import archive
from voice_report.services.drafts import drafts, profiles
from voice_report.services.drafts.profiles import ProfileContent, ProfileField

_CAME = "Bij mevrouw Voorbeeld geweest voor de dagelijkse controle."
_MEASURED = (
    "Bloeddruk zittend honderdzestig over achtennegentig, pols tachtig regulair. "
    "Saturatie 96 procent met 2 liter zuurstof. Zo'n driehonderd cc urine."
)
_UNSURE = "Temperatuur 385."
_CORRECTED = "Gewicht tweeënvijftig, nee, vierenvijftig kilo. Vorige week woog ze zesenvijftig kilo."
_AGREED = "Bellen bij een temperatuur boven de 38,5. Haar dochter had zelf 39 koorts."
_SAID = " ".join((_CAME, _MEASURED, _UNSURE, _CORRECTED, _AGREED))
_REPORT = (
    f"## Situatie\n\n{_CAME}\n\n## Observaties\n\n{_MEASURED} {_UNSURE} Gewicht vierenvijftig kilo. "
    f"Vorige week woog ze zesenvijftig kilo.\n\n## Afspraken en vervolg\n\n{_AGREED}\n"
)
_FIELDS = [
    ProfileField("Bevindingen", ("Situatie", "Observaties"), headings=True),
    ProfileField("Vitale functies", (), measurements=("blood_pressure", "heart_rate", "oxygen_saturation")),
    ProfileField("Vervolg", ("Evaluatie", "Afspraken en vervolg")),
    ProfileField("Overige metingen", (), measurements="all", limit=200),
]
#: Days ago, and what was said then.
_OVER_TIME = (
    (88, "Bloeddruk 138 over 82. Gewicht 57,1 kilo."),
    (52, "Bloeddruk 142 over 86. Gewicht 56,4 kilo."),
    (26, "Bloeddruk 144 over 84. Gewicht 55,8 kilo. Pols 76."),
    (21, "Bloeddruk 146 over 88 om kwart over acht vanmorgen. Gewicht 55,6 kilo. Pols 78."),
    (17, "Bloeddruk ongeveer 150 over 90. Temperatuur 37,2."),
    (12, "Bloeddruk zittend 151 over 92. Gewicht zo'n 55 kilo. Pols 81."),
    (8, "Bloeddruk 154 over 94. Gewicht 54,6 kilo."),
    (5, "Bloeddruk 149 over 91. Gewicht 54,2 kilo. Saturatie 96 procent."),
    (1, "Bloeddruk zittend 160 over 98 na het ontbijt. Gewicht 54 kilo. Pols 80 regulair."),
)


async def measured_scenes() -> Scenes:
    """Make an organization with measured values; return the scenes by the name of the picture."""
    person, admin, draft_id = await _make()
    paper = f"/new-report?draft={draft_id}"
    return {
        "metingen": (paper, person, _on_paper),
        "metingen-blad": (paper, person, _opened),
        "metingen-archief": (paper, person, _archiving),
        "metingen-klaar": ("/klaar", person, _as_fields),
        "metingen-veldprofiel": ("/veldprofielen", admin, _profile),
        "metingen-verloop": ("/dossier", person, _over_time),
        "metingen-verloop-gewicht": ("/dossier", person, _weight),
        "metingen-verloop-leeg": ("/dossier", person, _empty),
    }


async def _make() -> tuple[cast.Person, cast.Person, str]:
    there = await cast.make_organization("Zorggroep De Wilg", credits=42)
    admin = await cast.make_user(there, "Anna", "Beheerder", role="admin")
    person = await cast.make_user(there, "Ursula", "Verzorger")
    await cast.make_client(there, "C-1", "Cornelia", "Voorbeeld")
    await cast.make_client(there, "C-2", "Ria", "Verzonnen")
    async with database.transaction() as session:
        row = await session.get_one(Organization, there)
        row.plan, row.save_reports_to_archive = "mkb", True
        session.add(row)
    user = await person.current()
    for days, said in _OVER_TIME:
        await _archived(user, "C-1", said, clock.now() - timedelta(days=days))
    await _archived(user, "C-2", "Mevrouw was vrolijk.", clock.now())
    draft = await drafts.save(user, transcript=_SAID, structured_report=_REPORT, client_id="C-1")
    async with database.transaction() as session:
        made = await profiles.create(session, await admin.current(), ProfileContent("Dossier met metingen", _FIELDS))
        await profiles.choose(session, user, made.id)
    await database.dispose()
    return person, admin, str(draft.id)


async def _archived(user: object, client_id: str, said: str, at: datetime) -> None:
    await archive.save(user, client_id=client_id, transcript=said, structured_report=said, reported_at=at)  # type: ignore[arg-type]


async def _on_paper(page: Page) -> None:
    heading = page.get_by_role("heading", name="Metingen")
    await heading.wait_for()
    await heading.evaluate("(one) => one.scrollIntoView({ block: 'start' })")


async def _opened(page: Page) -> None:
    await _on_paper(page)
    await page.locator(".metingen .open").filter(has_text="Bloeddruk").click()
    await expect(page.get_by_role("complementary", name="Wat je zei")).to_be_visible()


async def _archiving(page: Page) -> None:
    await page.get_by_role("heading", name="Metingen").wait_for()
    await page.get_by_role("button", name="Opslaan in archief", exact=True).click()
    await expect(page.get_by_role("dialog", name="niet zeker")).to_be_visible()


async def _as_fields(page: Page) -> None:
    await expect(page.locator(".copy-rows")).to_contain_text("RR 160/98")


async def _profile(page: Page) -> None:
    await page.get_by_role("button", name="Dossier met metingen").click()
    await page.get_by_role("button", name="Vitale functies").first.click()
    await expect(page.get_by_role("radio", name="Metingen")).to_be_checked()


async def _over_time(page: Page, name: str = "Cornelia") -> None:
    await page.get_by_role("button", name=name).locator("visible=true").first.click()
    await page.get_by_role("tab", name="Metingen").click()
    await page.locator(".plot, .state-box").first.wait_for()


async def _weight(page: Page) -> None:
    await _over_time(page)
    await page.locator(".chip", has_text="Gewicht").click()
    await page.get_by_label("Periode").select_option("91")
    await expect(page.get_by_text("niets gezegd")).to_be_visible()


async def _empty(page: Page) -> None:
    await _over_time(page, "Ria")
