"""The spoken example: the engine hears it, its concept takes no credit, and nobody gets another report by it."""

import uuid
from datetime import timedelta

import pytest
from sqlmodel import select

from tests.support import environment, tables
from tests.support import people as cast
from tests.unit.services.concepts.concepts import job_states, ledger, read_draft, whole
from voice_report.db import session as database
from voice_report.db.models import AuditLog, Report
from voice_report.errors import Invalid, NoOrganization, NotFound, OutOfCredits, TooMany, Unavailable
from voice_report.services.archive import archive
from voice_report.services.dictation import example
from voice_report.services.drafts import drafts, listing
from voice_report.services.shared import rate_limits

HEARD = "Ik was van ochtend bij mevrouw voor de wond zorg. Ze had slecht geslapen door pijn in haar linker knie."
NOBODY = "Meneer viel vannacht naast zijn bed en heeft sindsdien veel pijn in zijn heup; de huisarts komt vanavond."


@pytest.fixture
async def people(db) -> cast.People:
    """Everybody; nobody has a credit."""
    return await cast.make_people(credits=0)


@pytest.fixture
async def draft_id(fake_provider, user, engine) -> uuid.UUID:
    fake_provider.control(append=HEARD)
    return await example.begin(user)


async def change(db, user, draft_id, **content) -> drafts.DraftView:
    return await db.run_in_transaction(drafts.save_draft, user, draft_id=draft_id, **content)


async def titles(db, user) -> list[str]:
    async with db.transaction() as session:
        listed = await listing.list_drafts(session, user)
        long = await listing.list_drafts(session, user, limit=100)
        shown = await listing.list_previews(session, user)
    found = [draft.title for draft in listed.items]
    assert found == [draft.title for draft in long.items] == [draft.title for draft in shown.items]
    return found


async def test_the_engine_hears_the_sound_and_the_concept_costs_nothing(db, people, user, engine, fake_provider):
    fake_provider.control(append=HEARD)
    draft_id = await example.begin(user)
    (request,) = fake_provider.requests("speech")
    assert request["seconds"] == pytest.approx(15.5, abs=0.2)
    draft = await read_draft(db, user, draft_id)
    assert (draft.transcript, draft.is_example) == (f"geluid van 16 seconden {HEARD}", True)
    assert draft.transcript in await whole(user, draft.transcript, draft_id)
    assert (await read_draft(db, user, draft_id)).is_example
    assert await ledger(db, people.organization_id) == (0, 0, 0)
    rows = {(row.action, row.resource) for row in await tables.rows(select(AuditLog))}
    assert await db.run_reading(example.is_new, user)
    assert {("create", "example"), ("create", "concept by AI")} <= rows


async def test_who_has_credits_keeps_them_and_the_first_report_of_ones_own_takes_one(db, engine, fake_provider):
    people = await cast.make_people()
    user = await people.user.current()
    fake_provider.control(append=HEARD)
    draft_id = await example.begin(user)
    await whole(user, HEARD, draft_id)
    assert await ledger(db, people.organization_id) == (10, 0, 0)
    await whole(user, NOBODY)
    assert await ledger(db, people.organization_id) == (9, 1, 1)
    assert not await db.run_reading(example.is_new, user)
    assert await db.run_reading(example.is_new, await people.admin.current())


async def test_heard_words_may_be_corrected_and_a_few_added(db, people, user, draft_id):
    said = " ".join(str(one["text"]) for one in example.SENTENCES)
    assert (await change(db, user, draft_id, transcript=f"{said} Zij groet u hartelijk.")).is_example
    await whole(user, f"{said} Zij groet u hartelijk.", draft_id)
    assert await ledger(db, people.organization_id) == (0, 0, 0)


