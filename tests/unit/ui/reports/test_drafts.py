"""The list of drafts: one's own, newest first, page by page, and gone only after the question."""

from typing import Any

from tests.support.handlers import tab_of
from voice_report.db import session as database
from voice_report.services.drafts import deleted, drafts
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.reports.drafts import DraftsState


async def page_of(person=None) -> tuple[DraftsState, ToastState]:
    root = tab_of(person)
    return await root.get_state(DraftsState), await root.get_state(ToastState)


async def save(person, wall_clock, count: int) -> None:
    user = await person.current()
    for number in range(count):
        wall_clock.advance(minutes=1)
        await database.run_in_transaction(drafts.save_draft, user, transcript=f"Verslag {number}")


async def press(handler, *args):
    return await handler.fn(*args)


async def test_drafts_are_their_authors_alone_newest_first(wall_clock, people):
    await save(people.user, wall_clock, 3)
    theirs, _ = await page_of(people.outsider)
    await press(DraftsState.load, theirs)
    assert (theirs.loaded, theirs.items) == (True, [])
    page, _ = await page_of(people.user)
    await press(DraftsState.load, page)
    assert [item.title for item in page.items] == ["Verslag 2", "Verslag 1", "Verslag 0"]
    assert page.items[0].when == "Vandaag, 10.03 uur"
    assert page.items[0].href == f"/new-report?draft={page.items[0].id}"


async def test_more_is_loaded_below_until_there_is_no_more(wall_clock, people):
    await save(people.user, wall_clock, 23)
    page, _ = await page_of(people.user)
    await press(DraftsState.load, page)
    assert (len(page.items), page.following != "") == (20, True)
    await press(DraftsState.load_more, page)
    assert (len({item.id for item in page.items}), page.following) == (23, "")


async def test_a_draft_goes_only_after_the_question(wall_clock, people):
    await save(people.user, wall_clock, 2)
    page, toast = await page_of(people.user)
    await press(DraftsState.load, page)
    first = page.items[0].id
    await press(DraftsState.ask, page, first)
    assert page.asked_name == "‘Verslag 1’, vandaag, 10.02 uur,"
    await press(DraftsState.keep, page)
    await press(DraftsState.confirm, page)
    assert len(page.items) == 2
    await press(DraftsState.ask, page, first)
    await press(DraftsState.confirm, page)
    assert first not in [item.id for item in page.items]
    assert (toast.title, toast.description) == ("Concept verwijderd", "Je kunt het 30 dagen terugzetten.")


async def test_a_deleted_draft_is_restored_from_its_own_list_or_erased_after_another_question(wall_clock, people):
    await save(people.user, wall_clock, 2)
    page, toast = await page_of(people.user)
    await press(DraftsState.load, page)
    for item in list(page.items):
        wall_clock.advance(minutes=1)
        await press(DraftsState.ask, page, item.id)
        await press(DraftsState.confirm, page)
    assert page.removed != ""
    await press(DraftsState.show, page, "deleted")
    assert [(item.title, item.left) for item in page.items] == [
        ("Verslag 0", "Nog 30 dagen"),
        ("Verslag 1", "Nog 30 dagen"),
    ]
    await press(DraftsState.search, page, "verslag")
    last, first = page.items
    await press(DraftsState.restore, page, last.id)
    assert (toast.title, page.items, page.removed) == ("Concept teruggezet", [first], "")
    await press(DraftsState.restore, page, last.id)  # the second click of a double one
    assert (toast.description, toast.destructive) == ("Kon concept niet terugzetten.", True)
    await press(DraftsState.ask, page, first.id)
    assert page.consequence == " wordt definitief verwijderd."
    await press(DraftsState.show, page, "to_do")
    await press(DraftsState.confirm, page)
    assert [item.title for item in page.items] == ["Verslag 0"]
    await press(DraftsState.show, page, "deleted")
    await press(DraftsState.ask, page, first.id)
    await press(DraftsState.confirm, page)
    assert (toast.title, page.items) == ("Concept definitief verwijderd", [])


async def test_a_draft_that_was_deleted_elsewhere_gives_its_sentence(wall_clock, people):
    await save(people.user, wall_clock, 1)
    page, toast = await page_of(people.user)
    await press(DraftsState.load, page)
    await press(DraftsState.ask, page, page.items[0].id)
    await people.user.call(deleted.delete_draft, page.items[0].id)
    await press(DraftsState.confirm, page)
    assert (toast.title, toast.description, toast.destructive) == ("Fout", "Kon concept niet verwijderen.", True)


async def test_a_draft_that_is_not_in_the_list_cannot_be_asked_for(wall_clock, people):
    await save(people.user, wall_clock, 1)
    page, _ = await page_of(people.outsider)
    own, _ = await page_of(people.user)
    await press(DraftsState.load, own)
    await press(DraftsState.ask, page, own.items[0].id)
    assert page.asked == ""


async def test_what_was_copied_is_done_until_its_text_changes(db, wall_clock, people):
    user = await people.user.current()
    async with db.transaction() as session:
        words: dict[str, Any] = {"transcript": "Verslag", "structured_report": "## Situatie\n\nGoed geslapen."}
        draft = await drafts.save_draft(session, user, **words)
        await drafts.save_draft(session, user, transcript="Nog niets mee gedaan")
        wall_clock.advance(minutes=1)
        await drafts.note_copied(session, user, draft.id, draft.version)
    page, _ = await page_of(people.user)
    await press(DraftsState.load, page)
    assert [item.title for item in page.items] == ["Nog niets mee gedaan"]
    await press(DraftsState.show, page, "done")
    assert [(item.title, item.copied) for item in page.items] == [("Verslag", "Gekopieerd: vandaag, 10.01 uur")]
    await db.run_in_transaction(
        drafts.save_draft, user, draft_id=draft.id, **{**words, "structured_report": "## Situatie\n\nSlecht."}
    )
    await press(DraftsState.show, page, "done")
    assert page.items == []


async def test_drafts_are_found_by_their_words_and_their_client(db, people):
    user = await people.user.current()
    async with db.transaction() as session:
        for transcript, client_id in (("Café bezocht", None), ("Wond verzorgd", people.client_id), ("Gegeten", None)):
            await drafts.save_draft(session, user, transcript=transcript, client_id=client_id)
    page, _ = await page_of(people.user)
    await press(DraftsState.load, page)
    (with_client,) = [item for item in page.items if item.preview == "Wond verzorgd"]
    for query, found in (
        ("cafe", ["Café bezocht"]),
        (with_client.title.split()[0].upper(), [with_client.title]),
        ("x", []),
    ):
        await press(DraftsState.search, page, query)
        assert [item.title for item in page.items] == found


async def test_a_visitor_is_sent_to_the_sign_in_page(db):
    page, _ = await page_of()
    answer = await press(DraftsState.load, page)
    assert "/login" in str(answer)
    assert page.items == []
