"""'Zo schrijven we het hier': whose words these are, what is refused, proposals and their approval."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from voice_report.db import session as database
from voice_report.db.models import AuditLog, OwnWord
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound
from voice_report.services.vocabulary import words
from voice_report.services.vocabulary.words import WordContent

METO = WordContent("metoprolol", ["metro pollol", "metropolol"], "medicijn")


async def add(person, content: WordContent = METO, scope="organization") -> words.WordView:
    return await person.call(words.add, content, scope)


async def listed(person, scope="organization", status="actief", **named) -> list[str]:
    page = await person.call(words.list_words, scope, status=status, **named)
    return [view.word for view in page.items]


async def counting(person) -> list[tuple[str, tuple[str, ...]]]:
    return [(entry.word, entry.heard_as) for entry in await person.call(words.entries)]


async def refused(person, content: WordContent, scope="organization") -> tuple[str, str]:
    with pytest.raises((Invalid, Conflict)) as error:
        await add(person, content, scope)
    return error.value.code, error.value.message


async def test_a_personal_word_counts_for_its_owner_alone(people):
    made = await add(people.user, METO, "mine")
    assert (made.scope, made.status, made.heard_as, made.added_by) == ("mine", "actief", tuple(METO.heard_as), "")
    assert await counting(people.user) == [("metoprolol", ("metro pollol", "metropolol"))]
    assert await counting(people.admin) == await counting(people.outsider) == []
    assert await listed(people.admin, "mine") == await listed(people.admin) == []
    for write in (people.admin.call(words.remove, made.id), people.admin.call(words.change, made.id, METO)):
        with pytest.raises(NotFound):
            await write


async def test_a_members_word_for_the_organization_counts_after_approval(people):
    proposed = await add(people.user)
    assert (proposed.status, proposed.added_by, proposed.may_change) == ("voorstel", people.user.name, True)
    assert await counting(people.user) == await listed(people.user) == []
    assert await listed(people.admin, status="voorstel") == ["metoprolol"]
    approved = await people.admin.call(words.approve, proposed.id)
    assert (approved.status, approved.id) == ("actief", proposed.id)
    assert await counting(people.user) == await counting(people.admin) != []
    assert await counting(people.outsider) == []
    rows = await tables.rows(select(AuditLog.action).where(AuditLog.resource == "word"))
    assert sorted(rows) == ["approve", "propose"]


async def test_s50_what_was_not_seen_is_not_approved(people):
    proposed = await add(people.user, WordContent("De Linde", ["de linden"], "plaats"))
    other_form = WordContent("De Linde", ["de wilgen"], "plaats")
    await add(people.outsider, other_form)  # of another organization
    await add(people.user, other_form)
    with pytest.raises(Conflict, match="intussen") as stale:
        await people.admin.call(words.approve, proposed.id, version=proposed.version)
    assert stale.value.code == "stale_version"
    assert await counting(people.user) == []
    assert (await people.admin.call(words.approve, proposed.id, version=2)).heard_as == ("de linden", "de wilgen")
    assert (await people.admin.call(words.approve, proposed.id, version=2)).version == 3  # pressed twice


async def test_s01_only_an_administrator_approves_and_changes_the_organizations_words(people):
    active, proposed = await add(people.admin), await add(people.user, WordContent("De Linde"))
    for write in (
        people.user.call(words.approve, proposed.id),
        people.user.call(words.change, active.id, METO),
        people.user.call(words.remove, active.id),
    ):
        with pytest.raises(NotAllowed):
            await write
    await people.user.call(words.remove, proposed.id)
    assert await listed(people.admin, status="voorstel") == []


async def test_s02_a_word_of_another_organization_does_not_exist(people):
    theirs, proposed = await add(people.other_admin), await add(people.outsider, WordContent("De Linde"))
    for one in (theirs, proposed):
        for write in (
            people.admin.call(words.approve, one.id),
            people.admin.call(words.change, one.id, METO),
            people.admin.call(words.remove, one.id),
        ):
            with pytest.raises(NotFound):
                await write
    assert await listed(people.admin) == await listed(people.admin, status="voorstel") == []


async def test_other_forms_of_a_word_that_is_there_are_proposed_and_added(people):
    active = await add(people.admin, WordContent("metoprolol", ["metropolol"], "medicijn"))
    assert (await refused(people.user, WordContent("Metoprolol", ["Metropolol"])))[0] == "word_taken"
    first = await add(people.user, WordContent("metoprolol", ["metropolol", "meto rol"]))
    second = await add(people.user, WordContent("metoprolol", ["meet o prol"]))
    assert (second.id, second.heard_as) == (first.id, ("meto rol", "meet o prol"))
    merged = await people.admin.call(words.approve, first.id)
    assert (merged.id, merged.heard_as) == (active.id, ("metropolol", "meto rol", "meet o prol"))
    assert (merged.kind, await listed(people.admin, status="voorstel")) == ("medicijn", [])


@pytest.mark.parametrize("scope", ["mine", "organization"])
async def test_a_double_word_is_refused_with_a_sentence_by_case_too(people, scope):
    await add(people.admin, METO, scope)
    for word in ("metoprolol", "Metoprolol", " METOPROLOL "):
        assert await refused(people.admin, WordContent(word), scope) == (
            "word_taken",
            f"‘{word.strip()}’ staat al in de lijst.",
        )
    assert (await refused(people.admin, WordContent("metropolis", ["Metro Pollol"]), scope))[1].startswith(
        "‘metro pollol’ staat al bij"
    )
    assert (await refused(people.admin, WordContent("metformine", ["metoprolol xl", "Metoprolol"]), scope))[
        0
    ] == "heardAs"
    assert (await refused(people.admin, WordContent("metropolol"), scope))[0] == "word"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (WordContent(""), "word"),
        (WordContent("x" * 200), "word"),
        (WordContent("ab"), "word"),
        (WordContent("a.*+?[b]"), "word"),
        (WordContent("<b>vet</b>"), "word"),
        (WordContent("שלום"), "word"),
        (WordContent("карта"), "word"),
        (WordContent("metoprolol", ["x" * 200]), "heardAs"),
        (WordContent("metoprolol", ["(a+)+$"]), "heardAs"),
        (WordContent("metoprolol", ["metoprolol"]), "heardAs"),
        (WordContent("metoprolol", ["meto pro", "Meto Pro"]), "heardAs"),
        (WordContent("metoprolol", [f"vorm{letter}" for letter in "abcdefghi"]), "heardAs"),
        (WordContent("metoprolol", ["ab"] * 5000), "heardAs"),
        (WordContent("Deze", ["die de"]), "heardAs"),
        (WordContent("geen pijn", ["pijn"]), "heardAs"),
        (WordContent("pijn", ["geen pijn"]), "heardAs"),
        (WordContent("linkerknie", ["rechterknie"]), "heardAs"),
        (WordContent("twintig milligram", ["tien milligram"]), "heardAs"),
        (WordContent("half negen", ["half acht"]), "heardAs"),
        (WordContent("prednisolon", ["prednison"], "medicijn"), "heardAs"),
        (WordContent("woord", [], "onzin"), "kind"),  # pyright: ignore[reportArgumentType]
    ],
)
async def test_s50_what_cannot_be_a_word_is_refused_with_the_field_that_is_wrong(people, content, code):
    assert (await refused(people.admin, content))[0] == code
    assert await listed(people.admin) == []


async def test_words_are_composed_and_free_of_invisible_signs(people):
    made = await add(
        people.admin, WordContent("cafe\u0301\u202e  De\tZon", ["  caff\u0065 de zon ", "", "\x00"], "plaats")
    )
    assert (made.word, made.heard_as) == ("café De Zon", ("caffe de zon",))
    for word, heard in (("vitamine B12", "vitamine b twaalf"), ("OxyContin", "oxy contin"), ("'t Hofje", "het hofje")):
        assert (await add(people.admin, WordContent(word, [heard]))).word == word


async def test_s50_a_clients_name_is_never_something_to_change(people):
    await cast.make_client(people.organization_id, "1", "Anna", "van den Janssen-Pol")
    for heard in ("janssen", "van den Janssen", "Anna Pol", "Pól", "familie Janssen", "buurvrouw Janssen", "metro pol"):
        code, sentence = await refused(people.admin, WordContent("Jansen", [heard], "naam"))
        assert (code, "naam van een cliënt" in sentence) == ("heardAs", True)
    assert (await refused(people.admin, WordContent("familie Jansen", ["familie Janssen"], "naam")))[0] == "heardAs"
    unchanged = ["janse", "metro pollol"]
    assert (await add(people.admin, WordContent("Jansen", unchanged, "naam"))).status == "actief"
    for word, heard in (("Janssenhof", "janssen hof"), ("Team Anna", "tiem anna")):
        assert (await add(people.admin, WordContent(word, [heard], "team"))).word == word
    assert (await add(people.other_admin, WordContent("Jansen", ["janssen"], "naam"))).status == "actief"


async def test_lists_have_an_end(people, monkeypatch):
    monkeypatch.setattr(words, "MAX_PERSONAL", 1)
    monkeypatch.setattr(words, "MAX_SHARED", 2)
    monkeypatch.setattr(words, "MAX_PROPOSED", 1)
    await add(people.user, WordContent("Een woord"), "mine")
    assert (await refused(people.user, WordContent("Nog een"), "mine"))[0] == "too_many_words"
    await add(people.user, WordContent("Een woord"))
    assert (await refused(people.user, WordContent("Nog een")))[0] == "too_many_proposals"
    await add(people.admin, WordContent("Een derde"))
    assert (await refused(people.admin, WordContent("Een vierde")))[0] == "too_many_words"


async def test_a_change_does_not_overwrite_another_one(people):
    made = await add(people.admin)
    same = await people.admin.call(words.change, made.id, METO, version=1)
    assert same.version == 1
    changed = await people.admin.call(words.change, made.id, WordContent("Metoprolol", METO.heard_as), version=1)
    assert (changed.word, changed.version) == ("Metoprolol", 2)
    with pytest.raises(Conflict) as stale:
        await people.admin.call(words.change, made.id, METO, version=1)
    assert stale.value.code == "stale_version"
    await add(people.admin, WordContent("De Linde"))
    with pytest.raises(Conflict, match="staat al in de lijst"):
        await people.admin.call(words.change, made.id, WordContent("de linde"))
    with pytest.raises(NotFound):
        await people.admin.call(words.change, "onzin", METO)


async def test_the_list_is_searched_and_paged(people):
    for word, heard in (("Appel", "ap pel"), ("Beer", "bèr"), ("Citroen", "si troen")):
        await add(people.admin, WordContent(word, [heard]))
    assert await listed(people.user) == ["Appel", "Beer", "Citroen"]
    assert await listed(people.user, query="TROEN") == ["Citroen"]
    assert await listed(people.user, query="ber") == ["Beer"]
    assert await listed(people.user, query="100%_") == []
    page = await people.user.call(words.list_words, "organization", limit=2)
    assert await listed(people.user, after=page.next) == ["Citroen"]
    assert await people.user.call(words.count_words, "organization") == 3


async def test_of_words_used_as_often_the_last_used_comes_first(people, wall_clock):
    made = [await add(people.admin, WordContent(word)) for word in ("Linde", "Wilg")]
    for word in reversed(made):
        wall_clock.advance(minutes=1)
        await people.user.call(words.note_uses, [(word.id, 1)])
    wall_clock.advance(minutes=1)
    await people.admin.call(words.change, made[1].id, WordContent("Wilg", ["wilch"]))
    assert [word for word, _ in await counting(people.user)] == ["Linde", "Wilg"]


async def test_the_same_word_at_once_is_in_the_list_once(people):
    asked = [add(people.user, METO, "mine") for _ in range(4)] + [add(people.admin) for _ in range(4)]
    done = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(one, words.WordView) for one in done) == 2
    assert all(isinstance(one, words.WordView | Conflict) for one in done)
    assert len(await tables.rows(select(OwnWord))) == 2


async def test_a_constraint_keeps_lists_without_doubles(people):
    made = await add(people.admin)
    row = await tables.get(OwnWord, made.id)
    values = row.model_dump(exclude={"id"})
    with pytest.raises(Conflict):
        await database.run_in_transaction(words._insert, OwnWord(**values))
