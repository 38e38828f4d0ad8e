"""The organization's style on the page 'Admin'."""

import pytest

from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.ui.pages.organizations.style import DefaultStyleState


@pytest.mark.usefixtures("fake_provider")
async def test_an_administrator_chooses_a_style_and_takes_it_away(people) -> None:
    page, toast = await page_of(DefaultStyleState, people.admin)
    await press(DefaultStyleState.load, page)
    assert (page.style, [one["label"] for one in page.options]) == ("", ["Letterlijk", "Netjes", "Leesbaar", "Vrij"])
    await press(DefaultStyleState.choose, page, "vrij")
    assert (page.style, toast.title) == ("vrij", "Manier van schrijven opgeslagen")
    await press(DefaultStyleState.choose, page, "onzin")
    assert (page.style, toast.description) == ("vrij", "Kies Letterlijk, Netjes, Leesbaar of Vrij.")
    await press(DefaultStyleState.choose, page, "")
    again, _ = await page_of(DefaultStyleState, people.admin)
    await press(DefaultStyleState.load, again)
    assert (page.style, again.style) == ("", "")


@pytest.mark.parametrize("who", [None, "user", "platform_admin"])
async def test_s01_nobody_else_reads_or_changes_it(people, fake_provider, who) -> None:
    page, _ = await page_of(DefaultStyleState, getattr(people, who) if who else None)
    await press(DefaultStyleState.load, page)
    await press(DefaultStyleState.choose, page, "vrij")
    assert (page.style, page.options) == ("", [])