@pytest.mark.parametrize("text", [NOBODY, f"{HEARD} {NOBODY}", "Mevrouw viel.", f"{HEARD} {HEARD}"])
async def test_another_text_is_no_example(db, people, user, draft_id, engine, text):
    with pytest.raises(OutOfCredits):
        await whole(user, text, draft_id)  # also where the draft still has the example
    assert await titles(db, user) == []
    assert not (await change(db, user, draft_id, transcript=text)).is_example
    assert await titles(db, user) == ["Voorbeeld"]
    with pytest.raises(OutOfCredits):
        await whole(user, text, draft_id)
    assert not (await change(db, user, draft_id, transcript=HEARD)).is_example  # nor does it become one again
    assert engine.asked == []


async def test_a_report_that_is_typed_over_the_example_is_not_thrown_away(db, people, user, draft_id, wall_clock):
    report = await whole(user, HEARD, draft_id)
    content = {"transcript": HEARD, "structured_report": report + "\nDag."}
    assert (await change(db, user, draft_id, **content)).is_example
    content["structured_report"] = report + "\n" + NOBODY
    assert not (await change(db, user, draft_id, **content)).is_example
    wall_clock.advance(days=8)
    assert await db.run_in_transaction(example.purge) == 0
    assert await titles(db, user) == ["Voorbeeld"]


async def test_words_without_the_examples_draft_cost_a_credit(people, user, draft_id):
    with pytest.raises(OutOfCredits):
        await whole(user, HEARD)


async def test_what_is_about_a_client_is_no_example(db, people, user, draft_id):
    changed = await db.run_in_transaction(drafts.set_client, user, draft_id, people.client_id)
    assert not changed.is_example
    with pytest.raises(OutOfCredits):
        await whole(user, HEARD, draft_id)


async def test_the_example_cannot_be_archived(db, people, user, draft_id):
    await cast.keep_archive(people.organization_id)
    with pytest.raises(Invalid, match="Dit is het voorbeeld"):
        async with db.transaction() as session:
            await archive.archive(session, user, client_id=people.client_id, transcript=HEARD, draft_id=draft_id)


async def test_there_is_one_example_per_person_and_it_is_gone_after_a_day(db, wall_clock, people, user, draft_id):
    second = await example.begin(user)
    with pytest.raises(NotFound):
        await read_draft(db, user, draft_id)
    wall_clock.advance(timedelta(hours=23))
    assert await db.run_in_transaction(example.purge) == 0
    wall_clock.advance(timedelta(hours=2))
    assert await db.run_in_transaction(example.purge) == 1
    with pytest.raises(NotFound):
        await read_draft(db, user, second)


async def test_s02_somebody_elses_example_is_not_found(people, draft_id):
    for stranger in (people.outsider, people.admin):
        with pytest.raises(NotFound):
            await whole(await stranger.current(), HEARD, draft_id)


async def test_who_has_no_organization_has_no_example(people, user):
    with pytest.raises(NoOrganization):
        await example.begin(await people.platform_admin.current())


async def test_s33_what_one_person_and_one_organization_can_take_is_bounded(people, user, monkeypatch, fake_provider):
    fake_provider.control(append=HEARD)
    monkeypatch.setitem(rate_limits.LIMITS, "example", rate_limits.parse("2 per day"))
    monkeypatch.setitem(rate_limits.LIMITS, "example_organization", rate_limits.parse("3 per day"))
    for _ in range(2):
        await example.begin(user)
    with pytest.raises(TooMany):
        await example.begin(user)
    colleague = await people.admin.current()
    draft_id = await example.begin(colleague)
    with pytest.raises(TooMany):
        await whole(colleague, HEARD, draft_id)
    assert len(fake_provider.requests("speech")) == 3
    assert await job_states(database) == ["released"]


async def test_an_engine_that_is_away_leaves_nothing(db, people, user, monkeypatch):
    environment.use(monkeypatch, OPENAI_BASE_URL="http://127.0.0.1:1/v1")
    with pytest.raises(Unavailable):
        await example.begin(user)
    assert await tables.rows(select(Report)) == []
