"""The switch for the monthly mail on the page 'Admin', and the same over the API."""

import pytest

from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.ui.pages.organizations.usage import MonthMailState

PATH = "/api/account/month-mail"


async def test_an_administrator_asks_for_it_and_stops_it(people, api) -> None:
    page, _ = await page_of(MonthMailState, people.admin)
    client = await api(people.admin)
    for wanted in (True, False):
        await press(MonthMailState.choose, page, wanted)
        again, _ = await page_of(MonthMailState, people.admin)
        await press(MonthMailState.load, again)
        assert (page.wanted, again.wanted, (await client.get(PATH)).json()) == (wanted, wanted, {"wanted": wanted})
    assert (await client.put(PATH, json={"wanted": True})).json() == {"success": True}
    await press(MonthMailState.load, page)
    assert page.wanted


@pytest.mark.parametrize("who", ["user", "platform_admin"])
async def test_s01_nobody_else_reads_or_changes_it(people, api, who) -> None:
    page, _ = await page_of(MonthMailState, getattr(people, who))
    await press(MonthMailState.choose, page, True)
    client = await api(getattr(people, who))
    answers = [await client.get(PATH), await client.put(PATH, json={"wanted": True})]
    assert (page.wanted, [answer.status_code for answer in answers]) == (False, [403, 403])
