"""Field profiles: what is refused, who writes them, what changes a version, and what a member copies with."""

import uuid
from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import select

from tests.support import tables
from voice_report.db.models import AuditLog, FieldProfile
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.services.drafts import profiles, templates
from voice_report.services.drafts.profiles import ProfileContent, ProfileField
from voice_report.services.drafts.templates import SectionContent, TemplateContent
from voice_report.services.platform import deletion

TEAM = ProfileContent(
    "Dossier wijkteam",
    [
        ProfileField("Bevindingen", ("Situatie", "observaties"), headings=True, limit=2000),
        ProfileField("Plan", ("Evaluatie", "Afspraken en vervolg"), limit=500),
    ],
)
BUILT_IN = ["per-kop", "tekstvak"]


async def create(user, content: ProfileContent = TEAM) -> profiles.ProfileView:
    return await user.call(profiles.create, content)


def fields(*fields: ProfileField, **more: Any) -> ProfileContent:
    return replace(TEAM, fields=fields, **more)


async def listed(user, **named) -> list[str]:
    return [view.id for view in await user.call(profiles.list_profiles, **named)]


WRITES = (profiles.archive, profiles.restore, profiles.set_default)


async def test_s02_a_profile_of_another_organization_does_not_exist(people):
    theirs = await create(people.other_admin)
    with pytest.raises(NotFound):
        await people.admin.call(profiles.change, theirs.id, TEAM)
    for function in (*WRITES, profiles.get_profile, profiles.choose):
        with pytest.raises(NotFound):
            await people.admin.call(function, theirs.id)
    assert await listed(people.admin) == BUILT_IN
    assert await listed(people.outsider, archived=True) == []


async def test_s01_only_an_administrator_writes(people):
    made = await create(people.admin)
    with pytest.raises(NotAllowed):
        await create(people.user)
    with pytest.raises(NotAllowed):
        await people.user.call(profiles.change, made.id, TEAM)
    for write in WRITES:
        with pytest.raises(NotAllowed):
            await people.user.call(write, made.id)


async def test_an_administrator_makes_a_profile_and_all_members_copy_with_it(people):
    made = await create(people.admin)
    assert (made.name, made.version, made.updated_by, made.is_default) == (TEAM.name, 1, people.admin.name, False)
    assert made.fields[0] == ProfileField("Bevindingen", ("Situatie", "Observaties"), headings=True, limit=2000)
    assert await listed(people.user) == [made.id, *BUILT_IN]
    assert await people.user.call(profiles.get_profile, made.id) == made


PLAN = ("Evaluatie",)
NO_NUMBERS: tuple[Any, ...] = (1.5, True, "7")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (fields(), "fields"),
        (fields(*[ProfileField("Plan", PLAN)] * 13), "fields"),
        (fields(ProfileField("Plan", ())), "fields.0.sections"),
        (fields(ProfileField("Plan", ("Situatie", "situatie"))), "fields.0.sections"),
        (fields(ProfileField("Plan", PLAN), ProfileField("Nu", PLAN)), "fields.1.sections"),
        (fields(ProfileField("Plan", ("Onbekend",))), "fields.0.sections"),
        (fields(ProfileField("Plan", PLAN), template_key="soap"), "fields.0.sections"),
        *((fields(ProfileField("Plan", PLAN, limit=limit)), "fields.0.limit") for limit in (0, -1, 10**9, 100_001)),
        *((fields(ProfileField("Plan", PLAN, limit=limit)), "fields.0.limit") for limit in NO_NUMBERS),
        (fields(ProfileField("", PLAN)), "fields.0.label"),
        (fields(ProfileField("x" * 61, PLAN)), "fields.0.label"),
        *((fields(ProfileField(f"Plan{line}B", PLAN)), "fields.0.label") for line in ("\n", "\r", "\u2028", "\x85")),
        (fields(ProfileField("Plan", PLAN), ProfileField("PLAN", ("Situatie",))), "fields.1.label"),
        (replace(TEAM, name=""), "name"),
        (replace(TEAM, name="x" * 41), "name"),
        (replace(TEAM, empty="soms"), "empty"),
        *((replace(TEAM, enter_counts=count), "enter_counts") for count in (0, 3, True)),
        (replace(TEAM, template_key="onzin"), "template"),
    ],
)
async def test_what_cannot_be_a_profile_is_refused_with_the_field_that_is_wrong(people, content, code):
    with pytest.raises(Invalid) as refused:
        await create(people.admin, content)
    assert refused.value.code == code
    assert await listed(people.admin) == BUILT_IN


async def test_twelve_fields_and_the_largest_limit_are_a_profile(people):
    titles = list(dict.fromkeys(title for one in templates.BUILT_IN.values() for title in one.headings))
    made = await create(
        people.admin,
        fields(*(ProfileField(f"{number:02} {'é' * 57}", (titles[number],), limit=100_000) for number in range(12))),
    )
    assert len(made.fields) == 12
    markup = await create(people.admin, fields(ProfileField("<b>Plan</b>", PLAN, limit=1), name="<b>x</b>"))
    assert (markup.name, markup.fields[0].label) == ("<b>x</b>", "<b>Plan</b>")


async def test_a_change_is_a_next_version_and_does_not_overwrite_another_one(people):
    made = await create(people.admin)
    assert (await people.admin.call(profiles.change, made.id, TEAM, version=1)).version == 1
    changed = await people.admin.call(profiles.change, made.id, replace(TEAM, enter_counts=2), version=1)
    assert (changed.version, changed.enter_counts) == (2, 2)
    with pytest.raises(Conflict) as stale:
        await people.admin.call(profiles.change, made.id, replace(TEAM, empty="tonen"), version=1)
    assert stale.value.code == "stale_version"
    assert (await people.user.call(profiles.get_profile, made.id)).empty == "weglaten"


