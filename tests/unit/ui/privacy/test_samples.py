"""/steekproef: each row gets an answer, and the whole a signature."""

from datetime import UTC, datetime

from reflex.istate.data import RouterData

from tests.support import people as cast
from tests.support.handlers import cookie_header
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db import session as database
from voice_report.services.audit import samples, trail
from voice_report.ui.pages.privacy.samples import SampleState


async def test_it_is_answered_row_by_row_and_signed(db, wall_clock) -> None:
    wall_clock.set(datetime(2026, 10, 31, 20, tzinfo=UTC))
    people = await cast.make_people()
    async with database.transaction() as session:
        for who in (people.user, people.user, people.admin):
            await trail.record(session, await who.current(), "view", "dossier", client_id=people.client_id)
    page, toast = await page_of(SampleState, people.admin)
    wall_clock.set(datetime(2026, 11, 1, 0, 30, tzinfo=UTC))
    await press(SampleState.load, page)
    assert (page.items, page.loaded, page.about) == ([], True, "Oktober 2026.")
    await samples.draw_due()
    await press(SampleState.load, page)
    own = [item for item in page.items if item.is_own]
    others = [item for item in page.items if not item.is_own]
    assert (len(own), len(others), page.progress, page.may_sign, page.is_only_admin) == (
        1,
        2,
        "Nog 2 van 3",
        False,
        True,
    )
    await press(SampleState.judge, page, own[0].sequence, "fine")
    assert toast.description == samples.BY_ANOTHER
    await press(SampleState.judge, page, others[0].sequence, "fine")
    await press(SampleState.judge, page, others[1].sequence, "ask")
    await press(SampleState.comment, page, others[1].sequence, "Waarom?")
    assert [item.note for item in page.items if item.said == "ask"] == ["Waarom?"]
    assert (page.progress, page.may_sign) == ("3 van 3 bekeken", True)
    await press(SampleState.sign, page)
    assert page.signed.startswith(f"Ondertekend door {people.admin.name}, 01-11-2026")


async def test_a_month_that_nobody_signed_can_still_be_signed(db, wall_clock) -> None:
    wall_clock.set(datetime(2026, 9, 30, 10, tzinfo=UTC))
    people = await cast.make_people()
    user = await people.user.current()
    for month in (10, 11, 12):
        await database.run_in_transaction(trail.record, user, "view", "dossier", client_id=people.client_id)
        wall_clock.set(datetime(2026, month, 1, 9, tzinfo=UTC))
        await samples.draw_due()
    admin = await cast.make_user(people.organization_id, "Bea", "Tweede", role="admin")
    page, _ = await page_of(SampleState, admin)
    await press(SampleState.load, page)
    named = [(one.name, one.href, one.state) for one in page.others]
    assert (page.about, named[0]) == (
        "1 regel van november 2026. Niemand kiest welke.",
        ("oktober 2026", "/steekproef?maand=2026-10", "nog te ondertekenen"),
    )
    assert named[1][1] == "/steekproef?maand=2026-09"
    for address, title in (("2026-09", "september 2026"), ("2026-13", "november 2026"), ("2026-9", "november 2026"),
                           ("' or 1", "november 2026"), ("2019-01", "januari 2019")):  # fmt: skip
        headers = {"headers": {"cookie": cookie_header(admin.cookie)}, "asPath": f"/steekproef?maand={address}"}
        page.parent_state.router = RouterData.from_router_data(headers)
        await press(SampleState.load, page)
        assert page.about.removeprefix("1 regel van ").lower().startswith(f"{title}."), address
    assert (page.items, len(page.others)) == ([], 3), "a month without a sample leads to those with one"
    page.parent_state.router = RouterData.from_router_data(headers | {"asPath": "/steekproef?maand=2026-09"})
    await press(SampleState.load, page)
    await press(SampleState.judge, page, page.items[0].sequence, "fine")
    await press(SampleState.sign, page)
    assert page.signed.startswith(f"Ondertekend door {admin.name}, 01-12-2026")
    page.parent_state.router = RouterData.from_router_data(headers | {"asPath": "/steekproef"})
    await press(SampleState.load, page)
    assert [one.state for one in page.others] == ["nog te ondertekenen", "ondertekend"]
