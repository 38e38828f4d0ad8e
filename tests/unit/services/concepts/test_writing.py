"""A report made of a language model's lines: on its way while they come, kept with what it is made of, never wrong."""

import asyncio
import itertools

import pytest
from sqlmodel import col, select

from tests.support import tables
from tests.unit.reporting.writing import answers
from tests.unit.reporting.writing.answers import FAITHFUL, FILLER, SENTENCES, STANDING, TOLD, TRANSCRIPT
from tests.unit.services.concepts.concepts import ledger, new_draft, read_draft
from voice_report.db.models import AuditLog
from voice_report.errors import Unavailable
from voice_report.integrations.structuring.protocol import TEXT_REFUSED, Note
from voice_report.reporting.templates import DEFAULT
from voice_report.services.concepts import _writing, structuring

#: Lines that can be read, and of which nothing can be used in Leesbaar.
LITERAL = {"no texts": answers.PLACED, "refused": answers.line([4], "evaluatie", "Alle doelen zijn behaald.")}
HOSTILE = {name: answer for name, (answer, _) in answers.WRONG.items()} | answers.USELESS | LITERAL


@pytest.fixture
def writer(engine):
    """The engine as a language model that writes lines."""
    engine.styles, engine.label, engine.answer = ("leesbaar", "letterlijk", "vrij"), "", FAITHFUL
    return engine


async def test_every_line_is_on_its_way_when_it_ends(db, people, writer):
    user = await people.user.current()
    writer.gate = asyncio.Event()
    writer._pieces = len(FAITHFUL)  # one character a piece; the first line ends before anything waits
    writer.answer = "\n" + FAITHFUL
    stream = structuring.generate(user, TRANSCRIPT)
    first = asyncio.ensure_future(anext(stream))
    await writer.started.wait()
    writer.gate.set()
    sheet = await first
    assert isinstance(sheet, structuring.ReportSnapshot)
    assert STANDING[0] in sheet.markdown
    assert "Niet besproken" not in sheet.markdown, "nobody knows yet"
    sheets = [sheet, *[piece async for piece in stream]]
    assert all(isinstance(one, structuring.ReportSnapshot) for one in sheets)
    assert all(text in sheets[-1].markdown for text in STANDING[:-1])


async def test_only_the_newest_sheet_waits_for_who_is_slow(db, people, writer):
    user = await people.user.current()
    writer._pieces = 200
    stream = structuring.generate(user, TRANSCRIPT)
    await anext(stream)
    await asyncio.gather(*structuring._working)
    assert [piece async for piece in stream] == []


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hostile_model_makes_no_report_worse_than_literal(db, people, writer, name):
    writer.answer = HOSTILE[name]
    made = await structuring.generate_whole(await people.user.current(), TRANSCRIPT)
    assert all(one.text in (TOLD if one.as_spoken else STANDING) for one in made.written.statements)
    assert (made.written.label == _writing.NO_LINES) == (
        name in {**answers.USELESS, **LITERAL} or name.startswith("merged")
    )
    assert (made.written.label == _writing.NO_LINES) == all(one.as_spoken for one in made.written.statements)


async def test_a_repeated_request_gets_the_same_report_with_all_it_is_made_of(db, people, writer):
    user = await people.user.current()
    draft = await new_draft(db, user, TRANSCRIPT)
    made = await structuring.generate_whole(user, TRANSCRIPT, draft.id)
    assert made.written.not_included == (answers.ORDER,)
    assert await structuring.generate_whole(user, TRANSCRIPT, draft.id) == made
    assert (await read_draft(db, user, draft.id)).structured_report == made.report
    placed = await structuring.generate_whole(user, TRANSCRIPT, draft.id, style="letterlijk")
    assert [one.text for one in placed.written.statements if one.text not in SENTENCES] == []
    assert (await read_draft(db, user, draft.id)).structured_report == placed.report
    assert await structuring.generate_whole(user, TRANSCRIPT, draft.id, DEFAULT.key, "leesbaar") == made
    assert (await read_draft(db, user, draft.id)).structured_report == made.report
    assert len(writer.asked) == 2
    assert await ledger(db, people.organization_id) == (8, 2, 2)


