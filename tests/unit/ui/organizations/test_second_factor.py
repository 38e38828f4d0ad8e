"""The cards about signing in: what an administrator chose and typed, and who has no second factor yet."""

from datetime import date, timedelta

import pytest

from tests.support import mailbox, tables
from tests.unit.services.factors.factors import require_from, set_up
from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.db.models import Organization
from voice_report.services.organizations import second_factor_policy
from voice_report.ui.islands.sign_in.factors.step_up import StepUpState
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.accounts.factor_notice import FactorNoticeState
from voice_report.ui.pages.organizations.factor_reset import FactorResetState
from voice_report.ui.pages.organizations.members import ColleaguesState, TeamState
from voice_report.ui.pages.organizations.second_factor import SecondFactorState, WithoutState

DAY = date(2026, 4, 1)


def form(**fields: str) -> dict[str, str]:
    return {"second-factor": "required", "second-factor-since": "01-04-2026", "remember-days": "7", **fields}


async def stored(people) -> Organization:
    return await tables.get(Organization, people.organization_id)


async def test_what_is_asked_is_saved_and_shown_again(wall_clock, people) -> None:
    page, toast = await page_of(SecondFactorState, people.admin)
    await press(SecondFactorState.load, page)
    assert (page.loaded, page.failed) == (True, False)
    assert (page.choice, page.since, page.remember_days, page.is_asked) == ("off", "", "0", False)
    assert [one["label"] for one in page.days] == ["Nooit", "1 dag", "7 dagen", "14 dagen", "30 dagen"]
    await press(SecondFactorState.save, page, form())
    assert toast.title == "Opgeslagen"
    assert (page.choice, page.since, page.remember_days, page.is_asked) == ("required", "01-04-2026", "7", True)
    assert (page.lacking, page.ready_share) == ("2 van 2", 0)
    row = await stored(people)
    assert (row.second_factor, row.second_factor_from, row.remember_days) == ("required", DAY, 7)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", second_factor_policy.NO_DAY),
        ("31-02-2026", "Vul een bestaande datum in: dd-mm-jjjj."),
        ("01-03-2026", second_factor_policy.PAST),
    ],
)
async def test_a_day_that_cannot_be_is_said_at_its_field(wall_clock, people, typed: str, sentence: str) -> None:
    page, toast = await page_of(SecondFactorState, people.admin)
    await press(SecondFactorState.load, page)
    before = page.round
    await press(SecondFactorState.save, page, form(**{"second-factor-since": typed}))
    assert (page.since_error, page.refused, page.round, toast.title) == (sentence, 1, before, "")
    assert (await stored(people)).second_factor == "off"


@pytest.mark.parametrize("who", ["user", "platform_admin"])
async def test_who_is_no_administrator_of_the_organization_sees_nothing(people, who: str) -> None:
    await require_from(people.organization_id, DAY)
    page, _ = await page_of(SecondFactorState, getattr(people, who))
    await press(SecondFactorState.load, page)
    assert (page.loaded, page.failed, page.choice) == (False, True, "off")
    assert (await page.get_state(WithoutState)).items == []


async def test_a_form_that_is_made_up_changes_nothing(wall_clock, people) -> None:
    page, toast = await page_of(SecondFactorState, people.admin)
    await press(SecondFactorState.load, page)
    await press(SecondFactorState.save, page, {"second-factor": "altijd", "remember-days": "9999"})
    assert toast.description == second_factor_policy.UNKNOWN
    await press(SecondFactorState.save, page, form(**{"remember-days": "9999"}))
    assert (await stored(people)).remember_days == 0


async def test_another_administrators_change_is_not_undone(wall_clock, people) -> None:
    page, toast = await page_of(SecondFactorState, people.admin)
    await press(SecondFactorState.load, page)
    await require_from(people.organization_id, DAY, sign_in_version=2)
    await press(SecondFactorState.save, page, form(**{"second-factor": "off"}))
    assert toast.description == second_factor_policy.STALE
    assert (await stored(people)).second_factor == "required"


