"""The card of words that are always or never replaced: lists, form, question, and who may."""

from tests.support import people as cast
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db import session as database
from voice_report.services.vocabulary import masking_words
from voice_report.ui.pages.privacy.masking_words import MaskingWordsState


async def opened(person):
    page, toast = await page_of(MaskingWordsState, person)
    await press(MaskingWordsState.load, page)
    return page, toast


async def add(page, word: str) -> None:
    await press(MaskingWordsState.start, page)
    await press(MaskingWordsState.save, page, {"maskingWord": word})


async def test_an_administrator_adds_changes_and_removes(people) -> None:
    page, toast = await opened(people.admin)
    await add(page, "Klaverhof")
    assert ([one.word for one in page.items], page.count, page.open, toast.title) == (
        ["Klaverhof"],
        1,
        False,
        "Woord toegevoegd",
    )
    await press(MaskingWordsState.edit, page, page.items[0].id)
    assert page.form.word == "Klaverhof"
    await press(MaskingWordsState.save, page, {"maskingWord": "Klaverveld"})
    assert [one.word for one in page.items] == ["Klaverveld"]
    await press(MaskingWordsState.ask, page, page.items[0].id)
    assert page.asked_name == "Klaverveld"
    await press(MaskingWordsState.confirm, page)
    assert (page.items, page.asked, toast.title) == ([], "", "Woord verwijderd")


async def test_what_is_refused_is_said_at_the_field(people) -> None:
    await cast.make_client(people.organization_id, "C-7", "Henk", "Bakker")
    page, _ = await opened(people.admin)
    await add(page, "geen")
    assert "ontkenning" in page.error
    assert page.open
    await press(MaskingWordsState.close, page)
    await press(MaskingWordsState.show, page, "keep")
    await add(page, "Bakker")
    assert page.error == "‘Bakker’ is of bevat de naam van een cliënt of collega. Die vervangen we altijd."


async def test_a_word_that_was_changed_meanwhile_is_not_removed(people) -> None:
    page, toast = await opened(people.admin)
    await add(page, "Klaverhof")
    await press(MaskingWordsState.ask, page, page.items[0].id)
    async with database.transaction() as session:
        await masking_words.change(session, await people.admin.current(), page.items[0].id, "Klaverveld")
    await press(MaskingWordsState.confirm, page)
    assert toast.description == masking_words.STALE
    assert [one.word for one in page.items] == ["Klaverveld"]


async def test_a_member_reads_only(people) -> None:
    admin, _ = await opened(people.admin)
    await add(admin, "Klaverhof")
    page, _ = await opened(people.user)
    assert ([one.word for one in page.items], page.is_admin) == (["Klaverhof"], False)
    await add(page, "Duwtje")
    await press(MaskingWordsState.ask, page, page.items[0].id)
    page.asked = page.items[0].id
    await press(MaskingWordsState.confirm, page)
    await press(MaskingWordsState.load, page)
    assert [one.word for one in page.items] == ["Klaverhof"]
