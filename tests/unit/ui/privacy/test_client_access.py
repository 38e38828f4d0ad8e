"""/inzage: the client of the dossier, functions at first, and a file."""

from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db import session as database
from voice_report.services.audit import trail
from voice_report.ui.pages.privacy import client_access
from voice_report.ui.pages.privacy.client_access import ClientAccessState
from voice_report.ui.shell.client_search import ChosenClientState


async def opened(people) -> tuple[ClientAccessState, object]:
    async with database.transaction() as session:
        for _ in range(3):
            await trail.record(session, await people.user.current(), "view", "dossier", client_id=people.client_id)
    page, toast = await page_of(ClientAccessState, people.admin)
    (await page.get_state(ChosenClientState))._client_id = people.client_id
    await press(ClientAccessState.load, page)
    return page, toast


async def test_it_shows_functions_until_names_are_asked_for(people) -> None:
    page, _ = await opened(people)
    assert [(item.who, item.what, item.about) for item in page.items] == [("Zorgmedewerker", "Bekeken", "Dossier")]
    assert page.items[0].repeated.startswith("3 keer, de eerste om ")
    assert people.client_id in page.client_about
    assert "Gemaakt op" in page.paper
    assert "een beheerder" in page.paper
    await press(ClientAccessState.show_names, page, True)
    assert people.user.name in [item.who for item in page.items]
    assert people.admin.name in page.paper
    await press(ClientAccessState.load, page)
    assert page.names, "the same client again"


async def test_a_wrong_period_changes_nothing_and_says_so(people) -> None:
    page, _ = await opened(people)
    before = (page.since, page.until, list(page.items))
    await press(ClientAccessState.choose_dates, page, {"since": "31-02-2026", "until": ""})
    assert (page.since, page.until, list(page.items)) == before
    assert (page.since_error, page.refused) == ("Vul een bestaande datum in: dd-mm-jjjj.", 1)
    await press(ClientAccessState.choose_dates, page, {"since": "", "until": "01-01-2020"})
    assert (page.items, page.since_error) == ([], "")


async def test_without_a_chosen_client_nothing_is_made(people) -> None:
    page, _ = await page_of(ClientAccessState, people.admin)
    await press(ClientAccessState.load, page)
    assert (page.loaded, page.client_name) == (True, "")


async def test_a_long_list_says_what_is_only_in_the_file(people, monkeypatch) -> None:
    monkeypatch.setattr(client_access, "MOST_LINES", 1)
    async with database.transaction() as session:
        await trail.record(session, await people.user.current(), "view", "client", client_id=people.client_id)
    page, _ = await opened(people)
    assert len(page.items) == 1
    assert page.more.startswith("Nog 1 regel staat alleen in het bestand.")


async def test_the_file_is_a_download(people) -> None:
    page, _ = await opened(people)
    event = await press(ClientAccessState.download, page)
    assert "inzage-" in str(event)
    assert ".csv" in str(event)
