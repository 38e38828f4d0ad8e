"""The cards of keeping, the receipts, and what a draft and a report say of their term."""

import uuid
from datetime import UTC, date, datetime, timedelta

import pytest

from tests.support import tables
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report import clock
from voice_report.db import session as database
from voice_report.db.models import DeletionReceipt, LogSample, Organization, Report
from voice_report.services.privacy import privacy_file, retention, terms
from voice_report.services.privacy.terms import Term, Terms
from voice_report.ui.pages.privacy import countdown
from voice_report.ui.pages.privacy.proof_card import ProofState
from voice_report.ui.pages.privacy.receipts import ReceiptsState
from voice_report.ui.pages.privacy.terms_card import TermsState
from voice_report.ui.pages.reports.drafts import DraftsState


async def stored(people) -> Organization:
    return await tables.get(Organization, people.organization_id)


async def a_draft(people, days_ago: float) -> None:
    moment = clock.now() - timedelta(days=days_ago)
    own = {"user_id": people.user.id, "organization_id": people.organization_id, "is_draft": True}
    await tables.add(Report(**own, transcript="Mevrouw sliep goed.", created_at=moment, updated_at=moment))


FORM = {"term-drafts": "90", "term-transcript": "7", "term-archive": ""}


async def test_terms_are_saved_and_shown_again(people) -> None:
    page, toast = await page_of(TermsState, people.admin)
    await press(TermsState.load, page)
    assert page.chosen == {"drafts": "90", "transcript": "", "archive": ""}
    await press(TermsState.save, page, FORM)
    assert toast.title == "Opgeslagen"
    assert page.chosen == {"drafts": "90", "transcript": "7", "archive": ""}
    assert page.changed.endswith(people.admin.name)
    assert (await stored(people)).transcript_days == 7


async def test_a_shorter_term_is_asked_first(people) -> None:
    await a_draft(people, 40)
    page, toast = await page_of(TermsState, people.admin)
    await press(TermsState.load, page)
    await press(TermsState.save, page, {**FORM, "term-drafts": "30", "term-transcript": ""})
    assert page.asked.startswith("1 concept wordt vanaf ")
    assert page.lines[0].startswith("1 concept van 1 collega, de oudste van ")
    assert (await stored(people)).drafts_days == 90
    await press(TermsState.keep, page)
    await press(TermsState.confirm, page)
    assert (await stored(people)).drafts_days == 90, "the question was closed"
    await press(TermsState.save, page, {**FORM, "term-drafts": "30", "term-transcript": ""})
    await press(TermsState.confirm, page)
    row = await stored(people)
    assert (row.drafts_days, row.drafts_from is not None, toast.title) == (30, True, "Opgeslagen")


async def test_a_term_of_the_archive_needs_the_tick(people) -> None:
    page, _ = await page_of(TermsState, people.admin)
    await press(TermsState.load, page)
    await press(TermsState.save, page, {**FORM, "term-archive": "365"})
    assert page.elsewhere_error == terms.ELSEWHERE
    await press(TermsState.save, page, {**FORM, "term-archive": "365", "elsewhere": "on"})
    assert (await stored(people)).archive_days == 365


async def test_a_member_looks_without_the_name(people) -> None:
    page, _ = await page_of(TermsState, people.admin)
    await press(TermsState.load, page)
    await press(TermsState.save, page, FORM)
    seen, _ = await page_of(TermsState, people.user)
    await press(TermsState.load, seen)
    assert (seen.is_admin, seen.chosen) == (False, {"drafts": "90", "transcript": "7", "archive": ""})
    assert people.admin.last_name not in seen.changed


