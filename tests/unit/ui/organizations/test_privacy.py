"""/privacy-beheer: what an administrator chose and typed, and what other members see."""

from tests.support import tables
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db.models import Organization
from voice_report.services.processing import privacy_settings
from voice_report.ui.pages.organizations.privacy import PrivacyState

REASON = "Voor de proef tot het eind van het jaar."


async def stored(people) -> Organization:
    return await tables.get(Organization, people.organization_id)


async def test_a_choice_is_saved_and_shown_again(fake_provider, people) -> None:
    page, toast = await page_of(PrivacyState, people.admin)
    await press(PrivacyState.load, page)
    assert (page.loaded, page.is_admin, page.leaves, page.outside_text, page.floor) == (
        True,
        True,
        True,
        "plain",
        "all",
    )
    assert [one.where for one in page.engines] == ["in de Verenigde Staten, geen overeenkomst bekend"] * 2
    assert page.takes["all"] == ""
    assert page.takes["eu"].startswith("Dan is er geen spraakherkenning")
    await press(PrivacyState.save_text, page, {"outside_text": "never"})
    assert toast.title == "Opgeslagen"
    await press(PrivacyState.save_engines, page, {"floor": "local"})
    row = await stored(people)
    assert (page.outside_text, page.floor, row.outside_text, row.engine_floor) == ("never", "local", "never", "local")


async def test_other_dates_are_a_tick_of_the_card(fake_provider, people) -> None:
    page, _ = await page_of(PrivacyState, people.admin)
    await press(PrivacyState.load, page)
    await press(PrivacyState.save_text, page, {"outside_text": "pseudonymised", "masks_dates": "on"})
    assert (page.masks_dates, (await stored(people)).masks_dates) == (True, True)
    await press(PrivacyState.save_text, page, {"outside_text": "pseudonymised"})
    assert (page.masks_dates, (await stored(people)).masks_dates) == (False, False)


async def test_a_last_line_of_copied_text_is_a_card_of_its_own(fake_provider, people) -> None:
    page, toast = await page_of(PrivacyState, people.admin)
    await press(PrivacyState.load, page)
    await press(PrivacyState.save_copies, page, {"marks_copies": "on"})
    assert (page.marks_copies, (await stored(people)).marks_copies, toast.title) == (True, True, "Opgeslagen")
    await press(PrivacyState.save_copies, page, {})
    assert (page.marks_copies, (await stored(people)).marks_copies) == (False, False)


async def test_a_reason_that_is_too_short_is_said_at_its_field(fake_provider, people) -> None:
    page, _ = await page_of(PrivacyState, people.admin)
    await press(PrivacyState.load, page)
    await press(PrivacyState.save_text, page, {"outside_text": "never"})
    before = page.round
    await press(PrivacyState.save_text, page, {"outside_text": "plain", "reason": "kort", "decided_by": "Anna"})
    assert (page.reason_error, page.refused, page.round) == (privacy_settings.NO_REASON, 1, before)
    await press(PrivacyState.save_text, page, {"outside_text": "plain", "reason": REASON, "decided_by": ""})
    assert (page.reason_error, page.decided_error) == ("", "Wie besliste dit is verplicht")
    assert (await stored(people)).outside_text == "never"


async def test_a_page_that_is_stale_changes_nothing(fake_provider, people) -> None:
    page, _ = await page_of(PrivacyState, people.admin)
    other, toast = await page_of(PrivacyState, people.admin)
    await press(PrivacyState.load, page)
    await press(PrivacyState.load, other)
    await press(PrivacyState.save_engines, page, {"floor": "eu"})
    await press(PrivacyState.save_engines, other, {"floor": "local"})
    assert toast.description == privacy_settings.STALE
    assert (await stored(people)).engine_floor == "eu"


async def test_a_member_looks_without_the_reason(fake_provider, people) -> None:
    page, _ = await page_of(PrivacyState, people.admin)
    await press(PrivacyState.load, page)
    await press(PrivacyState.save_text, page, {"outside_text": "never"})
    await press(PrivacyState.save_text, page, {"outside_text": "plain", "reason": REASON, "decided_by": "Anna"})
    seen, _ = await page_of(PrivacyState, people.user)
    await press(PrivacyState.load, seen)
    assert (seen.is_admin, seen.outside_text, seen.reason, seen.decided_by) == (False, "plain", "", "")
    assert page.reason == REASON
