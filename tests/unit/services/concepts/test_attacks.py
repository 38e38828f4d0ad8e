"""Attacks on what leaves and what comes back, through the whole of a concept (S67, S68, S69)."""

import asyncio
import json
import logging
import random
from contextlib import suppress
from dataclasses import replace
from unittest.mock import AsyncMock

import pytest
from sqlmodel import select, update

from bench import leaks
from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.provider import FakeProvider
from voice_report.db.models import Organization, ProcessingStep
from voice_report.errors import Unavailable
from voice_report.reporting.templates import DEFAULT
from voice_report.services.concepts import structuring
from voice_report.services.drafts import drafts
from voice_report.services.processing import card

SAID = "Vanmorgen was ik bij mevrouw Zwoltriks. Roos belde op 06-12345678. Zij at goed."


@pytest.fixture(autouse=True)
async def _masked(monkeypatch, calm, fake_provider, people, db):
    monkeypatch.setenv("RATE_LIMITS", "off")
    await tables.run(update(Organization).values(outside_text="pseudonymised", unlimited=True))


async def outcomes(db) -> list[tuple[str, str]]:
    rows = await tables.rows(select(ProcessingStep).where(ProcessingStep.region != "local"))
    return [(row.outcome, row.model_answered) for row in rows]


@pytest.mark.one_database
async def test_s68_generated_dictations_six_at_once_leave_nothing_that_was_planted(people, fake_provider):
    """``python -m bench leaks`` has 2,000 of them."""
    known = leaks.clients(12)
    for at, name in enumerate(known):
        first, _, last = name.partition(" ")
        await cast.make_client(people.organization_id, f"B-{at}", first, last or first)
    users = [await people.user.current(), await people.admin.current()]
    users += [await (await cast.make_user(people.organization_id, "Bea", f"N{at}")).current() for at in range(4)]
    chance = random.Random(56)  # noqa: S311
    made = [leaks.dictation(chance, known) for _ in range(12)]
    for some in (made[:6], made[6:]):
        calls = (structuring.generate_whole(user, one.text) for user, one in zip(users, some, strict=True))
        await asyncio.gather(*calls)
    assert len(fake_provider.recorded) >= 10, "nearly all of them leave"
    assert [word for one in made for word in leaks.left_in(fake_provider.recorded, one)] == []


async def test_s68_a_client_that_is_added_while_a_concept_is_made_is_masked_from_then_on(people, fake_provider):
    said = "Daarna ging de groen geverfde deur open. Met mevrouw ging het goed. Wij zagen dat groen weer buiten zat."
    fake_provider.control(endpoint="chat", holds_after=0)
    user = await people.user.current()
    making = asyncio.create_task(structuring.generate_whole(user, said))
    await asyncio.to_thread(fake_provider.wait_for, 1)
    await cast.make_client(people.organization_id, "C-9", "Gijs", "Deur")
    fake_provider.control(endpoint="chat", holds_after=None)
    assert "deur" in (await making).report
    await structuring.generate_whole(user, f"{said} Gijs Deur belde daarover.")
    first, second = fake_provider.recorded[0], fake_provider.recorded[-1]
    assert ("Gijs" in first, "Gijs" in second, "[PERSOON-1]" in second) == (False, False, True)


@pytest.mark.parametrize("name", ["Bo", "Li", "Ng"])
async def test_s68_a_name_of_two_letters_that_is_known_stays(people, fake_provider, name: str):
    await cast.make_client(people.organization_id, "C-2", name, "Zwoltriks")
    await structuring.generate_whole(await people.user.current(), f"Vandaag zat {name} buiten. Zij at goed.")
    (sent,) = [one["transcript"] for one in fake_provider.requests("chat")]
    assert f" {name} " not in sent


async def test_s68_a_telephone_number_in_a_hint_stays(people, fake_provider, monkeypatch):
    sections = tuple(replace(one, hint="bel 06-12345678 bij twijfel") for one in DEFAULT.sections)
    monkeypatch.setattr(structuring.templates, "find", AsyncMock(return_value=replace(DEFAULT, sections=sections)))
    async for _ in structuring.generate(await people.user.current(), SAID):
        pass
    assert len(fake_provider.recorded) == 1
    assert "12345678" not in fake_provider.recorded[0]


_ALL_KEYS = "[PERSOON-1] [PERSOON-2] [PERSOON-3] [NAAM-1] [NAAM-2] [TELEFOON-1]"


