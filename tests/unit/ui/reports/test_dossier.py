"""The dossier's handlers, called as any client may call them, and what the page says when nothing can be read."""

import inspect
from datetime import UTC, datetime

import pytest

from tests.support import people as cast
from tests.support.handlers import tab_of
from voice_report.db.models import Report
from voice_report.services.archive import archive, dossier
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.reports.dossier.clients import DossierClientsState
from voice_report.ui.pages.reports.dossier.refiling import RefilingState
from voice_report.ui.pages.reports.dossier.state import DossierState

HOSTILE = (None, True, -1, 10**400, "", "\x00", "\ud800", "x" * 300_000, [], {"words": [1]}, "../../etc/passwd")


async def page_of(person=None) -> tuple[DossierState, ToastState]:
    root = tab_of(person)
    return await root.get_state(DossierState), await root.get_state(ToastState)


async def press(handler, *args):
    return await handler.fn(*args)


async def put(db, author: cast.Person, client_id: str, note: str = "Goed geslapen.") -> str:
    assert author.organization_id is not None
    async with db.transaction() as session:
        report = Report(
            user_id=author.id,
            organization_id=author.organization_id,
            client_id=client_id,
            transcript="ik zei het",
            structured_report=note,
            created_at=datetime(2026, 3, 1, 9, 5, tzinfo=UTC),
            reviewed_by=author.name,
            reviewed_at=datetime(2026, 3, 1, 9, 4, tzinfo=UTC),
        )
        session.add(report)
        await session.flush()
        await archive.recount(session, author.organization_id, [client_id])
    return str(report.id)


async def test_an_open_report_has_its_head_for_paper_and_no_id_of_a_person(db, people):
    await put(db, people.user, "C-1")
    page, _ = await page_of(people.admin)
    await press(DossierState.choose, page, "C-1")
    (item,) = page.items
    organization = (await people.admin.current()).organization
    assert (item.printed[0], item.printed[1]) == (page.client.name, organization and organization.name)
    assert (item.printed[2].startswith("Geboren op "), item.printed[3]) == (True, item.reference)
    await press(DossierState.toggle, page, item.id)
    assert page.items[0].printed == []


async def test_a_reports_words_are_on_the_page_only_while_it_is_open(db, people):
    report_id = await put(db, people.user, "C-1")
    page, _ = await page_of(people.admin)
    await press(DossierState.load, page)
    (item,) = page.items
    assert (item.when, item.author, item.report, item.transcript) == (
        "zo 1 maart 2026, 10.05 uur", people.user.name, "", "",
    )  # fmt: skip
    await press(DossierState.toggle, page, report_id)
    assert (page.items[0].report, page.items[0].transcript) == ("Goed geslapen.", "")
    assert page.items[0].reviewed == f"Nagekeken door {people.user.name}, 01-03-2026, 10.04 uur"
    await press(DossierState.toggle_transcript, page, report_id)
    assert page.items[0].transcript == "ik zei het"
    await press(DossierState.toggle, page, report_id)
    assert (page.items[0].report, page.items[0].transcript, page.items[0].reviewed) == ("", "", "")


async def test_s02_what_is_not_in_the_list_cannot_be_opened(db, people):
    report_id = await put(db, people.user, "C-1")
    own = await put(db, people.outsider, "C-1", "Anders.")
    page, toast = await page_of(people.outsider)
    await press(DossierState.load, page)
    await press(DossierState.toggle, page, report_id)
    await press(DossierState.toggle_transcript, page, report_id)
    assert [(item.id, item.open) for item in page.items] == [(own, False)]
    await press(DossierState.download, page, report_id, "docx")
    assert toast.description == "Rapportage niet gevonden"
    await cast.make_client(people.organization_id, "only-there")
    await put(db, people.user, "only-there")
    await press(DossierState.choose, page, "only-there")
    assert toast.description == "Cliënt niet gevonden"
    assert [item.id for item in page.items] == [own]


async def test_an_archive_that_cannot_be_read_says_so(db, people, monkeypatch):
    async def broken(*_args, **_options):
        raise OSError("the disk is gone")

    monkeypatch.setattr(dossier, "list_clients", broken)
    page, toast = await page_of(people.user)
    await press(DossierState.load, page)
    assert (page.loaded, page.failed) == (False, True)
    assert (toast.title, toast.destructive) == ("Fout bij laden", True)
    assert toast.description == "Kon rapportages niet laden. Probeer het later opnieuw."
    monkeypatch.undo()


