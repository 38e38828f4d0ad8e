"""The page 'Veldprofielen': its handlers, with what an administrator types and what the server says."""

import pytest

from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.services.drafts import profiles
from voice_report.ui.pages.organizations.editors.profiles import ProfilesState


async def editor(person):
    state, toast = await page_of(ProfilesState, person)
    await press(ProfilesState.load, state)
    return state, toast


async def typed(state, at: int, **parts: str) -> None:
    for part, value in parts.items():
        await press(ProfilesState.change_field, state, state.rows[at].number, part, value)


async def filled(state, name: str, *titles: str) -> None:
    await press(ProfilesState.start_new, state)
    await press(ProfilesState.change_name, state, name)
    await typed(state, 0, label="Bevindingen")
    for title in titles:
        await press(ProfilesState.toggle_section, state, state.rows[0].number, title)


@pytest.mark.parametrize("who", [None, "user", "platform_admin"])
async def test_s01_the_page_gives_nothing_to_who_is_no_administrator(people, who) -> None:
    state, _ = await editor(getattr(people, who) if who else None)
    await press(ProfilesState.start_new, state)
    assert (state.loaded, state.failed, state.rows, state.groups) == (False, True, [], [])


async def test_a_profile_is_made_previewed_saved_chosen_and_archived_after_a_question(people) -> None:
    state, toast = await editor(people.admin)
    assert (state.name, state.built_in, state.own) == ("Per kop", True, [])
    await filled(state, "Dossier wijkteam", "Observaties", "Situatie")
    await typed(state, 0, limit="2000")
    await press(ProfilesState.change_headings, state, state.rows[0].number, True)
    await press(ProfilesState.add_row, state)
    await typed(state, 1, label="Plan")
    await press(ProfilesState.toggle_section, state, state.rows[1].number, "Evaluatie")
    await press(ProfilesState.move_row, state, state.rows[1].number, -1)
    first, second = state.preview["fields"]
    assert first == {"label": "Plan", "sections": ["Evaluatie"], "headings": False, "limit": None}
    assert second == {"label": "Bevindingen", "sections": ["Situatie", "Observaties"], "headings": True, "limit": 2000}
    assert (state.rows[1].summary, state.sample[:3]) == ("Situatie, Observaties. Tot 2.000 tekens", "## ")
    await press(ProfilesState.save, state)
    assert (toast.title, state.own[0].note) == ("Profiel opgeslagen", "2 velden")
    await press(ProfilesState.make_default, state)
    assert state.own[0].is_default
    await press(ProfilesState.archive, state)
    assert len(state.own) == 1  # nobody asked
    await press(ProfilesState.ask_archive, state)
    await press(ProfilesState.keep, state)
    await press(ProfilesState.ask_archive, state)
    await press(ProfilesState.archive, state)
    assert (state.own, state.asked, toast.title, state.name) == ([], False, "Profiel gearchiveerd", "Per kop")
    await press(ProfilesState.restore, state, state.archived[0].id)
    assert (len(state.own), state.archived) == (1, [])


async def test_a_section_is_in_one_field(people) -> None:
    state, _ = await editor(people.admin)
    await filled(state, "Ons", "Situatie")
    await press(ProfilesState.add_row, state)
    await press(ProfilesState.toggle_section, state, state.rows[1].number, "Situatie")
    assert [one.sections for one in state.rows] == [[], ["Situatie"]]
    await press(ProfilesState.toggle_section, state, state.rows[1].number, "Situatie")
    assert [one.sections for one in state.rows] == [[], []]


