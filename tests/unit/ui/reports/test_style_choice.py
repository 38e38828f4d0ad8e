"""The choice of the style above the microphone: one's own, for the next concept."""

import pytest

from tests.unit.ui.reports.tab import Tab
from voice_report.ui.pages.reports.new_report.choices import StyleState


@pytest.mark.usefixtures("fake_provider")
async def test_a_style_is_chosen_for_the_next_concept_and_kept(people):
    tab = await Tab.opened(people.user)
    assert (tab.style.name, [item.name for item in tab.style.items]) == (
        "Leesbaar",
        ["Letterlijk", "Netjes", "Leesbaar", "Vrij"],
    )
    await tab.press(StyleState.open_choice)
    assert tab.style.choosing
    await tab.press(StyleState.choose, "vrij")
    assert (tab.style.name, tab.style.choosing) == ("Vrij", False)
    for unknown in ("onzin", "", "VRIJ"):
        await tab.press(StyleState.choose, unknown)
        assert (tab.style.name, tab.toast.description) == ("Vrij", "Kies Letterlijk, Netjes, Leesbaar of Vrij.")
    other = await Tab.opened(people.user)
    assert (other.style.key, other.style.choosing) == ("vrij", False)


async def test_without_a_language_model_the_words_stay_the_speakers(people):
    tab = await Tab.opened(people.user)
    assert [item.key for item in tab.style.items] == ["letterlijk", "netjes"]
