"""Unsure words: kept with the draft from the recogniser to the report, until a person changes or confirms them."""

import uuid

import pytest

from tests.support.fakes import sound
from tests.unit.services.concepts.concepts import read_draft
from voice_report.db.models import Report
from voice_report.errors import Invalid
from voice_report.integrations.speech import Answer, Word
from voice_report.reporting.templates import DEFAULT
from voice_report.reporting.writing import Style
from voice_report.services.concepts import additions, review
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts, unsure
from voice_report.services.drafts.generated import Generated

SAID = "Ze kreeg amoxicilline. De amoxicilline is op."
REPORT = f"## Observaties\n\n{SAID}\n"


def words(text: str, spots) -> list[str]:
    return [text[start:end] for start, end in spots]


def second(text: str = SAID) -> unsure.Spot:
    """The place of the second 'amoxicilline'."""
    at = text.rindex("amoxicilline")
    return at, at + len("amoxicilline")


def test_the_unsure_words_of_a_text_are_found_in_order():
    heard = [
        ("Ze", False),
        ("kreeg", False),
        ("amoxicilline.", False),
        ("Weg", True),
        ("amoxicilline", True),
        ("op.", True),
    ]
    assert unsure.heard(SAID, heard) == [second(), (SAID.index("op."), SAID.index("op.") + 2)]
    assert unsure.heard("Ze is opgenomen.", [("op", True), ("—", True), ("", True)]) == []


def test_a_word_that_was_written_for_an_unsure_one_is_unsure():
    spots = unsure.heard("Bel sietse van amoxi cilline af", [("sietse", True), ("cilline", True), ("af", True)])
    written = "Bel Sietske van amoxicilline af"
    changes = [(4, "Sietske", "sietse"), (16, "amoxicilline", "amoxi cilline")]
    assert words(written, unsure.respelled(spots, changes)) == ["Sietske", "amoxicilline", "af"]


@pytest.mark.parametrize(
    ("after", "left"),
    [
        (f"Vandaag: {SAID}", [9]),
        (f"{SAID} Bel morgen.", [0]),
        (SAID.replace("kreeg", "nam gisteren"), [7]),
        (SAID.replace("kreeg", "nam").replace("op", "bijna op"), [-2]),  # two places in one save
        (SAID.replace("De amoxicilline", "De penicilline"), []),
        (SAID.replace("De amoxicilline", "De amoxicillines"), []),
        (SAID.replace("De amoxicilline", "De flamoxicilline"), []),
        (SAID.replace("De amoxicilline", "De amoxicilline,"), [0]),
        ("Iets heel anders.", []),
        ("", []),
    ],
)
def test_a_word_is_unsure_through_edits_elsewhere_and_no_longer_once_it_is_changed(after, left):
    start, end = second()
    assert unsure.moved([second()], SAID, after) == [(start + by, end + by) for by in left]


def test_of_equal_words_the_one_beside_its_neighbours_stays_unsure():
    before, after = f"Zin een. {SAID}", f"Zin twee. {SAID.replace('is op', 'was op')}"
    assert unsure.moved([second(before)], before, after) == [second(after)]


def test_the_places_in_sentences_are_those_of_the_transcript():
    transcript = "Ze kreeg\n  amoxicilline.   De amoxicilline is op."
    found = unsure.in_sentences([second(transcript)], transcript, ["Ze kreeg amoxicilline.", "De amoxicilline is op."])
    assert found == {1: [((3, 15), second(transcript))]}


async def row_of(db, draft_id) -> Report:
    async with db.reading() as session:
        row = await session.get(Report, draft_id)
    assert row is not None
    return row


@pytest.fixture
def engine(monkeypatch):
    """What is heard in a segment, with how sure the engine is of each word."""
    said: list[tuple[str, list[float]]] = []

    async def heard(*_):
        text, sure = said.pop(0)
        return Answer(text, tuple(Word(one, 0.0, 0.1, much) for one, much in zip(text.split(), sure, strict=True)))

    monkeypatch.setattr(dictation, "_heard", heard)
    return said


@pytest.fixture
async def draft(db, user, engine):
    """A dictated draft with a concept, of which the second 'amoxicilline' is unsure."""
    engine += [("Ze kreeg amoxicilline.", [0.9, 0.9, 0.9]), ("De amoxicilline is op.", [0.9, 0.2, 0.9, 0.9])]
    dictating, found = uuid.uuid4(), None
    for position in (0, 1):
        audio = sound.encoded(sound.dictation(1, first=position), "webm")
        found = await dictation.transcribe_segment(user, dictating, position, audio, found and found.draft_id)
    assert found is not None
    assert found.draft_id is not None
    await db.run_in_transaction(dictation.finish, user, dictating)
    return await put(db, user, found.draft_id, REPORT)


async def put(db, user, draft_id, report: str, style: Style = "netjes") -> drafts.DraftView:
    made = Generated(drafts.fingerprint(SAID), style, report)
    await db.run_in_transaction(drafts.put_report, user, draft_id, report, "", DEFAULT, made)
    return await read_draft(db, user, draft_id)


async def save(db, user, draft, **fields) -> drafts.DraftView:
    content = {"transcript": draft.transcript, "structured_report": draft.structured_report, **fields}
    return await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, **content)


async def flagged(user, draft, report: str | None = None) -> list[tuple[str, str, str]]:
    found = await review.look(user, draft.id, draft.transcript, report or draft.structured_report)
    flags = [(one, flag) for one in found.points for flag in one.flags if flag.kind == "unsure"]
    return [(one.text, flag.here, flag.said) for one, flag in flags]