async def test_more_is_loaded_below_and_a_reload_keeps_the_client(db, people):
    for _ in range(23):
        await put(db, people.user, "C-1")
    await cast.make_client(people.organization_id, "C-2")
    await put(db, people.user, "C-2")
    page, _ = await page_of(people.user)
    await press(DossierState.load, page)
    assert page.client.id == "C-2"
    await press(DossierState.choose, page, "C-1")
    assert (len(page.items), page.items[0].open, page.following != "") == (20, True, True)
    await press(DossierState.load_more, page)
    assert (len({item.id for item in page.items}), page.following) == (23, "")
    await press(DossierState.load, page)
    assert (page.client.id, len(page.items)) == ("C-1", 20)


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
async def test_s01_hostile_arguments_of_nobody_show_nothing_and_of_a_person_break_nothing(db, people, value):
    await put(db, people.user, "C-1")
    for person in (None, people.user):
        for name, handler in (*DossierState.event_handlers.items(), *DossierClientsState.event_handlers.items()):
            wants = list(inspect.signature(handler.fn).parameters)[1:]
            if not getattr(handler.fn, "wears_action", False):
                continue
            page, _ = await page_of(person)
            clients = await page.get_state(DossierClientsState)
            await handler.fn(clients if handler.state is DossierClientsState else page, *([value] * len(wants)))
            assert person is not None or (clients.items, page.items) == ([], []), name


async def test_an_own_period_is_between_two_dates_and_a_wrong_date_changes_nothing(db, people):
    report_id = await put(db, people.user, "C-1", "De knie is dik.")
    page, _ = await page_of(people.user)
    await press(DossierState.load, page)
    await press(DossierState.choose_period, page, "own")
    assert [item.id for item in page.items] == [report_id]  # no dates yet
    await press(DossierState.choose_dates, page, {"since": "2-3-2026", "until": "1-3-2026"})
    assert (page.since_error, page.until_error) == ("De begindatum ligt na de einddatum.", "")
    await press(DossierState.choose_dates, page, {"since": "x", "until": ""})
    assert (page.since_error, page.since, len(page.items)) == ("Vul een bestaande datum in: dd-mm-jjjj.", "", 1)
    await press(DossierState.choose_dates, page, {"since": "1-1-2020", "until": "2-1-2020"})
    assert (page.since_error, page.period, page.items) == ("", "own", [])
    await press(DossierState.choose_dates, page, {"since": "1-3-2026", "until": "01-03-2026"})
    await press(DossierState.find, page, {"words": "knie"})
    assert [item.id for item in page.items] == [report_id]


async def test_a_period_narrows_the_list_the_search_and_the_file(db, people):
    report_id = await put(db, people.user, "C-1", "De knie is dik.")
    page, toast = await page_of(people.user)
    await press(DossierState.load, page)
    await press(DossierState.choose_period, page, "week")
    assert (page.period, page.items) == ("week", [])
    await press(DossierState.find, page, {"words": "knie"})
    assert page.items == []
    await press(DossierState.choose_period, page, "")
    assert [item.id for item in page.items] == [report_id]
    await press(DossierState.download_all, page, "docx")
    assert toast.title == "Download gestart"


async def refiling(person) -> tuple[RefilingState, DossierState, ToastState]:
    page, toast = await page_of(person)
    return await page.get_state(RefilingState), page, toast


async def test_a_report_goes_to_the_client_that_was_chosen(db, people):
    await cast.make_client(people.organization_id, "C-9", "Ria", "Verzonnen")
    report_id = await put(db, people.user, "C-1")
    asking, page, toast = await refiling(people.admin)
    await press(DossierState.choose, page, "C-1")
    assert (page.items[0].may_move, page.items[0].may_take_back) == (True, False)
    await press(RefilingState.move, asking)
    await press(RefilingState.ask, asking, report_id)
    await press(RefilingState.search_clients, asking, "ria")
    for unknown in ("C-404", *HOSTILE):
        await press(RefilingState.choose, asking, unknown)
        assert asking.chosen == ""
    await press(RefilingState.choose, asking, "C-9")
    await press(RefilingState.move, asking)
    assert (toast.title, toast.description) == ("Verplaatst", "De rapportage staat nu bij Ria Verzonnen.")
    await press(DossierState.choose, page, "C-9")
    (item,) = page.items
    assert (item.id, item.refiled.split(",")[0]) == (report_id, f"Verplaatst door {people.admin.name}")


async def test_a_colleagues_report_offers_nothing_and_cannot_be_asked_for(db, people):
    report_id = await put(db, people.admin, "C-1")
    asking, page, toast = await refiling(people.user)
    await press(DossierState.choose, page, "C-1")
    assert (page.items[0].may_move, page.items[0].may_take_back) == (False, False)
    await press(RefilingState.take_back, asking, report_id)
    assert (toast.title, toast.destructive) == ("Kon rapportage niet terughalen", True)
    for made_up in HOSTILE:
        await press(RefilingState.ask, asking, made_up)
        assert asking.report_id == ""