async def test_the_dialog_for_a_code_comes_first(wall_clock, people) -> None:
    await set_up(people.admin)
    wall_clock.advance(minutes=10)
    page, _ = await page_of(SecondFactorState, people.admin)
    await press(SecondFactorState.load, page)
    await press(SecondFactorState.save, page, form())
    asked = await page.get_state(StepUpState)
    assert asked.request_id
    assert asked.reason == "Je stelt in hoe collega's inloggen."
    assert (await stored(people)).second_factor == "off"
    await set_up(people.user)
    team, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, team)
    dialog = await team.get_state(FactorResetState)
    await press(FactorResetState.ask, dialog, str(people.user.id))
    await press(FactorResetState.confirm, dialog)
    assert dialog.asked == str(people.user.id), "the question stays, for the press that is repeated"


async def test_who_has_none_is_reminded(wall_clock, people) -> None:
    await require_from(people.organization_id, DAY)
    await set_up(people.admin)
    page, toast = await page_of(WithoutState, people.admin)
    await press(WithoutState.load, page)
    [item] = page.items
    assert (item.name, item.initials, item.email, item.reminded, item.is_due) == (
        "Ursula Verzorger", "UV", people.user.email, "Nog niet herinnerd", True,
    )  # fmt: skip
    await press(WithoutState.remind, page, item.id)
    assert (toast.title, toast.description) == ("Herinnering verstuurd", "Ursula Verzorger")
    assert [(one.reminded, one.is_due) for one in page.items] == [("Herinnerd op 02-03-2026", False)]
    await press(WithoutState.remind_all, page)
    assert toast.description == second_factor_policy.NOBODY
    wall_clock.advance(timedelta(hours=11, minutes=59))
    await people.admin.call(second_factor_policy.list_without)
    assert len(await mailbox.delivered(people.user.email)) == 1


async def test_a_lost_factor_is_taken_away_after_a_question(wall_clock, people) -> None:
    await set_up(people.admin)
    await set_up(people.user)
    team, _ = await page_of(TeamState, people.admin)
    await press(TeamState.load, team)
    listed = await team.get_state(ColleaguesState)
    assert {one.name: one.resettable for one in listed.items} == {
        "Anna Beheerder": "", "Ursula Verzorger": "Tweede stap weghalen",
    }  # fmt: skip
    page = await team.get_state(FactorResetState)
    await press(FactorResetState.ask, page, str(people.user.id))
    await press(FactorResetState.keep, page)
    await press(FactorResetState.confirm, page)
    assert {one.resettable for one in listed.items} == {"", "Tweede stap weghalen"}, "nobody was asked about"
    await press(FactorResetState.ask, page, str(people.user.id))
    await press(FactorResetState.confirm, page)
    toast = await page.get_state(ToastState)
    assert (toast.title, page.asked) == ("Tweede stap weggehaald", "")
    assert {one.resettable for one in listed.items} == {"", "Nieuwe link sturen"}


async def test_the_notice_goes_when_it_is_closed_and_comes_back_with_another_choice(wall_clock, people) -> None:
    page, _ = await page_of(FactorNoticeState, people.user)
    await press(FactorNoticeState.load, page)
    assert page.text == ""
    await require_from(people.organization_id, second_factor="recommended", second_factor_from=None)
    await press(FactorNoticeState.load, page)
    assert page.text == "Je organisatie raadt het aan."
    await press(FactorNoticeState.close, page)
    assert page.text == ""
    await press(FactorNoticeState.load, page)
    assert page.text == ""
    await require_from(people.organization_id, DAY)
    await press(FactorNoticeState.load, page)
    assert page.text == "Vanaf 1 april 2026 heb je hem nodig om in te loggen."
    await set_up(people.user)
    await press(FactorNoticeState.load, page)
    assert page.text == ""
    other, _ = await page_of(FactorNoticeState, people.platform_admin)
    await press(FactorNoticeState.load, other)
    assert other.text == ""
