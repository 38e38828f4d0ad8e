"""'Altijd vervangen' and 'Nooit vervangen': who may, what is refused, and that no known name passes (S68)."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.unit.services.factors.factors import set_up
from voice_report.db import session as database
from voice_report.db.models import AuditLog, MaskingWord
from voice_report.errors import Conflict, Invalid, NotAllowed, NotFound, StepUpNeeded
from voice_report.reporting import deidentification
from voice_report.reporting.deidentification import reading
from voice_report.services.drafts import templates
from voice_report.services.drafts.templates import SectionContent, TemplateContent
from voice_report.services.vocabulary import _masking_rules, masking_words
from voice_report.services.vocabulary.masking_words import Rule


async def add(person, word: str, rule: Rule = "replace") -> masking_words.MaskingWordView:
    return await person.call(masking_words.add, word, rule)


async def listed(person, rule: Rule = "replace", **named) -> list[str]:
    return [one.word for one in (await person.call(masking_words.list_words, rule, **named)).items]


async def test_any_member_adds_to_always_and_an_administrator_alone_to_never(people) -> None:
    await add(people.user, "Klaverhof")
    with pytest.raises(NotAllowed):
        await add(people.user, "tilband", "keep")
    await add(people.admin, "tilband", "keep")
    assert (await listed(people.user), await listed(people.user, "keep")) == (["Klaverhof"], ["tilband"])
    assert await listed(people.other_admin) == await listed(people.other_admin, "keep") == []
    chosen = await people.user.call(masking_words.choices, None)
    assert (chosen.replace, chosen.keep) == ({"Klaverhof"}, {"tilband"})
    assert (await people.outsider.call(masking_words.choices, None)).replace == frozenset()


async def test_a_member_takes_nothing_away_and_another_organization_finds_nothing(people) -> None:
    made = await add(people.user, "Klaverhof")
    for act, more in ((masking_words.remove, ()), (masking_words.change, ("Klaver",))):
        with pytest.raises(NotAllowed):
            await people.user.call(act, made.id, *more)
        with pytest.raises(NotFound):
            await people.other_admin.call(act, made.id, *more)
    await people.admin.call(masking_words.remove, made.id)
    assert await listed(people.user) == []


async def test_what_lets_more_leave_needs_a_recent_factor(people, wall_clock) -> None:
    made = await add(people.admin, "Klaverhof")
    await set_up(people.admin)
    wall_clock.advance(minutes=11)
    for act, arguments in (
        (masking_words.add, ("tilband", "keep")),
        (masking_words.change, (made.id, "Klaver")),
        (masking_words.remove, (made.id,)),
    ):
        with pytest.raises(StepUpNeeded):
            await people.admin.call(act, *arguments)
    await add(people.admin, "Duwtje")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("geen", "ontkenning"), ("niet meer", "ontkenning"), ("Paracetamol", "medicijn"), ("links", "kant"),
        ("de", "gewoon woord"), ("zeven", "gewoon woord"), ("milligram", "gewoon woord"), ("2 keer", "gewoon woord"),
        ("Observaties", "kop van een sjabloon"), ("x", "ten minste 2"), ("1234", "met een letter"), ("  ", "verplicht"),
        ("a" * 61, "maximaal 60"),
    ],
)  # fmt: skip
async def test_always_refuses_what_a_report_needs(people, word: str, said: str) -> None:
    with pytest.raises(Invalid) as refused:
        await add(people.user, word)
    assert said in refused.value.message
    assert await listed(people.user) == []


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("Bakker", "een cliënt of collega"), ("bakkers", "een cliënt of collega"), ("Bâkker", "een cliënt of collega"),
        ("Deikstra", "een cliënt of collega"), ("Fatima", "een naam"), ("Marieke-Anne", "een naam"),
        ("kamer12", "een cijfer"), ("a@b.nl", "geen enkel woord"), ("grote zaal", "geen enkel woord"),
    ],
)  # fmt: skip
async def test_never_refuses_names_numbers_and_addresses(people, word: str, said: str) -> None:
    await cast.make_client(people.organization_id, "C-7", "Henk", "Bakker")
    await cast.make_client(people.organization_id, "C-8", "Toos", "Dijkstra")
    with pytest.raises(Invalid) as refused:
        await add(people.admin, word, "keep")
    assert said in refused.value.message
    assert await listed(people.admin, "keep") == []


async def test_a_word_is_in_one_list_once(people) -> None:
    await add(people.user, "Nachthof")
    twice: tuple[tuple[str, Rule], ...] = (("nachthof", "replace"), ("NACHTHOF", "keep"))
    for word, rule in twice:
        with pytest.raises(Conflict) as refused:
            await add(people.admin, word, rule)
        assert refused.value.message == "‘Nachthof’ staat al bij Altijd vervangen."


async def test_of_two_at_once_one_is_told(people) -> None:
    both = await asyncio.gather(add(people.user, "Klaverhof"), add(people.admin, "Klaverhof"), return_exceptions=True)
    assert sorted(type(one).__name__ for one in both) == ["Conflict", "MaskingWordView"]
    assert await listed(people.user) == ["Klaverhof"]


async def test_a_stale_version_is_refused(people) -> None:
    made = await add(people.admin, "Klaverhof")
    changed = await people.admin.call(masking_words.change, made.id, "Klaverveld", version=made.version)
    assert (changed.word, changed.version) == ("Klaverveld", 2)
    for act, more in ((masking_words.remove, ()), (masking_words.change, ("Klaver",))):
        with pytest.raises(Conflict) as refused:
            await people.admin.call(act, made.id, *more, version=made.version)
        assert (refused.value.code, refused.value.message) == ("stale_version", masking_words.STALE)
    assert await listed(people.user) == ["Klaverveld"]


async def test_a_list_is_bounded(people, monkeypatch) -> None:
    monkeypatch.setattr(masking_words, "MAX_WORDS", 2)
    await add(people.user, "Klaverhof")
    await add(people.user, "Duwtje")
    with pytest.raises(Invalid) as refused:
        await add(people.user, "Zwoltrik")
    assert refused.value.code == "too_many_words"
    await add(people.admin, "tilband", "keep")


async def test_lists_are_searched_and_paged(people) -> None:
    for word in ("Klaverhof", "Duwtje", "De Klaver"):
        await add(people.user, word)
    assert await listed(people.user, query="klav") == ["De Klaver", "Klaverhof"]
    assert await listed(people.user, limit=2) == ["De Klaver", "Duwtje"]
    assert await people.user.call(masking_words.count_words, "replace") == 3


async def test_the_trail_has_what_was_done_without_the_word(people) -> None:
    made = await add(people.user, "Klaverhof")
    await add(people.admin, "tilband", "keep")
    await people.admin.call(masking_words.change, made.id, "Klaverveld")
    await people.admin.call(masking_words.remove, made.id)
    async with database.reading() as session:
        rows = (await session.exec(select(AuditLog).where(AuditLog.resource.endswith("ed word")))).all()  # type: ignore[attr-defined]
        kept = (await session.exec(select(AuditLog).where(AuditLog.resource == "kept word"))).all()
        assert (await session.exec(select(MaskingWord.word))).all() == ["tilband"]
    assert [one.action for one in rows] == ["create", "change", "delete"]
    assert [one.action for one in kept] == ["create"]
    assert not any("Klaver" in str(one.model_dump()) or "tilband" in str(one.model_dump()) for one in (*rows, *kept))


def test_headings_are_looked_at_without_reading_them_again_for_each_word(monkeypatch) -> None:
    """A hundred words may come with one draft, and they are checked in the event loop."""
    for heading in ("Besluiten", "besluiten", "BESLUI\u0301TEN", "nog te doen", "Doel"):
        assert _masking_rules.is_in_heading(heading), heading
    read, real = [], reading.words

    def words(copy: reading.Copy) -> list[reading.Word]:
        read.append(copy.text)
        return real(copy)

    monkeypatch.setattr(reading, "words", words)
    assert not any(_masking_rules.is_in_heading(f"klaver{'hof' * number}") for number in range(1, 100))
    assert read == []


@pytest.mark.parametrize("word", ["Zwoltrekkamer", "kamerzwoltrek", "ZWOLTRE\u0301Ks-lift", "zwoltrektas"])
async def test_s68_a_word_with_a_known_name_in_it_does_not_stay(people, word: str) -> None:
    await add(people.admin, "zwiltrekkamer", "keep")
    await cast.make_client(people.organization_id, "C-78", "Toos", "Zwoltrek")
    with pytest.raises(Invalid) as refused:
        await add(people.admin, word, "keep")
    assert "naam van een cliënt" in refused.value.message
    await add(people.other_admin, "zwiltrekkamer", "keep")


async def test_s68_a_word_that_stays_goes_when_a_client_comes_whose_name_is_in_it(people) -> None:
    for word in ("zwoltrekkamer", "tilband"):
        await add(people.admin, word, "keep")
    text = deidentification.searched(["Vandaag in de zwoltrekkamer de tilband gebruikt."])
    assert (await people.user.call(masking_words.choices, None, text)).keep == {"zwoltrekkamer", "tilband"}
    await cast.make_client(people.organization_id, "C-78", "Toos", "Zwoltrek")
    assert (await people.user.call(masking_words.choices, None, text)).keep == {"tilband"}
    await cast.make_client(people.other_organization_id, "C-79", "Toos", "Tilband")
    assert (await people.user.call(masking_words.choices, None, text)).keep == {"tilband"}


async def test_always_refuses_a_word_of_a_heading_of_the_organizations_own_templates(people) -> None:
    content = TemplateContent("Eigen", [SectionContent("Kleine keuken")])
    await people.admin.call(templates.create, content)
    with pytest.raises(Invalid) as refused:
        await add(people.user, "kleine Keuken")
    assert "kop van een sjabloon" in refused.value.message
    await add(people.other_admin, "kleine keuken")


async def test_a_heading_with_a_word_that_is_always_replaced_is_refused(people) -> None:
    await add(people.user, "kleine keuken")
    content = TemplateContent("Eigen", [SectionContent("In de kleine keuken")])
    with pytest.raises(Invalid) as refused:
        await people.admin.call(templates.create, content)
    assert "‘kleine keuken’" in refused.value.message
    assert "Altijd vervangen" in refused.value.message
