"""/uitgaand: its headline, its table and the register of engines."""

from datetime import UTC, datetime

import pytest

from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.core import texts
from voice_report.integrations import egress as counting
from voice_report.services.processing.egress import Overview, OwnEgress
from voice_report.ui.pages.organizations.privacy import PrivacyState, left_line
from voice_report.ui.pages.platform.egress import EgressState, counted_line, headline

MOMENT = datetime(2026, 11, 12, 13, 3, tzinfo=UTC)


def test_the_headline() -> None:
    assert headline(Overview(MOMENT, MOMENT, (), ())) == "Niets verlaten sinds 12 november 2026, 14.03 uur"
    assert headline(Overview(None, None, (), ())) == "Nog niets geteld"


def test_the_line_of_an_organization() -> None:
    assert left_line(OwnEgress(MOMENT, 0, 0, ())) == "Niets verlaten sinds 12 november 2026, 14.03 uur."
    assert left_line(OwnEgress(MOMENT, 2, 1_450_000, ("a.example", "b.example"))) == (
        "Niets verlaten sinds 12 november 2026, 14.03 uur. "
        "In de laatste 30 dagen 2 keer, 1,4 MB, naar a.example en b.example."
    )
    assert left_line(OwnEgress(None, 0, 0, ())) == ""


def test_a_backup_that_was_put_back_is_told() -> None:
    told = "Er is een back-up teruggezet: wat er na het maken daarvan uitging, is niet geteld."
    assert left_line(OwnEgress(MOMENT, 0, 0, (), is_restored=True)).endswith(f"uur. {told}")
    counted = "Geteld sinds 12 november 2026, 14.03 uur."
    assert counted_line(Overview(MOMENT, MOMENT, (), ())) == counted
    assert counted_line(Overview(MOMENT, MOMENT, (), (), is_restored=True)) == f"{counted} {told}"


@pytest.mark.parametrize(
    ("amount", "words"),
    [(0, "0 bytes"), (999, "999 bytes"), (3200, "3 kB"), (1_000_000, "1,0 MB"), (1_234_567_890, "1,2 GB")],
)
def test_sizes(amount: int, words: str) -> None:
    assert texts.size(amount) == words


@pytest.mark.played_connection
async def test_s70_the_page_shows_what_left(people, fake_provider) -> None:
    await counting.count("mail", "mail.example", 1200)
    page, _ = await page_of(EgressState, people.platform_admin)
    await press(EgressState.load, page)
    assert page.loaded
    assert page.headline.startswith("Niets verlaten sinds ")
    ((line,), engines) = page.lines, page.engines
    assert (line.host, line.kind, line.connections, line.size) == ("mail.example", "Mail", "1", "1 kB")
    assert [fact for one in engines for fact in one.facts if fact[0] == "Adres"] == [["Adres", "127.0.0.1"]] * 2


async def test_s70_the_page_is_for_platform_admins(people) -> None:
    page, _ = await page_of(EgressState, people.admin)
    await press(EgressState.load, page)
    assert (page.loaded, page.headline) == (False, "")


async def test_members_see_the_line(people, fake_provider) -> None:
    page, _ = await page_of(PrivacyState, people.user)
    await press(PrivacyState.load, page)
    assert page.loaded
    assert page.left == "" or page.left.startswith("Niets verlaten sinds ")