async def test_the_receipts_are_listed_and_checked(people) -> None:
    await a_draft(people, 100)
    await retention.run()
    page, _ = await page_of(ReceiptsState, people.admin)
    await press(ReceiptsState.load, page)
    (item,) = page.items
    assert (item.what, item.warning) == ("1 concept gewist", "")
    assert item.night.startswith("Nacht van ")
    page.shown.id = item.id
    await press(ReceiptsState.check, page)
    assert page.holds
    assert page.found.endswith("opnieuw geteld: er is niets van over, en het logboek sluit aan.")
    async with database.transaction() as session:
        row = await session.get_one(DeletionReceipt, uuid.UUID(item.id))
        row.body = row.body.replace('"draft": 1', '"draft": 3')
        session.add(row)
    await press(ReceiptsState.check, page)
    assert not page.holds
    assert page.found.endswith("dit bewijs is na het opstellen gewijzigd.")


async def test_a_draft_says_when_it_is_erased(people) -> None:
    for days_ago in (0, 84, 89.5):
        await a_draft(people, days_ago)
    page, _ = await page_of(DraftsState, people.user)
    await press(DraftsState.load, page)
    said = [(item.kept, item.is_soon) for item in page.items]
    assert said[0] == ("", False)
    assert said[1][0].startswith("Wordt over ")
    assert said[2][1]


@pytest.mark.parametrize(
    ("hours", "expected"),
    [
        (15 * 24 + 10, ("", False)),
        (14 * 24, ("Wordt over 14 dagen gewist", False)),
        (49, ("Wordt over 3 dagen gewist", False)),
        (48, ("Wordt over 2 dagen gewist", True)),
        (3, ("Wordt over 1 dag gewist", True)),
        (-1, ("Wordt vannacht gewist", True)),
    ],
)
def test_how_long_something_is_left(hours: int, expected: tuple[str, bool]) -> None:
    begin = datetime(2026, 3, 2, 2, 0, tzinfo=UTC)  # 03.00 in Amsterdam, like the night's work
    end = terms.erased_at(Term(20), begin)
    assert end is not None
    assert end == begin + timedelta(days=20)
    assert countdown.left(Term(20), begin, end - timedelta(hours=hours)) == expected


def test_what_a_report_says_of_its_transcript() -> None:
    now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
    found = Terms(Term(None), Term(7), Term(None), 1, None, None)
    assert countdown.of_report(found, now, None, now) == "Transcript wordt op 10 maart 2026 gewist"
    gone = countdown.of_report(found, now, now + timedelta(days=8), now + timedelta(days=9))
    assert gone == "Het transcript is op 10 maart 2026 gewist"
    assert countdown.of_report(Terms(Term(90), Term(None), Term(None), 1, None, None), now, None, now) == ""


async def test_the_card_says_what_waits_for_an_administrator(people) -> None:
    page, _ = await page_of(ProofState, people.admin)
    await press(ProofState.load, page)
    static = ("Invoer voor jullie register en DPIA", "Elke maand twintig regels van het logboek, om na te kijken")
    assert (page.is_admin, page.file, page.sample) == (True, *static)
    await privacy_file.current(await people.admin.current())
    own = {"organization_id": people.organization_id, "drawn_at": clock.now(), "head": 1}
    async with database.transaction() as session:
        session.add(LogSample(**own, month=date(2026, 8, 1), rows="[1]", signed_at=clock.now(), signed_by="Anna"))
        session.add(LogSample(**own, month=date(2026, 7, 1), rows="[]"))
        session.add(LogSample(**own, month=date(2026, 9, 1), rows="[1]"))
    await press(ProofState.load, page)
    assert (page.file, page.sample) == ("Versie 1, nog niet gezien", "September 2026 nog te ondertekenen")
    async with database.transaction() as session:
        await privacy_file.see(session, await people.admin.current(), 1)
        session.add(LogSample(**own, month=date(2026, 10, 1), rows="[1]"))
    await press(ProofState.load, page)
    assert (page.file, page.sample) == ("Versie 1, gezien", "2 maanden nog te ondertekenen")
    member, _ = await page_of(ProofState, people.user)
    await press(ProofState.load, member)
    assert (member.is_admin, member.file) == (False, "")
