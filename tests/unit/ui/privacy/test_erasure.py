"""'Dossier wissen': the numbers first, the name typed, and the dossier without the client afterwards."""

from typing import Any

from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db import session as database
from voice_report.db.models import Client, MaskingWord, OwnWord, Report, masking_word_key
from voice_report.services.archive import archive
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.privacy.receipts import ReceiptsState
from voice_report.ui.pages.reports.dossier import DossierState
from voice_report.ui.pages.reports.dossier.erasure import ErasureState
from voice_report.ui.pages.reports.dossier.items import ClientItem


async def opened(people) -> tuple[ErasureState, ToastState]:
    await cast.make_client(people.organization_id, "C-77", "Toos", "Bloem")
    own = {"user_id": people.user.id, "organization_id": people.organization_id, "client_id": "C-77"}
    async with database.transaction() as session:
        session.add_all([Report(**own, transcript="Een."), Report(**own, transcript="Twee.", is_draft=True)])
        await session.flush()
        await archive.recount(session, people.organization_id, ["C-77"])
    page, toast = await page_of(ErasureState, people.admin)
    (await page.get_state(DossierState)).client = ClientItem("C-77", "Toos Bloem")
    await press(ErasureState.ask, page)
    return page, toast


async def there(table) -> list:
    return await tables.rows(select(table))


async def test_it_says_what_goes_and_wants_the_name(people) -> None:
    page, toast = await opened(people)
    assert (page.client_id, page.name) == ("C-77", "Toos Bloem")
    assert page.about.startswith("1 rapportage en 1 concept van 1 collega worden gewist")
    await press(ErasureState.confirm, page, {"typed-name": "Toos", "erase-reason": "client"})
    assert (page.typed_error[:12], page.reason_error, page.refused) == ("Typ de naam ", "", 1)
    await press(ErasureState.confirm, page, {"typed-name": "Toos Bloem", "erase-reason": ""})
    assert (page.typed_error, page.reason_error, page.refused) == ("", "Kies waarom.", 2)
    assert len(await there(Report)) == 2
    await press(ErasureState.confirm, page, {"typed-name": "toos bloem", "erase-reason": "client"})
    assert (await there(Report), page.client_id, toast.title) == ([], "", "Gewist")
    assert "C-77" in [row.id for row in await there(Client)]
    receipts, _ = await page_of(ReceiptsState, people.admin)
    await press(ReceiptsState.load, receipts)
    assert receipts.items[0].what == "Dossier van een cliënt: 1 concept en 1 rapportage gewist"


async def test_it_names_the_words_that_stay(people) -> None:
    own = {"organization_id": people.organization_id}
    async with database.transaction() as session:
        for word, rule in (("Bloem", "replace"), ("Klaver", "replace"), ("tante Toos", "keep")):
            session.add(MaskingWord(**own, word=word, word_key=masking_word_key(word), rule=rule))
        for word, kind in (("Toos", "naam"), ("bloem", "term")):
            keys: dict[str, Any] = {"word_key": word, "search_key": word, "heard_as": "[]", "status": "actief"}
            session.add(OwnWord(**own, word=word, kind=kind, **keys))
    page, _ = await opened(people)
    assert page.about.endswith(" In jullie lijsten met woorden blijft staan: ‘Bloem’, ‘Toos’, ‘tante Toos’.")


async def test_a_closed_question_erases_nothing(people) -> None:
    page, _ = await opened(people)
    await press(ErasureState.keep, page)
    await press(ErasureState.confirm, page, {"typed-name": "Toos Bloem", "erase-reason": "client", "with-client": "on"})
    assert len(await there(Report)) == 2


async def test_the_client_goes_too_when_the_tick_is_set(people) -> None:
    page, _ = await opened(people)
    await press(ErasureState.confirm, page, {"typed-name": "Toos Bloem", "erase-reason": "client", "with-client": "on"})
    assert "C-77" not in [row.id for row in await there(Client)]