@pytest.mark.parametrize(
    "answer",
    [
        _ALL_KEYS,
        "[[[[[[[[[ " * 20_000,
        "[PERSOON- " * 20_000,
        "[PERSOON-1] " * 20_000,
    ],
    ids=lambda text: text[:20],
)
async def test_s69_what_a_model_makes_of_brackets_is_in_no_report(people, fake_provider, answer: str):
    fake_provider.control(endpoint="chat", report=json.dumps({"s": [3], "h": "observaties", "t": answer}))
    report = (await structuring.generate_whole(await people.user.current(), SAID, style="leesbaar")).report
    assert "Zij at goed" in report
    assert "[PERSOON" not in report.replace("\\", "")
    assert len(report) < 5_000


async def test_s69_all_keys_in_a_free_text_end_in_the_spoken_words_and_the_page_says_why(db, people, fake_provider):
    fake_provider.control(endpoint="chat", report=f"## Situatie\n\n{_ALL_KEYS}\n\n## Observaties\n\nZij at goed.")
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)
    report = (await structuring.generate_whole(user, SAID, draft.id, style="vrij")).report
    assert "mevrouw Zwoltriks" in report
    assert "[PERSOON" not in report.replace("\\", "")
    why = await db.run_reading(card.refusal, user, draft.id)
    told = [line.text for line in (await db.run_reading(card.read, user, draft.id)).lines]
    assert why == "Op deze server ingedeeld: het antwoord was niet zeker terug te zetten."
    assert any("uur. Het antwoord was niet zeker terug te zetten." in line for line in told), told


async def test_s69_ten_million_brackets_end_in_the_spoken_words(db, people, fake_provider):
    fake_provider.control(endpoint="chat", report=f"{'[' * 999} " * 10_000)
    report = (await structuring.generate_whole(await people.user.current(), SAID, style="leesbaar")).report
    assert "mevrouw Zwoltriks" in report
    assert [outcome for outcome, _ in await outcomes(db)] == ["failed"]


@pytest.mark.parametrize("style", ["leesbaar", "vrij"])
async def test_s69_ten_million_brackets_in_one_piece_are_no_answer(db, people, fake_provider, style):
    fake_provider.control(endpoint="chat", report="[" * 10_000_000)
    with pytest.raises(Unavailable):
        await structuring.generate_whole(await people.user.current(), SAID, style=style)
    assert [outcome for outcome, _ in await outcomes(db)] == ["failed"]


async def test_s69_a_name_that_a_model_guesses_does_not_stand_for_the_one_said(db, people, fake_provider):
    line = json.dumps({"s": [1], "h": "observaties", "t": "Vanmorgen was ik bij mevrouw Jansen-de Groot."})
    fake_provider.control(endpoint="chat", report=line)
    report = (await structuring.generate_whole(await people.user.current(), SAID, style="leesbaar")).report
    assert "Jansen-de Groot" not in report
    assert "mevrouw Zwoltriks" in report


@pytest.mark.parametrize("status", [301, 302, 307, 308])
async def test_s67_a_provider_that_redirects_takes_nothing_elsewhere(db, people, fake_provider, status: int):
    with FakeProvider() as elsewhere:
        fake_provider.control(endpoint="chat", fail=str(status), location=f"{elsewhere.url}/chat/completions")
        with suppress(Unavailable):
            await structuring.generate_whole(await people.user.current(), SAID)
        assert (len(fake_provider.recorded) > 0, elsewhere.recorded) == (True, [])


@pytest.mark.parametrize("status", [400, 422, 500])
async def test_s68_a_prompt_that_an_error_repeats_is_nowhere(db, people, fake_provider, caplog, status: int):
    caplog.set_level(logging.DEBUG)
    fake_provider.control(endpoint="chat", fail=str(status), repeats=True)
    with suppress(Unavailable):
        await structuring.generate_whole(await people.user.current(), SAID)
    assert fake_provider.recorded
    databases = ("aiosqlite", "sqlalchemy", "psycopg")
    told = [one.getMessage() for one in caplog.records if not one.name.startswith(databases)]
    assert [line for line in told if "PERSOON-1" in line or "Zwoltriks" in line] == []


async def test_s67_an_answer_of_another_model_is_noted(db, people, fake_provider):
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)
    await structuring.generate_whole(user, SAID, draft.id)
    assert await outcomes(db) == [("done", "fake")]
