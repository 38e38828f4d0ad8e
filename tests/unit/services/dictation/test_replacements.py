"""Words written as they are written here: in each segment, kept beside it, counted, and never a client's name."""

import json
import uuid

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.unit.services.dictation.dictating import draft_of, finished, spoken
from tests.unit.services.vocabulary.test_words import add
from voice_report.db.models import DictationSegment, OwnWord
from voice_report.errors import NotFound
from voice_report.services.dictation import dictation, replacements
from voice_report.services.vocabulary import words
from voice_report.services.vocabulary.words import WordContent


async def said(user, numbers, draft_id=None) -> tuple[uuid.UUID, list]:
    dictating = uuid.uuid4()
    return dictating, [
        await dictation.transcribe_segment(user, dictating, at, spoken(number), draft_id)
        for at, number in enumerate(numbers)
    ]


async def replaced(db, user, draft_id):
    found = await db.run_reading(replacements.of_draft, user, draft_id)
    return [(one.before, one.word, one.heard, one.after) for one in found]


async def uses(db) -> dict[str, int]:
    return {row.word: row.uses for row in await tables.rows(select(OwnWord))}


async def test_a_misheard_word_is_replaced_before_it_is_stored_and_kept_beside_it(db, people, user):
    await add(people.user, WordContent("Zus 001", ["woord001"]), "mine")
    dictating, results = await said(user, [1, 2, 1])
    assert [one.text for one in results] == ["Zus 001", "woord002", "Zus 001"]
    assert [(one.at, one.word, one.heard) for one in results[0].changes] == [(0, "Zus 001", "woord001")]
    again = await dictation.transcribe_segment(user, dictating, 0, b"")
    assert again == results[0].__class__("Zus 001", results[2].draft_id, results[0].changes)
    assert (await draft_of(db, user, results[0].draft_id)).transcript == "Zus 001 woord002 Zus 001"
    assert await replaced(db, user, results[0].draft_id) == [("", "Zus 001", "woord001", "")] * 2
    assert await uses(db) == {"Zus 001": 2}


async def test_what_is_not_stored_stays_as_it_was_heard_for_nobody_could_put_it_back(people, user):
    await add(people.user, WordContent("Zus 001", ["woord001"]), "mine")
    assert await dictation.transcribe(user, spoken(1)) == "woord001"
    assert (await dictation.transcribe_again(user, spoken(1)))[0] == "woord001"


async def test_a_form_that_lies_in_two_segments_stays_as_it_was_heard(db, people, user):
    await add(people.user, WordContent("Paar 001 002", ["woord001 woord002"]), "mine")
    _, results = await said(user, [1, 2])
    assert (await draft_of(db, user, results[0].draft_id)).transcript == "woord001 woord002"
    assert await uses(db) == {"Paar 001 002": 0}


async def test_what_one_person_writes_changes_nothing_for_others(db, people, user, outsider):
    await add(people.user, WordContent("Zus 001", ["woord001"]), "mine")
    await add(people.user, WordContent("Zo 002", ["woord002"]))  # a proposal
    for other in (await people.admin.current(), outsider):
        _, results = await said(other, [1, 2])
        assert [one.text for one in results] == ["woord001", "woord002"]
    await add(people.admin, WordContent("Ons 001", ["woord001"]))
    _, results = await said(user, [1])
    assert results[0].text == "Zus 001"  # one's own first
    _, results = await said(await people.admin.current(), [1])
    assert results[0].text == "Ons 001"


async def test_s50_a_clients_name_stays_also_when_the_client_came_later(db, people, user):
    await add(people.admin, WordContent("Zus 001", ["woord001"]))
    await add(people.admin, WordContent("Zo 002", ["woord002"]))
    await cast.make_client(people.organization_id, "9", "Anna", "Woord001")
    _, results = await said(user, [1, 2])
    assert [one.text for one in results] == ["woord001", "Zo 002"]
    await add(people.admin, WordContent("familie Bakkers", ["familie bakkes"], "naam"))
    await cast.make_client(people.organization_id, "10", "Jo", "Bakkes")
    assert await heard(user, "De familie Bakkes kwam.") == "De familie Bakkes kwam."


@pytest.mark.parametrize(
    ("word", "form"), [("diastolisch", "systolisch"), ("januari", "juni"), ("morfine", "pijnstiller")]
)
async def test_s50_a_form_that_was_stored_before_it_was_refused_changes_nothing(db, people, user, word, form):
    made = await add(people.user, WordContent(word, ["vautjeks"]), "mine")
    async with db.transaction() as session:
        row = await session.get_one(OwnWord, made.id)
        row.heard_as = json.dumps(["vautjeks", form])
        session.add(row)
    assert await heard(user, f"vautjeks, {form} en {form.title()}") == f"{word}, {form} en {form.title()}"


async def test_the_texts_are_gone_when_those_of_the_segments_are(db, people, user, wall_clock):
    await add(people.user, WordContent("Zus 001", ["woord001"]), "mine")
    dictating, results = await said(user, [1])
    await finished(db, user, dictating)
    wall_clock.advance(hours=25)
    await db.run_in_transaction(dictation.purge)
    assert await replaced(db, user, results[0].draft_id) == []
    assert await tables.rows(select(DictationSegment.heard)) == [None]


async def test_s02_nobody_else_sees_what_was_replaced(db, people, user, outsider):
    await add(people.user, WordContent("Zus 001", ["woord001"]), "mine")
    _, results = await said(user, [1])
    for other in (await people.admin.current(), outsider):
        with pytest.raises(NotFound):
            await replaced(db, other, results[0].draft_id)


async def test_a_word_that_is_removed_while_somebody_talks_is_not_missed(db, people, user):
    made = await add(people.user, WordContent("Zus 001", ["woord001"]), "mine")
    spelled = await replacements.spelled(user, "woord001", await replacements.lists(user))
    await people.user.call(words.remove, made.id)
    await db.run_in_transaction(words.note_uses, user, spelled.uses)
    assert await uses(db) == {}


async def heard(user, text: str) -> str:
    return (await replacements.spelled(user, text, await replacements.lists(user))).text


async def test_s50_a_word_is_written_for_its_forms_alone(db, people, user):
    await add(people.admin, WordContent("tachycardie", ["tachie kardie"], "term"))
    assert await heard(user, "bradycardie, tachie kardie, tachykardi") == "bradycardie, tachycardie, tachykardi"


async def test_s50_a_list_that_cannot_be_read_costs_no_word(db, people, user, monkeypatch, caplog):
    async def broken(*_arguments):
        raise RuntimeError("broken")

    monkeypatch.setattr(words, "entries", broken)
    _, results = await said(user, [1])
    assert (results[0].text, results[0].changes) == ("woord001", ())
    assert "could not be read" in caplog.text