async def test_a_field_of_measured_values_is_made_previewed_and_saved(people) -> None:
    state, toast = await editor(people.admin)
    await filled(state, "Ons", "Situatie")
    for label in ("Metingen", "Druk"):
        await press(ProfilesState.add_row, state)
        await typed(state, len(state.rows) - 1, label=label)
        await press(ProfilesState.change_measures, state, state.rows[-1].number, True)
    assert [one.kinds for one in state.rows] == [[], ["all"], []]
    third = state.rows[2].number
    await press(ProfilesState.toggle_kind, state, third, "heart_rate")
    await press(ProfilesState.toggle_kind, state, third, "blood_pressure")
    await press(ProfilesState.toggle_kind, state, third, "mood")
    assert [one.summary for one in state.rows[1:]] == ["Alle metingen. Geen grens", "Bloeddruk, Hartslag. Geen grens"]
    both = ["blood_pressure", "heart_rate"]
    assert [one.get("measurements") for one in state.preview["fields"]] == [None, "all", both]
    assert {one["kind"] for one in state.values} == set(profiles.KIND_LABELS)  # the sample has one of each
    assert {one["group"] for one in state.values} == {"measured"}
    await press(ProfilesState.toggle_kind, state, third, "all")  # out of the other field
    assert [one.kinds for one in state.rows[1:]] == [[], ["all"]]
    await press(ProfilesState.save, state)
    assert state.rows[1].error == "Kies wat er in 'Metingen' komt."
    await press(ProfilesState.change_measures, state, state.rows[1].number, False)
    await press(ProfilesState.toggle_section, state, state.rows[1].number, "Evaluatie")
    await press(ProfilesState.save, state)
    assert (toast.title, state.own[0].note) == ("Profiel opgeslagen", "3 velden")
    await press(ProfilesState.select, state, state.own[0].id)
    assert [(one.measures, one.kinds, one.sections) for one in state.rows] == [
        (False, [], ["Situatie"]), (False, [], ["Evaluatie"]), (True, ["all"], []),
    ]  # fmt: skip


async def test_the_sections_are_those_of_the_template_or_of_all(people) -> None:
    state, _ = await editor(people.admin)
    await press(ProfilesState.start_new, state)
    assert "Situatie" in state.choices
    assert "Subjectief" in state.others
    await press(ProfilesState.change_template, state, "soap")
    assert (state.choices, state.others) == (["Subjectief", "Objectief", "Analyse", "Plan"], [])
    assert state.sample.startswith("## Subjectief")


async def test_what_is_wrong_stands_in_its_field_and_what_was_typed_stays(people) -> None:
    state, _ = await editor(people.admin)
    await filled(state, "", "Situatie")
    await typed(state, 0, limit="geen")
    await press(ProfilesState.save, state)
    assert state.error == "Naam is verplicht"
    await press(ProfilesState.change_name, state, "Ons")
    await press(ProfilesState.open_field, state, state.rows[0].number)
    assert state.opened == 0
    await press(ProfilesState.save, state)
    assert "getal van 1 tot en met 100.000" in state.rows[0].error
    assert (state.opened, state.rows[0].limit, state.own) == (state.rows[0].number, "geen", [])
    await typed(state, 0, limit="")
    await press(ProfilesState.save, state)
    assert (state.rows[0].error, len(state.own)) == ("", 1)


async def test_a_change_elsewhere_is_not_overwritten(people) -> None:
    state, toast = await editor(people.admin)
    await filled(state, "Ons", "Situatie")
    await press(ProfilesState.save, state)
    other, _ = await editor(people.admin)
    await press(ProfilesState.select, other, state.editing)
    await press(ProfilesState.change_empty, other, "tonen")
    await press(ProfilesState.save, other)
    await press(ProfilesState.change_enter, state, True)
    await press(ProfilesState.save, state)
    assert (toast.description, state.enter_twice) == (profiles.STALE, True)


async def test_made_up_arguments_change_nothing(people) -> None:
    state, _ = await editor(people.admin)
    await press(ProfilesState.start_new, state)
    before = list(state.rows)
    await press(ProfilesState.change_field, state, before[0].number, "number", "7")
    await press(ProfilesState.toggle_section, state, before[0].number, "Onbekend")
    await press(ProfilesState.toggle_section, state, 99, "Situatie")
    await press(ProfilesState.toggle_kind, state, before[0].number, "onzin")
    await press(ProfilesState.toggle_kind, state, 99, "inr")
    await press(ProfilesState.change_measures, state, 99, True)
    await press(ProfilesState.move_row, state, before[0].number, -5)
    await press(ProfilesState.change_template, state, "onzin")
    assert state.rows == before
    for _ in range(profiles.MAX_FIELDS + 3):
        await press(ProfilesState.add_row, state)
    assert (len(state.rows), state.full) == (profiles.MAX_FIELDS, True)
