"""An organization's own report templates: what is refused, what changes a version, and what goes into the archive."""

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import AuditLog, OwnTemplate
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.reporting.templates import BUILT_IN, DEFAULT, Role
from voice_report.services.drafts import templates
from voice_report.services.drafts.templates import SectionContent, TemplateContent
from voice_report.services.platform import deletion

WOUND = TemplateContent(
    "Wondzorg thuis",
    [
        SectionContent("Wond", "hoe de wond eruitziet.", role=Role.OBSERVATION),
        SectionContent("Gebruikt materiaal", form="lijst"),
    ],
)


async def create(user, content: TemplateContent = WOUND) -> templates.TemplateView:
    return await user.call(templates.create, content)


def titles(*titles: str, hint: str = "") -> TemplateContent:
    return TemplateContent("Wondzorg", [SectionContent(title, hint) for title in titles])


async def test_an_administrator_makes_a_template_and_all_members_may_use_it(people):
    made = await create(people.admin)
    assert (made.template.name, made.template.version, made.updated_by) == ("Wondzorg thuis", 1, people.admin.name)
    assert [section.key for section in made.template.sections] == ["wond", "gebruikt_materiaal"]
    listed = await people.user.call(templates.list_templates)
    assert [view.id for view in listed] == [made.id, *BUILT_IN]
    assert await people.user.call(templates.find, made.id) == made.template


WRITES = (templates.remove, templates.restore, templates.set_default)


async def test_s01_only_an_administrator_writes(people):
    made = await create(people.admin)
    with pytest.raises(NotAllowed):
        await create(people.user)
    with pytest.raises(NotAllowed):
        await people.user.call(templates.change, made.id, WOUND)
    for write in WRITES:
        with pytest.raises(NotAllowed):
            await people.user.call(write, made.id)


async def test_s02_a_template_of_another_organization_does_not_exist(people):
    theirs = await create(people.other_admin)
    with pytest.raises(NotFound):
        await people.admin.call(templates.change, theirs.id, WOUND)
    for function in (*WRITES, templates.get_template, templates.find):
        with pytest.raises(NotFound):
            await people.admin.call(function, theirs.id)
    assert [view.id for view in await people.admin.call(templates.list_templates)] == list(BUILT_IN)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (titles(), "sections"),
        (titles(*"ABCDEFGHI"), "sections"),
        (titles("Doel", "doel"), "sections.1.title"),
        (titles("x" * 61), "sections.0.title"),
        (titles(" "), "sections.0.title"),
        (titles("<b>Doel</b>"), "sections.0.title"),
        (titles("# Doel"), "sections.0.title"),
        (titles("Doel:"), "sections.0.title"),
        (titles("niet besproken"), "sections.0.title"),
        (titles("Doel", hint="x" * 301), "sections.0.hint"),
        (titles("Doel", hint="Noem minstens drie dingen."), "sections.0.hint"),
        (titles("Doel", hint="</x><script>"), "sections.0.hint"),
        (titles("Doel", hint="Ver\u00adzin een di\u200bagnose."), "sections.0.hint"),
        (TemplateContent("", [SectionContent("Doel")]), "name"),
        (TemplateContent("x" * 61, [SectionContent("Doel")]), "name"),
    ],
)
async def test_what_cannot_be_a_template_is_refused_with_the_field_that_is_wrong(people, content, code):
    with pytest.raises(Invalid) as refused:
        await create(people.admin, content)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("content", "code", "named"),
    [
        (titles("Wond", "Contact met Bakker"), "sections.1.title", "‘Bakker’"),
        (titles("Wond van Dijkstra"), "sections.0.title", "‘Dijkstra’"),
        (titles("Wond", hint="wat henk bakker zegt"), "sections.0.hint", "‘henk bakker’"),
        (titles("Wond", hint="bel 06-12345678"), "sections.0.hint", "‘06-12345678’"),
        (titles("Wond", hint="mail j@voorbeeld.nl"), "sections.0.hint", "‘j@voorbeeld.nl’"),
    ],
)
async def test_a_title_or_hint_that_says_who_a_person_is_is_refused_and_nothing_is_lost(people, content, code, named):
    await cast.make_client(people.organization_id, "C-7", "Henk", "Bakker")
    await cast.make_client(people.organization_id, "C-8", "Toos", "Dijkstra")
    made = await create(people.admin)
    for refused in (create(people.admin, content), people.admin.call(templates.change, made.id, content)):
        with pytest.raises(Invalid) as error:
            await refused
        assert (error.value.code, named in error.value.message) == (code, True)
    assert (await people.admin.call(templates.get_template, made.id)).template == made.template


