"""The page 'Sjablonen': its handlers, with what an administrator types and what the server says."""

import pytest

from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.reporting.templates import BUILT_IN, MAX_SECTIONS
from voice_report.services.drafts import templates
from voice_report.ui.pages.organizations.editors.templates import TemplatesState


async def editor(person):
    state, toast = await page_of(TemplatesState, person)
    await press(TemplatesState.load, state)
    return state, toast


async def typed(state, at: int, **parts: str) -> None:
    for part, value in parts.items():
        await press(TemplatesState.change_heading, state, state.rows[at].number, part, value)


@pytest.mark.parametrize("who", [None, "user", "platform_admin"])
async def test_s01_the_page_gives_nothing_to_who_is_no_administrator(people, who) -> None:
    state, _ = await editor(getattr(people, who) if who else None)
    await press(TemplatesState.start_new, state)
    assert (state.loaded, state.failed, state.rows, state.groups) == (False, True, [], [])


async def test_a_template_is_written_previewed_saved_chosen_and_removed(people) -> None:
    state, toast = await editor(people.admin)
    assert sum(len(group.lines) for group in state.groups) == len(BUILT_IN)
    await press(TemplatesState.start_new, state)
    await press(TemplatesState.change_name, state, "Wondzorg")
    await typed(state, 0, title="Wond", role="waarneming", hint="hoe de wond eruitziet.")
    await press(TemplatesState.add_row, state)
    await typed(state, 1, title="Vervolg", role="plan", form="lijst")
    assert state.preview.startswith("## Wond\n\n")
    assert "- Vrijdag verbinden we opnieuw." in state.preview
    await press(TemplatesState.move_row, state, state.rows[1].number, -1)
    await press(TemplatesState.save, state)
    assert (toast.title, state.own[0].note) == ("Sjabloon opgeslagen", "2 koppen, versie 1")
    assert [one.title for one in state.rows] == ["Vervolg", "Wond"]
    await press(TemplatesState.make_default, state)
    assert state.own[0].is_default
    await press(TemplatesState.archive, state)
    assert len(state.own) == 1  # nobody asked
    await press(TemplatesState.ask_archive, state)
    assert state.asking
    await press(TemplatesState.archive, state)
    assert (state.own, state.asked, toast.title) == ([], False, "Sjabloon verwijderd")
    assert (state.name, state.built_in, state.is_default) == ("Zorgrapportage", True, True)  # room beside the list


async def test_the_default_is_there_until_somebody_asks_and_what_was_typed_outlives_a_reconnection(people) -> None:
    state, _ = await editor(people.admin)
    assert (state.name, state.loaded, state.asked) == ("Zorgrapportage", True, False)
    await press(TemplatesState.select, state, "soep")
    await press(TemplatesState.copy_template, state)
    await press(TemplatesState.change_name, state, "Van ons")
    await press(TemplatesState.load, state)
    assert (state.name, state.asked) == ("Van ons", True)
    await press(TemplatesState.close, state)
    assert (state.name, state.asked) == ("Zorgrapportage", False)


async def test_what_is_wrong_stands_at_its_heading_and_what_was_typed_stays(people) -> None:
    state, _ = await editor(people.admin)
    await press(TemplatesState.start_new, state)
    await typed(state, 0, title="Wond", hint="Noem minstens drie kenmerken.")
    assert "'minstens'" in state.rows[0].error
    await press(TemplatesState.save, state)
    assert (state.own, state.error, state.rows[0].hint) == (
        [],
        "Naam is verplicht",
        "Noem minstens drie kenmerken.",
    )
    await typed(state, 0, hint="hoe de wond eruitziet.")
    assert state.rows[0].error == ""


async def test_a_built_in_template_is_copied_and_a_change_elsewhere_is_not_overwritten(people) -> None:
    state, toast = await editor(people.admin)
    await press(TemplatesState.select, state, "soep")
    assert state.built_in
    await press(TemplatesState.save, state)
    assert state.own == []
    await press(TemplatesState.copy_template, state)
    await press(TemplatesState.save, state)
    assert [line.name for line in state.own] == ["SOEP (huisarts, paramedisch) (kopie)"]
    other, _ = await editor(people.admin)
    await press(TemplatesState.select, other, state.editing)
    await press(TemplatesState.change_name, other, "Anders")
    await press(TemplatesState.save, other)
    await press(TemplatesState.change_name, state, "Nog anders")
    await press(TemplatesState.save, state)
    assert (toast.description, state.name) == (templates.STALE, "Nog anders")


async def test_made_up_arguments_change_nothing(people) -> None:
    state, _ = await editor(people.admin)
    await press(TemplatesState.start_new, state)
    before = list(state.rows)
    await press(TemplatesState.change_heading, state, before[0].number, "number", "7")
    await press(TemplatesState.move_row, state, 99, 1)
    await press(TemplatesState.move_row, state, before[0].number, -5)
    assert state.rows == before
    for _ in range(MAX_SECTIONS + 3):
        await press(TemplatesState.add_row, state)
    assert (len(state.rows), state.full) == (MAX_SECTIONS, True)


async def test_what_belongs_under_a_heading_is_guessed_until_somebody_says_it(people) -> None:
    state, _ = await editor(people.admin)
    await press(TemplatesState.start_new, state)
    await typed(state, 0, title="Morgen doen")
    assert (state.rows[0].role, state.rows[0].is_guessed) == ("plan", True)
    await typed(state, 0, title="Slaap")
    assert state.rows[0].role == "waarneming"
    await typed(state, 0, role="oordeel", hint="hoe de nacht ging")
    await typed(state, 0, title="Slaap en rust")
    assert (state.rows[0].role, state.rows[0].is_guessed) == ("oordeel", False)
    await press(TemplatesState.change_name, state, "Nacht")
    await press(TemplatesState.save, state)
    assert (state.rows[0].role, state.rows[0].is_guessed) == ("oordeel", False)


async def test_it_is_said_when_everything_comes_under_one_heading(people) -> None:
    state, _ = await editor(people.admin)
    await press(TemplatesState.start_new, state)
    await typed(state, 0, title="Blok A")
    await press(TemplatesState.add_row, state)
    await typed(state, 1, title="Morgen doen")
    assert state.takes_all == "Morgen doen"
    await typed(state, 0, role="waarneming")
    assert state.takes_all == ""
