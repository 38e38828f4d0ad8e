"""Loosening a colleague's work account from the list of users: asked first, and after a code."""

from sqlmodel import func, select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.factors.factors import require_provider, set_up
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db.models import LinkedIdentity
from voice_report.services.shared.identity import STEP_UP
from voice_report.ui.islands.sign_in.factors.step_up import StepUpState
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.organizations.factor_reset import UnlinkingState
from voice_report.ui.pages.organizations.members import ColleaguesState, TeamState


async def link(person: cast.Person) -> None:
    assert person.organization_id is not None
    known = {"organization_id": person.organization_id, "issuer": "https://inloggen.example", "subject": str(person.id)}
    await tables.add(LinkedIdentity(user_id=person.id, **known))


async def links() -> int:
    return await tables.row(select(func.count()).select_from(LinkedIdentity))


async def test_a_work_account_is_loosened_after_a_question_and_a_code(wall_clock, people) -> None:
    await set_up(people.admin)
    await require_provider(people.organization_id)
    for person in (people.admin, people.user):
        await link(person)
    team, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, team)
    listed = await team.get_state(ColleaguesState)
    assert {one.name: one.linked for one in listed.items} == {"Anna Beheerder": False, "Ursula Verzorger": True}
    page = await team.get_state(UnlinkingState)
    await press(UnlinkingState.confirm, page)
    await press(UnlinkingState.ask, page, str(people.user.id))
    await press(UnlinkingState.keep, page)
    await press(UnlinkingState.confirm, page)
    assert await links() == 2, "nobody was asked about"
    await press(UnlinkingState.ask, page, str(people.user.id))
    assert page.asked_name == "Ursula Verzorger"
    wall_clock.advance(STEP_UP)
    await press(UnlinkingState.confirm, page)
    assert (await links(), page.asked) == (2, str(people.user.id)), "the question stays, for the press that is repeated"
    asked = await page.get_state(StepUpState)
    assert asked.reason == "Je koppelt het werkaccount van iemand anders los."


async def test_s45_it_is_loosened_and_the_button_goes(wall_clock, people) -> None:
    await require_provider(people.organization_id)
    await set_up(people.admin)
    await link(people.user)
    team, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, team)
    page = await team.get_state(UnlinkingState)
    await press(UnlinkingState.ask, page, str(people.user.id))
    await press(UnlinkingState.confirm, page)
    toast = await page.get_state(ToastState)
    assert (toast.title, page.asked, await links()) == ("Werkaccount losgekoppeld", "", 0)
    assert not any(one.linked for one in (await team.get_state(ColleaguesState)).items)


async def test_s01_nobody_else_is_asked_or_loosens(people) -> None:
    await link(people.user)
    for person in (people.user, people.outsider, people.other_admin, people.platform_admin):
        page, _ = await page_of(UnlinkingState, person)
        await press(UnlinkingState.ask, page, str(people.user.id))
        assert (page.asked, page.asked_name) == ("", "")
        page.asked = str(people.user.id)
        await press(UnlinkingState.confirm, page)
    assert await links() == 1
