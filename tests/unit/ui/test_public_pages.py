"""The public pages' states and files: today's date, buying where payment is not set up, sitemap and robots."""

import json
import re
from datetime import UTC, datetime

import av
import pytest

from tests.conftest import ROOT
from tests.support import environment
from voice_report.errors import Invalid, Unavailable
from voice_report.integrations.structuring import local
from voice_report.reporting.templates import DEFAULT
from voice_report.services.billing import checkout, plans
from voice_report.services.dictation import example
from voice_report.ui.pages.billing import pricing
from voice_report.ui.pages.public import help, home, not_found, privacy, terms
from voice_report.ui.pages.public.legal import LegalState
from voice_report.ui.shell import routes, site_map


async def test_the_date_of_the_legal_pages_is_that_of_the_visit_on_a_dutch_calendar(wall_clock):
    state = LegalState(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    wall_clock.set(datetime(2031, 1, 1, 23, 30, tzinfo=UTC))
    await LegalState.show_today.fn(state)  # pyright: ignore[reportFunctionMemberAccess]
    assert state.updated == "02-01-2031"


@pytest.mark.parametrize("package", [plan.id for plan in plans.for_sale()])
async def test_buying_says_that_payment_is_not_set_up(people, package):
    with pytest.raises(Unavailable, match=r"Online betalen staat op deze installatie nog niet aan\."):
        await checkout.start(await people.user.current(), package)


@pytest.mark.parametrize("package", ["trial", "", "bestaat-niet", "x" * 10_000, "<b>", "' or 1=1"])
async def test_nothing_else_is_for_sale(people, package):
    with pytest.raises(Invalid):
        await checkout.start(await people.user.current(), package)


@pytest.mark.parametrize("show", [home.home, pricing.prijzen, privacy.privacy, terms.terms, not_found.before_scripts])
def test_an_installation_with_another_name_is_called_by_it(monkeypatch, show):
    environment.use(monkeypatch, APP_NAME="Zorgwoord", CONTACT_EMAIL="info@zorgwoord.example")
    shown = str(show())
    assert "Zorgwoord" in shown
    assert "Spraakrapport" not in shown


def test_no_text_sends_anybody_to_a_lock_that_only_some_browsers_show():
    sources = [path for path in (ROOT / "voice_report" / "ui").rglob("*") if path.suffix in (".py", ".js", ".jsx")]
    assert len(sources) > 100
    assert [path.name for path in sources if "slotje" in path.read_text(encoding="utf-8")] == []


def test_the_help_says_how_to_paste_without_the_style_that_safari_copies_along():
    assert "Plakken zonder opmaak" in str(help.hulp())


def test_the_sitemap_has_the_public_pages_at_our_address_and_no_others(monkeypatch):
    environment.use(monkeypatch, APP_URL="https://spraak.example/")
    places = re.findall("<loc>(.*)</loc>", site_map.sitemap())
    paths = ("/", "/prijzen", "/register", "/login", "/hulp", "/privacyverklaring", "/algemene-voorwaarden")
    assert places == [f"https://spraak.example{path}" for path in paths]
    assert "Sitemap: https://spraak.example/sitemap.xml" in site_map.robots().splitlines()
    assert "Disallow: /" not in site_map.robots().splitlines()


def test_the_example_is_what_the_local_engine_makes_of_the_dictation_that_is_played():
    said = " ".join(str(one["text"]) for one in example.SENTENCES)
    placed = [(text, section.title) for text, section in local.place(said, DEFAULT)]
    assert [(one["text"], one["heading"]) for one in example.SENTENCES] == placed
    with av.open(str(ROOT / "assets" / example.SOUND.lstrip("/"))) as sound:
        seconds = (sound.duration or 0) / av.time_base
    assert seconds == pytest.approx(float(example.SENTENCES[-1]["until"]), abs=0.1)


def test_the_web_manifest_names_pictures_that_exist():
    manifest = json.loads((ROOT / "assets" / "site.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["lang"], manifest["start_url"]) == ("nl", "/dashboard")
    assert (manifest["id"], manifest["scope"]) == ("/dashboard", "/")
    known = {value for name, value in vars(routes).items() if name.isupper()}
    assert {manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])} <= known
    purposes = [picture.get("purpose", "any") for picture in manifest["icons"]]
    assert set(purposes) == {"any", "maskable"}, "one that is cut to a shape is told apart from the plain ones"
    for picture in manifest["icons"]:
        file = ROOT / "assets" / picture["src"].lstrip("/")
        assert file.stat().st_size
        if file.suffix == ".png":
            header = file.read_bytes()[16:24]
            size = f"{int.from_bytes(header[:4])}x{int.from_bytes(header[4:])}"
            assert size == picture["sizes"]
    assert (ROOT / "assets" / "og.png").read_bytes()[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)
