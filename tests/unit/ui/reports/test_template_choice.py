"""The choice of a template in the wizard: the list, the concept under other headings, and back again."""

import pytest

from tests.unit.services.concepts.concepts import read_draft
from tests.unit.ui.reports.tab import Tab
from voice_report.dutch.sentences import split
from voice_report.reporting.templates import BUILT_IN, DEFAULT
from voice_report.services.drafts import drafts, templates
from voice_report.services.drafts.templates import SectionContent, TemplateContent
from voice_report.services.shared import export
from voice_report.ui.pages.reports.new_report.choices import TemplateState
from voice_report.ui.pages.reports.new_report.concept import ConceptState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, KEEP_FIRST, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

SAID = (
    "Huisbezoek bij mevrouw Van Dijk. Ze zei dat ze geen pijn had. Bloeddruk 120/80. Ik heb haar geholpen met "
    "douchen. Ik vind dat het goed gaat. Morgen komt dr. Peters om 14.30 uur langs."
)


async def concept(db, person) -> Tab:
    """Open a tab with a draft whose concept was made with the default template."""
    user = await person.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)
    tab = await Tab.opened(person, draft.id)
    tab.draft.step = CONCEPT
    tab.draft.report, tab.draft._changed_at = "## Situatie\n\nMet de hand verbeterd.", 1
    await tab.press(DraftState.autosave)
    return tab


async def test_the_list_begins_with_what_was_used_last(db, people):
    tab = await Tab.opened(people.user)
    assert (tab.template.key, tab.template.name) == ("zorg", "Zorgrapportage")
    await tab.press(TemplateState.choose, "soep")
    assert [title for title, _ in tab.template.guide] == list(BUILT_IN["soep"].headings)
    await tab.press(TemplateState.open_choice)
    assert [group.name for group in tab.template.groups][:2] == ["Laatst gebruikt", DEFAULT.sector]
    assert [item.key for item in tab.template.groups[0].templates] == ["soep"]
    listed = [item.key for group in tab.template.groups for item in group.templates]
    assert sorted(listed) == sorted(BUILT_IN)
    other = await Tab.opened(people.user)
    assert other.template.key == "soep"


def headings_of(template) -> list[list[str]]:
    return [[section.title, section.key, section.form] for section in template.sections]


async def test_another_template_loses_no_sentence_costs_nothing_and_back_gives_the_first_report(db, people):
    tab = await concept(db, people.user)
    first = tab.draft.report
    for key in [*list(BUILT_IN)[1:], "soep"]:
        await tab.press(TemplateState.choose, key)
        assert (tab.draft.template, tab.draft.headings) == (key, headings_of(BUILT_IN[key])), tab.toast.description
        assert all(sentence in export.plain_text(tab.draft.report, empty=True) for sentence in split(SAID))
    await tab.press(TemplateState.choose, "zorg")
    assert (tab.draft.report, tab.draft.template) == (first, "zorg")
    assert (await people.user.current()).organization.current_credits == 10


async def test_the_headings_of_an_edited_report_are_those_of_its_template(db, people):
    tab = await concept(db, people.user)
    await tab.press(TemplateState.choose, "soep")
    edited = tab.draft.report.replace("geen pijn", "een beetje pijn")
    await tab.press(DraftState.change_report, edited, 5)
    await tab.press(DraftState.autosave)
    reloaded = await Tab.opened(people.user, tab.draft.draft_id)
    assert [line for line in reloaded.draft.report.splitlines() if line.startswith("## ")] == [
        f"## {heading}" for heading in BUILT_IN["soep"].headings
    ]
    assert "een beetje pijn" in reloaded.draft.report
    assert (reloaded.template.key, reloaded.draft.template) == ("soep", "soep")


async def test_a_template_that_is_archived_meanwhile_is_refused_and_the_concept_stays(db, people):
    admin = await people.admin.current()
    own = await db.run_in_transaction(templates.create, admin, TemplateContent("Eigen", [SectionContent("Notities")]))
    tab = await concept(db, people.user)
    await tab.press(TemplateState.choose, own.id)
    assert [title for title, *_ in tab.draft.headings] == ["Notities"]
    assert await db.run_in_transaction(templates.remove, admin, own.id)
    await tab.press(TemplateState.choose, "soep")
    kept = tab.draft.report
    await tab.press(TemplateState.choose, own.id)
    assert (tab.draft.report, "niet meer gebruikt" in tab.toast.description) == (kept, True)
    for unknown in ("onzin", ""):
        await tab.press(TemplateState.choose, unknown)
        assert (tab.draft.report, tab.toast.description) == (kept, "Sjabloon niet gevonden")


async def test_the_template_of_a_version_that_comes_back_is_named(db, people):
    tab = await concept(db, people.user)
    await tab.press(TemplateState.choose, "soep")
    await tab.press(ConceptState.restore_former)
    assert (tab.draft.template, tab.template.key, tab.template.name) == ("zorg", "zorg", "Zorgrapportage")
    await tab.press(ConceptState.restore_former)
    assert (tab.draft.template, tab.template.key) == ("soep", "soep")


@pytest.mark.parametrize(
    ("handler", "argument"),
    [(TemplateState.choose, "mdo"), (ConceptState.restore_former, None), (WizardState.add_by_voice, "Objectief")],
)
async def test_a_text_that_is_not_saved_is_never_put_over_a_report_of_another_window(db, people, handler, argument):
    tab = await concept(db, people.user)
    await tab.press(TemplateState.choose, "soep")
    kept = await read_draft(db, await people.user.current(), tab.draft.draft_id)
    await tab.press(DraftState.change_report, "Hier getypt.", 9)
    tab.draft.changed_elsewhere = True
    await tab.press(handler, *([argument] if argument else []))
    assert tab.toast.description == KEEP_FIRST
    assert (tab.draft.report, tab.draft.step, tab.wizard.adding) == ("Hier getypt.", CONCEPT, "")
    assert await read_draft(db, await people.user.current(), tab.draft.draft_id) == kept