async def test_what_is_built_in_stays(people):
    with pytest.raises(Conflict, match="blijft zoals het is"):
        await people.admin.call(profiles.change, "tekstvak", TEAM)
    for write in (profiles.archive, profiles.restore):
        with pytest.raises(Conflict):
            await people.admin.call(write, "per-kop")


async def test_the_last_choice_of_a_member_is_kept_and_says_so_when_it_is_gone(people):
    made = await create(people.admin)
    assert (await people.user.call(profiles.choice)).chosen == "per-kop"
    await people.admin.call(profiles.set_default, made.id)
    first = await people.user.call(profiles.choice)
    assert (first.chosen, first.is_gone, [view.id for view in first.profiles]) == (made.id, False, [made.id, *BUILT_IN])
    await people.user.call(profiles.choose, "tekstvak")
    assert (await people.user.call(profiles.choice)).chosen == "tekstvak"
    assert (await people.admin.call(profiles.choice)).chosen == made.id
    await people.user.call(profiles.choose, made.id)
    await people.admin.call(profiles.archive, made.id)
    gone = await people.user.call(profiles.choice)
    assert (gone.chosen, gone.is_gone) == ("per-kop", True)
    assert (await people.admin.call(profiles.choice)).chosen == "per-kop"  # the default went with it
    for use in (people.user.call(profiles.choose, made.id), people.admin.call(profiles.set_default, made.id)):
        with pytest.raises(Conflict):
            await use
    await people.admin.call(profiles.restore, made.id)
    assert (await people.user.call(profiles.choice)).chosen == made.id
    rows = await tables.rows(select(AuditLog.action).where(AuditLog.resource == "field profile"))
    assert sorted(rows) == ["archive", "change default profile", "create", "restore"]


async def test_a_field_can_have_measured_values_instead_of_sections(people):
    measured = [
        ProfileField("Bevindingen", ("Situatie",)),
        ProfileField("Druk", (), measurements=("heart_rate", "blood_pressure"), limit=200),
        ProfileField("Metingen", (), headings=True, measurements="all"),
    ]
    made = await create(people.admin, fields(*measured))
    assert [one.measurements for one in made.fields] == [(), ("blood_pressure", "heart_rate"), "all"]
    assert not made.fields[2].headings
    again = await people.admin.call(profiles.change, made.id, fields(*made.fields), version=1)
    assert again.version == 1  # nothing changed
    plain = await create(people.admin)
    stored = (await tables.get(FieldProfile, uuid.UUID(plain.id))).fields
    assert "measurements" not in stored  # as a process of an earlier version reads it


@pytest.mark.parametrize(
    ("measured", "code"),
    [
        ([ProfileField("A", ("Situatie",), measurements="all")], "fields.0.measurements"),
        ([ProfileField("A", (), measurements=("mood",))], "fields.0.measurements"),
        ([ProfileField("A", (), measurements=("inr", "inr"))], "fields.0.measurements"),
        ([ProfileField(one, (), measurements=("inr",)) for one in "AB"], "fields.1.measurements"),
        ([ProfileField(one, (), measurements="all") for one in "AB"], "fields.1.measurements"),
        ([ProfileField("A", (), measurements="all", limit=0)], "fields.0.limit"),
        ([ProfileField("A", (), measurements=())], "fields.0.sections"),
    ],
)
async def test_measured_values_of_a_field_are_known_ones_in_one_field(people, measured, code: str):
    with pytest.raises(Invalid) as refused:
        await create(people.admin, fields(*measured))
    assert refused.value.code == code


async def test_a_profile_outlives_its_template(people):
    content = TemplateContent("Wondzorg", [SectionContent("Wond"), SectionContent("Pijn")])
    template = await people.admin.call(templates.create, content)
    wound = fields(ProfileField("Bevindingen", ("Wond",)), template_key=template.id)
    made = await create(people.admin, wound)
    await people.admin.call(templates.remove, template.id)
    changed = await people.admin.call(profiles.change, made.id, replace(wound, name="Anders"), version=1)
    assert (changed.version, changed.fields[0].sections) == (2, ("Wond",))
    with pytest.raises(Invalid):
        await people.admin.call(profiles.change, made.id, replace(wound, fields=[ProfileField("A", ("Pijn",))]))


@pytest.mark.parametrize("key", ["onzin", "", "00000000-0000-4000-8000-000000000000"])
async def test_an_unknown_profile_is_not_found(people, key: str):
    with pytest.raises(NotFound, match="Veldprofiel niet gevonden"):
        await people.user.call(profiles.choose, key)


async def test_there_is_a_limit_to_how_many_profiles_an_organization_has(people, monkeypatch):
    monkeypatch.setattr(profiles, "MAX_OWN", 1)
    made = await create(people.admin)
    await people.admin.call(profiles.archive, made.id)
    with pytest.raises(Invalid, match="al 1 profielen"):
        await create(people.admin)


async def test_s29_profiles_go_with_their_organization(people):
    await create(people.admin)
    kept = await create(people.other_admin)
    assert await deletion.delete_organization(await people.platform_admin.current(), people.organization_id)
    assert [str(one) for one in await tables.rows(select(FieldProfile.id))] == [kept.id]