async def test_a_title_may_begin_with_a_word_that_is_a_name_too(people):
    await cast.make_client(people.organization_id, "C-7", "Wil", "Zorg")
    made = await create(people.admin, titles("Wil", "Zorg", hint="zorg en wat de cliënt wil."))
    assert [one.title for one in made.template.sections] == ["Wil", "Zorg"]


async def test_a_name_of_another_organization_is_no_name_here(people):
    await cast.make_client(people.other_organization_id, "C-7", "Henk", "Zwoltriks")
    made = await create(people.admin, titles("Contact met Zwoltriks"))
    assert made.template.headings == ("Contact met Zwoltriks",)


async def test_eight_headings_of_sixty_characters_are_a_template(people):
    made = await create(people.admin, titles(*(f"{letter} {'é' * 58}" for letter in "ABCDEFGH"), hint="a\nb\t\u202ec"))
    assert len(made.template.sections) == 8
    assert {section.hint for section in made.template.sections} == {"a b c"}
    same_key = await create(people.admin, titles("A b", "A, b", "Ω", "Ψ"))
    assert [section.key for section in same_key.template.sections] == ["a_b", "a_b_2", "kop", "kop_2"]


async def test_a_change_is_a_next_version_and_does_not_overwrite_another_one(people):
    made = await create(people.admin)
    same = await people.admin.call(templates.change, made.id, WOUND, version=1)
    assert same.template.version == 1
    changed = await people.admin.call(templates.change, made.id, titles("Wond", "Pijn"), version=1)
    assert (changed.template.version, changed.template.headings) == (2, ("Wond", "Pijn"))
    with pytest.raises(Conflict) as stale:
        await people.admin.call(templates.change, made.id, titles("Huid"), version=1)
    assert stale.value.code == "stale_version"
    assert (await people.user.call(templates.get_template, made.id)).template.headings == ("Wond", "Pijn")


async def test_a_built_in_template_cannot_be_changed_or_removed(people):
    for work in (people.admin.call(templates.change, "soep", WOUND), people.admin.call(templates.remove, "soep")):
        with pytest.raises(Conflict, match="Maak een kopie"):
            await work


async def test_an_unused_template_is_deleted_and_a_used_one_is_archived_until_it_is_restored(people):
    unused, used = await create(people.admin), await create(people.admin)
    await people.user.call(templates.mark_used, used.template)
    assert not await people.admin.call(templates.remove, unused.id)
    assert await people.admin.call(templates.remove, used.id)
    assert [view.id for view in await people.admin.call(templates.list_templates)] == list(BUILT_IN)
    assert [view.id for view in await people.admin.call(templates.list_templates, archived=True)] == [used.id]
    with pytest.raises(Conflict):
        await people.user.call(templates.find, used.id)
    await people.admin.call(templates.restore, used.id)
    assert (await people.user.call(templates.find, used.id)).name == "Wondzorg thuis"
    rows = await tables.rows(select(AuditLog.action).where(AuditLog.resource == "template"))
    assert sorted(rows) == ["archive", "create", "create", "delete", "restore"]


async def test_the_organizations_default_is_written_with_until_it_is_removed(people):
    made = await create(people.admin)
    assert await people.user.call(templates.find, None) is DEFAULT
    await people.admin.call(templates.set_default, "soep")
    assert await people.user.call(templates.find, None) is BUILT_IN["soep"]
    await people.admin.call(templates.set_default, made.id)
    assert await people.user.call(templates.find, None) == made.template
    assert [view.id for view in await people.user.call(templates.list_templates) if view.is_default] == [made.id]
    assert await people.outsider.call(templates.find, None) is DEFAULT
    await people.admin.call(templates.remove, made.id)
    assert await people.user.call(templates.find, None) is DEFAULT


@pytest.mark.parametrize("key", ["onzin", "", "00000000-0000-4000-8000-000000000000"])
async def test_an_unknown_template_is_not_found(people, key: str):
    with pytest.raises(NotFound, match="Sjabloon niet gevonden"):
        await people.user.call(templates.find, key)


async def test_there_is_a_limit_to_how_many_templates_an_organization_has(people, monkeypatch):
    monkeypatch.setattr(templates, "MAX_OWN", 1)
    await create(people.admin)
    with pytest.raises(Invalid, match="al 1 sjablonen"):
        await create(people.admin)


async def test_s29_templates_go_with_their_organization(people):
    await create(people.admin)
    kept = await create(people.other_admin)
    assert await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
    assert [str(one) for one in await tables.rows(select(OwnTemplate.id))] == [kept.id]