async def test_an_unsure_word_is_marked_on_the_report_and_no_sign_off_passes_it(db, user, draft):
    assert draft.transcript == SAID
    assert words(SAID, unsure.from_json((await row_of(db, draft.id)).unsure)) == ["amoxicilline"]
    assert await flagged(user, draft) == [("De amoxicilline is op.", "amoxicilline", "amoxicilline")]
    with pytest.raises(Invalid, match="staat nog 1 punt open"):
        await review.sign_off(user, draft.id, draft.version)


async def test_it_stays_over_a_changed_transcript_another_report_and_reading_the_draft_again(db, user, draft):
    draft = await save(db, user, draft, transcript=f"Vanmorgen gebeld. {SAID}")
    draft = await put(db, user, draft.id, f"## Situatie\n\n{SAID}\n")
    assert draft.has_unsure
    assert await flagged(user, draft) == [("De amoxicilline is op.", "amoxicilline", "amoxicilline")]
    newer = draft.transcript.replace("gebeld", "langs geweest")  # typed on the page, and not saved yet
    found = await review.look(user, draft.id, newer, draft.structured_report or "")
    assert [one.text for one in found.points] == ["De amoxicilline is op."]


async def test_a_person_who_confirms_it_is_not_asked_again(db, user, draft):
    await review.settle(user, draft.id, "Observaties", "De amoxicilline is op.", ["unsure"])
    assert await flagged(user, draft) == []
    draft = await put(db, user, draft.id, f"## Situatie\n\n{SAID}\n")
    assert not draft.has_unsure
    assert await flagged(user, draft) == []
    await review.sign_off(user, draft.id, draft.version)


async def test_a_confirmed_sentence_leaves_the_same_word_elsewhere_unsure(db, user, draft):
    await review.settle(user, draft.id, "Observaties", "Ze kreeg amoxicilline.", ["unsure"])
    assert len(await flagged(user, draft)) == 1


async def test_a_word_that_a_person_changed_in_the_report_or_the_transcript_is_not_asked(db, user, draft):
    assert await flagged(user, draft, REPORT.replace("De amoxicilline is", "De penicilline is")) == []
    draft = await save(db, user, draft, transcript=SAID.replace("De amoxicilline", "De penicilline"))
    assert not draft.has_unsure


async def test_an_unsure_figure_is_asked_in_the_form_in_which_it_was_written(db, user, engine):
    engine.append(("Ze kreeg honderdvijftig milligram.", [0.9, 0.9, 0.2, 0.9]))
    audio = sound.encoded(sound.dictation(1), "webm")
    made = await dictation.transcribe_segment(user, uuid.uuid4(), 0, audio)
    draft = await put(db, user, made.draft_id, "## Observaties\n\nZe kreeg 150 mg.\n")
    assert [(here, said) for _, here, said in await flagged(user, draft)] == [("150 mg", "honderdvijftig")]
    draft = await put(db, user, draft.id, "## Observaties\n\nZij kreeg 150 milligram.\n", "leesbaar")
    assert [(here, said) for _, here, said in await flagged(user, draft)] == [("", "honderdvijftig")]


async def test_a_later_part_of_the_dictation_keeps_the_places_of_the_earlier_one(db, user, engine):
    engine += [("Twee oxazepam.", [0.9, 0.1]), ("Een paracetamol.", [0.9, 0.1])]
    dictating, audio = uuid.uuid4(), sound.encoded(sound.dictation(1), "webm")
    later = await dictation.transcribe_segment(user, dictating, 1, audio)
    made = await dictation.transcribe_segment(user, dictating, 0, audio)
    row = await row_of(db, later.draft_id)
    assert (row.transcript, made.draft_id) == ("Een paracetamol. Twee oxazepam.", row.id)
    assert words(row.transcript, unsure.from_json(row.unsure)) == ["paracetamol", "oxazepam"]


async def test_the_sound_of_unsure_words_stays_until_they_are_sure(db, user, draft):
    assert not await db.run_reading(drafts.is_made, user, draft.id)
    await review.settle(user, draft.id, "Observaties", "De amoxicilline is op.", ["unsure"])
    assert await db.run_reading(drafts.is_made, user, draft.id)


async def test_a_value_that_cannot_be_is_asked_until_a_person_confirms_it(db, user, draft):
    draft = await save(db, user, draft, transcript="Temperatuur 83.")
    report = "## Observaties\n\nTemperatuur 83.\n"
    draft = await put(db, user, draft.id, report)
    (point,) = (await review.look(user, draft.id, draft.transcript, report)).points
    assert [(flag.kind, flag.text, flag.here) for flag in point.flags] == [("value", "Klopt 83?", "83")]
    await review.settle(user, draft.id, "Observaties", "Temperatuur 83.", ["value"])
    assert (await review.look(user, draft.id, draft.transcript, report)).points == []


async def test_what_is_added_by_voice_has_its_own_unsure_words(db, user, draft, engine):
    engine.append(("Daarna oxazepam gegeven.", [0.9, 0.1, 0.9]))
    dictating, audio = uuid.uuid4(), sound.encoded(sound.dictation(1), "webm")
    await dictation.transcribe_segment(user, dictating, 0, audio, draft.id)
    draft = await additions.finish(user, dictating, "Observaties")
    assert await flagged(user, draft) == [
        ("De amoxicilline is op.", "amoxicilline", "amoxicilline"),
        ("Daarna oxazepam gegeven.", "oxazepam", "oxazepam"),
    ]


def test_in_a_transcript_that_is_written_again_no_word_is_looked_for():
    """It would hold the event loop: a thousand words, each in a long text."""
    before = " ".join(f"woord{at}" for at in range(5_000))
    after = " ".join(reversed(before.split()))
    assert unsure.moved([(0, 6)], before, after) == []
    assert unsure.moved([(0, 6)], before, f"en {before}") == [(3, 9)]
