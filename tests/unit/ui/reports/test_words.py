"""The page 'Zo schrijven we het hier': its handlers, with what people type and what the server says."""

import pytest

from tests.unit.ui.organizations.test_page import page_of, press
from voice_report.ui.pages.reports.words import WordsState


async def opened(person, scope: str = "mine"):
    state, toast = await page_of(WordsState, person)
    await press(WordsState.load, state)
    await press(WordsState.show, state, scope)
    return state, toast


async def saved(state, word: str, heard: str = "", kind: str = "term") -> None:
    await press(WordsState.start, state)
    await press(WordsState.save, state, {"word": word, "heardAs": heard, "wordKind": kind})


def shown(state) -> list[tuple[str, str]]:
    return [(one.word, one.heard) for one in state.items]


@pytest.mark.parametrize("who", [None, "platform_admin"])
async def test_s01_the_page_gives_nothing_to_who_has_no_list(people, who) -> None:
    state, _ = await opened(getattr(people, who) if who else None)
    assert (state.loaded, state.failed, state.items) == (False, True, [])


async def test_a_word_of_ones_own_is_added_changed_and_removed(people) -> None:
    state, toast = await opened(people.user)
    await saved(state, "metoprolol", "metro pollol\n\n metropolol ", "medicijn")
    assert (toast.title, state.open, state.count) == ("Woord toegevoegd", False, 1)
    assert shown(state) == [("metoprolol", "‘metro pollol’, ‘metropolol’")]
    await press(WordsState.edit, state, state.items[0].id)
    assert state.form.heard_lines == "metro pollol\nmetropolol"
    await press(WordsState.save, state, {"word": "Metoprolol", "heardAs": "metropolol", "wordKind": "medicijn"})
    assert (toast.title, shown(state)) == ("Woord gewijzigd", [("Metoprolol", "‘metropolol’")])
    await press(WordsState.ask, state, state.items[0].id)
    assert state.asked_name == "Metoprolol"
    await press(WordsState.confirm, state)
    await press(WordsState.confirm, state)
    assert (shown(state), toast.title) == ([], "Woord verwijderd")


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        (("x" * 5000, ""), "word"),
        (("", ""), "word"),
        (("metoprolol", "metoprolol"), "heard"),
        (("metoprolol", "x" * 5_000_000), "heard"),
        (("metoprolol", "a\n" * 1000), "heard"),
        (("metoprolol", "", "onzin"), "kind"),
    ],
)
async def test_what_is_wrong_stands_at_its_field_and_the_form_stays_open(people, typed, place) -> None:
    state, _ = await opened(people.user)
    await saved(state, *typed)
    assert state.open
    assert getattr(state.errors, place).endswith((".", "hebben", "verplicht"))
    assert state.items == []


async def test_a_member_proposes_and_the_administrator_approves(people) -> None:
    state, toast = await opened(people.user, "organization")
    await saved(state, "De Linde", "de linden", "team")
    assert toast.title == "Woord voorgesteld"
    assert toast.description.startswith("Het geldt zodra een beheerder het goedkeurt.")
    assert [(one.word, one.may_change) for one in state.proposals] == [("De Linde", True)]
    await press(WordsState.approve, state, state.proposals[0].id, state.proposals[0].version)
    assert shown(state) == []
    admin, told = await opened(people.admin, "organization")
    assert (admin.is_admin, admin.proposals[0].added_by) == (True, people.user.name)
    await press(WordsState.approve, admin, admin.proposals[0].id, admin.proposals[0].version)
    assert (told.title, admin.proposals, shown(admin)) == ("Woord goedgekeurd", [], [("De Linde", "‘de linden’")])
    await press(WordsState.show, state, "organization")
    assert [one.may_change for one in state.items] == [False]


async def test_s50_a_proposal_that_was_changed_since_is_shown_again_before_it_is_approved(people) -> None:
    state, _ = await opened(people.user, "organization")
    await saved(state, "De Linde", "de linden", "team")
    admin, told = await opened(people.admin, "organization")
    seen = admin.proposals[0]
    await press(WordsState.edit, state, state.proposals[0].id)
    await press(WordsState.save, state, {"word": "De Linde", "heardAs": "de wilgen", "wordKind": "team"})
    await press(WordsState.approve, admin, seen.id, seen.version)
    assert ("intussen" in told.description, shown(admin)) == (True, [])
    assert [one.heard for one in admin.proposals] == ["‘de wilgen’"]
    await press(WordsState.approve, admin, seen.id, admin.proposals[0].version)
    assert (told.title, shown(admin)) == ("Woord goedgekeurd", [("De Linde", "‘de wilgen’")])


async def test_a_change_elsewhere_is_not_overwritten(people) -> None:
    state, toast = await opened(people.user)
    await saved(state, "De Linde")
    await press(WordsState.edit, state, state.items[0].id)
    other, _ = await opened(people.user)
    await press(WordsState.edit, other, other.items[0].id)
    await press(WordsState.save, other, {"word": "De Linden", "heardAs": "", "wordKind": "team"})
    await press(WordsState.save, state, {"word": "De Lindes", "heardAs": "", "wordKind": "team"})
    assert (state.open, "intussen" in toast.description) == (True, True)


async def test_searching_and_made_up_arguments(people) -> None:
    state, _ = await opened(people.user, "onzin")
    assert state.scope == "mine"
    for word in ("Appel", "Beer"):
        await saved(state, word)
    await press(WordsState.search, state, "ap")
    assert shown(state) == [("Appel", "")]
    await press(WordsState.ask, state, "00000000-0000-4000-8000-000000000000")
    await press(WordsState.confirm, state)
    await press(WordsState.save, state, {"word": "Nog een"})
    await press(WordsState.search, state, "")
    assert len(shown(state)) == 2


async def test_s50_an_administrator_sees_what_a_proposal_does_and_what_does_nothing(people) -> None:
    state, toast = await opened(people.user, "organization")
    await saved(state, "Sietske", "", "naam")
    assert "Dit doet nog niets. Vul in hoe het verkeerd wordt gehoord." in toast.description
    await saved(state, "Duinzicht", "tuin zicht", "team")
    admin, _ = await opened(people.admin, "organization")
    assert {one.word: one.warning for one in admin.proposals} == {
        "Duinzicht": "Let op: ‘tuin zicht’ wordt overal ‘Duinzicht’, ook waar iemand het gewoon zegt.",
        "Sietske": "Dit doet nog niets. Vul in hoe het verkeerd wordt gehoord.",
    }
