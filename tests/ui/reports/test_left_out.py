"""'Niet opgenomen uit je dictaat': seen, added, and gone; and where comparing does not work."""

import pytest

from tests.ui.reports.tab import Tab
from voice_report.errors import Unavailable
from voice_report.services.reports import drafts, evidence
from voice_report.ui.pages.reports.new_report.concept import ConceptState
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState
from voice_report.ui.pages.reports.new_report.left_out import LeftOutState
from voice_report.ui.pages.reports.new_report.state import WizardState

SAID = "Mevrouw had goed geslapen. De bloeddruk was 142 over 80. Morgen komt de fysiotherapeut langs."
REPORT = "## Situatie\n\nMevrouw had goed geslapen.\n\n## Observaties\n\nNiet besproken\n"


async def concept(db, person, report: str = REPORT) -> Tab:
    """Open a tab with a concept that leaves two of the three sentences out."""
    user = await person.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=SAID, structured_report=report)
    tab = await Tab.of(person, f"?draft={draft.id}")
    assert await tab.press(WizardState.load) == LeftOutState.look
    await tab.press(LeftOutState.look)
    return tab


async def test_what_the_report_leaves_out_is_named_and_added_as_it_was_said(db, people) -> None:
    tab = await concept(db, people.user)
    assert [one.text for one in tab.left_out.items] == split_off(SAID)[1:]
    for item in list(tab.left_out.items):
        await tab.press(LeftOutState.add, item.position)
        assert item.text in tab.draft.plain_report
    assert tab.left_out.items == []
    async with db.transaction() as session:
        stored = await drafts.get_draft(session, await people.user.current(), tab.draft.draft_id)
    assert stored.structured_report == tab.draft.report
    assert (await people.user.current()).organization.current_credits == 10


def split_off(text: str) -> list[str]:
    return [f"{one.rstrip('.')}." for one in text.split(". ")]


async def test_words_typed_meanwhile_stay(db, people) -> None:
    tab = await concept(db, people.user)
    await tab.press(ConceptState.show_view, "edit")
    edited = tab.draft.plain_report.replace("goed geslapen", "slecht geslapen")
    await tab.press(DraftState.change_report, edited, 5)
    await tab.press(LeftOutState.add, 1)
    assert "slecht geslapen" in tab.draft.report_text
    assert "142 over 80" in tab.draft.report_text


async def test_a_sentence_that_is_gone_is_said_and_nothing_changes(db, people) -> None:
    tab = await concept(db, people.user)
    await tab.press(LeftOutState.add, 9)
    assert tab.toast.description == "Deze zin staat niet meer in je dictaat."
    assert tab.draft.report == REPORT


async def test_a_draft_changed_in_another_window_is_not_overwritten(db, people) -> None:
    tab = await concept(db, people.user)
    async with db.transaction() as session:
        user = await people.user.current()
        await drafts.save_draft(
            session, user, draft_id=tab.draft.draft_id, transcript=SAID, structured_report="## Situatie\n\nAnders.\n"
        )
    await tab.press(ConceptState.show_view, "edit")
    await tab.press(DraftState.change_report, "Situatie\n\nHier getypt.", 5)
    await tab.press(LeftOutState.add, 1)
    assert "Hier getypt." in tab.draft.report_text
    async with db.transaction() as session:
        stored = await drafts.get_draft(session, user, tab.draft.draft_id)
    assert stored.structured_report == "## Situatie\n\nAnders.\n"


async def test_when_comparing_fails_the_report_is_there_and_it_says_so(db, people, monkeypatch) -> None:
    async def fails(*_):
        raise Unavailable("Het vergelijken is niet gelukt.")

    monkeypatch.setattr(evidence, "compare", fails)
    tab = await concept(db, people.user)
    assert (tab.left_out.items, tab.left_out.trouble) == ([], "Het vergelijken is niet gelukt.")
    assert tab.draft.report == REPORT
    monkeypatch.undo()


@pytest.mark.parametrize("handler", [LeftOutState.look, LeftOutState.add])
async def test_s01_a_stranger_sees_and_adds_nothing(db, people, handler) -> None:
    mine = await concept(db, people.user)
    theirs = await Tab.of(people.outsider, f"?draft={mine.draft.draft_id}")
    await theirs.press(handler, *([1] if handler is LeftOutState.add else []))
    assert theirs.left_out.items == []
    assert theirs.draft.transcript == ""
