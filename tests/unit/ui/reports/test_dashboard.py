"""The dashboard: the greeting of the hour, every variant of the credits card, and where one was."""

from datetime import UTC, datetime

import pytest

from tests.support import environment, tables
from tests.support.handlers import tab_of
from voice_report.db import session as database
from voice_report.db.models import ReportUsage
from voice_report.services.drafts import drafts, listing
from voice_report.ui.pages.reports.dashboard import CreditsCard, DashboardState, greeting, purse


async def dashboard_of(person) -> DashboardState:
    root = tab_of(person)
    state = await root.get_state(DashboardState)
    await DashboardState.load.fn(state)  # pyright: ignore[reportFunctionMemberAccess]
    return state


@pytest.mark.parametrize(
    ("credits", "card"),
    [
        (0, CreditsCard("0", "credits", "Koop credits om verder te gaan")),
        (1, CreditsCard("1", "credit", "Je credits raken op")),
        (4, CreditsCard("4", "credits", "Je credits raken op")),
        (5, CreditsCard("5", "credits", "Je hebt er genoeg")),
        (250, CreditsCard("250", "credits", "Je hebt er genoeg")),
        (-1, CreditsCard("∞", "Unlimited plan", "", unlimited=True)),
    ],
)
def test_every_balance_has_its_words(credits, card):
    assert purse(credits, None) == card


@pytest.mark.parametrize(
    ("personal", "words"),
    [(None, ""), (0, ""), (1, "1 persoonlijke credit"), (3, "3 persoonlijke credits"), (-1, "∞ persoonlijke credits")],
)
def test_personal_credits_are_named_when_there_are_any(personal, words):
    assert words in purse(10, personal).personal
    assert bool(purse(10, personal).personal) == bool(words)


@pytest.mark.parametrize(
    ("credits", "plan", "hint"),
    [
        (3, "trial", "Je eerste 3 rapportages zijn gratis. Geen kaart nodig."),
        (2, "trial", "Je credits raken op"),
        (3, "starter", "Je credits raken op"),
        (0, "trial", "Koop credits om verder te gaan"),
    ],
)
def test_who_has_all_free_reports_is_not_told_that_they_run_out(credits, plan, hint, monkeypatch):
    environment.use(monkeypatch, TRIAL_CREDITS="3")
    assert purse(credits, None, plan=plan).hint == hint


def test_nothing_is_promised_where_nothing_is_free(monkeypatch):
    environment.use(monkeypatch, TRIAL_CREDITS="0")
    assert purse(0, None, plan="trial").hint == "Koop credits om verder te gaan"


def test_who_has_credits_of_their_own_needs_to_buy_none():
    assert purse(0, 3).hint == ""
    assert purse(0, 0).hint == "Koop credits om verder te gaan"


@pytest.mark.parametrize(
    ("hour", "words"),
    [(4, "Fijne dienst"), (5, "Goedemorgen"), (10, "Goedemorgen"), (11, "Goedemiddag"), (17, "Goedenavond")],
)
def test_the_greeting_follows_the_dutch_clock_in_winter(hour, words):
    assert greeting(datetime(2026, 1, 5, hour, 30, tzinfo=UTC)) == words


async def test_the_dashboard_shows_where_one_was(wall_clock, people):
    user = await people.user.current()
    for words, client in (("Eerste", None), ("Tweede", people.client_id), ("Derde", None)):
        wall_clock.advance(minutes=1)
        await database.run_in_transaction(drafts.save_draft, user, transcript=words, client_id=client)
    state = await dashboard_of(people.user)
    assert (state.loaded, state.failed) == (True, False)
    assert state.greeting == f"Goedemorgen, {people.user.first_name}"
    assert state.place == f"{user.organization.name}, maandag 2 maart"
    assert (state.has_purse, state.purse.amount) == (True, "10")
    assert [(draft.client, draft.preview) for draft in state.drafts] == [("", "Derde"), ("Cor Voorbeeld", "Tweede")]
    assert state.clients == []


async def test_who_made_no_report_yet_is_shown_the_way(db, people):
    assert (await dashboard_of(people.user)).is_new
    await tables.add(ReportUsage(user_id=people.user.id, organization_id=people.organization_id))
    assert not (await dashboard_of(people.user)).is_new
    assert (await dashboard_of(people.admin)).is_new


async def test_a_platform_admin_has_no_credits_card(wall_clock, people):
    state = await dashboard_of(people.platform_admin)
    assert (state.loaded, state.has_purse) == (True, False)


async def test_a_failure_shows_the_error_state(wall_clock, people, monkeypatch):
    async def broken(*_args, **_kwargs):
        raise OSError("no disk")

    monkeypatch.setattr(listing, "list_previews", broken)
    state = await dashboard_of(people.user)
    assert (state.loaded, state.failed) == (False, True)


async def test_a_concept_that_is_still_to_be_copied_is_named_above(wall_clock, people):
    user = await people.user.current()
    assert (await dashboard_of(people.user)).dictated == ""
    made = await database.run_in_transaction(drafts.save_draft, user, transcript="Een", structured_report="Een")
    assert (await dashboard_of(people.user)).dictated == "Net gedicteerd"
    assert (await dashboard_of(people.admin)).dictated == ""
    made = await database.run_in_transaction(drafts.set_client, user, made.id, people.client_id)
    assert (await dashboard_of(people.user)).dictated == "Net gedicteerd: Cor Voorbeeld"
    await database.run_in_transaction(drafts.note_copied, user, made.id, made.version)
    assert (await dashboard_of(people.user)).dictated == ""