def overheard(monkeypatch, writer) -> list[str]:
    """Return a list that gets the pieces of the answer as they are read."""
    said: list[str] = []
    whole = writer._said

    async def counted(text: str):
        async for piece in whole(text):
            said.append(piece)
            yield piece

    monkeypatch.setattr(writer, "_said", counted)
    return said


@pytest.mark.parametrize(("begin", "clock", "read"), [("", 0, 6_000), (FAITHFUL[:400], 0, 6_400), ("", 8, 4_000)])
async def test_a_model_that_says_nothing_useful_is_not_listened_to_for_long(
    monkeypatch, db, people, writer, begin, clock, read
):
    moments = itertools.count(step=clock)
    monkeypatch.setattr(_writing, "monotonic", lambda: float(next(moments)))
    writer.answer, writer._pieces = begin + "\n" + "Natuurlijk! " * 5_000, 60
    said = overheard(monkeypatch, writer)
    written = (await structuring.generate_whole(await people.user.current(), TRANSCRIPT)).written
    assert written.label == ("" if begin else _writing.NO_LINES)
    assert (written.not_included, len("".join(said)) < read) == ((), True)
    assert {at for one in written.statements for at in one.sources} == {*range(len(SENTENCES))} - {FILLER}


async def test_a_slow_model_is_listened_to_while_it_writes_lines(monkeypatch, db, people, writer):
    moments = itertools.count(step=20)  # seconds a piece, and a line takes more than one
    monkeypatch.setattr(_writing, "monotonic", lambda: float(next(moments)))
    writer._pieces = 2 * len(FAITHFUL.splitlines())
    written = (await structuring.generate_whole(await people.user.current(), TRANSCRIPT)).written
    assert (written.label, written.not_included) == ("", (answers.ORDER,))


@pytest.mark.parametrize(
    ("style", "answer", "is_refused", "label"),
    [
        ("leesbaar", FAITHFUL, False, ""),
        ("leesbaar", "Natuurlijk!", False, _writing.NO_LINES),
        ("letterlijk", "", True, _writing.REFUSED),
        ("letterlijk", answers.PLACED, True, _writing.PARTLY_REFUSED),
        ("vrij", "", True, _writing.REFUSED),
    ],
)
async def test_s27_a_concept_by_the_rules_alone_is_not_called_one_by_ai(
    db, people, writer, monkeypatch, style, answer, is_refused, label
):
    """Also where a language model was asked, and gave nothing."""

    async def refusing(text: str):
        yield text
        if style == "vrij":
            raise Unavailable("Nee.", code=TEXT_REFUSED)
        yield Note.REFUSED

    writer.answer = answer
    if is_refused:
        monkeypatch.setattr(writer, "_said", refusing)
    user = await people.user.current()
    made = await structuring.generate_whole(user, TRANSCRIPT, style=style)
    assert made.written.label == label
    how = "concept without AI" if label in (_writing.NO_LINES, _writing.REFUSED) else "concept by AI"
    rows = select(AuditLog.resource).where(col(AuditLog.resource).startswith("concept "))
    assert await tables.rows(rows) == [how]


async def test_an_answer_that_begins_anew_is_listened_to_as_the_first_time(db, people, writer):
    writer._pieces = 200
    writer.answer = f"{FAITHFUL}\nNee, opnieuw.\n" + (" " * 1_500 + "\n").join(FAITHFUL.split("\n"))
    made = await structuring.generate_whole(await people.user.current(), TRANSCRIPT)
    assert made.written.label == ""
    assert {one.text for one in made.written.statements} == {*STANDING}
