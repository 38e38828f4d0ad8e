"""What a person undid of tidying holds in every report that is made of the same words later (``concepts.tidying``)."""

import random
from collections.abc import Collection
from typing import Any

import pytest

from tests.support import people as cast
from tests.unit.services.concepts.concepts import new_draft, read_draft
from voice_report.config import settings
from voice_report.dutch.sentences import split
from voice_report.integrations.structuring import local
from voice_report.services.archive import archive, refiling
from voice_report.services.concepts import review, revising, structuring, tidying
from voice_report.services.concepts.tidying import Change
from voice_report.services.drafts import drafts

SAID = (
    "Hallo, ik zit in de auto. Eh, de bloeddruk was 142 over 80. Plan is eh morgen wegen. Ze at eh goed. "
    "Ze sliep goed. Ze las een boek. Ze zong een lied."
)
FIGURE, IN_FIGURES = "142 over 80", "142/80"


@pytest.fixture
async def draft(db, user, engine, monkeypatch):
    """A draft with a concept in 'netjes', made by the local rules."""
    monkeypatch.setattr(structuring, "engine", lambda *_: local.create(settings()))
    made = await new_draft(db, user, SAID)
    await structuring.generate_whole(user, SAID, made.id)
    return await read_draft(db, user, made.id)


async def changes(user, draft: drafts.DraftView) -> tuple[Change, ...]:
    return (await review.look(user, draft.id, draft.transcript, report_of(draft))).changes


def report_of(draft: drafts.DraftView) -> str:
    return draft.structured_report or ""


async def undo(db, user, draft: drafts.DraftView, *rules: str, everything: bool = False) -> drafts.DraftView:
    keys = [one.key for one in await changes(user, draft) if one.rule in rules or one.is_off]
    return await put(db, user, draft, keys, everything=everything)


async def put(db, user, draft: drafts.DraftView, keys: Collection[str], *, everything=False) -> drafts.DraftView:
    version = (await read_draft(db, user, draft.id)).version
    return await tidying.put(user, draft.id, frozenset(keys), everything=everything, version=version)


async def anew(db, user, draft: drafts.DraftView, template: str, style: Any = "netjes") -> drafts.DraftView:
    transcript = (await read_draft(db, user, draft.id)).transcript
    await structuring.generate_whole(user, transcript, draft.id, template, style)
    return await read_draft(db, user, draft.id)


async def test_what_was_undone_stays_so_in_another_template_and_another_style_and_back(db, user, draft):
    assert IN_FIGURES in report_of(draft)
    undone = await undo(db, user, draft, "figures", "small_talk")
    await revising.rearrange(user, draft.id, "soep")
    for report in (
        report_of(undone),
        report_of(await read_draft(db, user, draft.id)),
        report_of(await anew(db, user, draft, "soep")),
        report_of(await anew(db, user, draft, "zorg", "letterlijk")),
        report_of(await anew(db, user, draft, "sbar")),
        report_of(await anew(db, user, draft, "zorg")),  # the report that the first request made
    ):
        assert FIGURE in report
        assert IN_FIGURES not in report
        assert "Hallo, ik zit in de auto." in report
    assert [one.rule for one in await changes(user, await read_draft(db, user, draft.id)) if one.is_off] == [
        "small_talk",
        "figures",
    ]
    assert "Ze at goed." in report, "the rest is tidied"


async def test_of_a_report_that_is_as_it_was_said_more_is_as_it_was_said(db, user, draft):
    await undo(db, user, draft, everything=True)
    more = f"{SAID} Eh, de pols was 82 per minuut."
    async with db.transaction() as session:
        row = await drafts.find(session, user, draft.id)
        await drafts.save_draft(
            session, user, draft_id=draft.id, transcript=more, structured_report=row.structured_report
        )
    new = await anew(db, user, draft, "soep")
    assert all(sentence in report_of(new) for sentence in split(more))
    netjes = await put(db, user, new, ())
    assert IN_FIGURES in report_of(netjes)
    assert report_of(await anew(db, user, draft, "zorg")).count("Eh") == 0, "and then tidied again"


async def test_what_the_undo_of_the_text_brought_back_is_not_undone(db, user, draft):
    undone = await undo(db, user, draft, "figures")
    text = draft.structured_report
    await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, transcript=SAID, structured_report=text)
    assert FIGURE in report_of(undone)
    await anew(db, user, draft, "zorg", "letterlijk")
    assert IN_FIGURES in report_of(await anew(db, user, draft, "soep"))


async def test_a_heading_written_again_keeps_what_was_undone(db, user, draft):
    undone = await undo(db, user, draft, "figures")
    (section,) = {one.section for one in (await looked(user, undone)).sentences if FIGURE in one.text}
    key = next(one.key for one in draft.template.sections if one.title == section)
    assert FIGURE in await revising.again(user, draft.id, key, report_of(undone))
    assert IN_FIGURES in await revising.again(user, draft.id, key, report_of(draft)), "as the page has it by now"


async def looked(user, draft: drafts.DraftView) -> review.Review:
    return await review.look(user, draft.id, SAID, report_of(draft))


async def test_a_report_that_was_taken_out_of_the_archive_has_it_still(db, people, user, draft):
    undone = await undo(db, user, draft, "figures")
    await cast.keep_archive(people.organization_id)
    text = {"transcript": SAID, "structured_report": report_of(undone), "client_id": people.client_id}
    saved = await archive.save(user, draft_id=draft.id, **text)
    await db.run_in_transaction(refiling.take_back, user, saved.id)
    assert FIGURE in report_of(await read_draft(db, user, draft.id))
    assert FIGURE in report_of(await anew(db, user, draft, "soep"))


async def test_what_is_undone_in_one_draft_is_tidied_in_another(db, user, draft):
    await undo(db, user, draft, everything=True)
    other = await new_draft(db, user, SAID)
    assert IN_FIGURES in report_of(await anew(db, user, other, "zorg"))


@pytest.mark.parametrize("seed", range(2))
async def test_whatever_is_undone_is_there_after_every_way_round(db, user, draft, seed):
    """Another template and back gives the same text, to the letter."""
    chance = random.Random(seed)  # noqa: S311
    undone = draft
    for template in ("soep", "dienst", "zorg"):
        found = await changes(user, undone)
        undone = await put(db, user, undone, [one.key for one in found if chance.random() < 0.5])
        kept = await read_draft(db, user, draft.id)
        await revising.rearrange(user, draft.id, template)
        await revising.rearrange(user, draft.id, kept.template.key)
        assert report_of(await read_draft(db, user, draft.id)) == report_of(kept)
        await revising.rearrange(user, draft.id, template)
        undone = await read_draft(db, user, draft.id)


def test_what_is_kept_is_bounded() -> None:
    many = tidying.Undone(frozenset(map(str, range(5_000))))
    assert len(tidying.Undone.from_json(many.to_json()).off) == 2_000
    assert tidying.Undone().to_json() is None
